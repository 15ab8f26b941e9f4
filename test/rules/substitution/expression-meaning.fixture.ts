import * as twin from '../../live/twin-programs.js';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { withData } from '../rule-programs.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX602',
    bad: () => withData('say ${TF_NAME:+yes}'),
    good: () => withData('say ${TF_NAME:=yes}'),
    mutation: () =>
      platform.mutate(
        'karpenter-nodes',
        'EC2NodeClass/default',
        platform.set('spec.role', '${TF_K8S_NODE_ROLE_NAME:?gone}'),
      ),
    live: {
      twins: {
        'expression-meaning': {
          // A shell says `yes`.
          shows: [twin.configMap('expression-meaning'), { a: 'green', b: 'green' }],
          make: (bad) => ({
            infra: { vars: { TF_COLOUR: twin.lower } },
            build: twin.data(({ vars }) => ({ a: vars['TF_COLOUR']!, b: bad ? '${TF_COLOUR:+yes}' : 'yes' })),
          }),
        },
      },
    },
  },
];
