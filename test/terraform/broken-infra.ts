import type { Contract, JsonSchema } from '../../src/contract/index.js';
import { exampleInfra, type PlainInfra } from '../../src/terraform/example-infra.js';

/** An infra that breaks the contract in one place. */
export interface BrokenInfra {
  readonly how: 'left out' | 'misspelt' | 'mistyped';
  /** The input: `values.karpenter.settings.clusterName`. */
  readonly input: string;
  readonly addons: readonly string[];
  /** The wrong name, where it is misspelt. */
  readonly wrongKey?: string;
  readonly infra: PlainInfra;
}

interface Leaf {
  readonly path: readonly (string | number)[];
  readonly schema: JsonSchema;
  readonly required: boolean;
  readonly addons: readonly string[];
}

const leavesOf = (
  schema: JsonSchema,
  path: readonly (string | number)[],
  required: boolean,
  addons: readonly string[],
): readonly Leaf[] => {
  const inside =
    schema.type === 'object'
      ? Object.entries(schema.properties ?? {}).flatMap(([key, one]) =>
          leavesOf(one, [...path, key], (schema.required ?? []).includes(key), addons),
        )
      : schema.type === 'array' && schema.items !== undefined && schema.items.type === 'object'
        ? leavesOf(schema.items, [...path, 0], true, addons)
        : [];
  const itself = typeof path.at(-1) === 'number' ? [] : [{ path, schema, required, addons }];
  return [...itself, ...inside];
};

/** Every input of a contract: each leaf, and each object and list that holds some. */
const inputsOf = (contract: Contract): readonly Leaf[] => [
  ...Object.entries(contract.vars).flatMap(([key, { schema, required, declaredBy }]) =>
    leavesOf(schema, ['vars', key], required, declaredBy),
  ),
  ...Object.entries(contract.values).flatMap(([key, { schema, addon }]) =>
    leavesOf(schema, ['values', key], true, [addon]),
  ),
  ...Object.entries(contract.secrets)
    .filter(([, { managedBy }]) => managedBy === 'terraform')
    .flatMap(([secret, { properties, declaredBy }]) => {
      const schemas = Object.entries(properties).map(([key, { schema }]) => [key, schema] as const);
      const required = Object.keys(properties);
      const schema: JsonSchema = { type: 'object', properties: Object.fromEntries(schemas), required };
      return leavesOf(schema, ['secrets', secret], true, declaredBy);
    }),
];

type Container = Record<string | number, unknown>;

/** A copy in which the container of the path's last step was changed. */
const changed = (
  infra: PlainInfra,
  path: readonly (string | number)[],
  change: (at: Container) => void,
): PlainInfra => {
  const copy = structuredClone(infra) as unknown as Container;
  change(path.slice(0, -1).reduce((at, step) => at[step] as Container, copy));
  return copy as unknown as PlainInfra;
};

const misspelt = (key: string): string => (key.length > 4 ? key.slice(0, -2) + key.slice(-1) : `${key}s`);

/** A value of another type that looks as much like the right one as it can. */
const mistyped = (schema: JsonSchema): unknown =>
  schema.type === 'string'
    ? 5
    : schema.type === 'number'
      ? '5'
      : schema.type === 'integer'
        ? 2.5
        : schema.type === 'boolean'
          ? 'true'
          : 'text';

/** Each input left out (where it must not be), misspelt and mistyped. */
export const brokenInfras = (contract: Contract): readonly BrokenInfra[] => {
  const right = exampleInfra(contract);
  return inputsOf(contract).flatMap(({ path, schema, required, addons }): BrokenInfra[] => {
    const key = path.at(-1)!;
    const input = path.join('.').replaceAll('.0.', '[].');
    const wrongKey = misspelt(String(key));
    return [
      ...(required
        ? [{ how: 'left out' as const, input, addons, infra: changed(right, path, (at) => delete at[key]) }]
        : []),
      {
        how: 'misspelt',
        input,
        addons,
        wrongKey,
        infra: changed(right, path, (at) => {
          at[wrongKey] = at[key];
          delete at[key];
        }),
      },
      {
        how: 'mistyped',
        input,
        addons,
        infra: changed(right, path, (at) => {
          at[key] = mistyped(schema);
        }),
      },
    ];
  });
};
