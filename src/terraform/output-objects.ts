import { type Contract, exampleOf } from '../contract/index.js';

/** A ConfigMap or Secret that addons produce, with the contract's examples as its data. */
export interface OutputObject {
  readonly kind: 'ConfigMap' | 'Secret';
  readonly namespace: string;
  readonly name: string;
  readonly data: Readonly<Record<string, string>>;
}

/** What the producers of a cluster write, made of examples. */
export const planOutputObjects = ({ outputs = [] }: Pick<Contract, 'outputs'>): readonly OutputObject[] =>
  outputs.map(({ kind, namespace, name, keys }) => ({
    kind,
    namespace,
    name,
    data: Object.fromEntries(Object.entries(keys).map(([key, { schema }]) => [key, String(exampleOf(schema))])),
  }));
