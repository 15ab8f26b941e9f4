import { listOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { type Patch, readPatch } from '../languages/patch.js';
import { applyOperations } from './json-patch.js';
import { PatchError } from './patch-error.js';
import { isNamedBy, isSelected, patchedIdOf } from './select.js';
import { mergeStrategically } from './strategic-merge.js';

/** An object that a Kustomization builds. */
export interface Patchable {
  readonly json: JsonObject;
  readonly isClusterScoped: boolean;
}

/** What the patches make of one object. */
export interface Patched<T extends Patchable> {
  readonly object: T;
  /** Undefined: a patch deletes it. The object's own JSON where no patch is for it. */
  readonly json: JsonObject | undefined;
  /** The patches that are for it, by index. */
  readonly by: readonly number[];
}

/** A patch on which kustomize fails, and so builds nothing. */
export interface PatchFailure<T extends Patchable> {
  /** Of the patch in the list. */
  readonly index: number;
  /** Continues `the patch can't be applied: …`. */
  readonly reason: string;
  /** That it fails on; undefined where it names an object that isn't there. */
  readonly object?: T;
}

export interface PatchOutcome<T extends Patchable> {
  readonly objects: readonly Patched<T>[];
  readonly failures: readonly PatchFailure<T>[];
  /** Patches whose targets select by labels or annotations, which aren't applied here. */
  readonly leftOut: readonly number[];
}

/**
 * Applies the `patches` of a Kustomization to its objects, one after the other, as kustomize does. What one patch fails on
 * is left as it was, so that the others are judged too.
 */
export const applyPatches = <T extends Patchable>(patches: unknown, objects: readonly T[]): PatchOutcome<T> => {
  const now = objects.map((object) => {
    const own: JsonObject | undefined = object.json;
    return { object, json: own as JsonObject | undefined, by: [] as number[], first: patchedIdOf(object.json) };
  });
  const failures: PatchFailure<T>[] = [];
  const leftOut: number[] = [];
  for (const [index, entry] of listOf(patches).entries()) {
    if (!isObject(entry) || typeof entry['patch'] !== 'string') continue;
    const patch = readPatch(entry['patch']);
    // A syntax error has a rule of its own.
    if (typeof patch === 'string') continue;
    const target = isObject(entry['target']) ? entry['target'] : undefined;
    for (const step of stepsOf(patch, target)) {
      let found = false;
      for (const one of now) {
        if (one.json === undefined) continue;
        const ids = [patchedIdOf(one.json), one.first];
        const { isClusterScoped } = one.object;
        const is =
          target === undefined
            ? ids.some((id) => isNamedBy(step.document!, id, isClusterScoped))
            : isSelected(target, ids, isClusterScoped);
        if (is === undefined && !leftOut.includes(index)) leftOut.push(index);
        if (is !== true) continue;
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

/** None where kustomize fails whatever the objects are. */
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
