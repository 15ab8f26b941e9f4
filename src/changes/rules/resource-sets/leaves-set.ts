import {
  type ClusterState,
  type OwnedObject,
  type Owner,
  type OwnerSet,
  PRUNE_MARK,
} from '../../../applied/cluster-state.js';
import { titleOf } from '../../../applied/object-id.js';
import { type Diagnostic, defineDiagnostic, diagnose } from '../../../diagnostics/index.js';
import { compareText } from '../../../json/compare-text.js';
import { equalJson } from '../../../json/equal-json.js';
import { defineChangeRule } from '../../change-rule.js';
import { tryFindLoss } from '../../losses/find-loss.js';
import { letsGo } from '../../owners/compare-owners.js';
import { mayBeMadeYet, setMoveOf } from '../../owners/set-owners.js';

const leavesSet = defineDiagnostic({
  code: 'FX526',
  name: 'leaves-resource-set',
  severity: 'error',
  summary:
    'An object leaves a ResourceSet in one change. The Flux Operator deletes it, even if an addon applies it by then; or still makes it, if the set stays in the cluster. If another set takes it, that may be too late: an error if data or other objects are deleted with it, otherwise a notice.',
  page: {
    example: 'the PersistentVolumeClaim "db" of spec.resources becomes an object of addon "db"',
    flux: "nothing: the claim is deleted with its data, and the addon's Kustomization creates an empty one",
    right:
      'set the annotation fluxcd.controlplane.io/prune: disabled on it in spec.resources; move it when the operator has applied that',
  },
});

const setNotSeen = defineDiagnostic({
  code: 'FX527',
  name: 'resource-set-not-seen',
  severity: 'notice',
  summary:
    "The template or the inputs of a ResourceSet change, and synth can't evaluate them. The Flux Operator deletes what the set no longer makes, and the tree doesn't show what that is.",
  page: {
    example: 'a template with << inputs.branch | slugify >> changes, or a ResourceSetInputProvider that asks GitHub',
    flux: 'nothing: the operator deletes what the new templates and inputs no longer give',
    right:
      'compare the objects of both versions before you merge the change: flux-operator build rset -f set.yaml --inputs-from inputs.yaml',
  },
});

/**
 * Reports what a change does to a ResourceSet's objects other than deleting them, and changes of it that can't be seen.
 */
export const leavesSetRule = defineChangeRule([leavesSet, setNotSeen], ({ cluster, before, after }, report) => {
  const problems = [...before.owners.values()]
    .filter(isSet)
    .sort((a, b) => compareText(a.key, b.key))
    .flatMap((owner) => [...moveProblems(cluster, owner, before, after), ...unseen(cluster, owner, before, after)]);
  for (const problem of problems) report(problem);
});

type SetOwner = Owner & { readonly set: OwnerSet };

const isSet = (owner: Owner): owner is SetOwner => owner.set !== undefined;

const moveProblems = (
  cluster: string,
  { key, set, suspend }: SetOwner,
  before: ClusterState,
  after: ClusterState,
): readonly Diagnostic[] =>
  before.index.ofOwner(key).flatMap((object) => {
    const next = after.objects.get(object.key);
    const move = next === undefined ? undefined : setMoveOf(object, next);
    const holding = object.holdings.find(({ owner }) => owner === key);
    if (move === undefined || holding === undefined) return [];
    const isLeft = !after.owners.has(key) && set.object.holdings.every((one) => letsGo(one, before, after));
    if (isLeft) return suspend ? [] : [stillMade(cluster, key, object)];
    if (letsGo(holding, before, after)) return [];
    const loses = tryFindLoss(object, before)?.loses;
    const isCertain = move === 'taken-from-set';
    // Both sets run at the same time, in no defined order.
    const isSafe = !isCertain && loses === undefined;
    const title = titleOf(object.id);
    return [
      diagnose(leavesSet, {
        message: `${title} leaves ${key} for ${isCertain ? 'a Kustomization' : 'another ResourceSet'} in one change: the Flux Operator ${isCertain ? 'deletes it' : 'may delete it before the other set has it'}${loses === undefined ? '' : `, and with it ${loses}`}`,
        at: { cluster, object: title },
        ...(isSafe ? { severity: 'notice' } : {}),
        fix: `set the annotation fluxcd.controlplane.io/prune: disabled on it in ${key} in a change of its own, and move it when the operator has applied that`,
      }),
    ];
  });

/** Reports an object of a set that leaves the tree but stays in the cluster. */
const stillMade = (cluster: string, key: string, { id }: OwnedObject): Diagnostic =>
  diagnose(leavesSet, {
    message: `${titleOf(id)} would have two owners: Flux leaves ${key} in the cluster, which still makes it`,
    at: { cluster, object: titleOf(id) },
    fix: `keep ${key} for now, set the annotation fluxcd.controlplane.io/prune: disabled on the object in it, and let Flux prune the set: no ${PRUNE_MARK}: disabled on it, and prune: true. When that is applied, remove the set and bring the object here in one change`,
  });

/** Reports changes in parts of a set that aren't followed, if the operator acts on the set. */
const unseen = (cluster: string, owner: SetOwner, before: ClusterState, after: ClusterState): readonly Diagnostic[] => {
  const { key, set, suspend } = owner;
  const next = after.owners.get(key);
  if (next?.set === undefined || (suspend && next.suspend)) return [];
  const unsure = mayBeMadeYet(set, next.set)
    ? before.index.ofOwner(key).filter((object) => !after.objects.has(object.key))
    : [];
  const { unknown } = next.set;
  // A new provider or template only adds objects.
  const isChanged = set.unknown.some((one) => !unknown.some((other) => equalJson(one, other)));
  if (unsure.length === 0 && !isChanged) return [];
  const losses = unsure.flatMap((object: OwnedObject) => {
    const loses = tryFindLoss(object, before)?.loses;
    return loses === undefined ? [] : [`perhaps ${titleOf(object.id)}, and with it ${loses}`];
  });
  return [
    diagnose(setNotSeen, {
      message: `${key} makes objects of templates that synth can't follow, and they change, or their inputs do: what it no longer makes, the Flux Operator deletes, and what that is isn't known here`,
      at: { cluster, object: key },
      ...(losses.length === 0 ? {} : { notes: losses.sort() }),
      fix: 'compare what both versions make before you merge (flux-operator build rset)',
    }),
  ];
};
