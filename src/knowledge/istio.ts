import { fieldsOf, listOf } from '../json/as-shape.js';
import { defineProject } from './form/project.js';

/** An ALLOW without rules allows nothing: https://istio.io/latest/docs/reference/config/security/authorization-policy/ */
const deniesAll = (spec: unknown): boolean => {
  const { rules, action = 'ALLOW' } = fieldsOf(spec);
  return listOf(rules).length === 0 && action === 'ALLOW';
};

/** Istio. https://istio.io/latest/docs/reference/config/ */
export const istio = defineProject({
  name: 'Istio',
  effects: [
    {
      on: 'security.istio.io/AuthorizationPolicy',
      at: 'spec',
      when: (was, is) => !deniesAll(was) && deniesAll(is),
      severity: 'notice',
      says: 'denies every request to its workloads from now on',
      effect: 'an ALLOW policy without rules allows nothing; other policies may still allow something',
    },
  ],
  makesNothingNamed: ['networking.istio.io/*', 'security.istio.io/*', 'telemetry.istio.io/*', 'extensions.istio.io/*'],
});
