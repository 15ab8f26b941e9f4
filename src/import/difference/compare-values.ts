import { compareText } from '../../json/compare-text.js';
import { equalJson } from '../../json/equal-json.js';
import { isObject } from '../../json/is-object.js';
import { valueAt } from '../../json/json-path.js';
import { isJsonArray, type Json, type JsonMap } from '../../json/json-value.js';
import { compareSchemas } from './compare-schemas.js';
import type { SchemaNode } from './describe-type.js';
import { guessRenames } from './guess-renames.js';
import type { DefaultChanged, SchemaChange, SchemaChangeKind } from './schema-change.js';
import { isBelow, printSchemaPath, type SchemaPath } from './schema-path.js';

/** No value at all, to a template: Helm drops what is null. */
const isNothing = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'object' && (isJsonArray(value) ? value.length : Object.keys(value).length) === 0);

/** What differs between the defaults of two versions, as far down as both are maps. Lists are told as a whole. */
const compareDefaults = (from: Json | undefined, to: Json | undefined, path: SchemaPath): readonly DefaultChanged[] => {
  // A key that the defaults no longer name is told even if it was empty: charts keep reading it to refuse it.
  if (equalJson(from, to) || (isNothing(from) && isNothing(to) && (from === undefined || to !== undefined))) return [];
  if (isObject(from) && isObject(to)) {
    const [a, b] = [from as JsonMap, to as JsonMap];
    return [...new Set([...Object.keys(a), ...Object.keys(b)])]
      .sort(compareText)
      .flatMap((key) =>
        compareDefaults(Object.hasOwn(a, key) ? a[key] : undefined, Object.hasOwn(b, key) ? b[key] : undefined, [
          ...path,
          key,
        ]),
      );
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
  return defaults.filter(({ path }) => !ended.some((one) => isBelow(path, one) || isBelow(one, path)));
};

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
  const guessed = guessRenames(compareSchemas(from, to), [from, to], defaults);
  const inside = guessed.renamed.flatMap(({ schema, toSchema, to: path }) => compareSchemas(schema, toSchema, path));
  const changed = [
    ...withoutTold(compareDefaults(from['default'] as Json, to['default'] as Json, []), guessed.changes),
    ...guessed.renamed.flatMap((one) =>
      withoutTold(compareDefaults(defaults.from(one.path), defaults.to(one.to), one.to), inside),
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
