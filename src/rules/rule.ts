import type { CompiledCluster } from '../compile/compiled-cluster.js';
import type { Diagnostic, DiagnosticDefinition } from '../diagnostics/index.js';
import type { DataSources } from './context/data-sources.js';
import type { MadeObjects } from './context/made-objects.js';
import type { ClusterIndex } from './context/state-index.js';
import type { References } from './references/index.js';
import type { CleanObjects } from './schemas/clean-objects.js';
import type { RunSchemas } from './schemas/find-schemas.js';

/** What the rules share. */
export interface CheckContext {
  /** The cluster that is checked. */
  readonly cluster: CompiledCluster;
  /** What its ResourceSets make, and what isn't known of it. */
  readonly sets: MadeObjects;
  readonly index: ClusterIndex;
  readonly dataSources: DataSources;
  readonly references: References;
  /** Objects that need not be checked by their schemas again. */
  readonly clean?: CleanObjects | undefined;
  readonly schemas: RunSchemas;
}

export type Report = (problem: Diagnostic) => void;

/** Looks at a whole cluster, in memory, and reports what is wrong. It changes nothing. */
export type Check = (cluster: CompiledCluster, report: Report, context: CheckContext) => void;

/** A check and the definitions of all that it can report. */
export interface Rule<D extends readonly DiagnosticDefinition[] = readonly DiagnosticDefinition[]> {
  readonly diagnostics: D;
  readonly check: Check;
  /** It looks at the Kustomizations of addons as Flux's root applies them, not as they are written. */
  readonly looksAtApplied?: true;
  /** It looks at what the tree has, and not at what ResourceSets make. */
  readonly looksAtTree?: true;
  /** Makes fewer diagnostics of those of one definition, of single objects, that are left after exceptions. */
  readonly summary?: Summary;
}

export interface Summary {
  readonly of: DiagnosticDefinition;
  readonly summarize: (problems: readonly Diagnostic[]) => readonly Diagnostic[];
}

export const defineRule = <const D extends readonly DiagnosticDefinition[]>(
  diagnostics: D,
  check: Check,
  options: Pick<Rule, 'looksAtApplied' | 'looksAtTree' | 'summary'> = {},
): Rule<D> => ({ diagnostics, check, ...options });
