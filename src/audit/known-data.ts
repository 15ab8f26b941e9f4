import { configMapKey } from '../applied/config-map-key.js';
import { type IsMade, madeInTree } from './made-data.js';
import type { SuppliedData } from './supplied-data.js';
import { type AllWrittenData, findWritten } from './terraform/written-data.js';
import type { ViewedState } from './view-cluster.js';

/** Which ConfigMaps and Secrets something makes, and with which keys. */
export interface KnownData {
  /** Whether Terraform does. */
  readonly isWritten: IsMade;
  /** Whether Terraform or the tree does. */
  readonly isMade: IsMade;
  /** All keys; undefined where another one may be there. */
  readonly keysOf: (kind: string, namespace: string, name: string) => ReadonlySet<string> | undefined;
}

export const knownData = (
  { state, data }: Pick<ViewedState, 'state'> & { readonly data: ReadonlyMap<string, SuppliedData> },
  written: AllWrittenData,
): KnownData => {
  const isWritten: IsMade = (kind, namespace, name) => findWritten(written, kind, namespace, name) !== undefined;
  const isInTree = madeInTree(state);
  return {
    isWritten,
    isMade: (...one) => isWritten(...one) || isInTree(...one),
    keysOf: (kind, namespace, name) => {
      const found = data.get(`${kind}/${configMapKey(namespace, name)}`);
      if (found !== undefined) return found.isOpen ? undefined : new Set(found.data.keys());
      const ofRoots = findWritten(written, kind, namespace, name);
      return ofRoots === undefined || ofRoots.isOpen ? undefined : new Set(ofRoots.keys.keys());
    },
  };
};
