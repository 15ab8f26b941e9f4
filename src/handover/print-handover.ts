import { type OwnedObject, ROOT } from './cluster-state.js';
import type { Deletion, OwnerChanges } from './compare-owners.js';
import { deleteCommand, titleOf } from './object-id.js';
import { ownerNames } from './owner-name.js';

/** `2 to create, 1 with a new owner`; empty where nothing changes. */
export const countChanges = (changes: OwnerChanges): string =>
  (
    [
      [changes.created, 'to create'],
      [changes.changed, 'to change'],
      [changes.moved, 'with a new owner'],
      [changes.replaced.filter(({ certain }) => certain), 'to replace'],
      [changes.replaced.filter(({ certain }) => !certain), 'to replace perhaps'],
      [changes.deleted, 'to delete'],
      [changes.leftBehind, 'left behind'],
    ] as const
  )
    .filter(([list]) => list.length > 0)
    .map(([list, words]) => `${list.length} ${words}`)
    .join(', ');

/**
 * What Flux will do, a line for each object, as people know it from Terraform.
 *
 * ```
 * + HelmRelease/reloader in reloader (reloader)
 * ~ HTTPRoute/authentik in authentik (authentik)
 * ± HelmRelease/web in web is replaced: chart name "podinfo" → "nginx" (web)
 * → EC2NodeClass/default (karpenter → karpenter-nodes)
 * - ConfigMap/old in default (reloader)
 * ○ Namespace/old is left behind (reloader): kubectl delete namespace/old
 * ```
 */
export const printChanges = (changes: OwnerChanges): readonly string[] => [
  ...changes.created.map((object) => `+ ${titleOf(object.id)}${byAddon(object)}`),
  ...changes.changed.map((object) => `~ ${titleOf(object.id)} (${ownersOf(object)})`),
  ...changes.moved.map(
    ({ before, from, to, holding }) =>
      `→ ${titleOf(before.id)} (${ownerNames(from)} → ${ownerNames(to)})${holding.length === 0 ? '' : ': not handed over'}`,
  ),
  ...changes.replaced.map(
    ({ object, owners, differences, certain }) =>
      `± ${titleOf(object.id)} ${certain ? 'is' : 'may be'} replaced: ${differences.join(', ')} (${ownerNames(owners)})`,
  ),
  ...changes.deleted.map((deletion) => `- ${lineOf(deletion)}`),
  ...changes.leftBehind.map(
    ({ object, owners, inUse }) =>
      `○ ${titleOf(object.id)} is left ${inUse === true ? `to others, who have objects in it (${ownerNames(owners)})` : `behind (${ownerNames(owners)}): ${deleteCommand(object.id)}`}`,
  ),
];

const ownersOf = (object: OwnedObject): string => ownerNames(object.holdings.map((holding) => holding.owner));
/** Nothing for what the root applies: each addon brings its Kustomization, and that line says it. */
const byAddon = (object: OwnedObject): string =>
  object.holdings.every(({ owner }) => owner === ROOT) ? '' : ` (${ownersOf(object)})`;
const lineOf = ({ object, owners, isLate }: Deletion): string =>
  `${titleOf(object.id)}${isLate === true ? ' is deleted when its Kustomization is resumed' : ''} (${ownerNames(owners)})`;

/** Above the plan of the end, while the tree is the first step, which itself does nothing of it. */
export const bothStepsHeading = (cluster: string, changes: OwnerChanges): string =>
  `${cluster}, once both steps are reconciled: ${countChanges(changes)}`;

const HEADING = '## Handover, step 1 of 2';

/** A section for the cluster's README while the tree is the first step. */
export const printHandoverSection = (next: OwnerChanges): string =>
  [
    HEADING,
    '',
    'The owners below have let go of what they will lose. When Flux has reconciled this tree, `fluxspan synth` writes the second step, with which Flux does this:',
    '',
    '```',
    ...printChanges(next),
    '```',
    '',
    `${countChanges(next)}.`,
    '',
  ].join('\n');

/** The README with that section at its end, in the place of one that is there. */
export const withHandoverSection = (body: string, section: string): string => {
  const start = body.indexOf(`\n${HEADING}\n`);
  return `${(start < 0 ? body : body.slice(0, start)).trimEnd()}\n\n${section}`;
};
