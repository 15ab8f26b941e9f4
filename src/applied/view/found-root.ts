import type { JsonObject } from '../../json/json-value.js';
import type { ObjectId } from '../object-id.js';

/** The Kustomization that Flux starts from. */
export interface FoundRoot {
  readonly key: string;
  readonly json: JsonObject;
  /** The file that declares it; undefined where nothing in the repository does. */
  readonly file: string | undefined;
  /** What it reads. */
  readonly folder: string;
  /** The Kustomization or FluxInstance that declares it. */
  readonly declaredBy?: ObjectId;
  /** Flux never prunes that object, by a mark on it. */
  readonly isDeclaredForGood?: true;
  /** Its file lies neither in the cluster's folder nor above it: another root applies it. */
  readonly isOutside?: true;
  /** Of a FluxInstance, where it fetches the tree. */
  readonly sync?: JsonObject;
}

/** The root as Flux has it once it has applied what it builds, itself included. */
export interface SettledRoot extends FoundRoot {
  /** It builds the object that declares it: what that says counts, and without it the root is gone. */
  readonly appliesItself: boolean;
  /** The spec of its source, where the root applies that too. */
  readonly sourceSpec?: JsonObject;
  /** It has deleted itself: what it had applied before isn't built any more. */
  readonly isGone: boolean;
  /** It is gone, and the FluxInstance by which the Flux Operator would make it comes with the same change. */
  readonly successor?: ObjectId;
}
