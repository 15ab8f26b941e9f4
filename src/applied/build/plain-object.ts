import type { BuiltObject } from './build-folder.js';

/** An object on its way through a build without kustomize. */
export interface PlainObject extends BuiltObject {
  /** A generator made it, and its name gets a hash of its data. */
  readonly needsHash?: true;
}
