import type { CompiledAddon, CompiledCluster } from '../../compile/compiled-cluster.js';
import { sourceOf } from '../../compile/tenant-defaults.js';
import { externalKey } from '../../declared/external-kustomization.js';
import type { Offer } from '../../tenants/offer/offer.js';
import { elsewhereOf, offeredUnits, TENANT_ROOT } from './offered-units.js';
import type { RuleState, Unit } from './rule-state.js';

export const stateOfCluster = (compiled: CompiledCluster): RuleState => {
  const { app, cluster, built, addons, ownKinds, varSafety } = compiled;
  const offer = cluster.published?.offer;
  return {
    name: cluster.name,
    kubernetes: cluster.kubernetes,
    flux: cluster.flux,
    fluxSettings: cluster.fluxSettings,
    lockdown: cluster.lockdown,
    source: sourceOf(app, cluster),
    units: [...(offer === undefined ? [] : offeredUnits(offer)), ...addons.map((one) => unitOfAddon(one, offer))],
    namespaces: built.namespaces.map(({ addon, ...one }) => (addon === undefined ? one : { ...one, unit: addon })),
    vars: built.declaredVars,
    varSafety,
    scopeOf: built.scopeOf,
    ownKinds,
    elsewhere: elsewhereOf(cluster, offer),
    declared: compiled,
    ...(offer === undefined ? {} : { offer }),
  };
};

const unitOfAddon = (addon: CompiledAddon, offer: Offer | undefined): Unit => {
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
    ...(offer === undefined ? {} : { parent: TENANT_ROOT }),
  };
};
