import { isObject } from '../../src/json/is-object.js';
import { type JsonPath, startsWith } from '../../src/json/json-path.js';
import { isBlocking, type Violation } from '../../src/schema/violation.js';
import type { Json } from './mutations.js';
import { fieldsOf, type Schema, sampleValue, textsFor } from './sample-values.js';

/** The schema of what a step leads to; undefined where there is none. */
export const schemaBelow = (schema: Schema, step: string | number): Schema | undefined => {
  const { items, additionalProperties } = schema as { items?: Schema; additionalProperties?: unknown };
  if (typeof step === 'number') return items;
  const fields = fieldsOf(schema);
  if (Object.hasOwn(fields, step)) return fields[step];
  return isObject(additionalProperties) ? additionalProperties : undefined;
};

export const valueAt = (value: Json | undefined, path: JsonPath): Json | undefined =>
  path.reduce<Json | undefined>(
    (at, step) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, step)
        ? (at as Readonly<Record<string | number, Json>>)[step]
        : undefined,
    value,
  );

/** A copy with another value at a path; what is missing on the way there is made with what its schema requires. */
export const withValue = (schema: Schema, value: Json | undefined, path: JsonPath, leaf: Json | undefined): Json => {
  const [step, ...rest] = path;
  if (step === undefined) return leaf!;
  const inner = schemaBelow(schema, step) ?? {};
  const below = (held: Json | undefined) => withValue(inner, held, rest, leaf);
  if (typeof step === 'number') {
    const items = [...((value as readonly Json[] | undefined) ?? [])];
    items[step] = below(items[step]);
    return items;
  }
  const fields = { ...((value ?? sampleValue(schema, 'required') ?? {}) as Readonly<Record<string, Json>>) };
  if (rest.length === 0 && leaf === undefined) delete fields[step];
  else fields[step] = below(fields[step]);
  return fields;
};

/** What a search has to know of a kind. */
export interface Kind {
  readonly schema: Schema;
  /** Texts that its rules compare with. */
  readonly literals: readonly string[];
  readonly check: (object: Json) => readonly Violation[];
}

/** How many objects a search looks at before it gives up. */
const BUDGET = 1000;

/**
 * Looks for an object without violations near one that has some: fields at their places are added, taken away and set to
 * other values, first those that a broken rule speaks of. What is at `target` stays. Undefined where none is found.
 */
export const searchValid = (kind: Kind, start: Json, target: JsonPath): Json | undefined =>
  search(kind, start, target, 'named') ?? search(kind, start, target, 'all');

interface Found {
  readonly score: number;
  readonly moves: Iterator<Json>;
}

/** Follows the best object that it has found, as long as that leads on. */
const search = (kind: Kind, start: Json, target: JsonPath, reach: 'named' | 'all'): Json | undefined => {
  const seen = new Set<string>();
  // By score; of those alike, the oldest first.
  const queue: Found[] = [];
  const visit = (object: Json): boolean => {
    seen.add(JSON.stringify(object));
    const violations = kind.check(object);
    const [first] = violations;
    if (first === undefined) return true;
    const score = violations.reduce((sum, one) => sum + (isBlocking(one) ? 10 : 1), 0);
    const place = queue.findIndex((one) => one.score > score);
    const moves = movesOf(kind, object, first, target, reach);
    queue.splice(place < 0 ? queue.length : place, 0, { score, moves });
    return false;
  };
  if (visit(start)) return start;
  while (queue.length > 0 && seen.size < BUDGET) {
    const { value: candidate, done } = queue[0]!.moves.next();
    if (done === true) queue.shift();
    else if (!seen.has(JSON.stringify(candidate)) && visit(candidate)) return candidate;
  }
  return undefined;
};

/** How far below a violation's place a rule may look. */
const DEPTH = 2;

const movesOf = function* (
  { schema, literals }: Kind,
  object: Json,
  broken: Violation,
  target: JsonPath,
  reach: 'named' | 'all',
): Generator<Json> {
  // What is around the broken value, which may be missing.
  let path = broken.path;
  while (path.length > 0 && !isContainer(valueAt(object, path))) path = path.slice(0, -1);
  const words = new Set(broken.kind === 'rule' ? broken.rule.split(/\W+/) : []);
  const isNamed = (key: string) => reach === 'all' || words.size === 0 || words.has(key);
  const visit = function* (at: JsonPath, depth: number, inside: boolean): Generator<Json> {
    const node = schemaAt(schema, at);
    const held = valueAt(object, at);
    if (node === undefined || held === undefined) return;
    if (Array.isArray(held)) {
      const item = held.length > 0 ? undefined : sampleValue(schemaBelow(node, 0) ?? {}, 'required');
      if (item !== undefined) yield withValue(schema, object, [...at, 0], item);
      for (let index = 0; index < held.length; index++) yield* visit([...at, index], depth, inside);
      return;
    }
    if (!isObject(held)) {
      if (!inside) return;
      for (const other of othersThan(held as Json, node, literals)) yield withValue(schema, object, at, other);
      return;
    }
    const required = new Set((node['required'] ?? []) as readonly string[]);
    for (const key of new Set([...Object.keys(held), ...Object.keys(fieldsOf(node))])) {
      const place = [...at, key];
      if (at.length === 0 && IDENTITY.has(key)) continue;
      if (held[key] === undefined) {
        if (!isNamed(key)) continue;
        const inner = schemaBelow(node, key) ?? {};
        const usual = [sampleValue(inner, 'required', key), sampleValue(inner, 'every', key)];
        for (const value of [...usual, ...othersThan('', inner, literals)]) {
          if (value !== undefined) yield withValue(schema, object, place, value);
        }
      } else {
        if (isNamed(key) && !required.has(key) && !startsWith(target, place)) {
          yield withValue(schema, object, place, undefined);
        }
        if (depth > 0 || !isObject(held[key])) yield* visit(place, depth - 1, isNamed(key));
      }
    }
  };
  yield* visit(path, DEPTH, true);
};

/** What every object has, and what only controllers write. */
export const IDENTITY: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'status']);

const isContainer = (value: unknown): boolean => Array.isArray(value) || isObject(value);

const schemaAt = (schema: Schema, path: JsonPath): Schema | undefined =>
  path.reduce<Schema | undefined>((at, step) => (at === undefined ? undefined : schemaBelow(at, step)), schema);

const othersThan = (held: Json, schema: Schema, literals: readonly string[]): readonly Json[] => {
  const {
    enum: allowed,
    type,
    minimum,
    maximum,
  } = schema as {
    enum?: readonly Json[];
    type?: string;
    minimum?: number;
    maximum?: number;
  };
  const others = (): readonly Json[] => {
    if (allowed !== undefined) return allowed;
    if (type === 'boolean') return [true, false];
    if (type === 'string') return textsFor(schema, literals);
    if (type === 'integer' || type === 'number') return [minimum ?? 0, 1, 2, maximum ?? 100];
    return [];
  };
  return others().filter((one) => one !== held);
};
