import type { JsonObject } from '../../json/json-value.js';
import { type Patch, readPatch } from '../languages/patch.js';
import { type Selects, tryOpenTarget } from './select.js';

/** Reads patches and their targets, each form once: hundreds of Kustomizations may have the same. */
export interface PatchReader {
  /** The patch, or what is wrong with it in words. It's shared, so nothing may change it. */
  patch(text: string): Patch | string;
  /** Undefined if kustomize rejects the target. */
  target(target: JsonObject): Selects | undefined;
}

export const openPatchReader = (): PatchReader => {
  const patches = new Map<string, Patch | string>();
  const targets = new Map<string, Selects | undefined>();
  return {
    patch: (text) => {
      const known = patches.get(text);
      if (known !== undefined) return known;
      const read = readPatch(text);
      patches.set(text, read);
      return read;
    },
    target: (target) => {
      const key = JSON.stringify(target);
      if (!targets.has(key)) targets.set(key, tryOpenTarget(target));
      return targets.get(key);
    },
  };
};
