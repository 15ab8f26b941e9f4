import type { Json } from '../../json/json-value.js';
import type { SchemaNode } from './describe-type.js';
import type { SchemaPath } from './schema-path.js';

interface At {
  readonly path: SchemaPath;
}

/** A key that only one side has, with all that is below it. */
export interface OneSided extends At {
  readonly kind: 'added' | 'removed';
  readonly schema: SchemaNode;
  /** What holds without it being set; undefined where nothing does. */
  readonly default?: Json | undefined;
}

/** A key that is gone, and another that is likely its new name. A guess: nothing says so for certain. */
export interface Renamed extends At {
  readonly kind: 'renamed';
  readonly to: SchemaPath;
  readonly schema: SchemaNode;
  /** The defaults have it no more, but a template still looks at the old key: to refuse it, or for a while. */
  readonly isStillRead?: true;
}

export interface Retyped extends At {
  readonly kind: 'retyped';
  readonly from: string;
  readonly to: string;
  /** Something that fit before doesn't any more. */
  readonly isNarrower: boolean;
}

/** A key that must be set now. */
export interface Required extends At {
  readonly kind: 'required';
}

/** Keywords beside the type: patterns, bounds, rules. */
export interface Constrained extends At {
  readonly kind: 'constrained';
  readonly from: SchemaNode;
  readonly to: SchemaNode;
}

export interface DefaultChanged extends At {
  readonly kind: 'default';
  /** Where the new version has it, if its key was likely renamed. */
  readonly newPath?: SchemaPath;
  /** Undefined: there was none. */
  readonly from: Json | undefined;
  readonly to: Json | undefined;
}

/** One difference between two versions of what a chart or a kind takes. */
export type SchemaChange = OneSided | Renamed | Retyped | Required | Constrained | DefaultChanged;
export type SchemaChangeKind = SchemaChange['kind'];
