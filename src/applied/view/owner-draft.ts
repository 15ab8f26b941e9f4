import type { JsonObject } from '../../json/json-value.js';

/** A Kustomization that was found, but whose folder isn't read yet. */
export interface OwnerDraft {
  readonly key: string;
  /** The manifest as its parent applies it. */
  readonly json: JsonObject;
  readonly parents: string[];
  readonly file: string | undefined;
  readonly line?: number | undefined;
  /** The keys of the Kustomizations above it, from the root on. */
  readonly above: readonly string[];
  /** For the root: the folder that it reads. @default - its path in its source */
  readonly folder?: string;
}
