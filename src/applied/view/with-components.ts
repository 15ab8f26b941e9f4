import type { JsonObject } from '../../json/json-value.js';
import { specOf } from '../../json/manifest-fields.js';
import { isFluxKustomization, ownerKey } from '../cluster-state.js';
import { tryReadId } from '../object-id.js';

/**
 * Keys of the Kustomizations among some objects whose own components change what they build: what they apply is known
 * once kustomize has built it.
 */
export const withComponents = (objects: Iterable<JsonObject>): ReadonlySet<string> => {
  const keys = new Set<string>();
  for (const json of objects) {
    if (json['kind'] !== 'Kustomization') continue;
    const id = tryReadId(json);
    const { components } = specOf(json) as { components?: unknown };
    if (id === undefined || !isFluxKustomization(id)) continue;
    if (Array.isArray(components) && components.length > 0) keys.add(ownerKey(id));
  }
  return keys;
};
