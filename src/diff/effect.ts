import type { ObjectId } from '../applied/object-id.js';
import type { JsonObject } from '../json/json-value.js';
import type { FieldChange } from './compare-fields.js';

/** What a change of an object does beyond the object itself. */
export interface Effect {
  /** A clause: `its pods restart one after the other`. */
  readonly text: string;
  readonly kind: 'refused' | 'lost' | 'restart' | 'upgrade' | 'none';
  /** It depends on something that only the cluster knows. */
  readonly isUnsure?: true;
  /** Of an object that is refused for what is in it, and not for what changes: what is wrong with it. */
  readonly fault?: string;
}

/** An object on both sides, as Flux applies it. */
export interface ChangedObject {
  readonly id: ObjectId;
  readonly from: JsonObject;
  readonly to: JsonObject;
  readonly fields: readonly FieldChange[];
  /** Of a release: some of its values are only in the cluster. */
  readonly hasUnknownValues?: boolean;
}
