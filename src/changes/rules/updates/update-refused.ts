import type { ClusterState } from '../../../applied/cluster-state.js';
import { deleteCommand, titleOf } from '../../../applied/object-id.js';
import { isSetKey, ownerTitle } from '../../../applied/owner-name.js';
import { type Diagnostic, diagnose } from '../../../diagnostics/index.js';
import { printPath } from '../../../json/json-path.js';
import { declarationOf } from '../../declarations/match-declared.js';
import { replacedByHand, updateRefused, updateUncertain } from '../../diagnostics.js';
import { takesClaims } from '../../losses/claims-of-set.js';
import { lossByHand, lossOf } from '../../replacement/replacement-losses.js';
import { printDifferences } from '../../updates/print-difference.js';
import type { RefusedUpdate, RefusedUpdates } from '../../updates/refused-update.js';

/** What is to be said of changes that the API server refuses as updates, but for those that Flux forces. */
export const updateProblems = (cluster: string, updates: RefusedUpdates, before: ClusterState): readonly Diagnostic[] =>
  [...updates.values()].flatMap((update) => {
    if (update.how === 'forced') return [];
    if (update.how === 'by-hand') return [byHand(cluster, update, before)];
    return [update.isCertain ? refused(cluster, update, before) : uncertain(cluster, update)];
  });

/** How to say that Flux is to replace an object: the operator has a mark of its own for what sets make. */
const forceOf = ({ owner }: RefusedUpdate): string =>
  `the annotation '${isSetKey(owner) ? 'fluxcd.controlplane.io' : 'kustomize.toolkit.fluxcd.io'}/force': 'enabled'`;

const refused = (cluster: string, update: RefusedUpdate, before: ClusterState): Diagnostic => {
  const { object, owner, differences } = update;
  const title = titleOf(object.id);
  const { words, isHarmless } = lossOf(object, before);
  return diagnose(updateRefused, {
    message: `${title} can't be updated: ${wordsOf(update)}`,
    at: placeOf(cluster, update),
    notes: [
      ...differences.flatMap(({ path, why }) => (why === undefined ? [] : [`${printPath(path)}: ${why}`])),
      `the API server refuses the change, so ${ownerTitle(owner, before.rootKey)} fails and stays at the state that it has`,
      `with force, Flux deletes the object and creates it again: ${words}`,
      ...keptClaims(update),
    ],
    fix: `${adviceOf(update)}; or have Flux replace it: set ${forceOf(update)} on it${isHarmless ? '' : `, and declare it in the cluster's code: ${declarationOf('replacement', object)}${keepingPods(update)}`}`,
  });
};

const uncertain = (cluster: string, update: RefusedUpdate): Diagnostic =>
  diagnose(updateUncertain, {
    message: `the API server may refuse an update of ${titleOf(update.object.id)}: ${wordsOf(update)}`,
    at: placeOf(cluster, update),
    notes: [update.doubt],
    fix: `compare with the cluster: ${getCommand(update)}`,
  });

const byHand = (cluster: string, update: RefusedUpdate, before: ClusterState): Diagnostic => {
  const { object, owner } = update;
  const keepsPods = object.id.kind === 'StatefulSet';
  return diagnose(replacedByHand, {
    message: `${titleOf(object.id)} is declared as replaced, and Flux doesn't replace it: ${wordsOf(update)}`,
    at: placeOf(cluster, update),
    notes: [
      `${ownerTitle(owner, before.rootKey)} fails until the object is deleted`,
      `when it is deleted: ${lossByHand(object, before).words}`,
      ...keptClaims(update),
    ],
    fix: `delete it when the change is merged: ${deleteCommand(object.id)}${keepsPods ? ' --cascade=orphan, which keeps its pods' : ''}; or set ${forceOf(update)} on it`,
  });
};

const wordsOf = ({ object, differences }: RefusedUpdate): string =>
  printDifferences(differences, object.id.kind === 'Secret').join(', ');

const placeOf = (cluster: string, { object, differences }: RefusedUpdate) => ({
  cluster,
  object: titleOf(object.id),
  path: printPath(differences[0]!.path),
});

const getCommand = ({ object }: RefusedUpdate): string =>
  `${deleteCommand(object.id).replace('kubectl delete', 'kubectl get')} -o yaml`;

const adviceOf = ({ object, differences }: RefusedUpdate): string => {
  const instead = differences.find((one) => one.instead !== undefined)?.instead;
  if (instead !== undefined) return instead;
  const { group, kind } = object.id;
  if (group === '' && kind === 'PersistentVolumeClaim') {
    return 'revert the change, or add a second claim under another name, and keep this one until its data is moved';
  }
  return inUse.has(`${group}/${kind}`)
    ? 'revert the change, or add a second object under another name, and keep this one until nothing uses it'
    : 'revert the change, or give the object another name';
};

/** Kinds whose objects data depends on: under another name, the one that is there would go. */
const inUse: ReadonlySet<string> = new Set([
  '/PersistentVolume',
  'apps/StatefulSet',
  'storage.k8s.io/StorageClass',
  'storage.k8s.io/VolumeAttributesClass',
]);

/** New templates count for new claims alone. */
const keptClaims = ({ object, differences }: RefusedUpdate): readonly string[] => {
  const isOfTemplates = differences.some(
    ({ path: [spec, field] }) => spec === 'spec' && field === 'volumeClaimTemplates',
  );
  if (object.id.kind !== 'StatefulSet' || !isOfTemplates || takesClaims(object)) return [];
  const { name, namespace } = object.id;
  const place = namespace === '' ? '' : ` -n ${namespace}`;
  return [
    `claims that are there keep their size and settings: let each of them grow by itself, kubectl edit${place} pvc/<template>-${name}-0`,
  ];
};

/** The pods of a StatefulSet outlive it, and the new one takes them over. */
const keepingPods = ({ object }: RefusedUpdate): string =>
  object.id.kind === 'StatefulSet'
    ? `. Without the annotation, ${deleteCommand(object.id)} --cascade=orphan when the change is merged keeps its pods`
    : '';
