import type { Diagnostic, DiagnosticDefinition } from '../diagnostics/index.js';
import type { DataSources } from './context/data-sources.js';
import type { MadeObjects } from './context/made-objects.js';
import { type DeclaredState, isDeclared, type RuleState } from './context/rule-state.js';
import type { StateIndex } from './context/state-index.js';
import type { References } from './references/index.js';
import type { CleanObjects } from './schemas/clean-objects.js';
import type { FoundSchemas, RunSchemas } from './schemas/find-schemas.js';

// A rule imports from here all that it is made with.
export { placeIn, placeInUnit, shortName, sourceOf, titleOfUnit, unitTitle, waitFor } from './context/place-in.js';
export type { DeclaredUnit, Elsewhere, RuleState, StateObject, Unit } from './context/rule-state.js';
export { isEntry, isFluxGroup, objectsOfKind, type StateIndex, specOf } from './context/state-index.js';

/** What the rules share. */
export interface CheckContext {
  /** The state that is checked. */
  readonly state: RuleState;
  /** What its ResourceSets make, and what isn't known of it. */
  readonly sets: MadeObjects;
  readonly index: StateIndex;
  readonly dataSources: DataSources;
  readonly references: References;
  /** Objects that need not be checked by their schemas again. */
  readonly clean?: CleanObjects | undefined;
  readonly schemas: RunSchemas;
  /** What describes the kinds of its objects. */
  readonly kinds: FoundSchemas;
}

export type Report = (problem: Diagnostic) => void;

/** Looks at all that Flux applies to a cluster, in memory, and reports what is wrong. It changes nothing. */
export type Check<S extends RuleState = RuleState> = (state: S, report: Report, context: CheckContext) => void;

/** A check and the definitions of all that it can report. */
export interface Rule<D extends readonly DiagnosticDefinition[] = readonly DiagnosticDefinition[]> {
  readonly diagnostics: D;
  readonly check: Check;
  /** It is about what only code declares, and is skipped where YAML is all there is. */
  readonly needsDeclared?: true;
  /** It looks at the Kustomizations of units as Flux's root applies them, not as they are written. */
  readonly looksAtApplied?: true;
  /** It looks at what files have, and not at what ResourceSets make. */
  readonly looksAtTree?: true;
  /** Makes fewer diagnostics of those of one definition, of single objects, that are left after exceptions. */
  readonly summary?: Summary;
}

export interface Summary {
  readonly of: DiagnosticDefinition;
  readonly summarize: (problems: readonly Diagnostic[]) => readonly Diagnostic[];
}

type RuleOptions = Pick<Rule, 'looksAtApplied' | 'looksAtTree' | 'summary'>;

/** A rule for every cluster, declared in code or not. */
export const defineRule = <const D extends readonly DiagnosticDefinition[]>(
  diagnostics: D,
  check: Check,
  options: RuleOptions = {},
): Rule<D> => ({ diagnostics, check, ...options });

/** A rule about what only code declares: the contract, infra inputs, charts, what is external. */
export const defineDeclaredRule = <const D extends readonly DiagnosticDefinition[]>(
  diagnostics: D,
  check: Check<DeclaredState>,
  options: RuleOptions = {},
): Rule<D> => ({
  diagnostics,
  check: (state, report, context) => {
    if (isDeclared(state)) check(state, report, context);
  },
  needsDeclared: true,
  ...options,
});
