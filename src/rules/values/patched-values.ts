import { mergeObjects } from '../../constructs/merge.js';
import { exampleOf } from '../../contract/index.js';
import type { Diagnostic } from '../../diagnostics/index.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { placeIn } from '../context/place-in.js';
import type { StateObject, Unit } from '../context/rule-state.js';
import { specOf } from '../context/state-index.js';
import { isKustomization, patchedBy } from '../patches/find-patches.js';
import { patchedNow } from '../patches/patched-now.js';

/** The values that Helm gets for a release: examples of Terraform's values, with the inline values on top. */
export const valuesOf = (json: JsonObject, object: StateObject, unit: Unit): object => {
  const { spec } = json;
  const values = spec !== undefined && isObject(spec) && isObject(spec['values']) ? spec['values'] : {};
  const input = unit.declared?.built.inputs.values.get(object.name);
  return mergeObjects(input === undefined ? {} : (exampleOf(input.schema) as object), values);
};

/**
 * Problems with values of releases that only exist because patches of the unit's Kustomization set them.
 *
 * @param check returns the problems of a release's values
 */
export const patchedValueProblems = (
  unit: Unit,
  check: (release: StateObject, values: object) => readonly Diagnostic[],
): readonly Diagnostic[] =>
  unit.entry.filter(isKustomization).flatMap((kustomization) => {
    const { patches } = specOf(kustomization);
    const objects = Array.isArray(patches) && patches.length > 0 ? patchedBy(kustomization, unit) : undefined;
    const releases = objects?.filter(({ kind }) => kind === 'HelmRelease') ?? [];
    if (!Array.isArray(patches) || releases.length === 0) return [];
    return patchedNow(patches, unit, releases).flatMap(({ source, before, json, by }) => {
      const known = new Set(check(source, valuesOf(before, source, unit)).map(({ message }) => message));
      return check(source, valuesOf(json, source, unit))
        .filter(({ message }) => !known.has(message))
        .map((problem) => ({
          ...problem,
          message: `${kustomization.title}: with the patch, ${problem.message}`,
          at: placeIn(kustomization, `spec.patches[${by.at(-1)!}]`),
        }));
    });
  });
