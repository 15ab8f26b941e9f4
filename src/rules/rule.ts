import type { Diagnostic, DiagnosticDefinition } from '../diagnostics/index.js';
import type { Accounts } from './accounts/accounts.js';
import type { DataSources } from './context/data-sources.js';
import type { MadeObjects } from './context/made-objects.js';
import { type DeclaredState, isDeclared, type RuleState } from './context/rule-state.js';
import type { StateIndex } from './context/state-index.js';
import type { References } from './references/index.js';
import type { CleanObjects } from './schemas/clean-objects.js';
import type { FoundSchemas, RunSchemas } from './schemas/find-schemas.js';

// A rule imports everything that it needs from this module.
export { placeIn, placeInUnit, shortName, sourceOf, titleOfUnit, unitTitle, waitFor } from './context/place-in.js';
export type { DeclaredUnit, Elsewhere, RuleState, StateObject, Unit } from './context/rule-state.js';
export { isEntry, isFluxGroup, objectsOfKind, type StateIndex, specOf } from './context/state-index.js';

/** What the rules share. */
export interface CheckContext {
  readonly state: RuleState;
  /** What its ResourceSets generate, and which part of that isn't known. */
  readonly sets: MadeObjects;
  readonly index: StateIndex;
  readonly dataSources: DataSources;
  readonly references: References;
  /** The accounts as which Flux applies objects, and what they may do. */
  readonly accounts: Accounts;
  /** Objects that already passed the schema check. */
  readonly clean?: CleanObjects | undefined;
  readonly schemas: RunSchemas;
  /** What describes the kinds of its objects. */
  readonly kinds: FoundSchemas;
}

export type Report = (problem: Diagnostic) => void;

/** Checks in memory what Flux applies to a cluster and reports problems. It doesn't change anything. */
export type Check<S extends RuleState = RuleState> = (state: S, report: Report, context: CheckContext) => void;

/** A check and the definitions of everything that it can report. */
export interface Rule<D extends readonly DiagnosticDefinition[] = readonly DiagnosticDefinition[]> {
  readonly diagnostics: D;
  readonly check: Check;
  /** The rule needs declarations that only code has; it is skipped for clusters of plain YAML. */
  readonly needsDeclared?: true;
  /** The rule checks the Kustomizations of units as Flux's root applies them, not as written. */
  readonly looksAtApplied?: true;
  /** The rule checks objects in files, not what ResourceSets generate. */
  readonly looksAtTree?: true;
  /** Merges the diagnostics of single objects that remain after exceptions, for one definition. */
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

/** A rule about what only code declares: the contract, infra inputs, charts, external objects. */
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
