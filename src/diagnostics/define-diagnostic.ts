import type { Severity } from './severity.js';

/** A code, once released, keeps its meaning; new ones are added. */
export type DiagnosticCode = `FX${number}`;

/** What `fluxspan explain` and docs/diagnostics.md show next to the summary. */
export interface DiagnosticPage {
  /** A program or command that causes it. */
  readonly example: string;
  /** What the cluster says; absent where it says nothing, which is the trouble. */
  readonly flux?: string;
  /** The same, fixed. */
  readonly right: string;
}

/**
 * Whether a cluster may except a diagnostic: for an object or an addon; `'kind'` also for all objects of a kind, and
 * `'addon'` only for an addon, since it is about no object.
 */
export type Exceptable = boolean | 'kind' | 'addon';

/** One kind of problem: all that is known of it before it occurs. */
export interface DiagnosticDefinition<C extends DiagnosticCode = DiagnosticCode, E extends Exceptable = Exceptable> {
  readonly code: C;
  /** `missing-provider`. */
  readonly name: string;
  readonly severity: Severity;
  /** One sentence for docs/diagnostics.md: what is wrong, and why it matters. */
  readonly summary: string;
  readonly page?: DiagnosticPage;
  /** Whether `FluxCluster.except` may set it to another severity. Only rules have such diagnostics. */
  readonly exceptable: E;
  /** Says that a value does not fit: not told again of a value that no YAML carries. */
  readonly judgesValue?: true;
  /** Says that an object is missing, which others may have in files beside the tree. */
  readonly missesObject?: true;
  /** Told with the line of the tree that the API server would read. */
  readonly showsTreeLine?: true;
}

/**
 * Defines a diagnostic where it is reported; `src/cli/catalogue.ts` gathers them all.
 *
 * FX0xx: the app and its files. FX1xx: declarations of addons. FX2xx: clusters. FX3xx: objects and values.
 * FX4xx: what Terraform made of the contract; from FX418, imports. FX5xx: what a change does to the cluster.
 * FX6xx: what Flux, Helm and the API server would make of the tree. FX7xx: comparisons; from FX780, owners outside of Flux.
 * FX8xx: what the accounts may do as which Flux applies the tree, tenants, and what audit finds in repositories of others.
 */
export const defineDiagnostic = <const C extends DiagnosticCode, const E extends Exceptable = false>(
  definition: Omit<DiagnosticDefinition<C>, 'exceptable'> & { readonly exceptable?: E },
): DiagnosticDefinition<C, E> => ({ ...definition, exceptable: (definition.exceptable ?? false) as E });
