import { ConfigMap } from 'fluxspan';
import { z } from 'zod';
import * as twin from '../../live/twin-programs.js';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { one } from '../rule-programs.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX623',
    bad: () =>
      named(
        z
          .string()
          .regex(/^[A-Za-z]+$/)
          .meta({ examples: ['a'] }),
      ),
    good: () =>
      named(
        z
          .string()
          .regex(/^[a-z]+$/)
          .meta({ examples: ['a'] }),
      ),
    mutation: () =>
      platform.mutate('karpenter-nodes', 'NodePool/default', platform.set('metadata.name', '${TF_CLUSTER_NAME}')),
    fault: 'a name or label that Kubernetes refuses',
    live: {
      twins: {
        'identity-value': {
          says: 'Invalid value: "name-Blue"',
          make: (bad) => ({
            infra: { vars: { TF_NAME: twin.word } },
            build: twin.data(({ vars }) => ({ a: vars['TF_NAME']! }), { name: 'name' }),
            ...(bad
              ? {
                  build: (scope, { vars }) => {
                    new ConfigMap(scope, 'data', { name: `name-${vars['TF_NAME']}`, data: {} });
                  },
                }
              : {}),
          }),
        },
      },
    },
  },
];

const named = (type: z.ZodType) =>
  one({
    infra: { vars: { TF_NAME: type } },
    build: (scope, { vars }) => {
      new ConfigMap(scope, 'a', {
        name: `web-${vars['TF_NAME']}`,
        labels: { 'example.org/of': vars['TF_NAME']! },
        data: {},
      });
    },
  });
