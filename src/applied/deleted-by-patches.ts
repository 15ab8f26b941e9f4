import { listOf } from '../json/as-shape.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { specOf } from '../json/manifest-fields.js';
import { readPatch } from '../rules/languages/patch.js';
import { applyPatches } from '../rules/patches/apply-patches.js';
import { isSettled, keepsIdentities } from './settled-patches.js';

/** Whether a Kustomization removes an object of its folder: certainly, perhaps, or not. */
export type Deletes = (json: JsonObject) => 'certainly' | 'perhaps' | 'no';

/**
 * Finds the objects of its folder that a Kustomization removes, with `$patch: delete`; `undefined` if there are none. What
 * it perhaps removes is what its patches delete one by one, though a later patch may change what they select.
 */
export const deletedByPatches = (kustomization: JsonObject): Deletes | undefined => {
  const spec = kustomization['spec'];
  const patches = isObject(spec) && Array.isArray(spec['patches']) ? spec['patches'] : [];
  if (!patches.some(mayDelete)) return undefined;
  return (json) => {
    const { objects, failures, leftOut } = applyPatches(patches, [{ json }]);
    const [one] = objects;
    if (one?.json !== undefined || leftOut.length > 0) return 'no';
    // If a patch fails, Flux applies nothing, and deletes nothing.
    if (failures.some(({ object }) => object !== undefined)) return 'no';
    const at = one?.by.at(-1) ?? -1;
    return isSettled(patches, at) && keepsIdentities(patches, at) ? 'certainly' : 'perhaps';
  };
};

/**
 * Whether a Kustomization can't be built, as far as its patches tell: Flux applies nothing then, and deletes nothing.
 *
 * @param all what is in its folder
 */
export const patchesFail = (kustomization: JsonObject, all: readonly JsonObject[]): boolean => {
  const patches = listOf(specOf(kustomization)['patches']);
  if (patches.some(isUnreadable)) return true;
  const { failures, leftOut } = applyPatches(
    patches,
    all.map((json) => ({ json })),
  );
  return failures.length + leftOut.length > 0;
};

const isUnreadable = (entry: unknown): boolean => {
  const patch = isObject(entry) ? entry['patch'] : undefined;
  return typeof patch === 'string' && typeof readPatch(patch) === 'string';
};

const mayDelete = (entry: unknown): boolean => {
  const patch = isObject(entry) ? entry['patch'] : undefined;
  return typeof patch === 'string' && patch.includes('$patch');
};
