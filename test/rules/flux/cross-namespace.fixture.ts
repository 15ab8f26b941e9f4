import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, both, object, one, release } from '../rule-programs.js';

const SOURCE = 'source.toolkit.fluxcd.io/v1';
const NOTIFICATION = 'notification.toolkit.fluxcd.io';

/** What notification-controller and image-reflector-controller refuse under lockdown, and Kubernetes takes. */
const notifications = (namespace: string): Build => {
  const sources = [{ kind: 'GitRepository', name: 'web', namespace }];
  return both(
    object(SOURCE, 'GitRepository', { interval: '1h', url: 'https://example.org/web', ref: { branch: 'main' } }),
    object(`${NOTIFICATION}/v1beta3`, 'Provider', { type: 'generic', address: 'https://example.org' }),
    object(`${NOTIFICATION}/v1beta3`, 'Alert', { providerRef: { name: 'web' }, eventSources: sources }),
    object(`${NOTIFICATION}/v1`, 'Receiver', { type: 'github', secretRef: { name: 'token' }, resources: sources }),
    object('image.toolkit.fluxcd.io/v1', 'ImagePolicy', {
      imageRepositoryRef: { name: 'web', namespace },
      policy: { semver: { range: '1.x' } },
    }),
  );
};
const external = ['default', 'flux-system'].flatMap((namespace) => [
  { kind: 'Secret', name: 'token', namespace },
  { kind: 'ImageRepository', name: 'web', namespace },
  { kind: 'GitRepository', name: 'web', namespace },
]);

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX613',
    bad: () => [
      ...one(release({}), { lockdown: true, chartSourceNamespace: 'flux-system' }),
      ...one({ build: notifications('flux-system') }, { lockdown: true, external }),
    ],
    good: () => [
      ...one(release({}), { lockdown: true }),
      ...one({ build: notifications('default') }, { lockdown: true, external }).filter(({ code }) => code !== 'FX638'),
      ...one({ build: notifications('flux-system') }, { external }).filter(({ code }) => code !== 'FX638'),
    ],
    mutation: () => ({ ...platform.clean, cluster: platform.flux('2.9', true) }),
    fault: 'a source of another namespace under lockdown',
    live: 'over-time',
  },
];
