import { ConfigMap } from 'fluxspan';
import { z } from 'zod';
import * as twin from '../../live/twin-programs.js';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { one, withData } from '../rule-programs.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX603',
    bad: () =>
      one({
        infra: { vars: { TF_NAME: z.string() } },
        build: (scope, { vars }) => void new ConfigMap(scope, 'a', { data: { a: vars['TF_NAME']! } }),
      }),
    good: () => withData('a-${TF_NAME}'),
    mutation: () =>
      platform.mutate('karpenter-nodes', 'EC2NodeClass/default', () => {}, {
        risks: [{ name: 'TF_CLUSTER_NAME', value: '"', path: 'spec.role' }],
      }),
    fault: 'a value that breaks the YAML',
    live: {
      twins: {
        'value-at-risk': {
          says: 'YAMLToJSON',
          make: (bad) => {
            const name = bad ? 'TF_FREE' : 'TF_COLOUR';
            return {
              infra: { vars: { [name]: bad ? z.string().meta({ examples: ['say "no"'] }) : twin.lower } },
              build: twin.data(({ vars }) => ({ a: vars[name]! })),
            };
          },
        },
      },
    },
  },
];
