import type { JsonObject } from '../json/json-value.js';
import type { ObjectId } from './object-id.js';

/** Deletion settings of a Kustomization. https://fluxcd.io/flux/components/kustomize/kustomizations/#prune */
export interface OwnerFlags {
  readonly prune: boolean;
  readonly deletionPolicy: string;
  readonly suspend: boolean;
  /** The cluster that it applies to, if that is another one. */
  readonly kubeConfig?: unknown;
  /** Its commonMetadata sets `prune: disabled` on everything that it applies. */
  readonly keepsAll: boolean;
}

/** A Kustomization of Flux, as its manifest describes it; or a ResourceSet of the Flux Operator. */
export interface Owner extends OwnerFlags {
  /** `namespace/name`; for a ResourceSet, its title. */
  readonly key: string;
  /** False if its objects weren't read: they are in another repository or in a folder of others. */
  readonly seen: boolean;
  /** None of its objects is known. */
  readonly isHidden?: true;
  /** For a ResourceSet, whose objects the Flux Operator applies. */
  readonly set?: OwnerSet;
}

/** A ResourceSet as an owner. */
export interface OwnerSet {
  readonly object: OwnedObject;
  /** Both as in {@link MadeBySet}. */
  readonly unknown: readonly unknown[];
  readonly open: readonly string[];
  /** The operator replaces objects that the API server can't update. */
  readonly isForced: boolean;
}

/** One declaration of an object. */
export interface Holding {
  /** The key of the {@link Owner}. */
  readonly owner: string;
  /** Its file; empty if not known. */
  readonly path: string;
  /** A mark on the object keeps Flux from deleting it. */
  readonly kept: boolean;
  readonly json: JsonObject;
  /** The key with the name and namespace from the file, if the owner changes them. */
  readonly writtenKey?: string;
  /** Others wrote the file. Its path then starts from the repository's root. */
  readonly isForeign?: true;
  /** A view built it, so the patches of its owner are applied, and its known vars are substituted. */
  readonly isSubstituted?: true;
  /** As its file has it, if patches of its owner change it. */
  readonly unpatched?: JsonObject;
  /** Patches of its owner may change it further, in a way that isn't known here. */
  readonly isOpenToPatches?: true;
  /** A ResourceSet owns it; the path is the path of the set's file. */
  readonly isMade?: true;
}

/** Whether a file declares it, rather than a ResourceSet. */
export const isWritten = ({ isMade }: Holding): boolean => isMade !== true;

export interface OwnedObject {
  readonly key: string;
  readonly id: ObjectId;
  /**
   * One for each owner, in the order of their keys, ResourceSets last. In a hand-written tree an object may have
   * several owners.
   */
  readonly holdings: readonly [Holding, ...Holding[]];
}

/** An object as its first owner declares it. */
export const jsonOf = ({ holdings }: Pick<OwnedObject, 'holdings'>): JsonObject => holdings[0].json;
