import type { Diagnostic } from '../diagnostics/index.js';
import type { ForeignFindings } from './rules/others/root-not-built.js';
import type { RemovalProblems } from './rules/removals/removal-not-declared.js';
import type { ReplacementProblems } from './rules/replacement/replacement-not-declared.js';

/** What is to be said of one cluster's change, by what it is about: the steps of a handover settle some of it. */
export interface ClusterFindings extends ForeignFindings {
  /** Changes of owner for which no old owner has let go yet. */
  readonly openMoves: readonly Diagnostic[];
  readonly removals: RemovalProblems;
  /** Of objects that stay in git and are replaced in the cluster. */
  readonly replacements: ReplacementProblems;
  /** Of changes that the API server refuses, and of sources whose files are not seen. */
  readonly updates: readonly Diagnostic[];
  /** Of what still names an object that goes. */
  readonly dangling: readonly Diagnostic[];
  /** Of Flux's root: what it does with the tree, and what the change does to it. */
  readonly root: readonly Diagnostic[];
  /** Of external Kustomizations that addons depend on. */
  readonly externals: readonly Diagnostic[];
  /** Namespaces that pass between Flux and Terraform. */
  readonly creators: readonly Diagnostic[];
}

export const listFindings = (findings: ClusterFindings): readonly Diagnostic[] => [
  ...findings.root,
  ...findings.openMoves,
  ...findings.removals.refused,
  ...findings.removals.unmatched,
  ...findings.replacements.undeclared,
  ...findings.replacements.unmatched,
  ...findings.updates,
  ...findings.dangling,
  ...findings.unbuilt,
  ...findings.secondOwners,
  ...findings.faults,
  ...findings.notCompared,
  ...findings.externals,
  ...findings.creators,
];
