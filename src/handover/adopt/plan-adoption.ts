import type { ClusterState } from '../../applied/cluster-state.js';
import type { BaseCluster } from '../../applied/read-base.js';
import type { TreeEdits } from '../../applied/view/edited-tree.js';
import type { FluxView } from '../../applied/view/flux-view.js';
import { openChangeContext } from '../../changes/change-context.js';
import type { ChangeContext } from '../../changes/change-rule.js';
import { checkAdoption } from '../../changes/check-change.js';
import type { Move, OwnerChanges } from '../../changes/model/owner-changes.js';
import { compareOwners } from '../../changes/owners/compare-owners.js';
import { fileIgnored } from '../../changes/root/diagnostics.js';
import { openTransitions } from '../../changes/transitions/find-transitions.js';
import type { RefusedUpdates } from '../../changes/updates/refused-update.js';
import { hidesObjects, wholeStates } from '../../changes/views/whole-states.js';
import { adoptionCommand } from '../../changes/words/adoption-command.js';
import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import { type Diagnostic, hasErrors } from '../../diagnostics/index.js';
import type { RunSchemas } from '../../rules/schemas/find-schemas.js';
import type { ClusterPlan } from '../../tree/plan-cluster.js';
import { leftUnused, nameProblems, notLetGo, ownMovesProblems, uncertain } from './adoption-problems.js';
import type { AdoptionReader } from './adoption-reader.js';
import { baseFaults } from './base-faults.js';
import { chooseTaken } from './choose-taken.js';
import { letGo, openEdits } from './let-go.js';
import { notSeenYet } from './not-seen-yet.js';
import type { ObjectEdit } from './object-edit.js';
import { orderNotices } from './order-notices.js';
import { otherReaders } from './other-readers.js';
import { planTree } from './plan-tree.js';
import { ownCopy } from './take-out.js';

/** One of the two commits with which a cluster of the app takes over what others wrote. */
export interface Adoption {
  /**
   * `only`: one commit is enough, since no object changes its owner (each addon has the name of its Kustomization) or
   * the old owners stay and don't prune. `nothing`: the base has no known object of the plan.
   */
  readonly step: 'first' | 'second' | 'only' | 'nothing';
  /** Keys of the Kustomizations that lose something or go. */
  readonly adopted: readonly string[];
  /** New text by path from the repository's root. */
  readonly edited: ReadonlyMap<string, string>;
  /** Paths from the repository's root that the second step removes. */
  readonly removed: readonly string[];
  readonly before: ClusterState;
  readonly after: ClusterState;
  /** What Flux will do with the second step. */
  readonly changes: OwnerChanges;
  readonly problems: readonly Diagnostic[];
  /** The number of parts of what Flux applies that aren't known. */
  readonly hidden: number;
  /** The input of change rules; absent if there is nothing to take over. */
  readonly context?: ChangeContext;
}

export interface AdoptionInput {
  readonly compiled: CompiledCluster;
  readonly reader: AdoptionReader;
  readonly plan: ClusterPlan;
  /** The cluster's own files in the base commit. */
  readonly own: BaseCluster;
  /** The state after the change. */
  readonly planned: ClusterState;
  readonly updates: (before: ClusterState, after: ClusterState) => RefusedUpdates;
  readonly schemas: RunSchemas;
  /** The revision of the base, as the user writes it. */
  readonly revision: string;
}

/** Plans the next step of an adoption: the first step while an old owner still holds objects that it will lose. */
export const planAdoption = (input: AdoptionInput): Adoption => {
  const { compiled, reader, plan, own, planned, updates, schemas, revision } = input;
  const { cluster } = plan;
  const willBeOwn = (path: string): boolean => reader.planned.has(path);
  const compare = (before: FluxView, after: FluxView) => {
    const views = { before, after, wasOwn: reader.isOwn, isOwn: willBeOwn, inTree: reader.inTree };
    const states = wholeStates(compiled, { before: own.state, after: planned }, views);
    const refused = updates(states.before, states.after);
    return { ...states, updates: refused, changes: compareOwners(states.before, states.after, refused) };
  };
  const hidden = reader.base.notSeen.filter(hidesObjects).length;
  const nothing = (problems: readonly Diagnostic[]): Adoption => {
    const { before } = compare(reader.base, reader.base);
    const changes = compareOwners(before, before);
    const none = { adopted: [], edited: new Map(), removed: [] };
    return { step: 'nothing', ...none, before, after: before, changes, problems, hidden };
  };
  const taken = chooseTaken(reader.base, planned, reader.isOwn);
  const faults = baseFaults(cluster, reader.base, taken);
  if (hasErrors(faults)) return nothing(faults);
  if (taken.owners.size === 0) return nothing([...faults, ...notSeenYet(input)]);
  const names = nameProblems(cluster, taken);
  if (hasErrors(names)) return nothing([...faults, ...names]);

  const readers = otherReaders(reader);
  const target = planTree({ reader, readers, cluster, taken, planned });
  if (hasErrors(target.problems)) return nothing([...faults, ...target.problems]);
  const ends: TreeEdits = new Map([...target.files.edits, ...ownEdits(reader, own)]);
  const after = reader.after(ends);
  const open = (view: FluxView): readonly ObjectEdit[] => {
    const { before, after: later, changes } = compare(view, after);
    return openEdits(view, before, later, changes, taken);
  };
  const edits = open(reader.base);
  const first = edits.length === 0 ? undefined : letGo(reader, readers, edits, open);
  const before = first === undefined ? reader.base : reader.view(first.files.edits);
  const compared = compare(before, after);
  const context = openChangeContext({
    cluster,
    compiled,
    plan,
    schemas,
    tree: { root: reader.root },
    revision,
    base: own,
    ...compared,
    transitionsOf: openTransitions(compared.before, compared.after),
    view: {
      before: reader.base,
      after,
      root: after.owners.get(after.root)!,
      tree: reader.edited(ends),
      baseTree: reader.tree,
      wasOwn: reader.isOwn,
      isOwn: willBeOwn,
      inTree: reader.inTree,
    },
    others: [],
    followed: new Set(),
    takeOver: adoptionCommand(compiled.appLayout, compiled.layout),
    // synth reports changes of the contract.
    readContract: () => undefined,
  });
  const problems = [
    ...faults,
    ...checkAdoption('others', context).map((problem) => readInBase(problem, revision)),
    ...target.problems,
    ...(first?.refused ?? []).map(({ edit, why, way }) =>
      notLetGo(cluster, edit, { why, way: way ?? ownCopy(reader, readers, edit.owner, [edit.object]) }),
    ),
    ...ownMovesProblems(cluster, compared.changes),
    ...uncertain(cluster, taken),
    ...leftUnused(cluster, taken),
    ...orderNotices(reader, cluster, taken, planned, after),
  ];
  const result = first === undefined ? target.files : first.files;
  const stay = [...taken.owners.values()].every(({ goes }) => !goes);
  const isOnly = stay && !compared.changes.moved.some((move) => isMarked(move, compared.before));
  return {
    step: first !== undefined ? 'first' : isOnly ? 'only' : 'second',
    adopted: [...taken.owners.keys()],
    edited: result.edited,
    removed: first === undefined ? target.files.removed : [],
    before: compared.before,
    after: compared.after,
    changes: compared.changes,
    problems,
    hidden,
    context,
  };
};

/** Says of what the source leaves out that a handover reads the base, whatever the work tree has. */
const readInBase = (problem: Diagnostic, revision: string): Diagnostic =>
  problem.code === fileIgnored.code
    ? {
        ...problem,
        fix: `handover reads ${revision}, so merge this into it first, in a change of its own: ${problem.fix ?? ''}`,
      }
    : problem;

/** Whether a remaining old owner has already given up an object, with the mark of the first step. */
const isMarked = ({ before, from }: Move, { owners }: ClusterState): boolean =>
  before.holdings.some(({ owner, kept }) => from.includes(owner) && (kept || owners.get(owner)?.keepsAll === true));

/** The plan's files, and own files that are no longer planned. */
const ownEdits = ({ planned, inRepository }: AdoptionReader, { own }: BaseCluster): TreeEdits => {
  const gone = own.map(inRepository).filter((path) => !planned.has(path));
  return new Map([...gone.map((path) => [path, undefined] as const), ...planned]);
};
