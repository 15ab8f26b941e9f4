import type { Severity } from '../../diagnostics/index.js';
import type { Sides } from './sides.js';

/** Whether a field goes from one value to another of a kind; an absent field, or null, is `undefined`. */
export type When = (was: unknown, is: unknown, sides: Sides) => boolean;

/** What a change in place does, or may do. Without `destroys` and `risks`, it is FX559, and has `says`. */
export interface Harm {
  readonly severity: Severity;
  /** What goes for good: FX517 of an error, FX516 of a warning. */
  readonly destroys?: string;
  /** What else the object may do, in FX516: an infinitive. */
  readonly risks?: string;
  /** What the object does, in FX559: it follows the object's name. */
  readonly says?: string;
  /** What happens: a clause with a subject of its own. @default - nothing, with this change itself */
  readonly effect?: string;
  /** What to do: an imperative, or a clause before one. @default - to revert the change */
  readonly instead?: string;
}

/** A change of a field of some kinds that does harm, or makes harm possible. */
export interface Transition extends Harm {
  /** `group/Kind`; the group may begin with `*.`, the kind may be `*`; `*` is every object. */
  readonly on: string | readonly string[];
  /**
   * `spec.a.b`; `list[name]` takes the items of both lists that have the same `name`, `map.*` all entries, `'a.b'` is one
   * key, and `@key` an annotation. `spec.values` of a HelmRelease are the values that Helm gets.
   */
  readonly at: string;
  readonly when: When;
  /** Of a HelmRelease: the name of its chart. */
  readonly chart?: string;
  /** What of a value to show: a field of it, or what a function tells, which also gets the value of the other side. @default - all */
  readonly shows?: string | ((value: unknown, other: unknown) => unknown);
}

/** A harmful change that two states have. */
export interface Found {
  readonly harm: Harm;
  /** `spec.replicas 3 → 1` */
  readonly words: string;
  readonly path: string;
  /** One step milder than the harm's, where a var or a patch decides. */
  readonly severity: Severity;
  /** A value of a chart that is no longer set. */
  readonly isDefault?: boolean;
}
