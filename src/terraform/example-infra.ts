import { type Contract, exampleOf, type JsonSchema } from '../contract/index.js';

/** All that Terraform must supply for a cluster, as data. */
export interface PlainInfra {
  readonly vars: Readonly<Record<string, unknown>>;
  readonly values: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const examples = (inputs: Readonly<Record<string, { readonly schema: JsonSchema }>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(inputs).map(([key, { schema }]) => [key, exampleOf(schema)]));

/** Infra that keeps the contract, made of its inputs' examples; what the cloud itself writes is not in it. */
export const exampleInfra = (contract: Contract): PlainInfra => ({
  vars: examples(contract.vars),
  values: examples(contract.values),
  secrets: Object.fromEntries(
    Object.entries(contract.secrets)
      .filter(([, { managedBy }]) => managedBy === 'terraform')
      .map(([secret, { properties }]) => [secret, examples(properties)]),
  ),
});
