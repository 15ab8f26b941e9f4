import type { CompiledCluster } from '../compile/compiled-cluster.js';
import type { ClusterLayout } from '../compile/layout.js';
import { FLUX_NAMESPACE } from '../contract/index.js';
import type { AppSettings } from '../declared/declared-app.js';
import type { JsonObject } from '../json/json-value.js';
import { specOf } from '../json/manifest-fields.js';
import type { ClusterPlan } from '../tree/plan-cluster.js';
import { type ClusterState, makeState, type StateEntry } from './cluster-state.js';

/** The owner of each object that a cluster's plan has. */
export const planEntries = (plan: ClusterPlan): readonly StateEntry[] =>
  plan.objects.map(({ object, json, path }) => ({
    json,
    owner: object.owner,
    path,
  }));

/** What Flux will have once the plan is merged. */
export const stateOfPlan = (plan: ClusterPlan, compiled: CompiledCluster): ClusterState => {
  const unseenGroups = new Map<string, string>();
  for (const { built } of compiled.addons) {
    if (built.instance.definition.source === undefined) continue;
    for (const name of built.instance.definition.provides ?? []) {
      if (name.includes('.')) unseenGroups.set(name, `${built.kustomizationNamespace}/${built.name}`);
    }
  }
  const { protectedKinds } = compiled.app;
  const scopeOf = compiled.built.scopeOf;
  return makeState(planEntries(plan), isAddonOf(compiled.app, compiled.layout), {
    unseenGroups,
    scopeOf,
    protectedKinds,
  });
};

/**
 * Whether a Kustomization reads an addon's folder. The plan doesn't have what other Kustomizations of an addon read.
 */
export const isAddonOf = (app: Pick<AppSettings, 'source'>, layout: ClusterLayout) => {
  const reads = readsTree(app);
  return ({ json, path }: StateEntry): boolean => layout.isInFolder(path) && reads(json);
};

/** Whether a Kustomization reads the repository of the tree. */
export const readsTree =
  ({ source }: Pick<AppSettings, 'source'>) =>
  (kustomization: JsonObject): boolean => {
    const { sourceRef } = specOf(kustomization) as { sourceRef?: Record<string, unknown> };
    const { namespace = FLUX_NAMESPACE } = (kustomization['metadata'] ?? {}) as { namespace?: unknown };
    return (
      sourceRef?.['kind'] === source.kind &&
      sourceRef['name'] === source.name &&
      (sourceRef['namespace'] ?? namespace) === source.namespace
    );
  };
