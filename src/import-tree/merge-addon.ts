import { keyOf, titleOf } from '../applied/object-id.js';
import { equalJson } from '../json/equal-json.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import type { VarType } from '../var-safety/infer-var.js';
import type { ImportedObject } from './imported-object.js';
import { type Difference, holdsToken, mergeValues, TOKEN } from './merge-values.js';
import { nullsIn } from './nulls.js';
import { mustStayYaml } from './object-files.js';
import { type NamedValues, type ObjectDifference, type Presence, UNUSED } from './plan-options.js';
import type { PlannedVars, VarSupplier } from './plan-vars.js';

/** What is the same of an addon in several clusters, and where they differ. */
export interface MergedAddon {
  readonly objects: readonly ImportedObject[];
  readonly differences: readonly ObjectDifference[];
  readonly presences: readonly Presence[];
  readonly named: NamedValues;
  readonly types: ReadonlyMap<string, VarType>;
  readonly suppliers: readonly VarSupplier[];
}

/** Why clusters get code of their own. */
export interface Apart {
  readonly apart: string;
}

export const isApart = (value: object): value is Apart => 'apart' in value;

/** Merges what an addon is in each cluster. */
export const mergeAddon = (clusters: readonly PlannedVars[]): MergedAddon | Apart => {
  const [first] = clusters;
  if (clusters.length === 1)
    return {
      objects: first!.objects,
      differences: [],
      presences: [],
      named: new Map(),
      types: first!.types,
      suppliers: first!.suppliers,
    };
  const vars = mergeVars(clusters);
  if (isApart(vars)) return vars;
  const sides = align(clusters.map(({ objects }) => byKey(objects)));
  const names = renames(sides);
  const differences: ObjectDifference[] = [];
  const objects: ImportedObject[] = [];
  const presences = new Map<string, { objects: ImportedObject[]; isThere: readonly boolean[] }>();
  const keys = [...new Set(sides.flatMap((side) => [...side.keys()]))];
  for (const key of keys) {
    const of = sides.map((side) => side.get(key));
    const there = of.filter((one): one is ImportedObject => one !== undefined);
    const found: Difference[] = [];
    const merged = mergeValues(
      of.flatMap((one, at) => (one === undefined ? [] : [renamed(one.json, names[at]!)])),
      found,
    ) as JsonObject;
    const object: ImportedObject = { ...there[0]!, json: merged };
    const problem = problemOf(object, there);
    if (problem !== undefined) return { apart: problem };
    objects.push(spread(object, found, of, differences));
    if (there.length < clusters.length) {
      const isThere = of.map((one) => one !== undefined);
      const kind = JSON.stringify([isThere, object.id.name]);
      const known = presences.get(kind) ?? { objects: [], isThere };
      known.objects.push(objects.at(-1)!);
      presences.set(kind, known);
    }
  }
  const shared = keys.filter((key) => sides.every((side) => side.has(key))).length;
  if (2 * shared < keys.length) return { apart: `they share ${shared} of ${keys.length} objects` };
  return { objects, differences, presences: [...presences.values()], named: namedValues(clusters), ...vars };
};

/** Numbers the tokens of one object behind those of the others, and its values by cluster. */
const spread = (
  object: ImportedObject,
  found: readonly Difference[],
  of: readonly (ImportedObject | undefined)[],
  differences: ObjectDifference[],
): ImportedObject => {
  if (found.length === 0) return object;
  const start = differences.length;
  const tokens = new Map(found.map(({ token }, at) => [token, `fluxspan0option${start + at}x`]));
  const json = mapTexts(object.json, (text) =>
    text.replace(TOKEN, (token) => tokens.get(token) ?? token),
  ) as JsonObject;
  const made = { ...object, json };
  for (const one of found) {
    let next = 0;
    const values = of.map((side) => (side === undefined ? UNUSED : one.values[next++]));
    differences.push({ ...one, token: tokens.get(one.token)!, values, object: made });
  }
  return made;
};

/** A generated ConfigMap is the same one with any hash. */
const byKey = (objects: readonly ImportedObject[]): ReadonlyMap<string, ImportedObject> =>
  new Map(objects.map((one) => [keyOf({ ...one.id, name: one.base ?? one.id.name }), one]));

/**
 * The objects of one file are the same ones under other names and namespaces, if each cluster that has some of its kind
 * has as many: an overlay has renamed them.
 */
const align = (
  sides: readonly ReadonlyMap<string, ImportedObject>[],
): readonly ReadonlyMap<string, ImportedObject>[] => {
  const own = sides.map(
    (side) => new Map([...side].filter(([key, { path }]) => path !== '' && !sides.every((other) => other.has(key)))),
  );
  const ofFiles = own.map((side) => {
    const files = new Map<string, string[]>();
    for (const [key, { path, id }] of side) {
      const place = `${path} ${id.group}/${id.kind}`;
      files.set(place, [...(files.get(place) ?? []), key]);
    }
    return files;
  });
  const aligned = (place: string): boolean => {
    const [first, ...others] = ofFiles.flatMap((files) => files.get(place)?.length ?? []);
    return others.length > 0 && others.every((count) => count === first);
  };
  return sides.map((side, at) => {
    const keys = new Map(
      [...ofFiles[at]!].flatMap(([place, of]) =>
        aligned(place) ? of.map((key, index) => [key, `${place} ${index}`] as const) : [],
      ),
    );
    return new Map([...side].map(([key, one]) => [keys.get(key) ?? key, one]));
  });
};

/** For each cluster, the names of generated ConfigMaps in the first cluster that has them. */
const renames = (sides: readonly ReadonlyMap<string, ImportedObject>[]): readonly ReadonlyMap<string, string>[] =>
  sides.map(
    (side) =>
      new Map(
        [...side].flatMap(([key, { base, id }]) => {
          const first = sides.find((other) => other.has(key))!.get(key)!;
          return base === undefined || first.id.name === id.name ? [] : [[id.name, first.id.name] as const];
        }),
      ),
  );

const renamed = (json: JsonObject, names: ReadonlyMap<string, string>): JsonObject =>
  names.size === 0 ? json : (mapTexts(json, (text) => names.get(text) ?? text) as JsonObject);

const mapTexts = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mapTexts(member, change)]));
};

/** What no option can say. */
const problemOf = ({ id, json }: ImportedObject, there: readonly ImportedObject[]): string | undefined => {
  const title = titleOf(id);
  if (there.some(mustStayYaml) && there.some((one) => !equalJson(one.json, there[0]!.json)))
    return `${title} stays a file, and differs`;
  if (there.some((one) => nullsIn(one.json).length > 0) && there.some((one) => !equalJson(one.json, there[0]!.json)))
    return `${title} has a null, and differs`;
  if (holdsToken(json['apiVersion']))
    return `${title} has other API versions: ${differing(there.map((one) => String(one.json['apiVersion'])))}`;
  if (!isObject(json['metadata'])) return `${title} has no metadata in some`;
  if (typeof json['spec'] === 'string') return `${title} has no spec in some`;
  return undefined;
};

const differing = (texts: readonly string[]): string => [...new Set(texts)].sort().join(', ');

const namedValues = (clusters: readonly PlannedVars[]): NamedValues => {
  const names = [...new Set(clusters.flatMap(({ inline }) => Object.keys(inline)))].sort();
  const values = names.map((name) => [name, clusters.map(({ inline }) => inline[name])] as const);
  return new Map(
    values.filter(
      ([, some]) => some.every((one) => one !== undefined && one.length > 1) && some.some((one) => one !== some[0]),
    ),
  );
};

/** The vars of all of them, of one type each. */
const mergeVars = (
  clusters: readonly PlannedVars[],
): { readonly types: ReadonlyMap<string, VarType>; readonly suppliers: readonly VarSupplier[] } | Apart => {
  const types = new Map<string, VarType>();
  for (const cluster of clusters) {
    for (const [name, type] of cluster.types) {
      const known = types.get(name);
      if (known === undefined || known.code === type.code || type.code === 'z.string()') types.set(name, type);
      else if (known.code !== 'z.string()')
        return { apart: `var ${name} has other types: ${known.code}, ${type.code}` };
    }
  }
  const [first] = clusters;
  const textOf = ({ suppliers }: PlannedVars) => suppliers.map(({ source }) => source);
  if (clusters.some((one) => !equalJson(textOf(one), textOf(first!))))
    return {
      apart: `they take vars from other ConfigMaps or Secrets: ${differing(
        clusters.flatMap(({ suppliers }) => suppliers.map(({ source }) => `${source['kind']}/${source['name']}`)),
      )}`,
    };
  const suppliers = first!.suppliers.map((one, at) => ({
    ...one,
    names: [...new Set(clusters.flatMap((cluster) => cluster.suppliers[at]!.names))].sort(),
  }));
  const supplied = suppliers.flatMap(({ names }) => names);
  if (new Set(supplied).size < supplied.length) return { apart: 'a var comes from other ConfigMaps or Secrets' };
  return { types, suppliers };
};
