/** Which kind a reference names, where its own fields say it. */
export interface KindByField {
  /** The field with the kind. @default 'kind' */
  readonly kind?: string;
  /** The kind where the field is absent. @default - nothing is named then */
  readonly defaultKind?: string;
  /** The field with the group, or with an apiVersion. @default - no field says it */
  readonly group?: string;
  /** The group where no field says it: of every kind, or by kind. */
  readonly defaultGroup: string | Readonly<Record<string, string>>;
  /** Other kinds are not looked at. @default - every kind with a group */
  readonly only?: readonly string[];
}

/** A part of the named object that the reference needs too. */
export interface NamedPart {
  /** A key of a ConfigMap or Secret, a port of a Service, or a listener of a Gateway. */
  readonly of: 'data' | 'ports' | 'listeners';
  /** Fields of the reference that say which one; `items[].key` goes through a list. */
  readonly fields: readonly string[];
  /** The part that is needed where no field says one. */
  readonly default?: string;
}

/**
 * One way in which objects name others. A path goes through a list with `[]`. Fields are those of the map at the end of
 * `at`; where a text stands there, it is the name itself.
 */
export interface ReferenceRow {
  /** The kinds whose objects hold the reference: `group/Kind`. */
  readonly from: readonly string[];
  readonly at: string;
  /** `group/Kind`, or the fields that say it. */
  readonly to: string | KindByField;
  /** The field with the name. @default 'name' */
  readonly name?: string;
  /** The field with the namespace. @default - the object is in the reader's own namespace */
  readonly namespace?: string;
  /** The path in the reader with the namespace, where no field of the reference says it. */
  readonly namespaceAt?: string;
  /** The name is `namespace/name`. @default false */
  readonly isPath?: true;
  /** Only of what ResourceSets make. @default false */
  readonly isOfSets?: true;
  readonly part?: NamedPart;
  /** The field that, if true, lets the object and its part be missing; `always` where nothing needs it to be there. */
  readonly optional?: string;
  /** Paths in the reader; the row says nothing where one of them is set. */
  readonly unless?: readonly string[];
  /**
   * What can't happen before the named object is there: `start` is what the reader does first (a release installs, a
   * Kustomization builds, a source fetches), `ready` is its readiness. @default - nothing waits for it
   */
  readonly blocks?: 'start' | 'ready';
  /** The object must not only be there, but ready. @default false */
  readonly awaitsReady?: true;
  /** The field of the reference that, if true, asks for readiness. @default - nothing has to ask */
  readonly awaitsReadyIf?: string;
  /** Nothing fails while the object is missing, so only a misspelled name is told. @default false */
  readonly isSoft?: true;
  /** Only the order counts: the object may come from where the tree doesn't show it. @default false */
  readonly isOrderAlone?: true;
  /** What the reader itself brings may be named. @default false */
  readonly isOfOwnFolder?: true;
  /** A field of the reference, and the value with which it names nothing. */
  readonly ignores?: readonly [field: string, value: string];
  /** It reads values or vars: the rule about those looks for the object, and into it. @default false */
  readonly isValues?: true;
  /** A field of the reference that, if set, replaces the wait by an expression of the user's. */
  readonly waitsBy?: string;
}
