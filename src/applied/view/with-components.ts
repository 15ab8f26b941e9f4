import type { JsonObject } from '../../json/json-value.js';
import { specOf } from '../../json/manifest-fields.js';
import { isFluxKustomization, ownerKey } from '../cluster-state.js';
import { tryReadId } from '../object-id.js';

/**
 * Keys of the Kustomizations among some objects whose `components` change their build, so that only kustomize shows
 * what they apply.
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
