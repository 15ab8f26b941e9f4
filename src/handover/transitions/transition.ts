import type { ClusterState, OwnedObject } from '../../base/cluster-state.js';
import type { Severity } from '../../diagnostics/index.js';
import type { JsonObject } from '../../json/json-value.js';

/** Both sides of a change, with the vars that are known in their places. */
export interface Sides {
  readonly from: JsonObject;
  readonly to: JsonObject;
  readonly object: OwnedObject;
  readonly next: OwnedObject;
  readonly before: ClusterState;
  readonly after: ClusterState;
}

/** Whether a field goes from one value to another of a kind; an absent field, or null, is `undefined`. */
export type When = (was: unknown, is: unknown, sides: Sides) => boolean;

/** A change of a field in place that does harm, or makes harm possible. */
export interface Transition {
  /** `group/Kind`; the group may begin with `*.`, the kind may be `*`; `*` is every object. */
  readonly on: string | readonly string[];
  /**
   * `spec.a.b`; `list[name]` takes the items of both lists that have the same `name`, `map.*` all entries, `'a.b'` is one
   * key, and `@key` an annotation.
   */
  readonly at: string;
  readonly when: When;
  /** Of a HelmRelease: the name of its chart. */
  readonly chart?: string;
  /** What of the value to show. @default - all */
  readonly shows?: string;
  readonly severity: Severity;
  /** What goes for good: FX517 of an error, FX516 of a warning. @default - the change is risky: FX559 */
  readonly destroys?: string;
  /** What the object does, in FX559: it follows the object's name. */
  readonly says?: string;
  /** What happens: a clause with a subject of its own. @default - nothing, with this change itself */
  readonly effect?: string;
  /** What to do: an imperative. @default - to take the change back */
  readonly instead?: string;
}
