import { parseOwnerKey } from '../compile/owner-key.js';
import { FLUX_NAMESPACE, ROOT_OWNER } from '../contract/index.js';

/**
 * How an owner is called in texts: its name, with the namespace where that is not `flux-system`. The root is one of them.
 *
 * @param root the root's own key @default - as `flux bootstrap` calls it
 */
export const ownerName = (key: string, root: string = ROOT_OWNER): string => {
  const own = key === ROOT_OWNER ? root : key;
  const { namespace, name } = parseOwnerKey(own);
  return namespace === FLUX_NAMESPACE ? name : own;
};

export const ownerNames = (keys: readonly string[], root?: string): string =>
  [...new Set(keys)].map((key) => ownerName(key, root)).join(' and ');

/** Whether an owner is a ResourceSet, which is known by its title. */
export const isSetKey = (key: string): boolean => key.startsWith('ResourceSet/');

/** An owner at the start of a sentence or within: `Kustomization "web"`, or the title of a ResourceSet. */
export const ownerTitle = (key: string, root?: string): string =>
  isSetKey(key) ? key : `Kustomization "${ownerName(key, root)}"`;

/** The same of several. */
export const ownersTitle = (keys: readonly string[], root?: string): string =>
  keys.every(isSetKey) ? ownerNames(keys) : `Kustomization "${ownerNames(keys, root)}"`;
