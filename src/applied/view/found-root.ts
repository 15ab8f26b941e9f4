import type { JsonObject } from '../../json/json-value.js';
import type { ObjectId } from '../object-id.js';

/** The Kustomization that Flux starts with. */
export interface FoundRoot {
  readonly key: string;
  readonly json: JsonObject;
  /** The file that declares it; undefined if nothing in the repository does. */
  readonly file: string | undefined;
  /** The folder that it reads. */
  readonly folder: string;
  /** The Kustomization or FluxInstance that declares it. */
  readonly declaredBy?: ObjectId;
  /** A mark on that object keeps Flux from pruning it. */
  readonly isDeclaredForGood?: true;
  /** Its file is neither in the cluster's folder nor above it, so another root applies it. */
  readonly isOutside?: true;
  /** For a FluxInstance: where it fetches the tree. */
  readonly sync?: JsonObject;
}

/** The root after it has applied what it builds, including itself. */
export interface SettledRoot extends FoundRoot {
  /** It builds the object that declares it. That object's settings count, and without it the root is gone. */
  readonly appliesItself: boolean;
  /** The spec of its source, if the root also applies that. */
  readonly sourceSpec?: JsonObject;
  /** It deleted itself, so its objects aren't built any more. */
  readonly isGone: boolean;
  /** The root is gone, and the same change adds the FluxInstance from which the Flux Operator would create it. */
  readonly successor?: ObjectId;
}
