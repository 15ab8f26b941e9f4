import type { JsonObject } from '../../json/json-value.js';
import type { Defaults, Difference } from './differences.js';

/** What the API server makes of a field that one side alone has; `unsure`: the cluster may hold a value already. */
export type OneSided = 'refused' | 'allowed' | 'unsure';

/** A field that an update may not change. */
export interface ImmutableField {
  /** From the object's root: `spec.selector`. */
  readonly path: string;
  /** What counts where it is absent, or inside of it. */
  readonly defaults?: Defaults;
  /** The order of the list doesn't count. */
  readonly isSet?: true;
  /** The old object lacks it. @default 'refused' */
  readonly added?: OneSided | ((to: unknown) => OneSided);
  /** The new object lacks it. @default 'refused' */
  readonly removed?: OneSided;
  /** A quantity that may become larger. */
  readonly mayGrow?: true;
  /** Whether it is immutable in these two objects. @default - always */
  readonly when?: (from: JsonObject, to: JsonObject) => boolean;
}

/** What an update of one kind may not change. Kinds without a row may change everything. */
export interface ImmutableKind {
  readonly group: string;
  readonly kind: string;
  /** The function of Kubernetes 1.36 that refuses the change. */
  readonly upstream: string;
  readonly fields: readonly ImmutableField[];
  /** Both objects are compared as this makes them. */
  readonly view?: (object: JsonObject) => JsonObject;
  /** The old object is compared as this makes it, which has something that may be added. */
  readonly viewFrom?: (from: JsonObject, to: JsonObject) => JsonObject;
  /** What no comparison of one field finds. */
  readonly extra?: (from: JsonObject, to: JsonObject) => readonly Difference[];
  /** Whether the old object may be gone, or open to changes, for a reason that it gives itself. */
  readonly unsure?: (from: JsonObject) => boolean;
}

/** A field that no update may change, whichever side has it. */
export const field = (path: string, defaults?: Defaults): ImmutableField =>
  defaults === undefined ? { path } : { path, defaults };
