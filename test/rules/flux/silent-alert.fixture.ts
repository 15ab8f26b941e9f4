import type { RuleFixture } from '../rule-fixture.js';
import { type Build, both, object, one } from '../rule-programs.js';

const NOTIFICATION = 'notification.toolkit.fluxcd.io/v1beta3';

const alert = (spec: object): Build =>
  both(
    object(NOTIFICATION, 'Provider', { type: 'generic', address: 'https://example.org' }),
    object(NOTIFICATION, 'Alert', { providerRef: { name: 'web' }, ...spec }),
  );
const alertAbout = (...eventSources: readonly object[]): Build => alert({ eventSources });

const own = { kind: 'Kustomization', name: 'web', namespace: 'flux-system' };

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX872',
    bad: () => [
      ...one({ build: alertAbout({ kind: 'Kustomization', name: 'shop', namespace: 'flux-system' }) }),
      ...one({ build: alertAbout({ kind: 'HelmRelease', name: 'shop' }) }),
    ],
    good: () => [
      ...one({ build: alertAbout({ kind: 'Kustomization', name: '*' }, own) }),
      // It is silent on purpose.
      ...one({ build: alert({ eventSources: [{ kind: 'HelmRelease', name: 'shop' }], suspend: true }) }),
      ...one(
        { build: alertAbout({ kind: 'HelmRelease', name: 'shop' }) },
        { external: [{ kind: 'HelmRelease', group: 'helm.toolkit.fluxcd.io', name: 'shop', namespace: 'default' }] },
      ),
    ],
    mutation: { none: 'the platform has no Alert' },
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'nothing happens, which notifications.test.ts shows' },
  },
];
