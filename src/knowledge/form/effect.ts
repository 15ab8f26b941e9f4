import type { Severity } from '../../diagnostics/index.js';
import type { JsonPath } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';
import type { Applied, Policy } from './keeps.js';

/** An object of a state, as far as knowledge asks for it. */
export interface KnownObject {
  readonly id: { readonly group: string; readonly kind: string; readonly namespace: string; readonly name: string };
  /** As each owner declares it; the first one's counts. */
  readonly holdings: readonly [{ readonly json: JsonObject }, ...{ readonly json: JsonObject }[]];
}

/** All that Flux applies to a cluster, as far as knowledge asks for it. */
export interface KnownState {
  readonly index: {
    ofKind(group: string, kind: string): readonly KnownObject[];
    inNamespace(name: string): readonly KnownObject[];
  };
  /** The name of a HelmRelease's chart, as far as the tree names it. */
  chartOf(release: KnownObject): string | undefined;
}

/** An object that stays, as Flux applies it before and after a change. */
export interface Sides {
  /** With the vars that are known in their places; of a HelmRelease, `spec.values` are what Helm gets. */
  readonly from: JsonObject;
  readonly to: JsonObject;
  readonly object: KnownObject;
  readonly next: KnownObject;
  readonly before: KnownState;
  readonly after: KnownState;
}

/** A field of such an object, with what is around it. */
export interface Place extends Sides {
  /** From the object's root. */
  readonly path: JsonPath;
  /** The map that has the field, before and after; empty where there is none. */
  readonly holder: readonly [JsonObject, JsonObject];
  /** Of a HelmRelease: its name in the cluster, and the name of its chart. */
  readonly release: { readonly name: string; readonly chart: string | undefined };
}

/** Whether a field goes from one value to another of a kind; an absent field, or null, is `undefined`. */
export type When = (was: unknown, is: unknown, place: Place) => boolean;

/** What a change does, or may do. Without `destroys` and `risks`, it is FX559, and has `says`. */
export interface Harm {
  readonly severity: Severity;
  /** What goes for good: FX517 of an error, FX516 of a warning; FX502 of an object that is removed. */
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

/** What a change of some kinds destroys, replaces or stops: of a field, of a value of a release, or the object's removal. */
export interface EffectRow extends Omit<Harm, 'severity' | 'destroys'> {
  /** `group/Kind`; the group may begin with `*.`, the kind may be `*`; `*` is every object. */
  readonly on: string | readonly string[];
  /** Kinds of `on` that the row isn't about; `*` stands for the start or the end of several names. */
  readonly except?: readonly string[];
  /** Of a HelmRelease: the name of its chart. */
  readonly chart?: string;
  /** Where, as `parsePath` reads it. @default - the object itself, which is removed */
  readonly at?: string | readonly string[];
  /** @default removed */
  readonly when?: When;
  /** Of a removal, what goes with the object, in words that follow "and with it". */
  readonly destroys?: string | ((object: Applied) => string);
  /** Of a removal: settings with which the operator leaves alone what the object stands for. */
  readonly keeps?: readonly Policy[];
  /** No public CRD shows the kind, so that nothing proves the row: it is a notice, whatever it destroys. @default false */
  readonly isUnproven?: true;
  /** @default 'warning' */
  readonly severity?: Severity;
  /** What of a value to show: a field of it, or what a function makes of it and of the value of the other side. @default - all */
  readonly shows?: string | ((value: unknown, other: unknown) => unknown);
}
