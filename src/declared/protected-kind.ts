/**
 * A kind whose objects stand for something that Flux can't bring back, such as a database outside of the cluster: synth
 * refuses to remove one until the cluster's code declares it.
 */
export interface ProtectedKind {
  /** The API group: `db.example.org`; `*.example.org` is every group below it. */
  readonly group: string;
  /** The kind: `Database`. @default - every kind of the group */
  readonly kind?: string;
  /** What goes with an object of it, for the diagnostic: `the database and its data`. @default 'what it manages outside of the cluster' */
  readonly loses?: string;
}
