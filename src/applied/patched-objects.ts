import { fieldsOf, listOf } from '../json/as-shape.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { applyPatches } from '../rules/patches/apply-patches.js';
import { openPatchReader, type PatchReader } from '../rules/patches/patch-reader.js';
import { openPatches } from './apply-patches.js';

/** What the patches of a Kustomization make of an object. */
export interface PatchedObject {
  /** The object itself if no patch selects it. */
  readonly json: JsonObject;
  /** False if kustomize may make something else of it, or fails. */
  readonly isSure: boolean;
}

/** Applies the patches of a Kustomization to objects as its files have them. The results are in the same order. */
export type PatchObjects = (objects: readonly JsonObject[]) => readonly PatchedObject[];

/**
 * The patches of a Kustomization, as kustomize applies them before Flux substitutes; `undefined` if it has none. Where
 * kustomize fails, or deletes an object that counts as still there, only what is certain is applied.
 */
export const openPatchedObjects = (kustomization: JsonObject, reader = openPatchReader()): PatchObjects | undefined => {
  const patches = listOf(fieldsOf(kustomization['spec'])['patches']);
  if (patches.length === 0) return undefined;
  const isBuilt = patches.every((entry) => isApplied(entry, reader));
  const certainly = openPatches(kustomization, reader) ?? ((json) => json);
  return (objects) => {
    const {
      objects: made,
      failures,
      leftOut,
    } = applyPatches(
      patches,
      objects.map((json) => ({ json })),
      reader,
    );
    const failed = new Set(failures.map(({ object }) => object));
    return made.map(({ object, json }): PatchedObject => {
      if (!isBuilt || json === undefined || leftOut.length > 0 || failed.has(object))
        return { json: certainly(object.json), isSure: false };
      return { json, isSure: true };
    });
  };
};

/** Whether kustomize can read a patch. Operations need a target, which takes one strategic merge at most. */
const isApplied = (entry: unknown, reader: PatchReader): boolean => {
  const { patch, target } = fieldsOf(entry);
  const read = typeof patch === 'string' ? reader.patch(patch) : '';
  if (typeof read === 'string') return false;
  return read.kind === 'operations' ? isObject(target) : !isObject(target) || read.objects.length === 1;
};
