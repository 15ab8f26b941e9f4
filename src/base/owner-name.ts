import { FLUX_NAMESPACE } from '../contract/index.js';

/** How an owner is called in texts: its name, with the namespace where that is not `flux-system`. The root is one of them. */
export const ownerName = (key: string): string =>
  key.startsWith(`${FLUX_NAMESPACE}/`) ? key.slice(FLUX_NAMESPACE.length + 1) : key;

export const ownerNames = (keys: readonly string[]): string => [...new Set(keys)].map(ownerName).join(' and ');

/** Whether an owner is a ResourceSet, which is known by its title. */
export const isSetKey = (key: string): boolean => key.startsWith('ResourceSet/');

/** An owner at the start of a sentence or within: `Kustomization "web"`, or the title of a ResourceSet. */
export const ownerTitle = (key: string): string => (isSetKey(key) ? key : `Kustomization "${ownerName(key)}"`);

/** The same of several. */
export const ownersTitle = (keys: readonly string[]): string =>
  keys.every(isSetKey) ? ownerNames(keys) : `Kustomization "${ownerNames(keys)}"`;
