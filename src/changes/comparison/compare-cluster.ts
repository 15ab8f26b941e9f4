import type { FluxFiles } from '../../applied/flux-files.js';
import { type BaseCluster, readBaseCluster } from '../../applied/read-base.js';
import { stateOfPlan } from '../../applied/state-of-plan.js';
import type { ClusterViews, ViewedCluster } from '../../applied/view/cluster-views.js';
import { objectsInside } from '../../applied/view/objects-inside.js';
import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import { type Diagnostic, hasErrors } from '../../diagnostics/index.js';
import type { RunSchemas } from '../../rules/schemas/find-schemas.js';
import type { ClusterPlan } from '../../tree/plan-cluster.js';
import { openChangeContext } from '../change-context.js';
import { checkChange } from '../check-change.js';
import { unmatchedDeclarations } from '../declarations/match-declared.js';
import type { OtherFile } from '../model/other-file.js';
import { compareOwners } from '../owners/compare-owners.js';
import { isOperated } from '../root/operator-takes.js';
import { openTransitions } from '../transitions/find-transitions.js';
import { compareUpdates } from '../updates/compare-updates.js';
import { wholeStates } from '../views/whole-states.js';
import { withoutDoubtful } from '../views/without-doubtful.js';
import { adoptionCommand } from '../words/adoption-command.js';
import { asPlanned } from './as-planned.js';
import type { ClusterComparison, PlaceInBase } from './comparison.js';
import { viewNeeds } from './view-needs.js';

export interface ComparedBy {
  readonly schemas: RunSchemas;
  /** Hand-written files in the cluster's folder, from the work tree. */
  readonly others: readonly OtherFile[];
  /** What other owners apply to the cluster. @default - it isn't compared */
  readonly views?: (cluster: ViewedCluster) => ClusterViews;
  /** Whether Flux's root does more with the tree than apply it, or changes itself. @default false */
  readonly rootMatters?: boolean;
  /** Reads the objects of a text. */
  readonly parse: FluxFiles['parse'];
}

/** Compares one cluster with its base. Without a base, it still returns the problems that need none. */
export const compareCluster = (
  place: PlaceInBase,
  plan: ClusterPlan,
  compiled: CompiledCluster,
  { schemas, others, views, rootMatters = false, parse }: ComparedBy,
): ClusterComparison | readonly Diagnostic[] => {
  const { tree, app, layout } = place;
  const { cluster } = compiled;
  const { scopeOf } = compiled.built;
  const found = readBaseCluster(tree, app, layout, cluster.name, plan, scopeOf, parse);
  const { followed, hasInside } = viewNeeds(place, plan, found);
  const needsView = cluster.externals.length > 0 || rootMatters || followed.size > 0 || hasInside;
  if (found === undefined && others.length === 0 && !needsView) {
    return [
      ...unmatchedDeclarations(
        cluster.name,
        'removal',
        cluster.removals.filter(({ tenant }) => tenant === undefined),
        [],
        [],
      ),
      ...unmatchedDeclarations(cluster.name, 'replacement', cluster.replacements, [], []),
    ];
  }
  const planned = stateOfPlan(plan, compiled);
  const base = found ?? asPlanned(plan, planned);
  if (hasErrors(base.problems)) return base.problems;
  // Reading what other owners apply runs builds, so it's skipped where there is nothing to read.
  const view =
    base.foreign.length + others.length === 0 && !needsView
      ? undefined
      : views?.({
          plan,
          scopeOf,
          follows: cluster.base,
          own: base.own,
          followed,
          inside: { before: objectsInside(base.state), after: objectsInside(planned) },
          isOperated: isOperated(cluster),
        });
  const { before, after: written } =
    view === undefined
      ? { before: base.state, after: planned }
      : wholeStates(compiled, { before: base.state, after: planned }, view);
  const after = withoutDoubtful(before, written);
  const updates = compareUpdates(before, after, compiled, schemas);
  const transitionsOf = openTransitions(before, after);
  const changes = compareOwners(before, after, updates, transitionsOf);
  const context = openChangeContext({
    cluster: cluster.name,
    compiled,
    plan,
    schemas,
    tree,
    revision: tree.base.revision,
    base,
    before,
    after,
    changes,
    updates,
    transitionsOf,
    view,
    others,
    followed,
    takeOver: adoptionCommand(layout, base.layout),
    readContract: () => contractIn(place, base, plan),
  });
  return {
    cluster: cluster.name,
    base: tree.base,
    before: { ...base, state: before },
    after,
    changes,
    findings: checkChange(context),
    context,
    place,
    ownFiles: () => tree.read(base.own),
  };
};

/** The text of the base's contract, if it differs from the planned one. */
const contractIn = ({ tree }: PlaceInBase, { layout }: BaseCluster, { files }: ClusterPlan): string | undefined => {
  const path = `${layout.contract}/contract.json`;
  return tree.holds(path, files.get(path) ?? '') ? undefined : tree.read([path]).get(path);
};
