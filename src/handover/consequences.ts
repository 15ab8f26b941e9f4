import { type ClusterState, isFluxKustomization, type OwnedObject, ownerKey } from './cluster-state.js';
import { deletes, objectsOfOwner } from './compare-owners.js';
import { titleOf } from './object-id.js';

/** What goes with each kind when Flux deletes an object of it, beside what the tree shows. */
const takes: Readonly<Record<string, string>> = {
  EC2NodeClass: 'the nodes made from it',
  HelmRelease: 'the release: all that its chart installed',
  NodePool: 'its nodes, and the pods on them',
  PersistentVolume: 'the data on it',
  PersistentVolumeClaim: 'its volume and the data on it',
  StatefulSet: 'its pods',
};

const stores: Readonly<Record<string, string>> = {
  ClusterSecretStore: 'what keeps Secrets of ExternalSecrets up to date',
  SecretStore: 'what keeps Secrets of ExternalSecrets up to date',
};

/** How many objects a sentence names before it counts the rest. */
const NAMED = 6;

/** What dies with an object, in words; `undefined`: nothing but itself. */
export const consequenceOf = (object: OwnedObject, state: ClusterState): string | undefined => {
  const { id, holdings } = object;
  if (id.kind === 'CustomResourceDefinition') {
    const { group, names } = (holdings[0].json['spec'] ?? {}) as { group?: string; names?: { kind?: string } };
    const known = [...state.objects.values()].filter((one) => one.id.group === group && one.id.kind === names?.kind);
    return `every ${names?.kind ?? 'object'} of ${group ?? 'its group'} in the cluster${named(known, ': ')}`;
  }
  if (id.kind === 'Namespace') {
    const known = [...state.objects.values()].filter((one) => one.id.namespace === id.name);
    return `all that is in the namespace${named(known, ': ')}`;
  }
  if (isFluxKustomization(id)) {
    const owner = state.owners.get(ownerKey(id));
    if (owner === undefined || !deletes(owner)) return undefined;
    if (!owner.seen) return 'all that it applies, which is not seen here';
    const objects = objectsOfOwner(state, object);
    return objects.length === 0 ? undefined : `its objects${named(objects, ': ')}`;
  }
  return takes[id.kind] ?? stores[id.kind];
};

const named = (objects: readonly OwnedObject[], lead: string): string => {
  if (objects.length === 0) return '';
  const titles = objects.map(({ id }) => titleOf(id)).sort();
  const rest = titles.length - NAMED;
  return `${lead}${titles.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
};
