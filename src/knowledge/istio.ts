import { fieldsOf, listOf } from '../json/as-shape.js';
import { ALL_BALANCER, LOAD_BALANCER } from './form/load-balancers.js';
import { annotationAt } from './form/path.js';
import { defineProject } from './form/project.js';
import { leaves } from './form/when.js';

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
    // https://istio.io/latest/docs/tasks/traffic-management/ingress/gateway-api/#automated-deployment
    {
      on: 'gateway.networking.k8s.io/Gateway',
      at: annotationAt('networking.istio.io/service-type'),
      when: leaves(LOAD_BALANCER),
      severity: 'warning',
      destroys: ALL_BALANCER,
      effect: 'the Service that Istio makes for it gets another type, and its load balancer is deleted',
      instead: 'to keep it, leave the type as it is, and add a second Gateway',
    },
  ],
  makesNothingNamed: ['networking.istio.io/*', 'security.istio.io/*', 'telemetry.istio.io/*', 'extensions.istio.io/*'],
});
