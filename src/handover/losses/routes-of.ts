import { isObject } from '../../json/is-object.js';
import type { ClusterState, OwnedObject } from '../cluster-state.js';
import { readField } from './keeps.js';

/** The routes of a state that hang on a Gateway. */
export const routesOf = (gateway: OwnedObject, state: ClusterState): readonly OwnedObject[] =>
  [...state.objects.values()].filter(({ id, holdings }) => {
    if (id.group !== 'gateway.networking.k8s.io' || !id.kind.endsWith('Route')) return false;
    const parents = readField(holdings[0].json, 'spec.parentRefs');
    return (
      Array.isArray(parents) &&
      parents.some(
        (parent) =>
          isObject(parent) &&
          (parent['kind'] ?? 'Gateway') === 'Gateway' &&
          (parent['group'] ?? id.group) === id.group &&
          parent['name'] === gateway.id.name &&
          (parent['namespace'] ?? id.namespace) === gateway.id.namespace,
      )
    );
  });
