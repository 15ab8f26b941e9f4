import type { RuleFixture } from '../rule-fixture.js';
import { type Build, both, object, one } from '../rule-programs.js';

const NOTIFICATION = 'notification.toolkit.fluxcd.io/v1beta3';

const alertAbout = (...eventSources: readonly object[]): Build =>
  both(
    object(NOTIFICATION, 'Provider', { type: 'generic', address: 'https://example.org' }),
    object(NOTIFICATION, 'Alert', { providerRef: { name: 'web' }, eventSources }),
  );

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
