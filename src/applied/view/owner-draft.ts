import type { JsonObject } from '../../json/json-value.js';

/** A Kustomization that was found, and whose folder is still to be read. */
export interface OwnerDraft {
  readonly key: string;
  /** As its parent applies it. */
  readonly json: JsonObject;
  readonly parents: string[];
  readonly file: string | undefined;
  readonly line?: number | undefined;
  /** The keys of those that lead to it, from the root on. */
  readonly above: readonly string[];
  /** Of the root, what it reads. @default - its path, in its source */
  readonly folder?: string;
}
