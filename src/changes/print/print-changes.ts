import {
  type ClusterState,
  isFluxKustomization,
  type OwnedObject,
  ownerKey,
  ROOT,
} from '../../applied/cluster-state.js';
import { deleteCommand, type ObjectId, titleOf } from '../../applied/object-id.js';
import { isSetKey, ownerNames } from '../../applied/owner-name.js';
import type { Contract } from '../../contract/index.js';
import { isResourceSet } from '../../flux/resource-sets/resource-set.js';
import { consequenceOf } from '../losses/find-loss.js';
import type { Deletion, Move, OwnerChanges } from '../model/owner-changes.js';
import type { ReplacementCause } from '../model/replacement-cause.js';
import { leftInNamespace } from '../removals/left-in-namespace.js';
import { changesWithMove } from './changes-with-move.js';

/** `2 to create, 1 with a new owner`; empty where nothing changes. */
export const countChanges = (changes: OwnerChanges): string =>
  (
    [
      [changes.created, 'to create'],
      [[...changes.changed, ...changes.renamed, ...changes.replaced.filter(staysItself)], 'to change'],
      [changes.moved, 'with a new owner'],
      [changes.replaced.filter((one) => one.certain && !staysItself(one)), 'to replace'],
      [changes.replaced.filter((one) => !one.certain && !staysItself(one)), 'to replace perhaps'],
      [changes.deleted, 'to delete'],
      [changes.leftBehind, 'left behind'],
    ] as const
  )
    .filter(([list]) => list.length > 0)
    .map(([list, words]) => `${list.length} ${words}`)
    .join(', ');

/**
 * Prints what Flux will do, one line per object, like a Terraform plan.
 *
 * ```
 * + HelmRelease/reloader in reloader (reloader)
 * ~ HTTPRoute/authentik in authentik (authentik)
 * ~ Deployment/web in web (web): its pods restart
 * ~ ConfigMap/web-5m9tg7g54f in web becomes web-h29d89cmmt (web)
 * ~ StatefulSet/db in db destroys its claims data-db-1 with their data: spec.replicas 2 → 1 (db)
 * ± HelmRelease/web in web is replaced: chart name "podinfo" → "nginx" (web)
 * → EC2NodeClass/default (karpenter → karpenter-nodes)
 * → HelmRelease/web in web (apps → web), and it changes: fluxspan diff shows how
 * - ConfigMap/old in default (reloader)
 * - PersistentVolumeClaim/old in default (reloader): its volume and the data on it
 * ○ Namespace/old is left behind (reloader): kubectl delete namespace/old
 * ```
 *
 * @param before what Flux has @default - the lines omit what a deletion destroys
 * @param contract the new one @default - the lines omit which namespaces Terraform takes over
 */
export const printChanges = (
  changes: OwnerChanges,
  before?: ClusterState,
  contract?: Pick<Contract, 'namespaces'>,
): readonly string[] =>
  describeChanges(changes, before, contract).map(({ line, move, restart }) =>
    [line, move && alsoChanges(move), restart && `: ${restart}`].join(''),
  );

/** Whether a move also changes fields that the plan doesn't show. */
const alsoChanges = (move: Move): string => {
  const change = changesWithMove(move);
  return change === 'no' ? '' : `, and it ${change === 'yes' ? 'changes' : 'may change'}: fluxspan diff shows how`;
};

/** One object of the plan, and its line. */
export interface DescribedChange {
  /** The object after the change, or before it for a deletion. */
  readonly object: OwnedObject;
  /** The object before the change, for an update or a replacement. */
  readonly before?: OwnedObject;
  readonly line: string;
  /** Whether the change destroys more than the object. */
  readonly isLoss?: boolean;
  /** Set if the object moves to another owner. */
  readonly move?: Move;
  /** What becomes of the object's pods: a clause that isn't part of the line. */
  readonly restart?: string;
}

/** The lines of {@link printChanges}, each with its object. */
export const describeChanges = (
  changes: OwnerChanges,
  before?: ClusterState,
  contract?: Pick<Contract, 'namespaces'>,
): readonly DescribedChange[] => [
  ...changes.created.map((object) => ({ object, line: `+ ${titleOf(object.id)}${byAddon(object, changes)}` })),
  ...changes.changed.map((object) => {
    const restart = changes.restarts?.get(object.key);
    const line = `~ ${titleOf(object.id)} (${ownersOf(object, changes)})`;
    return { object, line, ...(restart === undefined ? {} : { restart }) };
  }),
  ...changes.renamed.map(({ object, owners, after }) => ({
    object: after,
    before: object,
    line: `~ ${titleOf(object.id)} becomes ${after.id.name} (${ownerNames(owners, changes.root)})`,
  })),
  ...changes.moved.map((move) => {
    const { before: object, after, from, to, holding } = move;
    const line = `→ ${titleOf(object.id)} (${ownerNames(from, changes.root)} → ${ownerNames(to, changes.root)})`;
    return {
      object: after ?? object,
      before: object,
      line: `${line}${holding.length === 0 ? '' : ': not handed over'}`,
      move,
    };
  }),
  ...changes.replaced.map((one) => ({
    object: one.after,
    before: one.object,
    isLoss: one.isHarmless !== true,
    line: `${staysItself(one) ? '~' : '±'} ${titleOf(one.object.id)} ${happens(one)}: ${one.differences.join(', ')} (${ownerNames(one.owners, changes.root)})${before === undefined || one.isHarmless === true || staysItself(one) ? '' : `: ${one.effect}`}`,
  })),
  ...changes.deleted.map((one) => {
    const loss = lossOf(one, before);
    return { object: one.object, line: `- ${lineOf(one, changes)}${loss}`, isLoss: loss !== '' };
  }),
  ...changes.leftBehind.map((one) => ({
    object: one.object,
    line: `○ ${leftLineOf(one, changes, { before, contract })}`,
  })),
];

/** Whether the object stays, but its change destroys what belongs to it or may do other harm. */
export const staysItself = ({ destroys, risks }: ReplacementCause): boolean =>
  destroys !== undefined || risks !== undefined;

/** The part of the line after the object's name. */
export const happens = ({ destroys, risks, certain }: ReplacementCause): string => {
  if (risks !== undefined) return `may ${risks}`;
  if (destroys !== undefined) return `${certain ? 'destroys' : 'may destroy'} ${destroys}`;
  return `${certain ? 'is' : 'may be'} replaced`;
};

type Root = Pick<OwnerChanges, 'root'>;
const ownersOf = ({ holdings }: OwnedObject, { root }: Root): string =>
  ownerNames(
    holdings.map(({ owner }) => owner),
    root,
  );
/** Empty for objects that the root applies: each addon brings its Kustomization, and that line shows it. */
const byAddon = (object: OwnedObject, root: Root): string =>
  object.holdings.every(({ owner }) => owner === ROOT) ? '' : ` (${ownersOf(object, root)})`;
const lineOf = ({ object, owners, isLate }: Deletion, { root }: Root): string =>
  `${titleOf(object.id)}${isLate === true ? ` is deleted when its ${owners.some(isSetKey) ? 'ResourceSet is enabled' : 'Kustomization is resumed'}` : ''} (${ownerNames(owners, root)})`;

/** What a deletion destroys. The objects of a Kustomization have their own lines. */
const lossOf = ({ object }: Deletion, before: ClusterState | undefined): string => {
  if (before === undefined) return '';
  if (isFluxKustomization(object.id) && before.owners.get(ownerKey(object.id))?.seen !== false) return '';
  const loss = consequenceOf(object, before);
  return loss === undefined ? '' : `: ${loss}`;
};

const leftLineOf = (
  { object, owners, inUse, takenBy }: Deletion,
  changes: OwnerChanges,
  {
    before,
    contract,
  }: { readonly before: ClusterState | undefined; readonly contract: Pick<Contract, 'namespaces'> | undefined },
): string => {
  const { id } = object;
  const names = ownerNames(owners, changes.root);
  // Deleting this HelmRelease would uninstall the release of the other one.
  if (takenBy !== undefined)
    return `${titleOf(id)} is left behind (${names}), and ${titleOf(takenBy.id)} has its Helm release from now on: ${suspendCommand(id)} before it is deleted`;
  const isTerraforms = contract?.namespaces.some(({ name, creator }) => name === id.name && creator === 'terraform');
  if (inUse === true && isTerraforms === true)
    return `${titleOf(id)} stays, and Terraform takes it over (${names}): FX511 has the import block`;
  if (inUse === true) return `${titleOf(id)} is left to others, who have objects in it (${names})`;
  const made = before === undefined || !isResourceSet(id) ? undefined : consequenceOf(object, before);
  if (made !== undefined)
    return `${titleOf(id)} is left behind (${names}) and stays at work; this command also deletes ${made}: ${deleteCommand(id)}`;
  const left = id.kind === 'Namespace' && id.group === '' ? leftInNamespace(id.name, changes) : undefined;
  return left === undefined
    ? `${titleOf(id)} is left behind (${names}): ${deleteCommand(id)}`
    : `${titleOf(id)} is left behind (${names}) and keeps ${left}; to delete the namespace with all that is in it: ${deleteCommand(id)}`;
};

/** helm-controller uninstalls nothing when a suspended HelmRelease is deleted. */
const suspendCommand = ({ namespace, name }: ObjectId): string => `flux suspend helmrelease -n ${namespace} ${name}`;

/** The heading above the final plan while the tree is the first step, which itself deletes and moves nothing. */
export const bothStepsHeading = (cluster: string, changes: OwnerChanges): string =>
  `${cluster}, once both steps are reconciled: ${countChanges(changes)}`;

const HEADING = '## Handover, step 1 of 2';

/** Whether a cluster's README declares the tree a first step. */
export const saysHandover = (readme: string): boolean => readme.includes(`\n${HEADING}\n`);

/** Prints the section for the cluster's README while the tree is the first step. */
export const printHandoverSection = (next: OwnerChanges, before: ClusterState): string =>
  [
    HEADING,
    '',
    'In this step, the owners below stop pruning the objects that they will lose. When Flux has reconciled this tree, run `fluxspan handover --finish`. It writes the second step, and then Flux does this:',
    '',
    '```',
    ...printChanges(next, before),
    '```',
    '',
    `${countChanges(next)}.`,
    '',
  ].join('\n');

/** Puts that section at the end of the README, replacing an existing one. */
export const withHandoverSection = (body: string, section: string): string => {
  const start = body.indexOf(`\n${HEADING}\n`);
  return `${(start < 0 ? body : body.slice(0, start)).trimEnd()}\n\n${section}`;
};

/** That section of a README; undefined if it has none. */
export const handoverSectionOf = (readme: string): string | undefined => {
  const start = readme.indexOf(`\n${HEADING}\n`);
  return start < 0 ? undefined : readme.slice(start + 1);
};
