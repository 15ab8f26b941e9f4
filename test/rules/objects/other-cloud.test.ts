import { expect, it } from 'vitest';
import { z } from 'zod';
import { azureClientId } from '../../../src/contract/index.js';
import { both, object, one, release } from '../rule-programs.js';

const GROUP = '/subscriptions/0b1f6471-0000-4000-8000-9c2b3d4e5f60/resourceGroups/platform';
const IDENTITY = `${GROUP}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/dns`;
const CLIENT = '4a1f9a2e-0000-4000-8000-6f7b8c9d0e1f';
const ANNOTATION = 'azure.workload.identity/client-id';

const found = (definition: Parameters<typeof one>[0], external: readonly string[] = []) =>
  one(definition, { external })
    .filter(({ code }) => code === 'FX890')
    .map(({ at, message }) => [at.object, at.path, message]);

const issuer = (clientID: string) => ({
  build: both(
    object('cert-manager.io/v1', 'ClusterIssuer', {
      acme: {
        server: 'https://acme.example.org',
        privateKeySecretRef: { name: 'key' },
        solvers: [
          { http01: {} },
          { dns01: { azureDNS: { subscriptionID: CLIENT, resourceGroupName: 'dns', managedIdentity: { clientID } } } },
        ],
      },
    }),
  ),
});

const account = (id: string) => object('v1', 'ServiceAccount', undefined, { annotations: { [ANNOTATION]: id } });

const message = (title: string) =>
  `${title} has the resource id of an identity where its client id belongs, so Entra gives it no token`;

it('finds resource ids of identities in the places of client ids', () => {
  expect(found(issuer(IDENTITY), ['cert-manager.io'])).toEqual([
    ['ClusterIssuer/web', 'spec.acme.solvers[1].dns01.azureDNS.managedIdentity.clientID', message('ClusterIssuer/web')],
  ]);
  expect(found(issuer(CLIENT), ['cert-manager.io'])).toEqual([]);
  const values = (id: string) => release({ controller: { serviceAccount: { annotations: { [ANNOTATION]: id } } } });
  expect(found(values(IDENTITY))).toEqual([
    [
      'HelmRelease/web',
      `spec.values.controller.serviceAccount.annotations["${ANNOTATION}"]`,
      message('HelmRelease/web'),
    ],
  ]);
  expect(found(values(CLIENT))).toEqual([]);
});

it('knows a resource id by the pattern of the var', () => {
  const TF_IDENTITY = z
    .string()
    .regex(/^\/subscriptions\/[\w/.-]+$/)
    .meta({ examples: [IDENTITY] });
  expect(found({ infra: { vars: { TF_IDENTITY } }, build: account('${TF_IDENTITY}') })).toEqual([
    ['ServiceAccount/web', `metadata.annotations["${ANNOTATION}"]`, message('ServiceAccount/web')],
  ]);
  expect(found({ infra: { vars: { TF_IDENTITY: azureClientId() } }, build: account('${TF_IDENTITY}') })).toEqual([]);
});
