import { isObject } from '../../json/is-object.js';
import type { JsonPath } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';
import type { StateObject, Unit } from '../context/rule-state.js';
import { fillExamples } from '../schemas/fill-examples.js';
import { applyPatches } from './apply-patches.js';

/** An object that patches change. */
export interface PatchedObject {
  readonly source: StateObject;
  /** Paths whose values aren't known: {@link fillExamples} says which. */
  readonly open: readonly JsonPath[];
  /** With the examples of vars, without the patches. */
  readonly before: JsonObject;
  readonly json: JsonObject;
  /** Indices of the patches that change it. */
  readonly by: readonly number[];
}

/** The objects that patches change, with the examples of vars in them. */
export const patchedNow = (
  patches: readonly unknown[],
  unit: Unit,
  objects: readonly StateObject[],
): readonly PatchedObject[] => {
  const filled = objects.flatMap((source) => {
    const { value, open } = fillExamples(source, unit);
    // Flux decrypts it first, so its values aren't known here.
    return isObject(value) && source.json['sops'] === undefined ? [{ source, open, json: value as JsonObject }] : [];
  });
  return applyPatches(patches, filled).objects.flatMap(({ object, json, by }) =>
    json === undefined || by.length === 0
      ? []
      : [{ source: object.source, open: object.open, before: object.json, json, by }],
  );
};
