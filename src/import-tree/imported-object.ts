import type { ObjectId } from '../applied/object-id.js';
import type { JsonObject } from '../json/json-value.js';

/** An object that the code is to make. */
export interface ImportedObject {
  readonly id: ObjectId;
  /** As kustomize builds it, with the vars that the Kustomization itself sets. */
  readonly json: JsonObject;
  /** The file that declares it, from the repository's root; empty if it is generated. */
  readonly path: string;
  /** The name without its hash, of a ConfigMap that kustomize generated. */
  readonly base?: string | undefined;
}

/** A file that the import writes. */
export interface WrittenFile {
  /** From the project's folder. */
  readonly path: string;
  readonly text: string;
}
