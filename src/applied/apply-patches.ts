import { fieldsOf } from '../json/as-shape.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { openPatchReader, type PatchReader } from '../rules/patches/patch-reader.js';
import { isNamedBy, type PatchedId, patchedIdOf, type Selects } from '../rules/patches/select.js';
import { isSettled } from './settled-patches.js';

/** Applies the patches of a Kustomization to an object; returns the object itself if no patch selects it. */
export type ApplyPatches = (json: JsonObject) => JsonObject;

type Step = (json: JsonObject, first: PatchedId) => JsonObject;

/**
 * The patches of a Kustomization, as kustomize applies them before Flux substitutes; `undefined` if it has none. Leaves
 * out uncertain parts: items of lists, directives of strategic merges, and patches that select by what later ones
 * change. Applying the rest twice changes nothing.
 */
export const openPatches = (kustomization: JsonObject, reader = openPatchReader()): ApplyPatches | undefined => {
  const spec = kustomization['spec'];
  const patches = isObject(spec) && Array.isArray(spec['patches']) ? spec['patches'] : [];
  const steps = patches.flatMap((entry, at) =>
    isObject(entry) && isSettled(patches, at) ? stepsOf(entry, reader) : [],
  );
  return steps.length === 0
    ? undefined
    : (json) => {
        // A patch may name an object as it was before another patch renamed it.
        const first = patchedIdOf(json);
        return steps.reduce((now, step) => step(now, first), json);
      };
};

const stepsOf = ({ patch, target }: JsonObject, reader: PatchReader): readonly Step[] => {
  const read = typeof patch === 'string' ? reader.patch(patch) : '';
  if (typeof read === 'string') return [];
  const isSelected = isObject(target) ? reader.target(target as JsonObject) : undefined;
  if (isObject(target) && isSelected === undefined) return [];
  if (read.kind === 'operations') {
    if (isSelected === undefined) return [];
    return [
      (json, first) => (isSelected(json, first) ? operate(json, read.operations as readonly JsonObject[]) : json),
    ];
  }
  return (read.objects as readonly JsonObject[]).map((document): Step => {
    const isFor: Selects =
      isSelected ?? ((json, first) => [patchedIdOf(json), first].some((id) => id && isNamedBy(document, id)));
    return (json, first) => (isFor(json, first) ? mergeInto(json, document) : json);
  });
};

/** A strategic merge never renames the object. */
const mergeInto = (json: JsonObject, patch: JsonObject): JsonObject => {
  const { apiVersion: _, kind: _kind, metadata, ...rest } = patch;
  if (Object.hasOwn(patch, '$patch')) return json;
  const { name: _name, namespace: _namespace, ...more } = fieldsOf(metadata);
  return merge(json, { ...rest, metadata: more }) as JsonObject;
};

const merge = (value: unknown, patch: unknown): unknown => {
  // The keys by which lists of objects merge depend on the kind.
  if (Array.isArray(patch)) return patch.some(isObject) ? value : patch;
  if (!isObject(patch)) return patch;
  if (Object.keys(patch).some((key) => key.startsWith('$'))) return value;
  const merged: Record<string, unknown> = isObject(value) ? { ...value } : {};
  for (const [key, member] of Object.entries(patch)) {
    if (member === null) delete merged[key];
    else set(merged, key, merge(own(merged, key), member));
  }
  return merged;
};

/** Applies all operations or none, as JSON 6902 requires. */
const operate = (json: JsonObject, operations: readonly JsonObject[]): JsonObject => {
  let now: unknown = json;
  for (const { op, path, value } of operations) {
    if (typeof path !== 'string' || !path.startsWith('/')) return json;
    if (op === 'test') continue;
    if (op !== 'add' && op !== 'replace' && op !== 'remove') return json;
    const keys = path
      .slice(1)
      .split('/')
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
    const next = changeAt(now, keys, op === 'remove' ? undefined : value);
    if (next === undefined) return json;
    now = next;
  }
  return now as JsonObject;
};

/** `undefined` if the path leads through a list, or nowhere. */
const changeAt = (value: unknown, [key, ...rest]: readonly string[], to: unknown): JsonObject | undefined => {
  if (!isObject(value) || key === undefined) return undefined;
  const changed: Record<string, unknown> = { ...value };
  if (rest.length > 0) {
    const inner = changeAt(own(value, key), rest, to);
    if (inner === undefined) return undefined;
    set(changed, key, inner);
  } else if (to === undefined) delete changed[key];
  else set(changed, key, to);
  return changed as JsonObject;
};

const own = (value: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(value, key) ? value[key] : undefined;

const set = (object: Record<string, unknown>, key: string, value: unknown): void => {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
};
