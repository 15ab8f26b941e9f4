import type { MapNode, ValuesNode } from './values-node.js';

/**
 * `over` put over `base` as helm-controller does (fluxcd/pkg chartutil, MergeMaps): maps merge, lists and all else
 * replace, null too. What only one side has is not copied but shared.
 */
export const mergeValues = (base: MapNode, over: MapNode): MapNode => {
  const entries = new Map<string, ValuesNode>(base.entries);
  for (const [key, value] of over.entries) {
    const below = entries.get(key);
    entries.set(key, value.kind === 'map' && below?.kind === 'map' ? mergeValues(below, value) : value);
  }
  return { kind: 'map', entries, layer: base.layer };
};
