import { acmeIssuer } from '../../../src/addons/acme-issuer/index.js';
import { certManager } from '../../../src/addons/cert-manager/index.js';
import { diagnosticsOf } from '../../support/synthesize.js';
import type { RuleFixture } from '../rule-fixture.js';

const program = (certificates: ReturnType<typeof certManager>) =>
  diagnosticsOf({ operators: [certificates], issuers: [acmeIssuer({ provider: 'azure' })] });

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX878',
    bad: () => program(certManager()),
    good: () => program(certManager({ provider: 'azure' })),
    mutation: { none: 'the platform is on AWS alone' },
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'only the clouds refuse what the pods ask for' },
  },
];
