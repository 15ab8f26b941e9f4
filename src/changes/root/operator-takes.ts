import { keyOf, type ObjectId } from '../../applied/object-id.js';
import type { FluxView } from '../../applied/view/flux-view.js';
import { FLUX_NAMESPACE } from '../../contract/index.js';
import type { AnyFluxCluster } from '../../declared/declared-cluster.js';
import { type Component, components, defaultComponents } from '../../flux/components.js';
import { OPERATOR_GROUP } from '../../flux/resource-sets/resource-set.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { isListed } from '../../rules/references/external.js';
import { objectsOfRoot } from './objects-of-root.js';

/** Whether the cluster's code declares a FluxInstance, and no file of Flux's root exists. */
export const isOperated = ({ externalObjects }: Pick<AnyFluxCluster, 'externalObjects'>): boolean =>
  externalObjects.some((one) =>
    isListed(one, { group: OPERATOR_GROUP, kind: 'FluxInstance', namespace: FLUX_NAMESPACE, name: 'flux' }),
  );

/** The controllers that a FluxInstance installs. */
export const componentsOfInstance = ({ spec }: JsonObject): readonly Component[] => {
  const listed = isObject(spec) ? spec['components'] : undefined;
  return Array.isArray(listed) ? components.filter((one) => listed.includes(one)) : defaultComponents;
};

/**
 * Gives what the Flux Operator makes for a FluxInstance that the cluster has before the change: the root, its source,
 * and Flux itself. The operator marks all of it with `kustomize.toolkit.fluxcd.io/prune: Disabled`, so the files of
 * `flux bootstrap` may be deleted.
 */
export const heldByOperator = (
  { running, owners, root }: Pick<FluxView, 'running' | 'owners' | 'root'>,
  isExternal: boolean,
): ((id: ObjectId, json: JsonObject) => boolean) => {
  const isInTree = running.sync !== undefined;
  if (!isInTree && !isExternal) return () => false;
  const instance = owners
    .get(root)
    ?.objects.find(({ id }) => running.declaredBy !== undefined && keyOf(id) === keyOf(running.declaredBy));
  const spec = isInTree && isObject(instance?.json['spec']) ? instance.json['spec'] : {};
  // The controllers of an instance outside of the tree aren't known.
  const has = isInTree ? componentsOfInstance({ spec }) : components;
  const { cluster } = spec;
  const hasPolicies = !isObject(cluster) || cluster['networkPolicy'] !== false;
  const made = new Set(objectsOfRoot(running).map(keyOf));
  return (id, { metadata }) => {
    if (made.has(keyOf(id))) return true;
    const labels = isObject(metadata) && isObject(metadata['labels']) ? metadata['labels'] : {};
    const component = components.find((one) => one === labels['app.kubernetes.io/component'] || one === id.name);
    if (component !== undefined) return has.includes(component);
    return labels['app.kubernetes.io/part-of'] === 'flux' && (id.kind !== 'NetworkPolicy' || hasPolicies);
  };
};
