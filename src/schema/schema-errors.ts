import { isDeepStrictEqual } from 'node:util';
import { hasType, jsonTypeOf, typeWords } from './json-type.js';

/** What a value breaks of a schema. */
export interface SchemaError {
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** A key that a closed object does not have: the last part of `path`, and the keys that there are. */
  readonly known?: readonly string[];
}

type Schema = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

const compiled = new Map<string, RegExp | undefined>();
const regExp = (source: string): RegExp | undefined => {
  if (!compiled.has(source)) {
    try {
      compiled.set(source, new RegExp(source, 'u'));
    } catch {
      compiled.set(source, undefined);
    }
  }
  return compiled.get(source);
};

/** Bounds: the keyword, whether it holds, and how to say it. A keyword of another type's values holds always. */
const bounds: readonly (readonly [string, (value: unknown, limit: number) => boolean, (limit: number) => string])[] = [
  ['minimum', (v, n) => typeof v !== 'number' || v >= n, (n) => `at least ${n}`],
  ['maximum', (v, n) => typeof v !== 'number' || v <= n, (n) => `at most ${n}`],
  ['exclusiveMinimum', (v, n) => typeof v !== 'number' || v > n, (n) => `more than ${n}`],
  ['exclusiveMaximum', (v, n) => typeof v !== 'number' || v < n, (n) => `less than ${n}`],
  // A step such as 0.1 has no exact binary form, so the quotient may miss a whole number by a few ulps.
  [
    'multipleOf',
    (v, n) => typeof v !== 'number' || n <= 0 || Math.abs(v / n - Math.round(v / n)) < 1e-9,
    (n) => `a multiple of ${n}`,
  ],
  [
    'minLength',
    (v, n) => typeof v !== 'string' || [...v].length >= n,
    (n) => `text of at least ${counted(n, 'character')}`,
  ],
  [
    'maxLength',
    (v, n) => typeof v !== 'string' || [...v].length <= n,
    (n) => `text of at most ${counted(n, 'character')}`,
  ],
  ['minItems', (v, n) => !Array.isArray(v) || v.length >= n, (n) => `at least ${counted(n, 'item')}`],
  ['maxItems', (v, n) => !Array.isArray(v) || v.length <= n, (n) => `at most ${counted(n, 'item')}`],
  ['minProperties', (v, n) => !isObject(v) || Object.keys(v).length >= n, (n) => `at least ${counted(n, 'key')}`],
  ['maxProperties', (v, n) => !isObject(v) || Object.keys(v).length <= n, (n) => `at most ${counted(n, 'key')}`],
];

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const counted = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;
const texts = (value: unknown): readonly string[] =>
  list(value).filter((item): item is string => typeof item === 'string');

export interface SchemaErrorOptions {
  /** A value that stands for one that is not known yet: it fits everything. */
  readonly isOpen?: ((value: unknown) => boolean) | undefined;
  /**
   * What the value was made from: a part that both have alike is not looked at, unless what stands beside it decides
   * what it must be.
   */
  readonly base?: unknown;
}

/**
 * Checks a JSON value against JSON Schema 2020-12 without refs, as the imports of charts hold it.
 *
 * @returns every error, in the order of the value's keys; empty where it fits
 */
export const schemaErrors = (
  schema: unknown,
  value: unknown,
  options: SchemaErrorOptions = {},
): readonly SchemaError[] => {
  const isOpen = options.isOpen ?? (() => false);

  const fits = (node: unknown, at: unknown): boolean => {
    const errors: SchemaError[] = [];
    visit(node, at, [], errors);
    return errors.length === 0;
  };

  const visit = (node: unknown, at: unknown, path: Path, errors: SchemaError[], base?: unknown): void => {
    if (node === false) errors.push({ path, message: 'nothing may be set here' });
    if (!isObject(node) || isOpen(at)) return;
    const types = typeof node['type'] === 'string' ? [node['type']] : texts(node['type']);
    if (types.length > 0 && !types.some((type) => hasType(at, type))) {
      const taken = [...types.filter((type) => type !== 'null'), ...types.filter((type) => type === 'null')];
      errors.push({
        path,
        message: `takes ${listed(taken.map((type) => typeWords[type] ?? type))}, not ${typeWords[jsonTypeOf(at)]}`,
      });
      return;
    }
    const allowed = 'const' in node ? [node['const']] : 'enum' in node ? list(node['enum']) : undefined;
    if (allowed && !allowed.some((one) => isDeepStrictEqual(one, at))) {
      errors.push({ path, message: `takes ${listed(allowed.map((one) => JSON.stringify(one)))}` });
      return;
    }
    for (const [keyword, holds, say] of bounds) {
      const limit = node[keyword];
      if (typeof limit === 'number' && !holds(at, limit)) errors.push({ path, message: `takes ${say(limit)}` });
    }
    if (typeof node['pattern'] === 'string' && typeof at === 'string' && regExp(node['pattern'])?.test(at) === false) {
      errors.push({ path, message: `takes text that matches ${node['pattern']}` });
    }
    if (isObject(at)) visitObject(node, at, path, errors, isObject(base) ? base : undefined);
    if (Array.isArray(at)) visitArray(node, at, path, errors);
    visitCombined(node, at, path, errors, base);
  };

  const visitObject = (node: Schema, at: Schema, path: Path, errors: SchemaError[], base?: Schema): void => {
    const properties = isObject(node['properties']) ? node['properties'] : {};
    const patterns = Object.entries(isObject(node['patternProperties']) ? node['patternProperties'] : {});
    for (const key of texts(node['required'])) {
      if (!Object.hasOwn(at, key)) errors.push({ path, message: `lacks "${key}", which the chart requires` });
    }
    for (const key of Object.keys(at).sort()) {
      if (base !== undefined && Object.hasOwn(base, key) && base[key] === at[key]) continue;
      const below = base?.[key];
      const here = [...path, key];
      let known = Object.hasOwn(properties, key);
      if (known) visit(properties[key], at[key], here, errors, below);
      for (const [pattern, inner] of patterns) {
        if (regExp(pattern)?.test(key) !== true) continue;
        known = true;
        visit(inner, at[key], here, errors, below);
      }
      if (!known && node['additionalProperties'] === false) {
        errors.push({ path: here, message: `the chart reads no "${key}" here`, known: Object.keys(properties) });
      } else if (!known) visit(node['additionalProperties'], at[key], here, errors, below);
      if (node['propertyNames'] !== undefined && !fits(node['propertyNames'], key)) {
        errors.push({ path: here, message: `"${key}" is no name for a key here` });
      }
      const needed = isObject(node['dependentRequired']) ? texts(node['dependentRequired'][key]) : [];
      for (const other of needed) {
        if (!Object.hasOwn(at, other)) errors.push({ path, message: `"${key}" needs "${other}" beside it` });
      }
      if (isObject(node['dependentSchemas'])) visit(node['dependentSchemas'][key], at, path, errors);
    }
  };

  const visitArray = (node: Schema, at: readonly unknown[], path: Path, errors: SchemaError[]): void => {
    const prefix = list(node['prefixItems']);
    for (const [index, item] of at.entries()) {
      visit(index < prefix.length ? prefix[index] : node['items'], item, [...path, index], errors);
    }
    if (node['contains'] !== undefined && !at.some((item) => fits(node['contains'], item))) {
      errors.push({ path, message: 'lacks an item that the chart requires' });
    }
    if (node['uniqueItems'] === true) {
      const twice = at.findIndex(
        (item, i) => !isOpen(item) && at.findIndex((other) => isDeepStrictEqual(other, item)) < i,
      );
      if (twice >= 0) errors.push({ path: [...path, twice], message: 'is in the list twice' });
    }
  };

  /** The errors of the branch that is nearest to fitting, since those of all would drown the one that helps. */
  const nearestBranch = (branches: readonly unknown[], at: unknown, path: Path): readonly SchemaError[] => {
    let best: readonly SchemaError[] | undefined;
    const depth = (errors: readonly SchemaError[]) => Math.max(...errors.map((error) => error.path.length));
    for (const branch of branches) {
      const errors: SchemaError[] = [];
      visit(branch, at, path, errors);
      if (errors.length === 0) return [];
      if (
        best === undefined ||
        depth(errors) > depth(best) ||
        (depth(errors) === depth(best) && errors.length < best.length)
      ) {
        best = errors;
      }
    }
    return best ?? [];
  };

  const visitCombined = (node: Schema, at: unknown, path: Path, errors: SchemaError[], base: unknown): void => {
    for (const branch of list(node['allOf'])) visit(branch, at, path, errors, base);
    if (Array.isArray(node['anyOf'])) errors.push(...nearestBranch(node['anyOf'], at, path));
    if (Array.isArray(node['oneOf'])) {
      const fitting = node['oneOf'].filter((branch) => fits(branch, at)).length;
      if (fitting === 0) errors.push(...nearestBranch(node['oneOf'], at, path));
      if (fitting > 1) errors.push({ path, message: 'fits more than one of the forms that exclude each other' });
    }
    if (node['not'] !== undefined && fits(node['not'], at)) {
      errors.push({
        path,
        message:
          isObject(node['not']) && Object.keys(node['not']).length === 0
            ? 'nothing may be set here'
            : 'has a form that the chart refuses',
      });
    }
    if (node['if'] !== undefined) visit(fits(node['if'], at) ? node['then'] : node['else'], at, path, errors);
  };

  const errors: SchemaError[] = [];
  visit(schema, value, [], errors, options.base);
  return errors;
};
