import { removal } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The Vault Operator of Bank-Vaults. https://github.com/bank-vaults/vault-operator */
export const vaultOperator = defineProject({
  name: 'Vault Operator',
  effects: [removal('vault.banzaicloud.com/Vault', 'the Vault that it runs, and its data unless its volumes stay')],
});
