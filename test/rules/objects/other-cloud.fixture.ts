import type { RuleFixture } from '../rule-fixture.js';
import { both, object, one } from '../rule-programs.js';

const EXTERNAL = 'external-secrets.io/v1';
const RESOURCE_ID =
  '/subscriptions/0b1f6471-0000-4000-8000-9c2b3d4e5f60/resourceGroups/a/providers/Microsoft.ManagedIdentity/userAssignedIdentities/a';

const store = (vaultUrl: string) =>
  object(EXTERNAL, 'ClusterSecretStore', { provider: { azurekv: { vaultUrl, authType: 'WorkloadIdentity' } } });
const secret = (key: string) =>
  object(EXTERNAL, 'ExternalSecret', {
    secretStoreRef: { kind: 'ClusterSecretStore', name: 'web' },
    data: [{ secretKey: 'a', remoteRef: { key } }],
  });
const account = (id: string) =>
  object('v1', 'ServiceAccount', undefined, { annotations: { 'azure.workload.identity/client-id': id } });
const program = (vaultUrl: string, key: string, id: string) =>
  one({ build: both(store(vaultUrl), secret(key), account(id)) }, { external: ['external-secrets.io'] });

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX890',
    bad: () =>
      program(
        'https://platform-dev.vault.usgovcloudapi.net/',
        'arn:aws:secretsmanager:eu-west-1:012345678901:secret:grafana',
        RESOURCE_ID,
      ),
    good: () => program('https://platform-dev.vault.azure.net/', 'grafana', '4a1f9a2e-0000-4000-8000-6f7b8c9d0e1f'),
    mutation: { none: 'the platform is on AWS alone' },
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'only the clouds refuse it' },
  },
];
