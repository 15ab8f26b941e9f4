import { compareText } from '../../json/compare-text.js';
import { equalJson } from '../../json/equal-json.js';
import { isObject } from '../../json/is-object.js';
import { isJsonArray, type JsonObject } from '../../json/json-value.js';
import { refusalOf } from '../../schema/refused.js';
import { describeType, isOpen, kindsOf, mayBe, type SchemaNode, takesAllOf } from './describe-type.js';
import type { SchemaChange } from './schema-change.js';
import { ANY_ITEM, ANY_KEY, type SchemaPath, type SchemaStep } from './schema-path.js';

/** What is compared by itself, or changes nothing of what a value may be. */
const APART: ReadonlySet<string> = new Set([
  '$schema',
  'additionalProperties',
  'default',
  'description',
  'enum',
  'example',
  'examples',
  'items',
  'properties',
  'required',
  'title',
  'type',
  'x-kubernetes-int-or-string',
  'x-kubernetes-preserve-unknown-fields',
]);

const node = (value: unknown): SchemaNode | undefined => (isObject(value) ? value : undefined);

/** The keys that a schema takes values for: one that the chart only looks at to refuse it is gone. */
export const propertiesOf = (schema: SchemaNode): Readonly<Record<string, unknown>> => {
  const properties = node(schema['properties']) ?? {};
  const taken = Object.entries(properties).filter(([, one]) => refusalOf(one) === undefined);
  return Object.fromEntries(taken);
};

/** What lies directly below a node: its keys, what any other key holds, and what a list's items are. */
export const childrenOf = (schema: SchemaNode): readonly (readonly [SchemaStep, SchemaNode])[] => {
  const children: [SchemaStep, SchemaNode][] = [];
  for (const key of Object.keys(propertiesOf(schema)).sort(compareText)) {
    const child = node(propertiesOf(schema)[key]);
    if (child !== undefined) children.push([key, child]);
  }
  const more = node(schema['additionalProperties']);
  if (more !== undefined) children.push([ANY_KEY, more]);
  const items = node(schema['items']);
  if (items !== undefined) children.push([ANY_ITEM, items]);
  return children;
};

const constraintsOf = (schema: SchemaNode): JsonObject =>
  Object.fromEntries(
    Object.entries(schema).filter(
      ([keyword]) => !APART.has(keyword) && !(keyword === 'anyOf' && kindsOf(schema).types !== undefined),
    ),
  );

const pick = (from: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(keys.filter((key) => Object.hasOwn(from, key)).map((key) => [key, from[key]]));

/** Whether another type is told; a rule of those who know where the types come from. */
export type TellsType = (from: SchemaNode, to: SchemaNode, path: SchemaPath) => boolean;

/**
 * What differs between two versions of a schema: keys, types, what must be set, and other constraints. A key below an
 * added or a removed one isn't told apart from it. In the order of paths.
 */
export const compareSchemas = (
  from: SchemaNode,
  to: SchemaNode,
  start: SchemaPath = [],
  tellsType: TellsType = () => true,
): readonly SchemaChange[] => {
  const changes: SchemaChange[] = [];

  const compareKeys = (a: SchemaNode, b: SchemaNode, path: SchemaPath): void => {
    const [before, after] = [propertiesOf(a), propertiesOf(b)];
    const others = node(b['additionalProperties']);
    for (const key of [...new Set([...Object.keys(before), ...Object.keys(after)])].sort(compareText)) {
      const [old, now] = [node(before[key]), node(after[key])];
      if (old !== undefined && now !== undefined) visit(old, now, [...path, key]);
      // A map takes the key all the same, as one of any name.
      else if (old !== undefined && others !== undefined) visit(old, others, [...path, key]);
      else if (old !== undefined && !isOpen(b)) changes.push({ kind: 'removed', path: [...path, key], schema: old });
      else if (now !== undefined && !isOpen(a)) changes.push({ kind: 'added', path: [...path, key], schema: now });
    }
    const required = isJsonArray(b['required']) ? b['required'].map(String) : [];
    const was = new Set(isJsonArray(a['required']) ? a['required'].map(String) : []);
    for (const key of required) if (!was.has(key)) changes.push({ kind: 'required', path: [...path, key] });
  };

  const visit = (a: SchemaNode, b: SchemaNode, path: SchemaPath): void => {
    if (equalJson(a, b)) return;
    const [was, is] = [kindsOf(a), kindsOf(b)];
    const [from, to] = [describeType(a, false), describeType(b, false)];
    const isBothObject = mayBe(was, 'object') && mayBe(is, 'object');
    if (from !== to && tellsType(a, b, path)) {
      const closes = isBothObject && was.types !== undefined && isOpen(a) && !isOpen(b);
      changes.push({ kind: 'retyped', path, from, to, isNarrower: closes || !takesAllOf(is, was) });
    }
    if (isBothObject) {
      compareKeys(a, b, path);
      const [old, now] = [node(a['additionalProperties']), node(b['additionalProperties'])];
      if (old !== undefined && now !== undefined) visit(old, now, [...path, ANY_KEY]);
    }
    const [oldItems, items] = [node(a['items']), node(b['items'])];
    if (oldItems !== undefined && items !== undefined) visit(oldItems, items, [...path, ANY_ITEM]);
    const [limits, newLimits] = [constraintsOf(a), constraintsOf(b)];
    const keywords = [...new Set([...Object.keys(limits), ...Object.keys(newLimits)])]
      .filter((keyword) => !equalJson(limits[keyword], newLimits[keyword]))
      .sort(compareText);
    if (keywords.length > 0) {
      changes.push({ kind: 'constrained', path, from: pick(limits, keywords), to: pick(newLimits, keywords) });
    }
  };

  visit(from, to, start);
  return changes;
};
