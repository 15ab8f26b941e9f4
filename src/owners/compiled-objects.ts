import type { CompiledCluster } from '../compile/compiled-cluster.js';
import type { CompiledObject } from '../compile/compiled-object.js';
import { shortName, sourceOf } from '../rules/rule.js';
import type { AppliedObject } from './claim.js';

/** All that Flux applies to a cluster because of its addons: their objects, and what is in the cluster's folder. */
export const compiledObjects = ({ addons }: CompiledCluster): readonly AppliedObject[] =>
  addons.flatMap(({ objects, entry }) => [...entry, ...objects]).map(appliedObject);

const appliedObject = (object: CompiledObject): AppliedObject => {
  const { group, kind, namespace = '', name, json, owner, madeBy, addon } = object;
  const source = sourceOf(object);
  return {
    group,
    kind,
    namespace,
    name,
    json,
    owner:
      madeBy === undefined
        ? `Kustomization "${shortName(owner)}"`
        : `ResourceSet/${madeBy.set.name} of Kustomization "${shortName(owner)}"`,
    at: { addon, ...(source === undefined ? {} : { source }) },
  };
};
