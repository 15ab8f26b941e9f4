import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
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

const mayDelete = (entry: unknown): boolean => {
  const patch = isObject(entry) ? entry['patch'] : undefined;
  return typeof patch === 'string' && patch.includes('$patch');
};
