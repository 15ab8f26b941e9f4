import { posix } from 'node:path';
import {
  type ClusterState,
  isFluxKustomization,
  type OwnedObject,
  ownerKey,
  readOwner,
} from '../../../applied/cluster-state.js';
import { keyOf, titleOf } from '../../../applied/object-id.js';
import { ownerName } from '../../../applied/owner-name.js';
import { sourceOf } from '../../../applied/view/build-owner.js';
import type { ClusterViews } from '../../../applied/view/cluster-views.js';
import type { FluxView } from '../../../applied/view/flux-view.js';
import { parseOwnerKey } from '../../../declared/owner-key.js';
import { type Diagnostic, diagnose, nameSome } from '../../../diagnostics/index.js';
import { compareText } from '../../../json/compare-text.js';
import { isObject } from '../../../json/is-object.js';
import type { ClusterPlan } from '../../../tree/plan-cluster.js';
import { defineChangeRule } from '../../change-rule.js';
import { rootSourceChanged } from '../../root/diagnostics.js';
import { objectsOfRoot } from '../../root/objects-of-root.js';
import { branchOf, type ReadSource, sourceWords } from '../../root/source-words.js';

/**
 * Reports sources that switch to another repository, branch or version: the one of Flux's root, and others that
 * Kustomizations read.
 */
export const sourceChangedRule = defineChangeRule(
  [rootSourceChanged],
  ({ cluster, plan, tree, compiled, before, after, view, lostRoot }, report) => {
    const problems = [
      ...(view === undefined || lostRoot !== undefined
        ? []
        : sourceChanges(cluster, view, (folder) =>
            readsFolder({ plan, view, root: tree.root }, compiled.appLayout.sourceRoot + folder),
          )),
      ...otherSourceChanges(cluster, { before, after }, view),
    ];
    for (const problem of problems) report(problem);
  },
);

/** Whether a folder contains a file that Flux reads for the cluster, or is in a folder that it reads. */
const readsFolder = (
  { plan, view, root }: { readonly plan: ClusterPlan; readonly view: ClusterViews; readonly root: string },
  folder: string,
): boolean => {
  const isBelow = (path: string, top: string) => top === '' || path === top || path.startsWith(`${top}/`);
  const owners = [...view.before.owners.values(), ...view.after.owners.values()];
  return (
    owners.some((owner) => {
      const reads = owner.folder;
      return reads !== undefined && (isBelow(folder, reads) || isBelow(reads, folder));
    }) ||
    owners.some(({ files }) => files.some((path) => isBelow(path, folder))) ||
    [...plan.files.keys()].some((path) => isBelow(posix.join(root, path), folder))
  );
};

/**
 * Reports a root that switches to another repository, branch or version, or includes files of another one: their
 * content can't be seen.
 *
 * @param isRead whether Flux reads anything in, above or below a folder, relative to the root of the source
 */
const sourceChanges = (
  cluster: string,
  { before, after }: Pick<ClusterViews, 'before' | 'after'>,
  isRead: (folder: string) => boolean,
): readonly Diagnostic[] => {
  const { running } = after;
  if (![before.running, running].some(({ json, key }) => readOwner(json, key, true).prune)) return [];
  const [from, to] = [sourceIn(before), sourceIn(after)];
  const words = [...(from.title === to.title ? [] : [`${from.title} → ${to.title}`]), ...sourceWords(from, to, isRead)];
  if (words.length === 0) return [];
  return [
    diagnose(rootSourceChanged, {
      message: `Kustomization "${ownerName(running.key)}", Flux's root, would read another source: ${words.join(', ')}. Flux deletes what it doesn't find there of all that it has applied, and that isn't seen here`,
      at: { cluster, ...(running.file === undefined ? {} : { file: running.file }) },
      ...(to.spec === undefined ? { notes: [`nothing that Flux reads makes ${to.title}`] } : {}),
      fix: compareFix(to, words),
    }),
  ];
};

/**
 * Reports the same for other sources, whose Kustomizations read objects in this repository: the app's source, or a
 * hand-written one.
 */
const otherSourceChanges = (
  cluster: string,
  { before, after }: { readonly before: ClusterState; readonly after: ClusterState },
  views: Pick<ClusterViews, 'before' | 'after'> | undefined,
): readonly Diagnostic[] => {
  const found = new Map<
    string,
    { readonly source: OwnedObject; readonly words: readonly string[]; readers: string[] }
  >();
  const roots = new Set(views === undefined ? [] : [views.before, views.after].map(({ running }) => running.key));
  for (const reader of after.objects.values()) {
    const old = isFluxKustomization(reader.id) ? before.objects.get(reader.key) : undefined;
    const key = ownerKey(reader.id);
    const owners = [before.owners.get(key), after.owners.get(key)];
    const isAtRisk = owners.some((owner) => owner?.prune === true && !owner.keepsAll);
    if (old === undefined || roots.has(key) || !isAtRisk || owners[0]?.seen !== true) continue;
    const [from, to] = [readBy(old, before, views?.before), readBy(reader, after, views?.after)];
    if (to?.object === undefined) continue;
    const words = from === undefined ? [] : sourceWords(from, to, () => true);
    if (words.length === 0) continue;
    const known = found.get(to.object.key) ?? { source: to.object, words, readers: [] };
    known.readers.push(ownerName(key));
    found.set(to.object.key, known);
  }
  return [...found.values()]
    .sort((a, b) => compareText(a.source.key, b.source.key))
    .map(({ source: { id, holdings }, words, readers }) => {
      const [{ path, json }] = holdings;
      const names = readers.sort().map((name) => `"${name}"`);
      const many = names.length > 1;
      return diagnose(rootSourceChanged, {
        message: `${many ? 'Kustomizations' : 'Kustomization'} ${nameSome(names, NAMED)} would read other files: ${titleOf(id)} has ${words.join(', ')}. Flux deletes what ${many ? "they don't" : "it doesn't"} find there of all that ${many ? 'they have' : 'it has'} applied, and that isn't seen here`,
        at: { cluster, object: titleOf(id), ...(path === '' ? {} : { file: path }) },
        fix: compareFix({ kind: id.kind, spec: isObject(json['spec']) ? json['spec'] : undefined }, words),
      });
    });
};

/** A message names this many Kustomizations, then counts the rest. */
const NAMED = 4;

const compareFix = (to: ReadSource, words: readonly string[]): string => {
  const branch = words.some((one) => /^(?:branch|url) /.test(one)) ? branchOf(to) : undefined;
  return `compare the files there with this repository's before you merge${branch === undefined ? '' : `; if it is this repository, give the cluster its branch: base: 'origin/${branch}'`}`;
};

/** The source that a Kustomization reads. `undefined` if nothing visible makes it. */
const readBy = (
  { id, holdings: [{ json }] }: OwnedObject,
  state: ClusterState,
  view: FluxView | undefined,
): (ReadSource & { readonly object: OwnedObject | undefined }) | undefined => {
  const source = { group: 'source.toolkit.fluxcd.io', ...sourceOf(json, id.namespace) };
  const { sync } = view?.running ?? {};
  // The report on the root covers what the Flux Operator makes for it.
  if (view !== undefined && keyOf(objectsOfRoot(view.running)[1]) === keyOf(source))
    return { kind: source.kind, spec: sync ?? sourceIn(view).spec, object: undefined };
  const object = state.objects.get(keyOf(source));
  const spec = object?.holdings[0].json['spec'];
  return object === undefined || !isObject(spec) ? undefined : { kind: source.kind, spec, object };
};

const sourceIn = ({ running, owners, root }: FluxView): ReadSource & { readonly title: string } => {
  const { kind, namespace, name } = sourceOf(running.json, parseOwnerKey(running.key).namespace);
  const found = owners
    .get(root)
    ?.objects.find(({ id }) => id.kind === kind && id.namespace === namespace && id.name === name);
  const spec = running.sync ?? found?.json['spec'];
  return { kind, title: `${kind} "${name}"`, spec: isObject(spec) ? spec : undefined };
};
