import { externalKey } from '../../declared/external-kustomization.js';
import { parseOwnerKey } from '../../declared/owner-key.js';
import { addonsOf, findExternal } from '../../dependencies/find-external.js';
import type { RuleState } from '../context/rule-state.js';

/**
 * What a Kustomization of others waits for, or what others make a unit's Kustomization wait for. The keys are
 * `namespace/name`.
 */
export interface OtherKustomization {
  readonly key: string;
  /** Where it is declared: a file of the repository, or a line of the cluster's code. */
  readonly place: { readonly file?: string; readonly source?: string };
  /** The Kustomizations that it depends on. */
  readonly dependsOn: readonly string[];
  /** The Kustomizations that it applies and waits for before it is ready. */
  readonly waitsFor: readonly string[];
  /** The Kustomizations that apply it, without the root. */
  readonly parents: readonly string[];
}

/** The title of a Kustomization, such as `Kustomization/monitoring`. */
export const titleOfKey = (key: string): string => `Kustomization/${parseOwnerKey(key).name}`;

/** The external Kustomizations of a cluster whose dependencies the code declares. */
export const declaredOthers = ({ elsewhere, units }: RuleState): readonly OtherKustomization[] => {
  if (elsewhere.externals.every(({ dependsOn }) => dependsOn.length === 0)) return [];
  const keys = new Map(units.map(({ name, key }) => [name, key]));
  return elsewhere.externals.map((one): OtherKustomization => {
    const source = one.place();
    const dependsOn = one.dependsOn.flatMap((dependency) => {
      const other = findExternal(elsewhere, dependency);
      if (other !== undefined) return [externalKey(other)];
      return addonsOf(elsewhere, dependency).flatMap((name) => {
        return keys.get(name) ?? [];
      });
    });
    return {
      key: externalKey(one),
      place: source === undefined ? {} : { source },
      dependsOn,
      waitsFor: [],
      parents: [],
    };
  });
};
