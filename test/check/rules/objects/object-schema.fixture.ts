import * as twin from '../../../live/twin-programs.js';
import * as platform from '../../platform-changes.js';
import type { RuleFixture } from '../../rule-fixture.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX315',
    mutation: () => platform.mutate('karpenter-nodes', 'NodePool/default', platform.set('spec.weight', 'heavy')),
    live: {
      twins: {
        'object-schema': {
          says: '.spec.maxHistroy: field not declared in schema',
          make: (bad) => ({
            charts: { 'object-schema': twin.chartOf('object-schema') },
            build: twin.release({}, { [bad ? 'maxHistroy' : 'maxHistory']: 5 }),
          }),
        },
      },
    },
  },
  {
    code: 'FX316',
    mutation: () =>
      platform.mutate(
        'karpenter-nodes',
        'EC2NodeClass/default',
        platform.set('spec.amiSelectorTerms', [{ alias: 'al2023@latest', id: 'ami-1' }]),
      ),
    live: {
      twins: {
        'object-rule': {
          says: "failed rule: !has(self.retryInterval) || self.name == 'RetryOnFailure'",
          make: (bad) => {
            const strategy = { name: bad ? 'RemediateOnFailure' : 'RetryOnFailure', retryInterval: '1m' };
            return {
              charts: { 'object-rule': twin.chartOf('object-rule') },
              build: twin.release({}, { upgrade: { strategy } }),
            };
          },
        },
      },
    },
  },
  {
    code: 'FX317',
    mutation: { none: 'a file that the app names' },
    live: { none: 'it is about a file of the app' },
  },
  {
    code: 'FX318',
    mutation: { none: 'a notice of what was not looked at' },
    live: { none: 'it says what was not looked at' },
  },
];
