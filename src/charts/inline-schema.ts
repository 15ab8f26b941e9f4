import { holdsMoreThan } from '../json/holds-more-than.js';
import { isDeeperThan } from '../json/is-deeper-than.js';
import { isObject } from '../json/is-object.js';
import { isJsonArray, type Json, type JsonMap, type JsonType } from '../json/json-value.js';
import { MOST_PATTERN_PARTS, openPatternBudget } from '../schema/pattern-budget.js';
import { openPatterns } from '../schema/patterns.js';
import type { ReportProblem } from './import-problem.js';
import type { SchemaDocuments } from './schema-documents.js';
import { escapePointer, findRef, indexAnchors } from './schema-ref.js';
import { MAX_SHAPE_DEPTH } from './shape.js';

/** A few refs that name each other twice grow without end; the largest charts known have some 5,000. */
const MAX_SCHEMAS = 10_000;

/** Of one enum; a list of all time zones has 600. */
const MAX_VALUES = 5000;
/** Of all enums together, once refs are followed; the largest charts known have some 2,000. */
const MAX_ALL_VALUES = 100_000;
/** Of one anyOf, oneOf or allOf. */
const MAX_BRANCHES = 500;

const TYPES: ReadonlySet<string> = new Set<JsonType>([
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array',
  'null',
]);

/** Keywords that are copied where their value has the right type. */
const COPIED: Readonly<Record<string, 'number' | 'boolean' | 'string'>> = {
  minimum: 'number',
  maximum: 'number',
  exclusiveMinimum: 'number',
  exclusiveMaximum: 'number',
  multipleOf: 'number',
  minLength: 'number',
  maxLength: 'number',
  minItems: 'number',
  maxItems: 'number',
  minProperties: 'number',
  maxProperties: 'number',
  uniqueItems: 'boolean',
  description: 'string',
};
const ONE_SCHEMA = ['not', 'if', 'then', 'else', 'contains', 'propertyNames', 'additionalProperties'] as const;
const SCHEMA_LISTS = ['allOf', 'anyOf', 'oneOf'] as const;
const SCHEMA_MAPS = ['properties', 'patternProperties', 'dependentSchemas'] as const;

/**
 * A JSON Schema of any draft from 4 on, as one of draft 2020-12 without refs and without anything that is no
 * constraint: titles, formats, extensions of other tools (`tsType` is code to some). What cannot be kept is left open,
 * and reported.
 */
export const inlineSchema = (root: Json, report: ReportProblem, documents?: SchemaDocuments): Json => {
  const anchors = new Map([[root, indexAnchors(root)]]);
  /** The document that is being followed. */
  let current = { root, base: documents?.base ?? '' };
  const expanding = new Set<Json>();
  const reported = new Set<string>();
  const patterns = openPatterns();
  const patternBudget = openPatternBudget();
  let schemas = 0;
  let values = 0;

  const warn = (at: string, message: string, fix: string): void => {
    if (reported.has(message)) return;
    reported.add(message);
    report({ severity: 'warning', at: `values.schema.json#${at}`, message, fix });
  };

  const enumFault = (literals: readonly Json[]): string | undefined => {
    if (literals.length > MAX_VALUES) return `an enum has more than ${MAX_VALUES} values`;
    if (isDeeperThan(literals, MAX_SHAPE_DEPTH)) {
      return `a value of an enum is nested deeper than ${MAX_SHAPE_DEPTH} levels`;
    }
    if (values + literals.length > MAX_ALL_VALUES || holdsMoreThan(literals, MAX_ALL_VALUES)) {
      return `the enums of the schema have more than ${MAX_ALL_VALUES} values in all, once its refs are followed`;
    }
    values += literals.length;
    return undefined;
  };

  const patternFault = (pattern: string): string | undefined => {
    if (!patternBudget.spend(pattern)) {
      return `the patterns of the schema have more than ${MOST_PATTERN_PARTS} parts in all, once their repetitions are written out`;
    }
    return patterns.go(pattern) === undefined ? `the pattern "${pattern}" isn't RE2, which Helm reads` : undefined;
  };

  const anchorsOf = (schema: Json): ReadonlyMap<string, Json> => {
    const known = anchors.get(schema) ?? indexAnchors(schema);
    anchors.set(schema, known);
    return known;
  };

  /** What a ref names: in this document, or in another one that the chart holds. */
  const findTarget = (ref: string): { readonly target: Json | undefined; readonly document: typeof current } => {
    const own = findRef(current.root, anchorsOf(current.root), ref);
    if (own !== undefined || ref.startsWith('#')) return { target: own, document: current };
    const document = documents?.find(current.base, ref);
    if (document === undefined) return { target: undefined, document: current };
    const fragment = ref.includes('#') ? ref.slice(ref.indexOf('#')) : '';
    return { target: findRef(document.root, anchorsOf(document.root), fragment), document };
  };

  const inlineRef = (ref: string, at: string, depth: number): Json => {
    const { target, document } = findTarget(ref);
    if (target === undefined) {
      warn(
        at,
        `the schema refers to "${ref}", which is not in it or in another file of the chart`,
        'put it into $defs; until then its values stay open',
      );
      return {};
    }
    if (expanding.has(target)) {
      warn(
        at,
        `the schema refers to itself by "${ref}"`,
        'nothing to do: the first level is typed, those inside it stay open',
      );
      return {};
    }
    expanding.add(target);
    const before = current;
    current = document;
    const result = inline(target, at, depth + 1);
    current = before;
    expanding.delete(target);
    return result;
  };

  const inline = (node: Json | undefined, at: string, depth: number): Json => {
    if (node === true || node === undefined) return {};
    if (node === false) return { not: {} };
    if (!isObject(node)) {
      warn(at, 'a schema is neither an object nor a boolean', 'fix the schema; until then its values stay open');
      return {};
    }
    schemas += 1;
    if (schemas > MAX_SCHEMAS) {
      warn(
        '',
        `the schema holds more than ${MAX_SCHEMAS} schemas once its refs are followed`,
        'nothing to do: the rest stays open',
      );
      return {};
    }
    if (depth > MAX_SHAPE_DEPTH) {
      warn(
        at,
        `the schema is nested deeper than ${MAX_SHAPE_DEPTH} levels`,
        'nothing to do: what is deeper stays open',
      );
      return {};
    }
    const ref = node['$ref'] ?? node['$recursiveRef'] ?? node['$dynamicRef'];
    if (typeof ref === 'string') {
      const { $ref: _, $recursiveRef: __, $dynamicRef: ___, ...siblings } = node;
      const target = inlineRef(ref, at, depth);
      const rest = inlineKeywords(siblings, at, depth);
      return Object.keys(rest).length === 0 ? target : { allOf: [target, rest] };
    }
    return inlineKeywords(node, at, depth);
  };

  const inlineMap = (map: JsonMap, at: string, depth: number): JsonMap => {
    const entries: [string, Json][] = [];
    for (const [key, value] of Object.entries(map)) {
      if (key === '__proto__') {
        warn(
          at,
          'the schema has a key "__proto__", which no object literal can hold',
          'nothing to do: the key is left out',
        );
      } else entries.push([key, inline(value, `${at}/${escapePointer(key)}`, depth + 1)]);
    }
    return Object.fromEntries(entries);
  };

  const inlineKeywords = (node: JsonMap, at: string, depth: number): JsonMap => {
    const out: Record<string, Json> = {};
    const types = (isJsonArray(node['type']) ? node['type'] : [node['type']]).filter(
      (type): type is string => typeof type === 'string' && TYPES.has(type),
    );
    if (types.length > 0) out['type'] = node['nullable'] === true ? [...types, 'null'] : types;
    const literals = node['const'] === undefined ? node['enum'] : [node['const']];
    if (isJsonArray(literals)) {
      const why = enumFault(literals);
      if (why === undefined) out['enum'] = literals;
      else warn(`${at}/enum`, why, 'nothing to do: its values stay open');
    }
    for (const [key, type] of Object.entries(COPIED)) {
      const value = node[key];
      if (value !== undefined && typeof value === type) out[key] = value;
    }
    // Draft 4: `exclusiveMinimum: true` beside `minimum`.
    for (const bound of ['Minimum', 'Maximum'] as const) {
      const limit = node[bound.toLowerCase()];
      if (node[`exclusive${bound}`] === true && typeof limit === 'number') {
        out[`exclusive${bound}`] = limit;
        delete out[bound.toLowerCase()];
      }
    }
    const pattern = node['pattern'];
    if (typeof pattern === 'string') {
      const why = patternFault(pattern);
      if (why === undefined) out['pattern'] = pattern;
      else warn(`${at}/pattern`, why, 'nothing to do: the pattern is not checked');
    }
    if (isJsonArray(node['required'])) {
      out['required'] = node['required'].filter((key): key is string => typeof key === 'string');
    }
    for (const key of ONE_SCHEMA) if (node[key] !== undefined) out[key] = inline(node[key], `${at}/${key}`, depth);
    for (const key of SCHEMA_LISTS) {
      const list = node[key];
      if (isJsonArray(list) && list.length > MAX_BRANCHES) {
        warn(`${at}/${key}`, `${key} has more than ${MAX_BRANCHES} branches`, 'nothing to do: its values stay open');
      } else if (isJsonArray(list)) out[key] = list.map((item, i) => inline(item, `${at}/${key}/${i}`, depth + 1));
    }
    for (const key of SCHEMA_MAPS) {
      const map = node[key];
      if (isObject(map)) out[key] = inlineMap(map, `${at}/${key}`, depth);
    }
    inlineItems(node, out, at, depth);
    inlineDependencies(node, out, at, depth);
    return out;
  };

  /** Draft 2020-12 calls a tuple `prefixItems`; before, it was `items` with `additionalItems`. */
  const inlineItems = (node: JsonMap, out: Record<string, Json>, at: string, depth: number): void => {
    const tuple = isJsonArray(node['items'])
      ? node['items']
      : isJsonArray(node['prefixItems'])
        ? node['prefixItems']
        : undefined;
    const rest = isJsonArray(node['items']) ? node['additionalItems'] : node['items'];
    if (tuple) out['prefixItems'] = tuple.map((item, i) => inline(item, `${at}/items/${i}`, depth + 1));
    if (rest !== undefined) out['items'] = inline(rest, `${at}/items`, depth + 1);
  };

  /** Drafts before 2019-09 have one keyword for both kinds. */
  const inlineDependencies = (node: JsonMap, out: Record<string, Json>, at: string, depth: number): void => {
    const required: Record<string, Json> = isObject(node['dependentRequired']) ? { ...node['dependentRequired'] } : {};
    const dependent: Record<string, Json> = isObject(out['dependentSchemas']) ? { ...out['dependentSchemas'] } : {};
    if (isObject(node['dependencies'])) {
      for (const [key, value] of Object.entries(node['dependencies'])) {
        if (isJsonArray(value)) required[key] = value;
        else dependent[key] = inline(value, `${at}/dependencies/${escapePointer(key)}`, depth + 1);
      }
    }
    if (Object.keys(required).length > 0) out['dependentRequired'] = required;
    if (Object.keys(dependent).length > 0) out['dependentSchemas'] = dependent;
  };

  return inline(root, '', 0);
};
