import { FLUX_NAMESPACE } from '../contract/index.js';

/** The name of a Kustomization, which may own objects. */
export interface OwnerPlace {
  readonly namespace: string;
  readonly name: string;
}

/** `namespace/name` of a Kustomization, by which it is known as an owner. No addon is called like that. */
export const ownerKey = ({ namespace, name }: OwnerPlace): string => `${namespace}/${name}`;

/** The reverse of {@link ownerKey}. The key of a ResourceSet, its title, gives the name of no Kustomization. */
export const parseOwnerKey = (key: string): OwnerPlace => {
  const slash = key.indexOf('/');
  return { namespace: key.slice(0, Math.max(slash, 0)), name: key.slice(slash + 1) };
};

/** How texts name a Kustomization: without the namespace where that is `flux-system`. */
export const shortOwnerName = (owner: OwnerPlace): string =>
  owner.namespace === FLUX_NAMESPACE ? owner.name : ownerKey(owner);
