import { type ClusterState, isFluxKustomization, type OwnedObject, ownerKey } from '../applied/cluster-state.js';
import { openStateIndex } from '../applied/state-index.js';
import { compareText } from '../json/compare-text.js';
import type { AppPlan } from '../tree/plan-app.js';

/** A cluster, or an addon of one, that an error keeps out of the comparison. */
export interface NotCompared {
  readonly cluster: string;
  /** @default - the whole cluster */
  readonly addon?: string;
  /** Of the diagnostics that say why: `FX701`. */
  readonly codes: readonly string[];
}

/** Each place once, by cluster and addon. */
export const sortNotCompared = (all: readonly NotCompared[]): readonly NotCompared[] => {
  const places = new Map<string, NotCompared>();
  for (const one of all) {
    const key = JSON.stringify([one.cluster, one.addon ?? '']);
    const codes = [...new Set([...(places.get(key)?.codes ?? []), ...one.codes])];
    places.set(key, { ...one, codes });
  }
  return [...places].sort(([a], [b]) => compareText(a, b)).map(([, one]) => one);
};

/** The addons of a cluster that could not be made as a whole: what they lack isn't gone. */
export const failedAddons = (plan: AppPlan, cluster: string): readonly FailedAddon[] => {
  const compiled = plan.compiled.find((one) => one.cluster.name === cluster);
  return (compiled?.addons ?? []).flatMap(({ built: { name, isPartial, kustomizationNamespace } }) => {
    const codes = compiled!.problems.flatMap(({ at, code, severity }) =>
      at.addon === name && severity === 'error' ? code : [],
    );
    const owner = `${kustomizationNamespace}/${name}`;
    return isPartial ? [{ cluster, addon: name, codes, owner }] : [];
  });
};

export interface FailedAddon extends NotCompared {
  readonly addon: string;
  /** The key of its Kustomization. */
  readonly owner: string;
}

/** Both states without what some Kustomizations apply, at any depth, and without these themselves. */
export const withoutOwners = (states: readonly ClusterState[], owners: Iterable<string>): readonly ClusterState[] => {
  const left = new Set(owners);
  const isLeft = ({ holdings: [first, ...rest] }: OwnedObject): boolean =>
    [first, ...rest].every(({ owner }) => left.has(owner));
  const reach = (state: ClusterState): void => {
    for (const object of state.objects.values()) {
      if (isFluxKustomization(object.id) && isLeft(object)) left.add(ownerKey(object.id));
    }
    for (const { key, set } of state.owners.values()) if (set !== undefined && isLeft(set.object)) left.add(key);
  };
  for (let size = -1; size < left.size; ) {
    size = left.size;
    states.forEach(reach);
  }
  return states.map((state) => {
    const objects = new Map(
      [...state.objects].filter(
        ([, object]) => !isLeft(object) && !(isFluxKustomization(object.id) && left.has(ownerKey(object.id))),
      ),
    );
    return { ...state, objects, index: openStateIndex(objects) };
  });
};
