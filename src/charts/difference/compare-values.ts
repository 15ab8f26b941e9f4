import { compareText } from '../../json/compare-text.js';
import { equalJson } from '../../json/equal-json.js';
import { isObject } from '../../json/is-object.js';
import { valueAt } from '../../json/json-path.js';
import { isJsonArray, type Json, type JsonMap, jsonTypeOf } from '../../json/json-value.js';
import { compareSchemas, propertiesOf, type TellsType } from './compare-schemas.js';
import { type Kinds, kindsOf, mayBe, type SchemaNode } from './describe-type.js';
import { guessRenames } from './guess-renames.js';
import type { DefaultChanged, OneSided, SchemaChange, SchemaChangeKind } from './schema-change.js';
import { isBelow, printSchemaPath, type SchemaPath } from './schema-path.js';

/** No value at all, to a template: Helm drops what is null. */
const isNothing = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'object' && (isJsonArray(value) ? value.length : Object.keys(value).length) === 0);

/** An empty map in the place of an empty list, or the other way round: what is set there must have another form. */
const isOtherContainer = (from: Json | undefined, to: Json | undefined): boolean =>
  typeof from === 'object' &&
  typeof to === 'object' &&
  from !== null &&
  to !== null &&
  isJsonArray(from) !== isJsonArray(to);

/** What differs between the defaults of two versions, as far down as both are maps. Lists are told as a whole. */
const compareDefaults = (from: Json | undefined, to: Json | undefined, path: SchemaPath): readonly DefaultChanged[] => {
  // A key that the defaults no longer name is told even if it was empty: charts keep reading it to refuse it.
  if (equalJson(from, to)) return [];
  const isBothNothing = isNothing(from) && isNothing(to) && (from === undefined || to !== undefined);
  if (isBothNothing && !isOtherContainer(from, to)) return [];
  if (isObject(from) && isObject(to)) {
    const [a, b] = [from as JsonMap, to as JsonMap];
    return [...new Set([...Object.keys(a), ...Object.keys(b)])]
      .sort(compareText)
      .flatMap((key) => compareDefaults(memberOf(a, key), memberOf(b, key), [...path, key]));
  }
  return [{ kind: 'default', path, from, to }];
};

const defaultAt =
  (defaults: unknown) =>
  (path: SchemaPath): Json | undefined =>
    path.every((step) => typeof step === 'string')
      ? (valueAt(defaults, path as string[]) as Json | undefined)
      : undefined;

/** Without the defaults of keys that come or go: they are told with the key. */
const withoutTold = (
  defaults: readonly DefaultChanged[],
  changes: readonly SchemaChange[],
): readonly DefaultChanged[] => {
  const ended = changes.flatMap((change) =>
    change.kind === 'removed' || change.kind === 'added'
      ? [change.path]
      : change.kind === 'renamed'
        ? [change.path, change.to]
        : [],
  );
  const leave = (change: DefaultChanged): readonly DefaultChanged[] => {
    const { path, from, to } = change;
    if (ended.some((one) => isBelow(path, one))) return [];
    if (!ended.some((one) => isBelow(one, path))) return [change];
    // A part of the map is told: the rest of it key by key.
    const value = from ?? to;
    if (!isObject(value)) return [];
    return Object.keys(value)
      .sort(compareText)
      .flatMap((key) =>
        leave({ kind: 'default', path: [...path, key], from: memberOf(from, key), to: memberOf(to, key) }),
      );
  };
  return defaults.flatMap(leave);
};

const memberOf = (value: Json | undefined, key: string): Json | undefined =>
  isObject(value) && Object.hasOwn(value, key) ? (value as JsonMap)[key] : undefined;

/** Whether a type is more than what is left when nothing rules a type out: templates test and print most of them. */
const isDefinite = ({ types, literals }: Kinds): boolean => {
  if (types === undefined) return false;
  const isContainer = types.has('object') || types.has('array');
  return types.size + Math.min(1, literals.length) <= 2 && !(types.size > 1 && isContainer);
};

/** The schema of a key; undefined where the schema does not list it. */
const schemaAt = (schema: SchemaNode, path: SchemaPath): SchemaNode | undefined => {
  let at: unknown = schema;
  for (const step of path) {
    const properties = isObject(at) ? propertiesOf(at) : {};
    if (typeof step !== 'string' || !Object.hasOwn(properties, step)) return undefined;
    at = properties[step];
  }
  return isObject(at) ? at : undefined;
};

/** Keys that one version's defaults have and the other's don't, though both versions read them. */
const oneSidedDefaults = (
  changed: readonly DefaultChanged[],
  kind: OneSided['kind'],
  schema: SchemaNode,
): readonly OneSided[] =>
  changed.flatMap((change) => {
    if ((kind === 'removed' ? change.to : change.from) !== undefined) return [];
    const own = schemaAt(schema, change.path);
    return own === undefined ? [] : [{ kind, path: change.path, schema: own }];
  });

const ORDER: readonly SchemaChangeKind[] = [
  'removed',
  'renamed',
  'retyped',
  'required',
  'constrained',
  'default',
  'added',
];

/**
 * What differs between two versions of a chart's values, each a schema with the chart's defaults under `default`, as the
 * import prints it. By kind, what may break something first; then in the order of paths.
 */
export const compareValues = (from: SchemaNode, to: SchemaNode): readonly SchemaChange[] => {
  const defaults = { from: defaultAt(from['default']), to: defaultAt(to['default']) };
  // What an import learns of a type depends on what templates do with it: told where it is sure, or breaks the default.
  const tellsType: TellsType = (a, b, path) => {
    const [was, is] = [kindsOf(a), kindsOf(b)];
    const value = defaults.from(path);
    return (isDefinite(was) && isDefinite(is)) || (!isNothing(value) && !mayBe(is, jsonTypeOf(value!)));
  };
  const schemas = compareSchemas(from, to, [], tellsType);
  const allDefaults = compareDefaults(from['default'] as Json, to['default'] as Json, []);
  const untold = withoutTold(allDefaults, schemas);
  const guessed = guessRenames(schemas, [from, to], defaults, {
    from: oneSidedDefaults(untold, 'removed', from),
    to: oneSidedDefaults(untold, 'added', to),
  });
  const inside = guessed.renamed.flatMap(({ schema, toSchema, to: path }) =>
    compareSchemas(schema, toSchema, path, tellsType),
  );
  const changed = [
    ...withoutTold(allDefaults, guessed.changes),
    ...guessed.renamed.flatMap((one) =>
      withoutTold(compareDefaults(defaults.from(one.path), defaults.to(one.to), one.to), inside)
        // The old chart has no such key: it is told at that of the old one.
        .map((change) => ({
          ...change,
          path: [...one.path, ...change.path.slice(one.to.length)],
          newPath: change.path,
        })),
    ),
  ];
  const all = [...guessed.changes, ...inside, ...changed]
    // The root is an object on both sides.
    .filter(({ path, kind }) => path.length > 0 || kind === 'constrained')
    // A default is a value: Helm judges the two in one.
    .filter(({ path, kind }) => kind !== 'required' || isNothing(defaults.to(path)))
    .map((change) =>
      change.kind === 'added'
        ? { ...change, default: defaults.to(change.path) }
        : change.kind === 'removed'
          ? { ...change, default: defaults.from(change.path) }
          : change,
    );
  return all
    .map((change) => ({ change, order: `${ORDER.indexOf(change.kind)} ${printSchemaPath(change.path)}` }))
    .sort((a, b) => compareText(a.order, b.order))
    .map(({ change }) => change);
};
