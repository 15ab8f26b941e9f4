import type { DeclaredRemoval } from '../compile/removal.js';
import { FLUX_NAMESPACE } from '../contract/index.js';
import { type Diagnostic, diagnose, nearest } from '../diagnostics/index.js';
import { type ClusterState, isFluxKustomization, type OwnedObject, ownerKey } from './cluster-state.js';
import { type Deletion, deletes, type OwnerChanges } from './compare-owners.js';
import { consequenceOf } from './consequences.js';
import { removalNotSaid, removalUnmatched } from './diagnostics.js';
import { type ObjectId, titleOf } from './object-id.js';
import { ownerNames } from './owner-name.js';

export interface RemovalProblems {
  /** What goes, takes more along, and is not declared to go. */
  readonly refused: readonly Diagnostic[];
  /** Declared removals of what does not go. */
  readonly unmatched: readonly Diagnostic[];
}

/** What goes, with more than itself, and is not said in code to go; and what is said and does not. */
export const removalProblems = (
  cluster: string,
  said: readonly DeclaredRemoval[],
  changes: OwnerChanges,
  before: ClusterState,
): RemovalProblems => {
  const refused: Diagnostic[] = [];
  const unmatched: Diagnostic[] = [];
  const isSaid = (deletion: Deletion) => said.some((one) => covers(one, deletion, cluster));
  /** Owners that are reported as a whole. */
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
    // A whole owner may go in silence once each of its objects is said to go.
    if (isSaid(deletion) || (!unseen && lost.every(isSaid))) continue;
    const notes = lost.map((one) => lossOf(one.object, before));
    refused.push(
      diagnose(removalNotSaid, {
        message: `Kustomization "${object.id.name}" goes, and Flux deletes ${unseen ? 'all that it applies, which is not seen here' : lost.length === 1 ? 'its object' : `its ${lost.length} objects`}`,
        at: { cluster, object: titleOf(object.id) },
        notes,
        fix: `${ifRenamed(cluster, key, lost, changes)}if that is meant, say so in the cluster's code: .removed('${object.id.name}', { reason: '…' })`,
      }),
    );
  }
  for (const deletion of changes.deleted) {
    const { object, by } = deletion;
    const consequence = isFluxKustomization(object.id) ? undefined : consequenceOf(object, before);
    if (consequence === undefined || isSaid(deletion) || by.some((owner) => reported.has(owner))) continue;
    refused.push(refusal(cluster, object, `${titleOf(object.id)} goes, and with it ${consequence}`));
  }
  for (const deletion of changes.replaced) {
    if (isSaid(deletion)) continue;
    const title = titleOf(deletion.object.id);
    refused.push(
      refusal(
        cluster,
        deletion.object,
        `the release of ${title} is renamed or moved: Helm uninstalls it, with all that its chart installed, and installs it anew`,
      ),
    );
  }
  const gone = [...changes.deleted, ...changes.leftBehind, ...changes.replaced];
  for (const one of said) {
    if (gone.some((deletion) => covers(one, deletion, cluster))) continue;
    const source = one.place();
    const near = nearest(nameOf(one.what), namesLike(one.what, gone));
    const fix = 'take the line out: it has done its work, or names what is not there';
    unmatched.push(
      diagnose(removalUnmatched, {
        message: `the removal of ${describe(one.what)} matches nothing that goes`,
        at: { cluster, ...(source === undefined ? {} : { source }) },
        fix: near === undefined ? fix : `did you mean "${near}"? otherwise ${fix}`,
      }),
    );
  }
  return { refused, unmatched };
};

/** What is said of a cluster that the app no longer has: nothing can be, so all of it is refused. */
export const lostClusterProblems = (cluster: string, state: ClusterState): readonly Diagnostic[] => {
  const addons = [...state.objects.values()].filter(({ id }) => isFluxKustomization(id)).map(({ id }) => id.name);
  if (addons.length === 0) return [];
  const lines = addons.sort().map((name) => `.removed('${name}', { reason: '…' })`);
  return [
    diagnose(removalNotSaid, {
      message: `the app has no cluster "${cluster}" any more, and Flux would delete all that its ${addons.length} Kustomizations own`,
      at: { cluster },
      notes: ['a renamed cluster is a removal and a creation', `Kustomizations: ${addons.join(', ')}`],
      fix: `keep the cluster without stages for one change, new FluxCluster(app, '${cluster}')${lines.join('')}, and take it out after that`,
    }),
  ];
};

/** What helps where an addon looks renamed: its objects, or as many of their kinds, come back under another one. */
const ifRenamed = (cluster: string, key: string, lost: readonly Deletion[], changes: OwnerChanges): string => {
  const run = `npx fluxspan handover --cluster ${cluster}`;
  const to = changes.moved.find(({ from }) => from.includes(key))?.to;
  if (to !== undefined) {
    return `run ${run}: what "${ownerNames(to)}" has of it moves there, and the rest stays in the cluster until you delete it; `;
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

const refusal = (cluster: string, object: OwnedObject, message: string): Diagnostic => {
  const { kind, name, namespace } = object.id;
  const what = `{ kind: '${kind}', name: '${name}'${namespace === '' ? '' : `, namespace: '${namespace}'`} }`;
  return diagnose(removalNotSaid, {
    message,
    at: { cluster, object: titleOf(object.id) },
    fix: `if that is meant, say so in the cluster's code: .removed(${what}, { reason: '…' })`,
  });
};

const lossOf = (object: OwnedObject, before: ClusterState): string => {
  const consequence = consequenceOf(object, before);
  return consequence === undefined
    ? `deletes ${titleOf(object.id)}`
    : `deletes ${titleOf(object.id)}, and with it ${consequence}`;
};

const covers = ({ what }: DeclaredRemoval, { object, owners }: Deletion, cluster: string): boolean => {
  if (typeof what !== 'string') return isObject(what, object.id);
  const key = `${FLUX_NAMESPACE}/${what}`;
  return (
    owners.includes(key) ||
    (isFluxKustomization(object.id) && ownerKey(object.id) === key) ||
    // Its Git source lies beside its Kustomization.
    object.holdings.some(({ path }) => path === `clusters/${cluster}/${what}.yaml`)
  );
};

const isObject = (what: Exclude<DeclaredRemoval['what'], string>, id: ObjectId): boolean =>
  what.kind === id.kind &&
  what.name === id.name &&
  (what.namespace === undefined || what.namespace === id.namespace) &&
  (what.group === undefined || what.group === id.group);

const nameOf = (what: DeclaredRemoval['what']): string => (typeof what === 'string' ? what : what.name);

/** Names of what goes and could have been meant: of Kustomizations for an addon, of the same kind for an object. */
const namesLike = (what: DeclaredRemoval['what'], gone: readonly Deletion[]): readonly string[] =>
  gone.flatMap(({ object: { id } }) =>
    (typeof what === 'string' ? isFluxKustomization(id) : id.kind === what.kind) ? [id.name] : [],
  );

const describe = (what: DeclaredRemoval['what']): string =>
  typeof what === 'string'
    ? `"${what}"`
    : `"${what.kind}/${what.name}"${what.namespace === undefined ? '' : ` in "${what.namespace}"`}`;
