import type { Contract, JsonSchema } from '../../contract/index.js';
import { binary, call, type Expression, forEach, literal, member, name, string } from '../hcl/node.js';
import { fitsCondition, isLeftOut } from './fits-condition.js';
import { described, readersRead, wanted } from './input-text.js';
import { everyHasKey, everyItem, keysAt, keysCheck, type Step } from './keys-check.js';

/** What must hold, and what Terraform says where it does not. */
export interface InputCheck {
  readonly condition: Expression;
  readonly message: Expression;
}

export const varsRoot = member(name('var'), 'vars');
export const valuesRoot = member(name('var'), 'values');
export const secretsRoot = member(name('var'), 'secrets');

/** The keys of what is sensitive, which are no secret themselves. `nonsensitive` alone fails before Terraform 1.7 where nothing is sensitive. */
const openKeys = (of: Expression): Expression => call('nonsensitive', call('sensitive', call('keys', of)));

/**
 * By secret, the names of its properties. No local holds it: where a secret is not an object this fails, and a resource that
 * reads a local which fails checks none of its preconditions, whose messages say what is wrong.
 */
export const secretKeys = forEach({
  names: ['secret'],
  in: openKeys(secretsRoot),
  key: name('secret'),
  value: openKeys(member(secretsRoot, name('secret'))),
});

const leafCheck = (input: {
  /** What is checked. */
  readonly schema: JsonSchema;
  /** What the message says, where that is more. */
  readonly said?: JsonSchema;
  readonly at: Expression;
  readonly path: string;
  readonly addons: readonly string[];
  readonly optional?: boolean;
  readonly secret?: boolean;
  /** Objects around it that may be left out, outermost first. */
  readonly within?: readonly Expression[];
}): InputCheck => {
  const { schema, at, path, addons, optional = false, secret = false, within = [] } = input;
  const leftOut = [...within, ...(optional ? [at] : [])].map(isLeftOut);
  const said = input.said ?? schema;
  const what = `${readersRead(addons)} ${wanted(said, secret)}.`;
  const named = described(path, said);
  return {
    condition: binary('||', ...leftOut, fitsCondition(schema, at)),
    message: string(
      optional ? `${named} does not fit: ${what} It may be left out.` : `${named} is missing or does not fit: ${what}`,
    ),
  };
};

/** Every leaf, then the keys: OpenTofu stops at the first check of a variable that fails. */
export const varsChecks = (contract: Contract): readonly InputCheck[] => {
  const vars = Object.entries(contract.vars);
  return [
    ...vars.map(([key, { schema, required, declaredBy }]) =>
      leafCheck({ schema, at: member(varsRoot, key), path: `vars.${key}`, addons: declaredBy, optional: !required }),
    ),
    keysCheck(
      keysAt(varsRoot, []),
      'vars',
      Object.fromEntries(vars.map(([key, { declaredBy }]) => [key, readersRead(declaredBy)])),
      contract.cluster,
    ),
  ];
};

export const valuesChecks = (contract: Contract): readonly InputCheck[] => {
  const releases = Object.entries(contract.values);
  const checks = releases.map(([release, { schema, addon }]) =>
    documentChecks(schema, [release], `values.${release}`, addon, contract.cluster),
  );
  const known = Object.fromEntries(releases.map(([release, { addon }]) => [release, readersRead([addon])]));
  return [
    ...checks.flatMap(({ leaves }) => leaves),
    keysCheck(keysAt(valuesRoot, []), 'values', known, contract.cluster),
    ...checks.flatMap(({ keys }) => keys),
  ];
};

interface DocumentChecks {
  readonly leaves: readonly InputCheck[];
  readonly keys: readonly InputCheck[];
}

const documentChecks = (
  document: JsonSchema,
  root: readonly string[],
  rootPath: string,
  addon: string,
  cluster: string,
): DocumentChecks => {
  const leaves: InputCheck[] = [];
  const keys: InputCheck[] = [];
  const addons = [addon];
  const checkKeys = (schema: JsonSchema, steps: readonly Step[], path: string, mayBeNone: boolean) => {
    // A leaf's own check stays undecided while a neighbour in such an object is unknown.
    for (const key of mayBeNone ? (schema.required ?? []) : []) {
      keys.push({
        condition: everyHasKey(valuesRoot, steps, key),
        message: string(
          `${described(`${path}.${key}`, schema.properties?.[key])} is missing: ${readersRead(addons)} it.`,
        ),
      });
    }
    const known = Object.fromEntries(Object.keys(schema.properties ?? {}).map((key) => [key, readersRead(addons)]));
    keys.push(keysCheck(keysAt(valuesRoot, steps), path, known, cluster));
  };
  const checkKeysInItems = (schema: JsonSchema, steps: readonly Step[], path: string): void => {
    if (schema.type === 'array' && schema.items !== undefined) {
      checkKeysInItems(schema.items, [...steps, everyItem], `${path}[]`);
    }
    if (schema.type !== 'object') return;
    checkKeys(schema, steps, path, true);
    for (const [key, property] of Object.entries(schema.properties ?? {}))
      checkKeysInItems(property, [...steps, key], `${path}.${key}`);
  };
  /** Each leaf of a list's objects by itself, so that the message names it. Whether it is a list is checked apart. */
  const checkItems = (items: JsonSchema, at: Expression, path: string): void => {
    const item = name('item');
    const inItem = (
      schema: JsonSchema,
      here: Expression,
      inside: string,
      optional: boolean,
      within: readonly Expression[],
    ) => {
      if (schema.type === 'object') {
        const around = optional ? [...within, here] : within;
        for (const [key, property] of Object.entries(schema.properties ?? {})) {
          const isOptional = !(schema.required ?? []).includes(key);
          inItem(property, member(here, key), `${inside}.${key}`, isOptional, around);
        }
        if (here === item || asksForLeaf(schema)) return;
      }
      const check = leafCheck({ schema, at: here, path: inside, addons, optional, within });
      const inAll = call('alltrue', forEach({ names: ['item'], in: at, value: check.condition }));
      leaves.push({ ...check, condition: call('try', inAll, literal(true)) });
    };
    inItem(items, item, `${path}[]`, false, []);
  };
  const visit = (
    schema: JsonSchema,
    steps: readonly string[],
    path: string,
    optional: boolean,
    within: readonly Expression[],
  ): void => {
    const at = member(valuesRoot, ...steps);
    if (schema.type === 'array') {
      const { items } = schema;
      const shallow = items?.type === 'object' ? { ...schema, items: { type: 'object' } as const } : schema;
      leaves.push(leafCheck({ schema: shallow, said: schema, at, path, addons, optional, within }));
      if (items?.type === 'object') checkItems(items, at, path);
      checkKeysInItems(schema, steps, path);
      return;
    }
    if (schema.type !== 'object') {
      leaves.push(leafCheck({ schema, at, path, addons, optional, within }));
      return;
    }
    const around = optional ? [...within, at] : within;
    // Where a leaf inside is required, its own check sees that the object is one.
    if (!asksForLeaf(schema)) {
      leaves.push({
        condition: binary('||', ...around.map(isLeftOut), call('can', call('keys', at))),
        message: string(`${described(path, schema)} does not fit: ${readersRead(addons)} ${wanted(schema, false)}.`),
      });
    }
    for (const [key, property] of Object.entries(schema.properties ?? {})) {
      const isOptional = !(schema.required ?? []).includes(key);
      visit(property, [...steps, key], `${path}.${key}`, isOptional, around);
    }
    checkKeys(schema, steps, path, around.length > 0);
  };
  visit(document, root, rootPath, false, []);
  return { leaves, keys };
};

const asksForLeaf = (schema: JsonSchema): boolean =>
  schema.type !== 'object' ||
  (schema.required ?? []).some((key) => schema.properties?.[key] !== undefined && asksForLeaf(schema.properties[key]));

/** The secrets that Terraform writes; the others' properties are the cloud's own. */
export const secretsOfTerraform = (contract: Contract) =>
  Object.entries(contract.secrets).filter(([, { managedBy }]) => managedBy === 'terraform');

/** Preconditions, not validations: a failed validation prints the value, be it sensitive or not. */
export const secretsChecks = (contract: Contract): readonly InputCheck[] => {
  const secrets = secretsOfTerraform(contract);
  const { cluster } = contract;
  const known = Object.fromEntries(secrets.map(([secret, { declaredBy }]) => [secret, readersRead(declaredBy)]));
  return [
    ...secrets.flatMap(([secret, { properties, declaredBy }]) =>
      Object.entries(properties).map(([property, { schema }]) =>
        leafCheck({
          schema,
          at: member(secretsRoot, secret, property),
          path: `secrets.${secret}.${property}`,
          addons: declaredBy,
          secret: true,
        }),
      ),
    ),
    keysCheck(openKeys(secretsRoot), 'secrets', known, cluster),
    ...secrets.map(([secret, { properties, declaredBy }]) =>
      keysCheck(
        propertyKeys(secret),
        `secrets.${secret}`,
        Object.fromEntries(Object.keys(properties).map((property) => [property, readersRead(declaredBy)])),
        cluster,
      ),
    ),
  ];
};

/** Of one secret, if it is there. */
const propertyKeys = (secret: string): Expression =>
  call(
    'flatten',
    forEach({
      names: ['secret'],
      in: openKeys(secretsRoot),
      value: openKeys(member(secretsRoot, name('secret'))),
      if: binary('==', name('secret'), string(secret)),
    }),
  );
