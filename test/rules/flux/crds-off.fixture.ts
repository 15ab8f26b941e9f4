import { certManager } from '../../../src/addons/cert-manager/index.js';
import { addon, diagnosticsOf } from '../../support/synthesize.js';
import type { RuleFixture } from '../rule-fixture.js';

const web = addon('web', { requires: ['cert-manager.io'] });
const withValues = (values: object, ...others: (typeof web)[]) =>
  diagnosticsOf({ first: [certManager({ values } as never)], second: others });

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX687',
    bad: () => [
      ...withValues({ crds: { enabled: false } }, web),
      ...withValues({ installCRDs: false, crds: { enabled: false } }, web),
    ],
    good: () => [
      ...withValues({}, web),
      ...withValues({ installCRDs: false }, web),
      // Nothing needs them.
      ...withValues({ crds: { enabled: false } }, addon('other')),
    ],
    mutation: { none: 'it depends on what a release of the package brings' },
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'Flux says the same as without any provider, which FX605 shows' },
  },
];
