import { App, Chart } from 'cdk8s';
import { isObject } from '../../src/json/is-object.js';
import { type JsonPath, printPath } from '../../src/json/json-path.js';
import { describeViolation } from '../../src/schema/describe-violation.js';
import { checkObject, knownSchemas } from './checker.js';
import type { KindClass } from './kind-classes.js';
import type { Json } from './mutations.js';
import { literalsOf } from './random-objects.js';
import { IDENTITY, type Kind, schemaBelow, searchValid, valueAt, withValue } from './sample-search.js';
import { fieldsOf, mapKey, type Schema, sampleValue } from './sample-values.js';

export interface ClassSamples {
  /** Objects that the class made, and fluxspan takes. Together they have each field of the schema. */
  readonly objects: readonly Json[];
  /** The fields that no object has, with why not. A list stands for its first item, a map for one entry. */
  readonly left: Readonly<Record<string, string>>;
}

/**
 * Samples of a class, made from its schema: the first has what is required and as many fields more as go together, each
 * other one has fields that don't go with those before. The same each time.
 */
export const samplesOf = (Class: KindClass): ClassSamples => {
  const kind = kindOf(Class);
  const { schema, check } = kind;
  const targets = fieldPaths(schema);
  const covered = new Set<string>();
  const left: Record<string, string> = {};
  const samples: Json[] = [];
  const start = sampleValue(schema, 'required') ?? {};
  for (const target of targets) {
    const name = printPath(target);
    if (
      covered.has(name) ||
      Object.keys(left).some((one) => name.startsWith(`${one}.`) || name.startsWith(`${one}[`))
    ) {
      continue;
    }
    const value = sampleValue(schemaAt(schema, target), 'required', String(target.at(-1)));
    const wish = value === undefined ? undefined : withValue(schema, start, target, value);
    const found = wish === undefined ? undefined : searchValid(kind, wish, target);
    if (found === undefined) {
      left[name] = wish === undefined ? 'no value here fits' : wordsOf(kind, wish);
      continue;
    }
    const sample = grow(kind, found, targets, covered);
    for (const path of targets) if (valueAt(sample, path) !== undefined) covered.add(printPath(path));
    samples.push(sample);
  }
  if (samples.length === 0 && check(start).length === 0) samples.push(start);
  return { objects: samples.map((one) => make(Class, one)), left };
};

/** Names that rules ask for. */
const NAMES: Readonly<Record<string, string>> = { FluxInstance: 'flux', FluxReport: 'flux' };

/** The object with every field more that no sample has yet, and that goes with what it has. */
const grow = (
  { schema, check }: Kind,
  start: Json,
  targets: readonly JsonPath[],
  covered: ReadonlySet<string>,
): Json => {
  let sample = start;
  for (const path of targets) {
    if (covered.has(printPath(path)) || valueAt(sample, path) !== undefined) continue;
    if (path.length > 1 && valueAt(sample, path.slice(0, -1)) === undefined) continue;
    for (const extent of ['every', 'required'] as const) {
      const value = sampleValue(schemaAt(schema, path), extent, String(path.at(-1)));
      const wish = value === undefined ? undefined : withValue(schema, sample, path, value);
      if (wish !== undefined && check(wish).length === 0) {
        sample = wish;
        break;
      }
    }
  }
  return sample;
};

const kindOf = (Class: KindClass): Kind => {
  const { apiVersion, kind } = Class.kind;
  const [group, version] = apiVersion.split('/') as [string, string];
  const known = knownSchemas(group, kind);
  const schema = known?.versions[version];
  if (known === undefined || schema === undefined) throw new Error(`no schema describes ${apiVersion} ${kind}`);
  const identity = { apiVersion, kind, metadata: { name: NAMES[kind] ?? 'sample' } };
  const check = (object: Json) => checkObject(known, version, { ...(object as object), ...identity });
  return { schema: schema as Schema, literals: literalsOf(schema), check };
};

/** The places of all fields that users write, each after those around it. */
const fieldPaths = (schema: Schema): readonly JsonPath[] => {
  const found: JsonPath[] = [];
  const visit = (node: Schema, path: JsonPath): void => {
    for (const [key, inner] of Object.entries(fieldsOf(node))) {
      if (path.length > 0 || !IDENTITY.has(key)) enter(inner, [...path, key]);
    }
    const { items, additionalProperties } = node as { items?: unknown; additionalProperties?: unknown };
    if (isObject(items)) enter(items, [...path, 0]);
    if (isObject(additionalProperties)) enter(additionalProperties, [...path, mapKey(node)]);
  };
  const enter = (node: Schema, path: JsonPath): void => {
    found.push(path);
    visit(node, path);
  };
  visit(schema, []);
  return found;
};

const schemaAt = (schema: Schema, path: JsonPath): Schema =>
  path.reduce<Schema>((at, step) => schemaBelow(at, step) ?? {}, schema);

const make = (Class: KindClass, sample: Json): Json => {
  const chart = new Chart(new App(), 'samples', Class.kind.scope === 'Cluster' ? {} : { namespace: 'default' });
  const props = { ...(sample as object), name: NAMES[Class.kind.kind] ?? 'sample' };
  return new Class(chart, 'sample', props).toJson() as unknown as Json;
};

const wordsOf = ({ check }: Kind, object: Json): string =>
  check(object)
    .map(
      (one) =>
        `${printPath(one.path)} ${describeViolation(one, 'api-server')}${one.kind === 'rule' ? ` [${one.rule}]` : ''}`,
    )
    .join('; ');
