import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { applyPatches } from '../rules/patches/apply-patches.js';
import { isSettled, keepsIdentities } from './settled-patches.js';

/** Whether a Kustomization surely removes an object of its folder. */
export type Deletes = (json: JsonObject) => boolean;

/**
 * Finds the objects of its folder that a Kustomization removes, with `$patch: delete`; `undefined` if there are none. An
 * object that a patch only may delete counts as still there, since its removal must not go unnoticed.
 */
export const deletedByPatches = (kustomization: JsonObject): Deletes | undefined => {
  const spec = kustomization['spec'];
  const patches = isObject(spec) && Array.isArray(spec['patches']) ? spec['patches'] : [];
  if (!patches.some(mayDelete)) return undefined;
  return (json) => {
    const { objects, failures, leftOut } = applyPatches(patches, [{ json }]);
    const [one] = objects;
    if (one?.json !== undefined || leftOut.length > 0) return false;
    // If a patch fails, Flux applies nothing, and deletes nothing.
    if (failures.some(({ object }) => object !== undefined)) return false;
    const at = one?.by.at(-1) ?? -1;
    return isSettled(patches, at) && keepsIdentities(patches, at);
  };
};

const mayDelete = (entry: unknown): boolean => {
  const patch = isObject(entry) ? entry['patch'] : undefined;
  return typeof patch === 'string' && patch.includes('$patch');
};
