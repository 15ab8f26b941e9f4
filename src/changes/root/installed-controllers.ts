import { openPatches } from '../../applied/apply-patches.js';
import type { ClusterState, OwnedObject } from '../../applied/cluster-state.js';
import { deletedByPatches } from '../../applied/deleted-by-patches.js';
import type { ObjectId } from '../../applied/object-id.js';
import { type Component, components } from '../../flux/components.js';
import { isOwnMarked } from '../../flux/resource-sets/marks.js';
import { OPERATOR_GROUP } from '../../flux/resource-sets/resource-set.js';
import { fieldsOf, listOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { componentsOfInstance } from './operator-takes.js';

/** Finds Flux's controllers that the objects of a state run. */
export const installedControllers = ({ objects }: ClusterState): ReadonlySet<Component> =>
  new Set([...objects.values()].flatMap(controllersOf));

/**
 * Gives the controllers that an object runs: a controller's own Deployment; or those of a FluxInstance that the
 * operator acts on, without the ones that its patches delete. A Deployment without pods runs none.
 */
export const controllersOf = ({ id, holdings: [{ json }] }: OwnedObject): readonly Component[] => {
  if (isDeployment(id)) return isScaledDown(json) ? [] : components.filter((one) => one === id.name);
  if (!isFluxInstance(id) || isLeftAlone(json)) return [];
  const kustomize = isObject(json['spec']) ? json['spec']['kustomize'] : undefined;
  if (!isObject(kustomize)) return componentsOfInstance(json);
  const spec = { patches: listOf(kustomize['patches']).filter((one) => !readsMarks(one)) } as JsonObject;
  const [isDeleted, patch] = [deletedByPatches({ spec }), openPatches({ spec })];
  return componentsOfInstance(json).filter((name) => {
    const metadata = { name, namespace: id.namespace };
    const plain = { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: { replicas: 1 } };
    return isDeleted?.(plain) !== 'certainly' && !isScaledDown(patch?.(plain) ?? plain);
  });
};

/** Which labels and annotations the operator gives a controller isn't known here. */
const readsMarks = (patch: unknown): boolean => {
  const { labelSelector, annotationSelector } = fieldsOf(fieldsOf(patch)['target']);
  return Boolean(labelSelector) || Boolean(annotationSelector);
};

export const isDeployment = ({ group, kind }: ObjectId): boolean => group === 'apps' && kind === 'Deployment';

export const isFluxInstance = ({ group, kind }: ObjectId): boolean =>
  group === OPERATOR_GROUP && kind === 'FluxInstance';

/** Whether the Flux Operator ignores a FluxInstance, so that all stays as it is. */
export const isLeftAlone = (json: JsonObject): boolean => isOwnMarked(json, 'reconcile', 'disabled');

export const isScaledDown = ({ spec }: JsonObject): boolean => isObject(spec) && spec['replicas'] === 0;
