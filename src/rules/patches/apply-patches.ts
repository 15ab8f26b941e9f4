import { listOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import type { Patch } from '../languages/patch.js';
import { applyOperations } from './json-patch.js';
import { PatchError } from './patch-error.js';
import { openPatchReader } from './patch-reader.js';
import { isNamedBy, patchedIdOf } from './select.js';
import { mergeStrategically } from './strategic-merge.js';

/** An object that a Kustomization builds. */
export interface Patchable {
  readonly json: JsonObject;
}

/** The result of the patches for one object. */
export interface Patched<T extends Patchable> {
  readonly object: T;
  /** Undefined if a patch deletes the object; the object's own JSON if no patch selects it. */
  readonly json: JsonObject | undefined;
  /** Indices of the patches that select it. */
  readonly by: readonly number[];
}

/** A patch that makes kustomize's build fail. */
export interface PatchFailure<T extends Patchable> {
  /** The index of the patch in the list. */
  readonly index: number;
  /** Continues `the patch can't be applied: …`. */
  readonly reason: string;
  /** The object that the patch fails on; undefined if the patch names one that doesn't exist. */
  readonly object?: T;
}

export interface PatchOutcome<T extends Patchable> {
  readonly objects: readonly Patched<T>[];
  readonly failures: readonly PatchFailure<T>[];
  /** Patches whose targets kustomize rejects. */
  readonly leftOut: readonly number[];
}

/**
 * Applies the `patches` of a Kustomization to its objects, one after the other, as kustomize does. If a patch fails on
 * an object, the object stays as it was, so that the other patches are checked too.
 */
export const applyPatches = <T extends Patchable>(
  patches: unknown,
  objects: readonly T[],
  reader = openPatchReader(),
): PatchOutcome<T> => {
  const now = objects.map((object) => {
    const own: JsonObject | undefined = object.json;
    return { object, json: own as JsonObject | undefined, by: [] as number[], first: patchedIdOf(object.json) };
  });
  const failures: PatchFailure<T>[] = [];
  const leftOut: number[] = [];
  for (const [index, entry] of listOf(patches).entries()) {
    if (!isObject(entry) || typeof entry['patch'] !== 'string') continue;
    const patch = reader.patch(entry['patch']);
    // Another rule reports syntax errors.
    if (typeof patch === 'string') continue;
    const target = isObject(entry['target']) ? (entry['target'] as JsonObject) : undefined;
    const selects = target === undefined ? undefined : reader.target(target);
    if (target !== undefined && selects === undefined) {
      leftOut.push(index);
      continue;
    }
    for (const step of stepsOf(patch, target)) {
      let found = false;
      for (const one of now) {
        if (one.json === undefined) continue;
        const { json, first } = one;
        const is =
          selects === undefined
            ? [patchedIdOf(json), first].some((id) => isNamedBy(step.document!, id))
            : selects(json, first);
        if (!is) continue;
        found = true;
        if (!one.by.includes(index)) one.by.push(index);
        try {
          one.json = step.apply(one.json);
        } catch (error) {
          if (!(error instanceof PatchError)) throw error;
          failures.push({ index, reason: error.message, object: one.object });
        }
      }
      if (!found && target === undefined) failures.push({ index, reason: 'it names an object that is not there' });
    }
  }
  return { objects: now.map(({ object, json, by }) => ({ object, json, by })), failures, leftOut };
};

interface Step {
  readonly document?: JsonObject;
  readonly apply: (json: JsonObject) => JsonObject | undefined;
}

/** The steps of a patch; none if kustomize fails for any object. */
const stepsOf = (patch: Patch, target: JsonObject | undefined): readonly Step[] => {
  if (patch.kind === 'operations') {
    return target === undefined ? [] : [{ apply: (json) => applyOperations(json, patch.operations) }];
  }
  if (target !== undefined && patch.objects.length > 1) return [];
  return patch.objects.map((document) => ({
    document,
    apply: (json) => mergeStrategically(json, document, target !== undefined),
  }));
};
