import { FLUX_NAMESPACE } from '../contract/index.js';

/** How an owner is called in texts: its name, with the namespace where that is not `flux-system`. The root is one of them. */
export const ownerName = (key: string): string =>
  key.startsWith(`${FLUX_NAMESPACE}/`) ? key.slice(FLUX_NAMESPACE.length + 1) : key;

export const ownerNames = (keys: readonly string[]): string => [...new Set(keys)].map(ownerName).join(' and ');
