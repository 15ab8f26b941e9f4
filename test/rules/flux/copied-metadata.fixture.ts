import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { both, inner, object, one, text } from '../rule-programs.js';

const program = (value: string, key: string) =>
  one(
    {
      build: both(
        text('a'),
        inner({ retryInterval: '1m', commonMetadata: { annotations: { [key]: 'any text: at all' } } }),
        object('cert-manager.io/v1', 'Certificate', {
          secretName: 'web',
          dnsNames: ['example.org'],
          issuerRef: { name: 'ca' },
          secretTemplate: { labels: { team: value, open: '${TEAM:=a b}' } },
        }),
      ),
      kustomization: { commonMetadata: { labels: { team: value } }, postBuild: { substitute: { TEAM: 'a' } } },
    },
    {
      external: ['cert-manager.io', { group: 'cert-manager.io', kind: 'Issuer', name: 'ca', namespace: 'default' }],
    },
  );

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX661',
    bad: () => program('Platform Team', 'example.org/a/b'),
    good: () => program('platform-team', 'example.org/a'),
    mutation: () =>
      platform.mutate(
        'karpenter',
        'Kustomization/karpenter',
        platform.set('spec.commonMetadata', { labels: { team: 'Platform Team' } }),
      ),
    fault: { none: 'it is not among the known faults of Flux trees' },
    // Of what Flux's own controllers copy; test/live/admission.test.ts asks the API server about every kind.
    live: 'refusals',
  },
];
