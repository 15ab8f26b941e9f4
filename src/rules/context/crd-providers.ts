import type { CompiledAddon, CompiledCluster } from '../../compile/compiled-cluster.js';
import { specOf } from './state-index.js';

/** By API group: the addon that brings its CRDs, as objects or by a release or folder that it says it provides. */
export const findCrdProviders = ({ addons }: CompiledCluster): ReadonlyMap<string, CompiledAddon> => {
  const providers = new Map<string, CompiledAddon>();
  for (const addon of addons) {
    for (const group of addon.built.instance.definition.provides ?? []) providers.set(group, addon);
    for (const object of addon.objects) {
      if (object.kind !== 'CustomResourceDefinition') continue;
      providers.set(String((specOf(object) as { group?: unknown }).group), addon);
    }
  }
  return providers;
};

/** Whether an addon has a CRD of a group as a plain object, which Flux applies first and waits for. */
export const hasCrd = ({ objects }: CompiledAddon, group: string): boolean =>
  objects.some(
    (one) => one.kind === 'CustomResourceDefinition' && (specOf(one) as { group?: unknown }).group === group,
  );
