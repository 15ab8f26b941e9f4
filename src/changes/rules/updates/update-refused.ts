import type { ClusterState } from '../../../applied/cluster-state.js';
import { deleteCommand, titleOf } from '../../../applied/object-id.js';
import { isSetKey, ownerTitle } from '../../../applied/owner-name.js';
import { type Diagnostic, defineDiagnostic, diagnose } from '../../../diagnostics/index.js';
import { printPath } from '../../../json/json-path.js';
import { defineChangeRule, type StatesContext } from '../../change-rule.js';
import { declarationOf } from '../../declarations/match-declared.js';
import { takesClaims } from '../../losses/claims-of-set.js';
import { lossByHand, lossOf } from '../../replacement/replacement-losses.js';
import { printDifferences } from '../../updates/print-difference.js';
import type { RefusedUpdate } from '../../updates/refused-update.js';

const updateRefused = defineDiagnostic({
  code: 'FX520',
  name: 'update-refused',
  severity: 'error',
  summary:
    "The API server refuses a change of an object that is already in the cluster: a field is immutable, or a rule of its schema forbids the change. Flux can't apply the object from then on.",
  page: {
    example: 'storageClass({ iops: 4000 }) for a class that is in the cluster with 3000',
    flux: 'StorageClass/gp3 dry-run failed (Invalid): … updates to parameters are forbidden.',
    right:
      "add a second class under another name, and keep the old one until nothing uses it; or set the annotation kustomize.toolkit.fluxcd.io/force: enabled on it, and dev.replaced({ kind: 'StorageClass', name: 'gp3' }, { reason: 'volumes stay as they are' })",
  },
});

const updateUncertain = defineDiagnostic({
  code: 'FX521',
  name: 'update-uncertain',
  severity: 'notice',
  summary:
    "The API server may refuse a change of an object that is already in the cluster; that depends on something that the tree doesn't show.",
  page: {
    example:
      "a PersistentVolumeClaim without storageClassName, which the cluster's default class has filled in, gets one",
    flux: 'nothing if it is the one that the cluster has filled in; otherwise: spec is immutable after creation',
    right: 'set the value that the object has in the cluster: kubectl get pvc/data -o yaml',
  },
});

const replacedByHand = defineDiagnostic({
  code: 'FX522',
  name: 'replaced-by-hand',
  severity: 'warning',
  summary:
    "The cluster's code declares that an object is replaced, but Flux doesn't replace it by itself: you have to delete it.",
  page: {
    example: "dev.replaced({ kind: 'StatefulSet', name: 'db' }, { reason: 'larger volumes' }), without the annotation",
    flux: 'StatefulSet/db dry-run failed (Invalid): … updates to statefulset spec … are forbidden',
    right:
      'run kubectl delete statefulset.apps/db --cascade=orphan when the change is merged, or set the annotation kustomize.toolkit.fluxcd.io/force: enabled on it',
  },
});

/** Reports changes that the API server refuses as updates, except those that Flux forces. */
export const updateRefusedRule = defineChangeRule(
  [updateRefused, updateUncertain, replacedByHand],
  ({ cluster, updates, before, inYaml }: StatesContext, report) => {
    const problems = [...updates.values()].flatMap((update) => {
      if (update.how === 'forced') return [];
      if (update.how === 'by-hand') return [byHand(cluster, update, before)];
      return [update.isCertain ? refused(cluster, update, before, inYaml) : uncertain(cluster, update)];
    });
    for (const problem of problems) report(problem);
  },
  { asksOfAdoption: 'changes' },
);

/**
 * How to declare that Flux replaces an object. The Flux Operator has its own annotation for objects of ResourceSets.
 */
const forceOf = ({ owner }: RefusedUpdate): string =>
  `the annotation '${isSetKey(owner) ? 'fluxcd.controlplane.io' : 'kustomize.toolkit.fluxcd.io'}/force': 'enabled'`;

const refused = (cluster: string, update: RefusedUpdate, before: ClusterState, inYaml = false): Diagnostic => {
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
    fix: `${adviceOf(update)}; or have Flux replace it: set ${forceOf(update)} on it${isHarmless || inYaml ? '' : `, and declare it in the cluster's code: ${declarationOf('replacement', object)}${keepingPods(update)}`}`,
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

/** Kinds that data depends on: renaming the object would delete the existing one. */
const inUse: ReadonlySet<string> = new Set([
  '/PersistentVolume',
  'apps/StatefulSet',
  'storage.k8s.io/StorageClass',
  'storage.k8s.io/VolumeAttributesClass',
]);

/** New claim templates apply only to new claims. */
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

/** How to replace a StatefulSet without its pods, which the new one adopts. */
const keepingPods = ({ object }: RefusedUpdate): string =>
  object.id.kind === 'StatefulSet'
    ? `. Without the annotation, ${deleteCommand(object.id)} --cascade=orphan when the change is merged keeps its pods`
    : '';
