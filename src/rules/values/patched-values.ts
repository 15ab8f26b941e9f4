import type { CompiledAddon, CompiledObject } from '../../compile/compiled-cluster.js';
import { mergeObjects } from '../../constructs/merge.js';
import { exampleOf } from '../../contract/index.js';
import type { Diagnostic } from '../../diagnostics/index.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { specOf } from '../context/state-index.js';
import { isKustomization, patchedBy } from '../patches/find-patches.js';
import { patchedNow } from '../patches/patched-now.js';

/** What Helm gets of a release: Terraform's values by their examples, and the inline ones over them. */
export const valuesOf = (json: JsonObject, object: CompiledObject, addon: CompiledAddon): object => {
  const { spec } = json;
  const values = spec !== undefined && isObject(spec) && isObject(spec['values']) ? spec['values'] : {};
  const input = addon.built.inputs.values.get(object.name);
  return mergeObjects(input === undefined ? {} : (exampleOf(input.schema) as object), values);
};

/**
 * What is wrong with values that the patches of an addon's own Kustomization put into its releases, and only then.
 *
 * @param check what is wrong with the values of a release
 */
export const patchedValueProblems = (
  addon: CompiledAddon,
  check: (release: CompiledObject, values: object) => readonly Diagnostic[],
): readonly Diagnostic[] =>
  addon.entry.filter(isKustomization).flatMap((kustomization) => {
    const { patches } = specOf(kustomization);
    const objects = Array.isArray(patches) && patches.length > 0 ? patchedBy(kustomization, addon) : undefined;
    const releases = objects?.filter(({ kind }) => kind === 'HelmRelease') ?? [];
    if (!Array.isArray(patches) || releases.length === 0) return [];
    return patchedNow(patches, addon, releases).flatMap(({ source, before, json, by }) => {
      const known = new Set(check(source, valuesOf(before, source, addon)).map(({ message }) => message));
      return check(source, valuesOf(json, source, addon))
        .filter(({ message }) => !known.has(message))
        .map((problem) => ({
          ...problem,
          message: `${kustomization.title}: with the patch, ${problem.message}`,
          at: { addon: addon.built.name, object: kustomization.title, path: `spec.patches[${by.at(-1)!}]` },
        }));
    });
  });
