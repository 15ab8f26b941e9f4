import {
  type ClusterState,
  isFluxKustomization,
  type OwnedObject,
  ownerKey,
  PRUNE_MARK,
} from '../../../applied/cluster-state.js';
import { titleOf } from '../../../applied/object-id.js';
import { deletes } from '../../../applied/owned-objects.js';
import { isSetKey, ownerNames, ownersTitle, ownerTitle } from '../../../applied/owner-name.js';
import type { DeclaredRemoval } from '../../../declared/removal.js';
import { type Diagnostic, defineDiagnostic, diagnose, nameSome, ties } from '../../../diagnostics/index.js';
import { TENANT_LABEL } from '../../../tenants/tenant-mark.js';
import { defineChangeRule, type StatesContext } from '../../change-rule.js';
import { openDeclaredRemovals } from '../../declarations/declared-removals.js';
import { declarationOf, ifIntended } from '../../declarations/match-declared.js';
import { hasClaimTemplates, takesClaims } from '../../losses/claims-of-set.js';
import { consequenceOf, type Loss, tryFindLoss } from '../../losses/find-loss.js';
import type { Deletion, OwnerChanges } from '../../model/owner-changes.js';
import { openMoves } from '../../model/owner-changes.js';
import type { LeftOut } from '../../removals/left-out.js';
import { labelOf } from '../../words/label-of.js';

export const removalNotDeclared = defineDiagnostic({
  code: 'FX502',
  name: 'removal-not-declared',
  severity: 'error',
  summary:
    "A removal also deletes data, other objects or something outside the cluster, and the cluster's code doesn't declare it.",
  page: {
    example: 'the addon database is removed from its stage: Flux deletes its Kustomization and all that it applied',
    right: "dev.removed('database', { reason: 'moved to RDS' })",
  },
});

/** Reports undeclared removals that destroy more than the object. */
export const removalNotDeclaredRule = defineChangeRule(
  [removalNotDeclared],
  ({ cluster, compiled, changes, before, leftOut, inYaml }: StatesContext, report) => {
    const problems = undeclaredRemovals(cluster, compiled.cluster.removals, changes, before, { ...leftOut, inYaml });
    for (const problem of problems) report(problem);
  },
  { asksOfAdoption: 'changes' },
);

/**
 * Reports the removals that the code must declare.
 *
 * @param said the removals that the cluster's code declares
 */
export const undeclaredRemovals = (
  cluster: string,
  said: readonly DeclaredRemoval[],
  changes: OwnerChanges,
  before: ClusterState,
  { follows, inYaml }: Pick<LeftOut, 'follows'> & Pick<StatesContext, 'inYaml'>,
): readonly Diagnostic[] => {
  const refused: Diagnostic[] = [];
  const { isSaid, isAmbiguous } = openDeclaredRemovals(said, changes, before);
  /** Owners that one diagnostic reports as a whole. */
  const reported = new Set<string>();
  for (const deletion of changes.deleted) {
    const { object } = deletion;
    if (!isFluxKustomization(object.id)) continue;
    const key = ownerKey(object.id);
    const owner = before.owners.get(key);
    const lost = changes.deleted.filter((one) => one.by.includes(key));
    const unseen = owner !== undefined && !owner.seen && deletes(owner);
    if (lost.length === 0 && !unseen) continue;
    reported.add(key);
    // The removal of a whole owner needs no report if the code declares all of its objects as removed.
    if (isSaid(deletion) || (!unseen && lost.every(isSaid))) continue;
    const notes = lost.map((one) => lossOf(one.object, before));
    // An object that dies with more than itself gets its own diagnostic, even if the owner's other objects move.
    const isHarmless = !unseen && lost.every(({ object }) => consequenceOf(object, before) === undefined);
    refused.push(
      diagnose(removalNotDeclared, {
        message: `Kustomization "${object.id.name}" is removed, and Flux deletes ${unseen ? 'all that it applies, which is not seen here' : lost.length === 1 ? 'its object' : `its ${lost.length} objects`}`,
        at: { cluster, object: titleOf(object.id) },
        notes,
        ties: { follows: [...(isHarmless ? [ties.movesFrom(key)] : []), ties.tenantOwner(key), ...follows(object)] },
        fix: `${inYaml === true ? keepingFirst(lost.length) : ifRenamed(cluster, key, lost, changes) || keepingData(lost, before)}${ifIntended(`.removed('${object.id.name}', { reason: '…' })${inTeams(lost)}`, inYaml)}`,
      }),
    );
  }
  for (const deletion of changes.deleted) {
    const { object, by } = deletion;
    const loss = isFluxKustomization(object.id) ? undefined : tryFindLoss(object, before);
    if (loss === undefined || isSaid(deletion) || by.some((owner) => reported.has(owner))) continue;
    refused.push({
      ...refusal(cluster, deletion, loss, { withGroup: isAmbiguous(deletion), root: changes.root, inYaml }),
      ties: { follows: follows(object) },
    });
  }
  return refused;
};

/** Where a team that is data is declared as removed. */
const inTeams = (lost: readonly Deletion[]): string => {
  const tenant = lost.map(({ object }) => labelOf(object, TENANT_LABEL)).find((one) => one !== undefined);
  return tenant === undefined ? '' : `; or, of a team in teams.yaml, there: removed: { ${tenant}: '…' }`;
};

/** How others keep the objects of a Kustomization that goes. */
const keepingFirst = (count: number): string =>
  count === 0
    ? ''
    : `to keep ${count === 1 ? 'it' : 'them'}, set the annotation ${PRUNE_MARK}: disabled on ${count === 1 ? 'it' : 'them'} in a change of its own, and remove the Kustomization when Flux has applied that; `;

/** How the objects of an addon that goes are kept, if something goes with them. */
const keepingData = (lost: readonly Deletion[], before: ClusterState): string => {
  const ways = new Map<string, string[]>();
  for (const { object, by } of lost) {
    const loss = isFluxKustomization(object.id) ? undefined : tryFindLoss(object, before);
    if (loss === undefined) continue;
    const way = waysToKeep(object, by, loss).join(' or ');
    if (way !== '') ways.set(way, [...(ways.get(way) ?? []), titleOf(object.id)]);
  }
  const kept = [...ways].map(([way, titles]) => `to keep ${nameSome(titles, MOST_KEPT)}, set ${way}`);
  return kept.length === 0
    ? ''
    : `${kept.join('; ')}; merge that first, and remove the addon when Flux has applied it; `;
};

/** How many objects a fix names. */
const MOST_KEPT = 4;

const waysToKeep = (object: OwnedObject, by: readonly string[], { settings }: Loss): readonly string[] =>
  settings.length === 0 && holdsData(object) ? [`the annotation ${markOf(by)}: disabled on it`] : settings;

/** The fix if an addon looks renamed: its objects, or as many of the same kinds, appear under another addon. */
const ifRenamed = (cluster: string, key: string, lost: readonly Deletion[], changes: OwnerChanges): string => {
  const run = `npx fluxspan handover --cluster ${cluster}`;
  // Objects that are kept anyway need no handover, and destroy nothing.
  const to = openMoves(changes).find(({ from }) => from.includes(key))?.to;
  if (to !== undefined) {
    return `run ${run}: what "${ownerNames(to, changes.root)}" has of it moves there, and the rest stays in the cluster until you delete it; `;
  }
  const kinds = (objects: readonly OwnedObject[]) =>
    objects
      .map(({ id }) => `${id.kind}.${id.group}`)
      .sort()
      .join();
  const wanted = kinds(lost.map(({ object }) => object));
  const next = changes.created.find(({ id }) => {
    if (!isFluxKustomization(id)) return false;
    const owner = ownerKey(id);
    const own = changes.created.filter(({ holdings }) => holdings.some((holding) => holding.owner === owner));
    return own.length > 0 && kinds(own) === wanted;
  });
  return next === undefined
    ? ''
    : `if it is "${next.id.name}" now, give its objects the names and namespaces that they had, and run ${run}: then nothing is deleted; `;
};

const refusal = (
  cluster: string,
  { object, by, isLate }: Deletion,
  loss: Loss,
  {
    withGroup,
    root,
    inYaml,
  }: { readonly withGroup: boolean; readonly root: string | undefined } & Pick<StatesContext, 'inYaml'>,
): Diagnostic => {
  const { loses, isUnproven } = loss;
  const ways = waysToKeep(object, by, loss);
  const keep =
    ways.length === 0
      ? ''
      : `to keep it, set ${ways.join(' or ')} in a change of its own, and remove the object when Flux has applied that; `;
  const notes = [...placesOf(object, by, root), claimsOf(object)].filter((note) => note !== undefined);
  return diagnose(removalNotDeclared, {
    message: `${titleOf(object.id)} is removed${isLate === true ? whenResumed(by, root) : ''}, and ${isUnproven === true ? 'probably ' : ''}with it ${loses}`,
    ...(isUnproven === true ? { severity: 'notice' as const } : {}),
    at: { cluster, object: titleOf(object.id) },
    ...(notes.length === 0 ? {} : { notes }),
    fix: `${keep}${ifIntended(declarationOf('removal', object, { withGroup }), inYaml)}`,
  });
};

/** The places of an object that no generated file contains, by the owners that delete it. */
const placesOf = ({ holdings }: OwnedObject, by: readonly string[], root: string | undefined): readonly string[] =>
  holdings.flatMap(({ owner, path, isForeign, isMade }) => {
    if (!by.includes(owner) || (isForeign !== true && isMade !== true)) return [];
    return [`from ${ownerTitle(owner, root)}${isMade === true || path === '' ? '' : `: ${path}`}`];
  });

const whenResumed = (by: readonly string[], root: string | undefined): string =>
  ` when ${ownersTitle(by, root)} is ${by.every(isSetKey) ? 'enabled' : 'resumed'}`;

/**
 * The annotation that keeps an object from the owners that would delete it. The Flux Operator has its own for objects
 * of ResourceSets.
 */
const markOf = (by: readonly string[]): string => (by.some(isSetKey) ? 'fluxcd.controlplane.io/prune' : PRUNE_MARK);

/** Built-in kinds with data that no field of their own keeps. */
const holdsData = ({ id: { group, kind } }: OwnedObject): boolean =>
  (group === '' && kind === 'PersistentVolumeClaim') || (group === 'apps' && kind === 'StatefulSet');

/** What happens to the claims that a StatefulSet has made. */
const claimsOf = (object: OwnedObject): string | undefined => {
  if (!hasClaimTemplates(object)) return undefined;
  return takesClaims(object)
    ? 'its claims are deleted, too, with their data (persistentVolumeClaimRetentionPolicy.whenDeleted: Delete)'
    : 'its claims and the data in them stay in the namespace';
};

export const lossOf = (object: OwnedObject, before: ClusterState): string => {
  const consequence = consequenceOf(object, before);
  return consequence === undefined
    ? `deletes ${titleOf(object.id)}`
    : `deletes ${titleOf(object.id)}, and with it ${consequence}`;
};
