import { isObject } from '../json/is-object.js';
import type { ClusterState, OwnedObject } from './cluster-state.js';
import { keyOf } from './object-id.js';

/** The source that a reference of a Flux object names; `undefined` if the tree doesn't have it. */
export const tryFindSource = (ref: unknown, namespace: string, state: ClusterState): OwnedObject | undefined => {
  if (!isObject(ref)) return undefined;
  const { kind, name } = ref;
  if (typeof kind !== 'string' || typeof name !== 'string') return undefined;
  const place = typeof ref['namespace'] === 'string' ? ref['namespace'] : namespace;
  return state.objects.get(keyOf({ group: 'source.toolkit.fluxcd.io', kind, namespace: place, name }));
};
