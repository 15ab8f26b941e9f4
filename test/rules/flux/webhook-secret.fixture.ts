import { ApiObject } from 'cdk8s';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, one } from '../rule-programs.js';
import { madeUpWebhooks, placeholders } from '../webhooks.js';

const providers =
  (addresses: readonly string[]): Build =>
  (scope) => {
    for (const [index, address] of addresses.entries()) {
      new ApiObject(scope, String(index), {
        apiVersion: 'notification.toolkit.fluxcd.io/v1beta3',
        kind: 'Provider',
        metadata: { name: `provider-${index}` },
        spec: { type: 'generic', address },
      });
    }
  };

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX663',
    bad: () => one({ build: providers(madeUpWebhooks()) }),
    good: () => one({ build: providers(placeholders) }),
    mutation: { adds: () => one({ build: providers(madeUpWebhooks().slice(0, 1)) }).map(({ code }) => code) },
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'Flux takes the URL: the harm is in the repository' },
  },
];
