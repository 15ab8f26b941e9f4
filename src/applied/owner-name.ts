import { FLUX_NAMESPACE, ROOT_OWNER } from '../contract/index.js';
import { parseOwnerKey } from '../declared/owner-key.js';

/**
 * The name of an owner in texts, with its namespace unless that is `flux-system`. Works for the root, too.
 *
 * @param root the root's own key @default - the name that `flux bootstrap` uses
 */
export const ownerName = (key: string, root: string = ROOT_OWNER): string => {
  const own = key === ROOT_OWNER ? root : key;
  const { namespace, name } = parseOwnerKey(own);
  return namespace === FLUX_NAMESPACE ? name : own;
};

export const ownerNames = (keys: readonly string[], root?: string): string =>
  [...new Set(keys)].map((key) => ownerName(key, root)).join(' and ');

/** Whether an owner is a ResourceSet, whose key is its title. */
export const isSetKey = (key: string): boolean => key.startsWith('ResourceSet/');

/** An owner in a sentence: `Kustomization "web"`, or the title of a ResourceSet. */
export const ownerTitle = (key: string, root?: string): string =>
  isSetKey(key) ? key : `Kustomization "${ownerName(key, root)}"`;

/** The same for several owners. */
export const ownersTitle = (keys: readonly string[], root?: string): string =>
  keys.every(isSetKey) ? ownerNames(keys) : `Kustomization "${ownerNames(keys, root)}"`;
