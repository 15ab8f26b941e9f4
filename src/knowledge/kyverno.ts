import { fieldsOf, objectsOf } from '../json/as-shape.js';
import type { JsonObject } from '../json/json-value.js';
import { readField } from '../json/read-field.js';
import type { EffectRow } from './form/effect.js';
import { kindsOf, removal } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';
import { left } from './form/when.js';

/** Whether generated objects go with the policy: it has their content and keeps them in sync. */
const isTakenAlong = ({ synchronize, data, orphanDownstreamOnPolicyDelete }: JsonObject): boolean =>
  synchronize === true && data !== undefined && orphanDownstreamOnPolicyDelete !== true;

/** Kyverno. https://kyverno.io/docs/ */
export const kyverno = defineProject({
  name: 'Kyverno',
  // https://github.com/kyverno/kyverno/tree/main/config/crds
  clusterScoped: {
    'kyverno.io': ['ClusterCleanupPolicy', 'ClusterPolicy', 'GlobalContextEntry'],
    'policies.kyverno.io': [
      'DeletingPolicy',
      'GeneratingPolicy',
      'ImageValidatingPolicy',
      'MutatingPolicy',
      'ValidatingPolicy',
    ],
  },
  effects: [
    // https://kyverno.io/docs/policy-types/cluster-policy/generate/
    removal(kindsOf('kyverno.io', 'ClusterPolicy', 'Policy'), 'the objects that it has generated', {
      keeps: ({ json }) =>
        !objectsOf(readField(json, 'spec.rules')).some(({ generate }) => isTakenAlong(fieldsOf(generate))),
      setting: 'generate.orphanDownstreamOnPolicyDelete: true',
    }),
    // https://kyverno.io/docs/policy-types/cleanup-policy/
    ...['match', 'exclude', 'conditions'].map(
      (field): EffectRow => ({
        on: ['kyverno.io/ClusterCleanupPolicy', 'kyverno.io/CleanupPolicy'],
        at: `spec.${field}`,
        when: left,
        severity: 'notice',
        says: 'deletes other objects from now on',
        effect: 'Kyverno deletes what the policy selects each time that its schedule comes up',
        instead: 'list the objects that it selects now, or revert the change',
      }),
    ),
  ],
  webhooks: { kyverno: ['kyverno.io'] },
  copies: ['kyverno'],
});
