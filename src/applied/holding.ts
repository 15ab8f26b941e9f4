import type { JsonObject } from '../json/json-value.js';
import type { ObjectId } from './object-id.js';

/** What a Kustomization says about deleting. https://fluxcd.io/flux/components/kustomize/kustomizations/#prune */
export interface OwnerFlags {
  readonly prune: boolean;
  readonly deletionPolicy: string;
  readonly suspend: boolean;
  /** The cluster that it applies to, where that is another one. */
  readonly kubeConfig?: unknown;
  /** Its commonMetadata puts `prune: disabled` on all that it applies. */
  readonly keepsAll: boolean;
}

/** A Kustomization of Flux, as its manifest describes it; or a ResourceSet of the Flux Operator. */
export interface Owner extends OwnerFlags {
  /** `namespace/name`; of a ResourceSet, its title. */
  readonly key: string;
  /** False where its objects are not in what was read: in another repository, or in a folder of somebody else. */
  readonly seen: boolean;
  /** Nothing of what it applies is known. */
  readonly isHidden?: true;
  /** Of a ResourceSet, whose objects the Flux Operator applies. */
  readonly set?: OwnerSet;
}

/** A ResourceSet as an owner. */
export interface OwnerSet {
  readonly object: OwnedObject;
  /** Both as {@link MadeBySet} has them. */
  readonly unknown: readonly unknown[];
  readonly open: readonly string[];
  /** The operator replaces what the API server doesn't update. */
  readonly isForced: boolean;
}

/** One place where an object is described. */
export interface Holding {
  /** The key of the {@link Owner}. */
  readonly owner: string;
  /** The file that it is in; empty where it is not known. */
  readonly path: string;
  /** The object itself says that Flux must not delete it. */
  readonly kept: boolean;
  readonly json: JsonObject;
  /** Of an object that its owner gives another name or namespace: its key by those that the file says. */
  readonly writtenKey?: string;
  /** Somebody else wrote the file, whose path then starts from the repository's root. */
  readonly isForeign?: true;
  /** The known vars of its owner are in place. */
  readonly isSubstituted?: true;
  /** Its owner is a ResourceSet, and the path that of the set's file. */
  readonly isMade?: true;
}

/** Whether a file declares it so, and not a ResourceSet. */
export const isWritten = ({ isMade }: Holding): boolean => isMade !== true;

export interface OwnedObject {
  readonly key: string;
  readonly id: ObjectId;
  /** One for each owner, in the order of their keys, ResourceSets last: in a tree written by hand an object may have several. */
  readonly holdings: readonly [Holding, ...Holding[]];
}

/** An object as its first owner declares it. */
export const jsonOf = ({ holdings }: Pick<OwnedObject, 'holdings'>): JsonObject => holdings[0].json;
