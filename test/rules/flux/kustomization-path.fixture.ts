import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { inner, one, text } from '../rule-programs.js';

const program = (components: readonly string[], path: string) =>
  one({ build: inner({ retryInterval: '1m', path, components }) });

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX653',
    bad: () =>
      program(
        ['/components/tls', 'https://github.com/example/app//tls', 'github.com/example/app', '../../c', '../d/../../e'],
        './a/../../b',
      ),
    good: () => program(['../components/tls', 'https', './github.com', '../../c/../d'], './a/../b/c'),
    mutation: () =>
      platform.mutate('karpenter', 'Kustomization/karpenter', platform.set('spec.components', ['/components/tls'])),
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: {
      twins: {
        'kustomization-path': {
          says: "component path '/components/tls' must be local and relative",
          make: (bad) => ({
            build: text('a'),
            ...(bad ? { kustomization: { components: ['/components/tls'] } } : {}),
          }),
        },
      },
    },
  },
];
