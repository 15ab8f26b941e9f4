import { stringify } from 'yaml';
import type { Contract } from '../../src/contract/contract.js';
import { exampleOf } from '../../src/contract/example.js';
import type { KubeObject } from './kube-object.js';

/** The vars of a contract with its examples: a number or a boolean as the text that a ConfigMap holds. */
export const exampleVars = (contract: Contract): Record<string, string> =>
  Object.fromEntries(Object.entries(contract.vars).map(([name, { schema }]) => [name, String(exampleOf(schema))]));

/** What Terraform writes into a cluster, with the contract's examples: its namespaces, then the ConfigMaps. */
export const planTerraformObjects = (contract: Contract): KubeObject[] => {
  const namespaces = contract.namespaces
    .filter(({ creator }) => creator === 'terraform')
    .map(({ name }) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }));
  const configMaps = contract.configMaps.map(({ name, namespace, labels, release = '', key = '' }) => {
    const values = contract.values[release];
    const data = values === undefined ? exampleVars(contract) : { [key]: stringify(exampleOf(values.schema)) };
    return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace, labels }, data };
  });
  return [...namespaces, ...configMaps];
};
