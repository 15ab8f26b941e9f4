import { posix } from 'node:path';
import { groupOf } from '../../constructs/reference.js';
import { DEEPEST, isDeeperThan } from '../../json/is-deeper-than.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { isJsonWhereBrackets } from '../../rules/languages/patch.js';
import { applyOperations } from '../../rules/patches/json-patch.js';
import { PatchError } from '../../rules/patches/patch-error.js';
import { mergeStrategically } from '../../rules/patches/strategic-merge.js';
import { parsePatch } from '../../yaml/parse-patch.js';
import { YamlError } from '../../yaml/yaml-error.js';
import type { ReadableTree } from '../base-tree.js';
import { NotPlain } from './not-plain.js';
import type { PlainObject } from './plain-object.js';
import { isPlainText, mayFoldWrongly } from './plain-text.js';

/**
 * Applies the patches of a kustomization file without kustomize if the result is certain: patches with a target, for
 * Flux's own kinds. kustomize has no schema for these kinds, so it merges maps and replaces lists. @throws NotPlain if
 * kustomize must apply them
 */
export const patchPlainly = (
  tree: ReadableTree,
  folder: string,
  patches: unknown,
  objects: readonly PlainObject[],
): readonly PlainObject[] => {
  if (!Array.isArray(patches)) throw new NotPlain('patches');
  let now = objects;
  for (const entry of patches) {
    const step = stepOf(tree, folder, entry);
    if (step === undefined) throw new NotPlain('a patch of another form');
    now = mapAll(now, step);
  }
  return now;
};

/** Applies one patch to an object; `undefined` if the result isn't certain. */
type Step = (json: JsonObject) => JsonObject | undefined;

const mapAll = (objects: readonly PlainObject[], step: Step): readonly PlainObject[] => {
  const changed: PlainObject[] = [];
  for (const one of objects) {
    const json = step(one.json);
    if (json === undefined) throw new NotPlain(`a patch for ${String(one.json['kind'])}`);
    changed.push(json === one.json ? one : { ...one, json });
  }
  return changed;
};

const stepOf = (tree: ReadableTree, folder: string, entry: unknown): Step | undefined => {
  if (!isObject(entry) || Object.keys(entry).some((key) => !ENTRY.has(key))) return undefined;
  const isFor = selectorOf(entry['target']);
  const text = textOf(tree, folder, entry);
  if (isFor === undefined || text === undefined || !isPlainText(text) || !isJsonWhereBrackets(text)) return undefined;
  const documents = tryParsePatch(text);
  const [first] = documents ?? [];
  if (documents?.length !== 1 || isDeeperThan(first, DEEPEST) || mayFoldWrongly(text, first)) return undefined;
  const change = Array.isArray(first) ? operations(first) : isObject(first) ? merging(first as JsonObject) : undefined;
  if (change === undefined) return undefined;
  return (json) => {
    if (!isFor(json)) return json;
    return isOfFlux(json) && !holdsNull(json) ? tryChange(change, json) : undefined;
  };
};

/** Undefined for what isn't YAML, which kustomize reports. */
const tryParsePatch = (text: string): readonly unknown[] | undefined => {
  try {
    return parsePatch(text);
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
};

/** Leaves failing patches to kustomize, which reports the error. */
const tryChange = (change: Step, json: JsonObject): JsonObject | undefined => {
  try {
    return change(json);
  } catch (error) {
    if (error instanceof PatchError) return undefined;
    throw error;
  }
};

const ENTRY: ReadonlySet<string> = new Set(['patch', 'path', 'target']);

const textOf = (tree: ReadableTree, folder: string, { patch, path }: JsonObject): string | undefined => {
  if (path === undefined) return typeof patch === 'string' ? patch : undefined;
  if (patch !== undefined || typeof path !== 'string') return undefined;
  const place = posix.join(folder, path);
  return tree.read([place]).get(place);
};

/** Selectors are regular expressions. All except plain words are left to kustomize. */
const selectorOf = (target: unknown): ((json: JsonObject) => boolean) | undefined => {
  if (!isObject(target)) return undefined;
  for (const [key, value] of Object.entries(target)) {
    if (typeof value !== 'string' || WORD[key]?.test(value) !== true) return undefined;
  }
  const { group, version, kind, name } = target;
  const fits = (wanted: unknown, value: unknown) => wanted === undefined || wanted === '.*' || wanted === value;
  return ({ apiVersion, kind: is, metadata }) =>
    fits(group, groupOf(String(apiVersion))) &&
    fits(version, String(apiVersion).split('/').at(-1)) &&
    fits(kind, is) &&
    fits(name, (metadata as JsonObject)['name']);
};

/** The selector fields; without the namespace, since kustomize also compares namespaces that the object had before. */
const WORD: Readonly<Record<string, RegExp>> = {
  group: /^[a-z0-9.-]+$/,
  version: /^[a-z0-9]+$/,
  kind: /^[A-Za-z0-9]+$/,
  name: /^(?:[a-z0-9-]+|\.\*)$/,
};

const isOfFlux = ({ apiVersion }: JsonObject): boolean => /(?:^|\.)fluxcd\.io$/.test(groupOf(String(apiVersion)));

/** kustomize keeps some nulls and drops others. */
const holdsNull = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.values(value).some(holdsNull));

/**
 * Whether a value merges predictably: nulls delete, keys with `$` are directives, and kustomize keeps only some empty
 * values.
 */
const isCertain = (value: unknown): boolean => {
  if (value === null || value === undefined) return false;
  if (typeof value !== 'object') return true;
  const entries = Object.entries(value);
  return entries.length > 0 && entries.every(([key, one]) => !key.startsWith('$') && isCertain(one));
};

const merging = (patch: JsonObject): Step | undefined => {
  const { apiVersion, kind, metadata, ...rest } = patch;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || !isObject(metadata)) return undefined;
  const { name, ...more } = metadata;
  if (typeof name !== 'string' || name === '' || 'namespace' in more) return undefined;
  if (Object.keys(rest).length > 0 && !isCertain(rest)) return undefined;
  if (Object.keys(more).length > 0 && !isCertain(more)) return undefined;
  return (json) => {
    const merged = mergeStrategically(json, patch, true);
    return merged !== undefined && keepsTexts(json, merged) ? merged : undefined;
  };
};

/** Whether quoting stays the same: kustomize keeps the quotes of a text, which turn a number in its place into text. */
const keepsTexts = (before: unknown, after: unknown): boolean => {
  if (isObject(before) && isObject(after)) {
    return Object.entries(before).every(([key, one]) => !Object.hasOwn(after, key) || keepsTexts(one, after[key]));
  }
  return typeof before !== 'string' || typeof after === 'string';
};

const operations = (all: readonly unknown[]): Step | undefined => {
  const steps: JsonObject[] = [];
  for (const one of all) {
    if (!isObject(one) || Object.keys(one).some((key) => key !== 'op' && key !== 'path' && key !== 'value')) {
      return undefined;
    }
    const { op, path, value } = one;
    if (typeof path !== 'string' || FIXED.test(path) || !/^\/[^/]/.test(path)) return undefined;
    if (op !== 'remove' && ((op !== 'add' && op !== 'replace') || !isCertain(value))) return undefined;
    if (op === 'remove' && path.startsWith('/metadata/')) return undefined;
    steps.push(one as JsonObject);
  }
  return (json) => applyOperations(json, steps);
};

/** Paths of an object's identity. */
const FIXED = /^\/(?:apiVersion|kind|metadata(?:\/(?:name|namespace))?)(?:\/|$)/;
