import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { mergeItems } from './merge-items.js';
import { type MergedList, type MergeRules, mergeRulesOf } from './merge-lists.js';
import { PatchError } from './patch-error.js';

type Values = Record<string, unknown>;

/**
 * Merges a patch into an object as kustomize does: maps merge, lists of Kubernetes' own kinds merge by their keys,
 * other lists are replaced, and null removes a field. The name, namespace and kind stay.
 *
 * @param hasTarget whether a target selected the object, rather than the patch's own name
 * @returns undefined if the patch deletes the object
 * @throws PatchError if kustomize fails
 */
export const mergeStrategically = (json: JsonObject, patch: JsonObject, hasTarget: boolean): JsonObject | undefined => {
  const own = structuredClone(json) as Values;
  const given = structuredClone(patch) as Values;
  given['apiVersion'] = own['apiVersion'];
  if (hasTarget) readMarks(given);
  if (given['$patch'] === 'replace') return json;
  const { kind, metadata } = json;
  const merged = walk(own, given, mergeRulesOf(json['apiVersion'], kind)) as Values | undefined;
  if (merged === undefined) return undefined;
  const before = isObject(metadata) ? metadata : {};
  const after = isObject(merged['metadata']) ? { ...merged['metadata'] } : {};
  for (const key of ['name', 'namespace']) {
    if (before[key] === undefined) delete after[key];
    else after[key] = before[key];
  }
  return { ...merged, kind, metadata: after } as JsonObject;
};

/** For a patch with a target, kustomize reads labels and annotations as texts, so that null sets the text "null". */
const readMarks = ({ metadata }: Values): void => {
  if (!isObject(metadata)) return;
  for (const key of ['labels', 'annotations']) {
    const marks = metadata[key];
    if (marks === undefined || marks === null) continue;
    const texts = Object.entries(isObject(marks) ? marks : {}).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? '' : String(value),
    ]);
    if (texts.length === 0) delete (metadata as Values)[key];
    else (metadata as Values)[key] = Object.fromEntries(texts);
  }
};

/** Marks a null that kustomize keeps instead of removing the field. */
const KEPT = Symbol('a null that stays');

const kindOf = (value: unknown): Kind | undefined => {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return 'list';
  return typeof value === 'object' ? 'map' : 'scalar';
};
type Kind = keyof typeof CALLED;
const CALLED = { list: 'a list', map: 'a map', scalar: 'a single value' } as const;

const walk = (own: unknown, patch: unknown, rules: MergeRules | undefined, list?: MergedList): unknown => {
  const [mine, its] = [kindOf(own), kindOf(patch)];
  if (mine !== undefined && its !== undefined && mine !== its) {
    throw new PatchError(`it puts ${CALLED[its]} where the object has ${CALLED[mine]}`);
  }
  switch (mine ?? its) {
    case 'list':
      if (list === undefined) return patch === undefined ? own : patch;
      return walkList(own as unknown[] | null | undefined, patch as unknown[] | null | undefined, list);
    case 'scalar':
      return patch === undefined ? own : patch;
    default:
      return walkMap(own as Values | null | undefined, patch as Values | null | undefined, rules);
  }
};

const walkMap = (own: Values | null | undefined, patch: Values | null | undefined, rules?: MergeRules): unknown => {
  let into = own;
  if (own === undefined || own === null) {
    if (patch === undefined) return own === null ? KEPT : undefined;
    if (patch === null || directiveOf(patch, false) === 'delete') return undefined;
    into = patch;
  } else if (patch === null) return undefined;
  else if (patch !== undefined) {
    const directive = directiveOf(patch, true);
    if (directive === 'delete') return undefined;
    if (directive === 'replace') into = patch;
  }
  const map = into!;
  for (const key of [...new Set([...Object.keys(map), ...Object.keys(patch ?? {})])].sort()) {
    const from = patch === undefined || patch === null ? undefined : memberOf(patch, key);
    const value = walk(memberOf(map, key), from, memberOf(rules?.maps, key), memberOf(rules?.lists, key));
    if (value === undefined || value === null) delete map[key];
    else set(map, key, value === KEPT ? null : value);
  }
  return map;
};

const walkList = (own: unknown[] | null | undefined, patch: unknown[] | null | undefined, rules: MergedList) => {
  const mergeItem = walk;
  if (own === undefined || own === null) {
    return Array.isArray(patch) ? mergeItems(patch, patch, rules, mergeItem) : undefined;
  }
  if (patch === null) return undefined;
  if (patch === undefined) return mergeItems(own, undefined, rules, mergeItem);
  const at = patch.findIndex((item) => isObject(item) && Object.hasOwn(item, '$patch'));
  const marked = patch[at];
  if (isObject(marked) && Object.keys(marked).length === 1) {
    const directive = checkDirective(marked['$patch'], true);
    patch.splice(at, 1);
    if (directive === 'delete') return undefined;
    if (directive === 'replace') return mergeItems(patch, patch, rules, mergeItem);
  }
  return mergeItems(own, patch, rules, mergeItem);
};

type Directive = 'merge' | 'delete' | 'replace';

/** Reads the directive in a map of the patch, and removes it. */
const directiveOf = (patch: Values, isStrict: boolean): Directive => {
  if (!Object.hasOwn(patch, '$patch')) return 'merge';
  const directive = checkDirective(patch['$patch'], isStrict);
  if (directive !== undefined) delete patch['$patch'];
  return directive ?? 'merge';
};

const checkDirective = (value: unknown, isStrict: boolean): Directive | undefined => {
  if (value === 'merge' || value === 'delete' || value === 'replace') return value;
  if (isStrict) throw new PatchError(`$patch is ${JSON.stringify(value)}, and has to be merge, replace or delete`);
  return undefined;
};

const memberOf = <T>(map: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  map !== undefined && Object.hasOwn(map, key) ? map[key] : undefined;

const set = (map: Values, key: string, value: unknown): void => {
  Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true });
};
