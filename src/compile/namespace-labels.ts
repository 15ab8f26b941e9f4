import type { AddonInstance } from '../addon/addon.js';

type Labelled = Pick<AddonInstance, 'definition' | 'name' | 'namespaceLabels'>;

/** By namespace, the labels that the addons in it need; of two values for one label, that of the first addon. */
export const namespaceLabels = (addons: readonly Labelled[]): ReadonlyMap<string, Readonly<Record<string, string>>> => {
  const all = new Map<string, Readonly<Record<string, string>>>();
  for (const { definition, namespaceLabels: labels } of addons) {
    const { namespace } = definition;
    if (namespace !== undefined) all.set(namespace, { ...labels, ...all.get(namespace) });
  }
  return all;
};
