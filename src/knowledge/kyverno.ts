import type { EffectRow } from './form/effect.js';
import { defineProject } from './form/project.js';
import { left } from './form/when.js';

/** Kyverno. https://kyverno.io/docs/ */
export const kyverno = defineProject({
  name: 'Kyverno',
  effects: [
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
