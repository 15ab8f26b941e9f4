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

/** What the change rules share: one cluster as Flux has it, and as Flux will have it. */
export interface ChangeContext {
  /** The cluster's name. */
  readonly cluster: string;
  readonly compiled: CompiledCluster;
  readonly plan: ClusterPlan;
  readonly schemas: RunSchemas;
  /** Where the tree is in the repository. */
  readonly tree: Pick<BaseTree, 'root'>;
  /** The revision that `before` is of, as the user knows it. */
  readonly revision: string;
  /** What fluxspan has written. */
  readonly base: BaseCluster;
  /** With all that others have, as far as it is seen. */
  readonly before: ClusterState;
  readonly after: ClusterState;
  /** What Flux does; of a handover's second step, where the first one is applied. */
  readonly changes: OwnerChanges;
  /** What the API server refuses. */
  readonly updates: RefusedUpdates;
  /** The harmful changes of an object that stays. */
  readonly transitionsOf: TransitionsOf;
  /** What others have in the cluster. @default - only what fluxspan writes is compared */
  readonly view: ClusterViews | undefined;
  /** Files of others in the cluster's folder, as the work tree has them. */
  readonly others: readonly OtherFile[];
  /** Kustomizations of addons whose folders are read, by their keys. */
  readonly followed: ReadonlySet<string>;
  /** The command that adopts the cluster's folder. */
  readonly takeOver: string;
  /** Files that are still there, and that Flux no longer reads. */
  readonly leftOut: LeftOut;
  /** The text of the base's contract, where it differs. */
  readonly contractBefore: string | undefined;
  /** What that says. */
  readonly hadContract: HadContract | undefined;
  /** That Flux's root is lost, and with it all else that is to be said of it. */
  readonly lostRoot: Diagnostic | undefined;
  /** Objects that Flux's root would build from a file of ours and from one of others. */
  readonly twinFiles: readonly TwinFile[];
}

/**
 * Compares two states of a cluster, in memory, and reports what is wrong with the change. It changes nothing.
 *
 * @param found what other rules have found, of a rule that is asked last
 */
export type ChangeCheck = (context: ChangeContext, report: Report, found: readonly Diagnostic[]) => void;

/** The first of the two commits by which objects change their owner: of what fluxspan wrote, or of what others wrote. */
export type FirstStep = 'handover' | 'adoption';

/** What an adoption is asked about: what others have in the state that it leads to, or what it does to objects. */
export type AboutAdoption = 'others' | 'changes';

export interface ChangeRuleOptions {
  /** What it reports calls for the first step of a handover, or of an adoption. */
  readonly callsFor?: FirstStep;
  /** First steps that settle what it reports: it isn't asked of a cluster that is in one. @default - none */
  readonly settledBy?: readonly FirstStep[];
  /** It is also asked of an adoption, which isn't in any tree yet: about what others still have, or about the changes. */
  readonly asksOfAdoption?: AboutAdoption;
  /** It is asked after the others, with what they have found. */
  readonly isLast?: true;
}

/** A check of a change, and the definitions of all that it can report. */
export interface ChangeRule<D extends readonly DiagnosticDefinition[] = readonly DiagnosticDefinition[]>
  extends ChangeRuleOptions {
  readonly diagnostics: D;
  readonly check: ChangeCheck;
}

export const defineChangeRule = <const D extends readonly DiagnosticDefinition[]>(
  diagnostics: D,
  check: ChangeCheck,
  options: ChangeRuleOptions = {},
): ChangeRule<D> => ({ diagnostics, check, ...options });
