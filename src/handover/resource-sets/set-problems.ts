import type { ClusterState, OwnedObject } from '../../base/cluster-state.js';
import { titleOf } from '../../base/object-id.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { compareText } from '../../json/compare-text.js';
import { equalJson } from '../../json/equal-json.js';
import { isObject } from '../../json/is-object.js';
import type { OwnerChanges } from '../compare-owners.js';
import { tryFindLoss } from '../losses/find-loss.js';
import { type LostBySet, lostBySets } from './deleted-by-sets.js';
import { leavesSet, setNotSeen } from './diagnostics.js';
import { GROUP, type SetOfState } from './made-by-sets.js';

/** What a change does to objects of ResourceSets beside deleting them, and what of it isn't seen. */
export const setProblems = (
  cluster: string,
  changes: OwnerChanges,
  before: ClusterState,
  after: ClusterState,
): readonly Diagnostic[] => {
  const going = new Map(changes.deleted.map((one) => [one.object.key, one]));
  return [...lostBySets(before, after, (key) => going.get(key))]
    .sort((a, b) => compareText(a.set.set.key, b.set.set.key))
    .flatMap((lost) => [
      ...moveProblems(cluster, lost, before),
      ...(isUnseen(lost, before, after) ? [unseen(cluster, lost, before)] : []),
    ]);
};

const moveProblems = (cluster: string, { moved }: LostBySet, before: ClusterState): readonly Diagnostic[] =>
  moved
    .filter(({ by }) => by.length > 0)
    .map(({ object, by, to }) => {
      const loses = tryFindLoss(object, before)?.loses;
      const isCertain = to === 'kustomization';
      const title = titleOf(object.id);
      return diagnose(leavesSet, {
        message: `${title} leaves ${by[0]} for ${isCertain ? 'a Kustomization' : 'another ResourceSet'} in one change: the Flux Operator ${isCertain ? 'deletes it' : 'may delete it before the other set has it'}${loses === undefined ? '' : `, and with it ${loses}`}`,
        at: { cluster, object: title },
        ...(isCertain ? {} : { severity: 'notice' }),
        fix: `set the annotation fluxcd.controlplane.io/prune: disabled on it in ${by[0]} in a change of its own, and move it when the operator has applied that`,
      });
    });

/** Whether templates or their inputs differ, and the operator acts on it. */
const isUnseen = ({ set, next, unsure }: LostBySet, before: ClusterState, after: ClusterState): boolean => {
  if (next === undefined || (set.isDisabled && next.isDisabled)) return unsure.length > 0;
  if (unsure.length > 0) return true;
  if (set.unknown.length === 0) return false;
  return !equalJson(set.unknown, next.unknown) || hasOtherProviders(set, before, after);
};

/** Whether a provider of inputs that the set names differs, or goes. */
const hasOtherProviders = ({ set, json }: SetOfState, before: ClusterState, after: ClusterState): boolean => {
  const { inputsFrom } = specIn(json);
  const names = new Set((Array.isArray(inputsFrom) ? inputsFrom.filter(isObject) : []).map(({ name }) => name));
  return before.index
    .ofKind(GROUP, 'ResourceSetInputProvider')
    .some(
      (one) =>
        one.id.namespace === set.id.namespace &&
        names.has(one.id.name) &&
        !equalJson(specOf(one), specOf(after.objects.get(one.key))),
    );
};

const unseen = (cluster: string, { set, unsure }: LostBySet, before: ClusterState): Diagnostic => {
  const title = titleOf(set.set.id);
  const losses = unsure.flatMap(({ object }) => {
    const loses = tryFindLoss(object, before)?.loses;
    return loses === undefined ? [] : [`perhaps ${titleOf(object.id)}, and with it ${loses}`];
  });
  return diagnose(setNotSeen, {
    message: `${title} makes its objects of templates, which change, or whose inputs do: what it no longer makes, the Flux Operator deletes, and what that is isn't known here`,
    at: { cluster, object: title },
    ...(losses.length === 0 ? {} : { notes: losses.sort() }),
    fix: 'compare what both versions make before you merge (flux-operator build rset)',
  });
};

const specIn = ({ spec }: { readonly spec?: unknown }) => (isObject(spec) ? spec : {});

const specOf = (object: OwnedObject | undefined) => specIn(object?.holdings[0].json ?? {});
