/** How the fields of a reference determine the kind that it names. */
export interface KindByField {
  /** The field with the kind. @default 'kind' */
  readonly kind?: string;
  /** The kind if the field is absent. @default - the reference names nothing */
  readonly defaultKind?: string;
  /** The field with the group or apiVersion. @default - none */
  readonly group?: string;
  /** The group if no field names it: for every kind, or by kind. */
  readonly defaultGroup: string | Readonly<Record<string, string>>;
  /** The kinds to consider. @default - every kind with a group */
  readonly only?: readonly string[];
}

/** A part of the named object that the reference also needs. */
export interface NamedPart {
  /** A key of a ConfigMap or Secret, a port of a Service, or a listener of a Gateway. */
  readonly of: 'data' | 'ports' | 'listeners';
  /** Fields of the reference with the name of the part; `items[].key` goes through a list. */
  readonly fields: readonly string[];
  /** The part that is needed if no field names one. */
  readonly default?: string;
}

/**
 * One way in which objects name others. A path goes through a list with `[]`. Fields are in the map at the end of `at`;
 * a text there is the name itself.
 */
export interface ReferenceRow {
  /** The kinds that have the reference: `group/Kind`. */
  readonly from: readonly string[];
  readonly at: string;
  /** `group/Kind`, or the fields that determine it. */
  readonly to: string | KindByField;
  /** The field with the name. @default 'name' */
  readonly name?: string;
  /** The field with the namespace. @default - the object is in the reader's own namespace */
  readonly namespace?: string;
  /** The path of the namespace in the reader, if it isn't in the reference. */
  readonly namespaceAt?: string;
  /** The name is `namespace/name`. @default false */
  readonly isPath?: true;
  /** Only in objects that ResourceSets generate. @default false */
  readonly isOfSets?: true;
  readonly part?: NamedPart;
  /** The field that, if true, makes the object and its part optional; `always` if they are always optional. */
  readonly optional?: string;
  /** Paths in the reader; the row doesn't apply if one of them is set. */
  readonly unless?: readonly string[];
  /**
   * What can't happen before the named object exists: `start` is the reader's first action (a release installs, a
   * Kustomization builds, a source fetches), `ready` is its readiness. @default - nothing waits for it
   */
  readonly blocks?: 'start' | 'ready';
  /** The object must not only exist, but be ready. @default false */
  readonly awaitsReady?: true;
  /** The field of the reference that, if true, requires readiness. @default - none is needed */
  readonly awaitsReadyIf?: string;
  /** Nothing fails while the object is missing, so only misspelled names are reported. @default false */
  readonly isSoft?: true;
  /** Only the order counts, since the object may come from outside of the tree. @default false */
  readonly isOrderAlone?: true;
  /** The reference may name an object that the reader itself creates. @default false */
  readonly isOfOwnFolder?: true;
  /** A field of the reference, and the value with which the reference names nothing. */
  readonly ignores?: readonly [field: string, value: string];
  /** The reference reads values or vars; the rule about those checks the object and its content. @default false */
  readonly isValues?: true;
  /** A field of the reference that, if set, replaces the wait with the user's expression. */
  readonly waitsBy?: string;
}
