import { FluxApp, FluxCluster } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { expect, it } from 'vitest';
import { azureServiceOperator, certManager, keyVaultStore } from '../../../src/addons/index.js';
import { exampleInfra } from '../../../src/terraform/example-infra.js';
import { verifyContract } from '../../../src/terraform/verify/check-contract.js';

const { contract } = synthCluster(
  new FluxCluster(new FluxApp(), 'dev', {
    external: ['external-secrets', 'external-secrets.io', { kind: 'Namespace', name: 'external-secrets' }],
  })
    .stage('operators', [certManager({ provider: 'azure' })])
    .stage('services', [azureServiceOperator(), keyVaultStore()]),
);

const CLIENT = '4a1f9a2e-0000-4000-8000-6f7b8c9d0e1f';
const PRINCIPAL = '5b2f9a2e-0000-4000-8000-6f7b8c9d0e1f';
const identity = 'module.azure.azurerm_user_assigned_identity.workload["key-vault"]';

const inputOf = (vars: object) => ({
  fluxspan: { contract: 1, cluster: 'dev' },
  vars: { ...exampleInfra(contract).vars, ...vars },
  values: {},
  secrets: {},
});
const address = 'module.flux_contract.terraform_data.contract';
const proof = { mode: 'managed', type: 'terraform_data', name: 'contract', address };

const stateOf = (vars: object, mode = 'managed') => ({
  format_version: '1.0',
  values: {
    root_module: {
      child_modules: [
        { address: 'module.flux_contract', resources: [{ ...proof, values: { input: inputOf(vars) } }] },
        {
          address: 'module.azure',
          resources: [
            {
              mode,
              type: 'azurerm_user_assigned_identity',
              name: 'workload',
              address: identity,
              values: { client_id: CLIENT, principal_id: PRINCIPAL },
            },
          ],
        },
      ],
    },
  },
});

const planOf = (vars: object, after: object) => ({
  format_version: '1.2',
  planned_values: {},
  resource_changes: [
    { ...proof, module_address: 'module.flux_contract', change: { after: { input: inputOf(vars) } } },
    { mode: 'managed', type: 'azurerm_user_assigned_identity', name: 'workload', address: identity, change: { after } },
  ],
});

const found = (artifact: object) =>
  verifyContract(Buffer.from(JSON.stringify(artifact)), [contract], { file: 'state.json' }).diagnostics.filter(
    ({ code }) => code === 'FX879',
  );

const expected = (name: string) => ({
  severity: 'notice',
  message: `vars.${name} is the principal id of ${identity}, and Entra gives pods no token for that`,
  at: { cluster: 'dev', path: `vars.${name}` },
  fix: `give ${identity}.client_id`,
});

it('tells the principal id of an identity from its client id, in a state and in a plan', () => {
  const wrong = { TF_KEY_VAULT_CLIENT_ID: PRINCIPAL, TF_ASO_CLIENT_ID: PRINCIPAL.toUpperCase() };
  const both = [expected('TF_ASO_CLIENT_ID'), expected('TF_KEY_VAULT_CLIENT_ID')];
  expect(found(stateOf(wrong)).map(({ code }) => code)).toEqual(['FX879', 'FX879']);
  expect(found(stateOf(wrong))).toMatchObject(both);
  expect(found(stateOf(wrong, 'data'))).toMatchObject(both);
  expect(found(planOf(wrong, { client_id: CLIENT, principal_id: PRINCIPAL }))).toMatchObject(both);
});

it('says nothing of the right id, of ids that are known after apply, and of what takes another id', () => {
  expect(found(stateOf({ TF_KEY_VAULT_CLIENT_ID: CLIENT }))).toEqual([]);
  expect(found(planOf({ TF_KEY_VAULT_CLIENT_ID: PRINCIPAL }, {}))).toEqual([]);
  expect(found(stateOf({ TF_AZURE_TENANT_ID: PRINCIPAL }))).toEqual([]);
});
