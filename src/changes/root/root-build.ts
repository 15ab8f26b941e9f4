import { isFluxKustomization, ownerKey } from '../../applied/cluster-state.js';
import { type ObjectId, titleOf, tryReadId } from '../../applied/object-id.js';
import { type ClusterViews, isKnown } from '../../applied/view/cluster-views.js';
import type { FluxObject } from '../../applied/view/flux-view.js';
import type { CompiledAddon, CompiledCluster, CompiledObject } from '../../compile/compiled-cluster.js';
import { FLUX_NAMESPACE } from '../../contract/index.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import type { ClusterPlan } from '../../tree/plan-cluster.js';

/** What Flux's root makes of the tree once the change is merged. */
export interface RootBuild extends Pick<ClusterViews, 'root' | 'tree' | 'isOwn'> {
  /** Gives the keys of a ConfigMap or Secret, wherever it comes from. `undefined` if it can't be seen. */
  readonly keysOf: (kind: string, namespace: string, name: string) => readonly string[] | undefined;
}

/**
 * Opens the keys of ConfigMaps and Secrets.
 *
 * @param applied all that other owners are known to apply to the cluster
 */
export const openKeys = (
  { cluster, contract, addons }: Pick<CompiledCluster, 'cluster' | 'contract' | 'addons'>,
  applied: readonly FluxObject[],
): RootBuild['keysOf'] => {
  const found = new Map<string, readonly string[]>();
  const add = (json: JsonObject): void => {
    const id = json['kind'] === 'ConfigMap' || json['kind'] === 'Secret' ? tryReadId(json) : undefined;
    // SOPS doesn't encrypt keys.
    if (id?.group === '') found.set(titleOf(id), [...keysIn(json['data']), ...keysIn(json['stringData'])]);
  };
  for (const { json } of applied) add(json);
  for (const { objects } of addons) for (const { json } of objects) add(json);
  for (const namespace of [FLUX_NAMESPACE, ...cluster.varsNamespaces]) {
    if (Object.keys(contract.vars).length > 0)
      found.set(
        titleOf({ group: '', kind: 'ConfigMap', namespace, name: cluster.varsConfigMap }),
        keysIn(contract.vars),
      );
  }
  return (kind, namespace, name) => found.get(titleOf({ group: '', kind, namespace, name }));
};

const keysIn = (value: unknown): readonly string[] => (isObject(value) ? Object.keys(value) : []);

/** The Kustomization of an addon, both as synth writes it and as the root applies it. */
export interface OwnKustomization {
  readonly addon: CompiledAddon;
  readonly object: CompiledObject;
  readonly id: ObjectId;
  /** `namespace/name`. */
  readonly key: string;
  /** `Kustomization/web in flux-system`. */
  readonly title: string;
  readonly written: JsonObject;
  readonly applied: FluxObject;
}

/** Gives the addons' Kustomizations that the root applies. Empty if the root doesn't build. */
export const ownKustomizations = (
  { addons }: Pick<CompiledCluster, 'addons'>,
  plan: Pick<ClusterPlan, 'layout' | 'objects'>,
  { root, isOwn }: Pick<RootBuild, 'root' | 'isOwn'>,
): readonly OwnKustomization[] => {
  if (!isKnown(root)) return [];
  const applied = new Map(
    root.objects
      .filter(({ id, path }) => isFluxKustomization(id) && isOwn(path))
      .map((one) => [ownerKey(one.id), one] as const),
  );
  const addonOf = new Map(addons.map((one) => [one.built.name, one]));
  return plan.objects.flatMap(({ object, json, path }): readonly OwnKustomization[] => {
    const id = plan.layout.isInFolder(path) ? tryReadId(json) : undefined;
    if (id === undefined || !isFluxKustomization(id)) return [];
    const key = ownerKey(id);
    const found = applied.get(key);
    const addon = addonOf.get(object.addon);
    if (found === undefined || addon === undefined) return [];
    return [{ addon, object, id, key, title: titleOf(id), written: json, applied: found }];
  });
};
