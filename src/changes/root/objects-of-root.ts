import type { ObjectId } from '../../applied/object-id.js';
import { sourceOf } from '../../applied/view/build-owner.js';
import type { FoundRoot } from '../../applied/view/found-root.js';
import { parseOwnerKey } from '../../declared/owner-key.js';

/** Gives Flux's root and its source: what the Flux Operator makes of the `sync` of a FluxInstance. */
export const objectsOfRoot = ({ key, json }: Pick<FoundRoot, 'key' | 'json'>): readonly [ObjectId, ObjectId] => {
  const { namespace, name } = parseOwnerKey(key);
  return [
    { group: 'kustomize.toolkit.fluxcd.io', kind: 'Kustomization', namespace, name },
    { group: 'source.toolkit.fluxcd.io', ...sourceOf(json, namespace) },
  ];
};
