import type { CompiledAddon, CompiledCluster } from '../../compile/compiled-cluster.js';
import { externalKey } from '../../declared/external-kustomization.js';
import type { RuleState, Unit } from './rule-state.js';

export const stateOfCluster = (compiled: CompiledCluster): RuleState => {
  const { app, cluster, built, addons, ownKinds, varSafety } = compiled;
  return {
    name: cluster.name,
    kubernetes: cluster.kubernetes,
    flux: cluster.flux,
    fluxSettings: cluster.fluxSettings,
    lockdown: cluster.lockdown,
    source: app.source,
    units: addons.map(unitOfAddon),
    namespaces: built.namespaces.map(({ addon, ...one }) => (addon === undefined ? one : { ...one, unit: addon })),
    vars: built.declaredVars,
    varSafety,
    scopeOf: built.scopeOf,
    ownKinds,
    elsewhere: cluster,
    declared: compiled,
  };
};

const unitOfAddon = (addon: CompiledAddon): Unit => {
  const { built, objects, entry, patched } = addon;
  return {
    name: built.name,
    key: externalKey({ namespace: built.kustomizationNamespace, name: built.name }),
    objects,
    entry,
    dependsOn: [...built.dependsOn, ...built.externals.map(externalKey)],
    provides: built.instance.definition.provides ?? [],
    isPartial: built.isPartial,
    isElsewhere: built.folder === undefined,
    known: built.known,
    patched,
    declared: addon,
  };
};
