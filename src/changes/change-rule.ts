import type { BaseTree } from '../applied/base-tree.js';
import type { ClusterState } from '../applied/cluster-state.js';
import type { BaseCluster } from '../applied/read-base.js';
import type { ClusterViews } from '../applied/view/cluster-views.js';
import type { CompiledCluster } from '../compile/compiled-cluster.js';
import type { Diagnostic, DiagnosticDefinition } from '../diagnostics/index.js';
import type { Report } from '../rules/rule.js';
import type { RunSchemas } from '../rules/schemas/find-schemas.js';
import type { ClusterPlan } from '../tree/plan-cluster.js';
import type { HadContract } from './hand-written/contract-of-base.js';
import type { OtherFile } from './model/other-file.js';
import type { OwnerChanges } from './model/owner-changes.js';
import type { LeftOut } from './removals/left-out.js';
import type { TransitionsOf } from './transitions/find-transitions.js';
import type { RefusedUpdates } from './updates/refused-update.js';
import type { TwinFile } from './views/twin-files.js';

/** What two states of a cluster show, declared in code or not. */
export interface StatesContext {
  /** The cluster's name. */
  readonly cluster: string;
  /** What the code declares of a change: nothing in plain YAML. */
  readonly compiled: {
    readonly cluster: Pick<CompiledCluster['cluster'], 'removals' | 'replacements'>;
    readonly built: Pick<CompiledCluster['built'], 'addons'>;
  };
  /** The revision of `before`, as the user knows it. */
  readonly revision: string;
  /** Includes all that other owners apply, as far as it can be seen. */
  readonly before: ClusterState;
  readonly after: ClusterState;
  /** What Flux does. For the second step of a handover: what Flux does once the first step is applied. */
  readonly changes: OwnerChanges;
  /** The updates that the API server refuses. */
  readonly updates: RefusedUpdates;
  /** Gives the harmful changes of an object that stays. */
  readonly transitionsOf: TransitionsOf;
  /** The command that adopts the cluster's folder. @default - none: the repository is plain YAML */
  readonly takeOver?: string | undefined;
  /** Files that still exist but that Flux no longer reads. */
  readonly leftOut: LeftOut;
  /** The repository is plain YAML: nothing can be declared in code. @default false */
  readonly inYaml?: boolean | undefined;
}

/** What the change rules share: one cluster as Flux has it, and as Flux will have it. */
export interface ChangeContext extends StatesContext {
  readonly compiled: CompiledCluster;
  readonly plan: ClusterPlan;
  readonly schemas: RunSchemas;
  /** The tree's location in the repository. */
  readonly tree: Pick<BaseTree, 'root'>;
  /** What fluxspan wrote to the base. */
  readonly base: BaseCluster;
  /** What other owners apply to the cluster. @default - only what fluxspan writes is compared */
  readonly view: ClusterViews | undefined;
  /** Hand-written files in the cluster's folder, from the work tree. */
  readonly others: readonly OtherFile[];
  /** Keys of the Kustomizations that addons generate and whose folders are read. */
  readonly followed: ReadonlySet<string>;
  readonly takeOver: string;
  /** The text of the base's contract, if it differs from the planned one. */
  readonly contractBefore: string | undefined;
  /** The parsed `contractBefore`. */
  readonly hadContract: HadContract | undefined;
  /** Set if Flux's root is lost: then no other problem of the root is reported. */
  readonly lostRoot: Diagnostic | undefined;
  /** Objects that Flux's root would build from both a generated and a hand-written file. */
  readonly twinFiles: readonly TwinFile[];
}

/**
 * Compares two states of a cluster, in memory, and reports what is wrong with the change. It changes nothing.
 *
 * @param found what the other rules have found, for a rule that runs last
 */
export type ChangeCheck<C extends StatesContext = ChangeContext> = (
  context: C,
  report: Report,
  found: readonly Diagnostic[],
) => void;

/**
 * The first of the two commits that move objects to another owner: from an owner that fluxspan wrote, or from another
 * one.
 */
export type FirstStep = 'handover' | 'adoption';

/** The part of an adoption that a rule checks: what other owners have once it's applied, or what it does to objects. */
export type AboutAdoption = 'others' | 'changes';

export interface ChangeRuleOptions {
  /** The first step that resolves this rule's findings: of a handover, or of an adoption. */
  readonly callsFor?: FirstStep;
  /** First steps that already resolve this rule's findings: the rule skips a cluster that is in one. @default - none */
  readonly settledBy?: readonly FirstStep[];
  /** Set if the rule also checks an adoption, which isn't in any tree yet. */
  readonly asksOfAdoption?: AboutAdoption;
  /** Runs after the other rules, and gets their findings. */
  readonly isLast?: true;
}

/**
 * A check of a change, with the definitions of all diagnostics that it can report. One that takes a {@link StatesContext}
 * checks plain YAML, too.
 */
export interface ChangeRule<
  D extends readonly DiagnosticDefinition[] = readonly DiagnosticDefinition[],
  C extends StatesContext = ChangeContext,
> extends ChangeRuleOptions {
  readonly diagnostics: D;
  readonly check: ChangeCheck<C>;
}

export const defineChangeRule = <
  const D extends readonly DiagnosticDefinition[],
  C extends StatesContext = ChangeContext,
>(
  diagnostics: D,
  check: ChangeCheck<C>,
  options: ChangeRuleOptions = {},
): ChangeRule<D, C> => ({ diagnostics, check, ...options });
