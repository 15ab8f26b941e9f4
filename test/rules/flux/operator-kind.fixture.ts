import type { RuleFixture } from '../rule-fixture.js';
import { object, one } from '../rule-programs.js';

const alert = object('notification.toolkit.fluxcd.io/v1beta3', 'Alert', {
  providerRef: { name: 'chat' },
  eventSources: [{ kind: 'ResourceSet', name: '*' }],
});
const provider = { external: [{ kind: 'Provider', name: 'chat' }] };

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX315',
    bad: () => one({ build: alert }, { ...provider, flux: { version: '2.9' } }),
    good: () => one({ build: alert }, { ...provider, flux: { version: '2.9', operator: {} } }),
    mutation: { none: 'the platform has no settings of Flux' },
    live: { none: 'the schema of Flux says it, as of any other value' },
  },
];
