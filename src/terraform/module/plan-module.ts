import type { Contract } from '../../contract/index.js';
import { printHcl } from '../hcl/print.js';
import { contractFile } from './contract-file.js';
import { kubernetesFile } from './kubernetes-file.js';
import { moduleReadme } from './module-readme.js';

/**
 * The Terraform side of a contract: a module, by file name, without headers. `contract.tf` needs no provider;
 * `kubernetes.tf` needs hashicorp/kubernetes. Terraform 1.5 and OpenTofu 1.6, and what came after.
 *
 * @param tree the tree's folder in the repository, for the example
 * @param file the contract.json that checks need to be given, where no app has the contract
 */
export const planModule = (contract: Contract, tree = 'k8s', file?: string): ReadonlyMap<string, string> =>
  new Map([
    ['README.md', moduleReadme(contract, tree, file)],
    ['contract.tf', printHcl(contractFile(contract))],
    ['kubernetes.tf', printHcl(kubernetesFile(contract))],
  ]);
