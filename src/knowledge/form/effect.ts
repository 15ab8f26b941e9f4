import type { Severity } from '../../diagnostics/index.js';
import type { JsonPath } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';
import type { Applied, Policy } from './keeps.js';

/** The part of an object that knowledge needs. */
export interface KnownObject {
  readonly id: { readonly group: string; readonly kind: string; readonly namespace: string; readonly name: string };
  /** The object as each owner declares it; the first one counts. */
  readonly holdings: readonly [{ readonly json: JsonObject }, ...{ readonly json: JsonObject }[]];
}

/** The part of a cluster's state that knowledge needs. */
export interface KnownState {
  readonly index: {
    ofKind(group: string, kind: string): readonly KnownObject[];
    inNamespace(name: string): readonly KnownObject[];
  };
  /** The name of a HelmRelease's chart, if the tree names it. */
  chartOf(release: KnownObject): string | undefined;
}

/** A remaining object as Flux applies it before and after a change. */
export interface Sides {
  /** Known vars are substituted; for a HelmRelease, `spec.values` are the values that Helm gets. */
  readonly from: JsonObject;
  readonly to: JsonObject;
  readonly object: KnownObject;
  readonly next: KnownObject;
  readonly before: KnownState;
  readonly after: KnownState;
}

/** A field of such an object, with its context. */
export interface Place extends Sides {
  /** From the object's root. */
  readonly path: JsonPath;
  /** The map that has the field, before and after; empty if missing. */
  readonly holder: readonly [JsonObject, JsonObject];
  /** For a HelmRelease: its name in the cluster, and the name of its chart. */
  readonly release: { readonly name: string; readonly chart: string | undefined };
}

/** Whether a field changes in a certain way; an absent or null field is `undefined`. */
export type When = (was: unknown, is: unknown, place: Place) => boolean;

/** What a change does or may do. Without `destroys` and `risks`, it's FX559 and has `says`. */
export interface Harm {
  readonly severity: Severity;
  /** What is lost for good: FX517 for an error, FX516 for a warning, FX502 for a removed object. */
  readonly destroys?: string;
  /** What else the object may do, for FX516; an infinitive. */
  readonly risks?: string;
  /** What the object does, for FX559; follows the object's name. */
  readonly says?: string;
  /** What happens, as a clause with its own subject. @default - the change itself */
  readonly effect?: string;
  /** What to do: an imperative, or a clause before one. @default - to revert the change */
  readonly instead?: string;
}

/** What a change destroys, replaces or stops: a change of a field or a release's value, or the removal of an object. */
export interface EffectRow extends Omit<Harm, 'severity' | 'destroys'> {
  /** `group/Kind`; the group may begin with `*.`, the kind may be `*`; `*` is every object. */
  readonly on: string | readonly string[];
  /** Kinds in `on` that the row excludes; `*` stands for any start or end of a name. */
  readonly except?: readonly string[];
  /** For a HelmRelease: the name of its chart. */
  readonly chart?: string;
  /** The path of the field, for `parsePath`. @default - the removal of the object itself */
  readonly at?: string | readonly string[];
  /** @default removed */
  readonly when?: When;
  /** For a removal: what goes with the object, in words that follow "and with it". */
  readonly destroys?: string | ((object: Applied) => string);
  /** For a removal: settings that make the operator keep what the object stands for. */
  readonly keeps?: readonly Policy[];
  /** No public CRD has the kind, so nothing proves the row: it's a notice, whatever it destroys. @default false */
  readonly isUnproven?: true;
  /** @default 'warning' */
  readonly severity?: Severity;
  /**
   * The part of a value to show: one of its fields, or the result of a function of this value and the other side's.
   * @default - all
   */
  readonly shows?: string | ((value: unknown, other: unknown) => unknown);
}
