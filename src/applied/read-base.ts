import type { ScopeOf } from '../compile/kind-scopes.js';
import type { AppLayout, ClusterLayout } from '../compile/layout.js';
import type { AppSettings } from '../declared/declared-app.js';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import type { JsonObject } from '../json/json-value.js';
import { copiedHeader, recordPathOf } from '../tree/copied-files.js';
import { bodyOf, printFile, readHeader } from '../tree/header.js';
import { compareLines, readChecksums } from '../tree/line-checksums.js';
import { readOwnHeader } from '../tree/own-file.js';
import type { ClusterPlan } from '../tree/plan-cluster.js';
import { type BaseTree, type ClusterTree, inRepository } from './base-tree.js';
import { type ClusterState, isFluxKustomization, makeState, ownerKey, ROOT, type StateEntry } from './cluster-state.js';
import { openCopied } from './copied-objects.js';
import { baseNotBuilt } from './diagnostics.js';
import { isRootFile } from './flux-files.js';
import { GitError } from './git.js';
import { readMarks } from './handover-marks.js';
import { tryReadId } from './object-id.js';
import { parseObjects } from './parse-objects.js';
import { isAddonOf, planEntries, readsTree } from './state-of-plan.js';

/** One cluster in the base commit. */
export interface BaseCluster {
  readonly cluster: string;
  /** The layout of its files in the base. */
  readonly layout: ClusterLayout;
  readonly state: ClusterState;
  /** Paths of its own files, relative to the tree's root. */
  readonly own: readonly string[];
  /** Files of others in its folder, with their objects. */
  readonly foreign: readonly ForeignFile[];
  /** Its files that the first step of a handover has marked; empty if it's in none. */
  readonly marked: readonly MarkedFile[];
  readonly problems: readonly Diagnostic[];
}

/** A file in which owners let go. */
export interface MarkedFile {
  readonly path: string;
  /** The titles of the objects that are marked; empty if a version wrote it that named none. */
  readonly titles: readonly string[];
  /** Set if somebody has edited the file since. */
  readonly isEdited: boolean;
}

export interface ForeignFile {
  readonly path: string;
  readonly objects: readonly JsonObject[];
}

/** The names of clusters that have own files in the base below the app's root, except for the known ones. */
export const clustersInBase = (
  tree: BaseTree,
  layout: AppLayout,
  known: Pick<ReadonlySet<string>, 'has'>,
): readonly string[] => {
  const files = new Map<string, string[]>();
  for (const path of tree.blobs.keys()) {
    const name = layout.tryClusterName(path);
    if (name === undefined || known.has(name) || !layout.of(name).holds(path)) continue;
    files.set(name, [...(files.get(name) ?? []), path]);
  }
  return [...files]
    .filter(([cluster, paths]) =>
      [...tree.read(paths)].some(([path, text]) => readOwnHeader(layout, path, text)?.cluster === cluster),
    )
    .map(([cluster]) => cluster)
    .sort();
};

/** The files of one cluster, except Flux's own. */
const pathsOf = (tree: Pick<ClusterTree, 'under'>, layout: ClusterLayout): readonly string[] =>
  layout.folders.flatMap((folder) => tree.under(folder)).filter((path) => layout.holds(path));

/**
 * Reads the files that the comparison of these clusters needs in one git run: a run takes some milliseconds, and there
 * may be a hundred clusters. Later readers report what the clone lacks.
 */
export const readAhead = (tree: ClusterTree, plans: readonly ClusterPlan[]): void => {
  const paths = plans.flatMap(({ files, layout }) => {
    const all = pathsOf(tree, layout);
    const differing = all.filter((path) => !tree.holds(path, files.get(path) ?? ''));
    return [...tree.under(`${layout.folder}/flux-system`).filter(isRootFile), ...differing];
  });
  try {
    tree.read(paths);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
  }
};

/**
 * Reads a cluster from the base. Takes files that are the same in the plan from there, and reads only the others.
 *
 * @param plan the plan of the same cluster; `undefined` if the app no longer has it
 * @param scopeOf the current scopes of kinds in the cluster, so that objects have the same identity on both sides
 * @param parse reads the objects of a text, as `parseObjects` does
 * @returns undefined if the base has exactly the plan's files, so that there is nothing to compare
 */
export const readBaseCluster = (
  tree: ClusterTree,
  app: Pick<AppSettings, 'source' | 'protectedKinds'>,
  appLayout: AppLayout,
  cluster: string,
  plan: ClusterPlan | undefined,
  scopeOf?: ScopeOf,
  parse: typeof parseObjects = parseObjects,
): BaseCluster | undefined => {
  const layout = appLayout.of(cluster);
  const own: string[] = [];
  const differing: string[] = [];
  for (const path of pathsOf(tree, layout)) {
    const text = plan?.files.get(path);
    if (text !== undefined && tree.holds(path, text)) own.push(path);
    else differing.push(path);
  }
  if (differing.length === 0 && own.length === (plan?.files.size ?? 0)) return undefined;

  const foreign: ForeignFile[] = [];
  const problems: Diagnostic[] = [];
  const unplaced: { path: string; json: JsonObject }[] = [];
  const marked: MarkedFile[] = [];
  /** Files that are the same in the plan, or differ only in the header. */
  const same = new Set(own);
  for (const [path, text] of tree.read(differing)) {
    const copied = readCopied(tree, appLayout, path, text, cluster);
    const ours = copied !== undefined || readOwnHeader(appLayout, path, text)?.cluster === cluster;
    const atRoot = layout.isInFolder(path);
    if (ours) own.push(path);
    const planned = plan?.files.get(path);
    if (ours && planned !== undefined && bodyOf(path, text) === bodyOf(path, planned)) {
      same.add(path);
      continue;
    }
    const titles = ours ? readMarks(text) : undefined;
    if (titles !== undefined) marked.push({ path, titles, isEdited: wasEdited(tree, appLayout, path, text) });
    if (!/\.ya?ml$/.test(path) || (!ours && !atRoot)) continue;
    try {
      const objects = copied?.objects() ?? parse(text);
      if (ours) for (const json of objects) unplaced.push({ path, json });
      else foreign.push({ path, objects });
    } catch (error) {
      problems.push(unreadable(tree, path, error, ours));
    }
  }

  if (same.size === own.length && own.length === (plan?.files.size ?? 0) && foreign.length + problems.length === 0) {
    return undefined;
  }
  const unchanged = plan === undefined ? [] : planEntries(plan).filter(({ path }) => same.has(path));

  // An object belongs to the Kustomization that reads its folder. These Kustomizations are in the cluster's folder.
  const readers = new Map<string, string>();
  for (const { json, path } of [...unchanged, ...unplaced]) {
    const id = tryReadId(json);
    if (!layout.isInFolder(path) || id === undefined || !isFluxKustomization(id) || !readsTree(app)(json)) continue;
    const { path: reads } = json['spec'] as { path?: unknown };
    const folder = typeof reads === 'string' ? tree.folderOf(reads) : undefined;
    if (folder !== undefined) readers.set(folder, ownerKey(id));
  }
  const ownerOf = (path: string) =>
    layout.isInFolder(path) ? ROOT : readers.get(path.slice(0, path.lastIndexOf('/')));
  // An unchanged file may get another owner: a Kustomization of the same name in another namespace.
  const entries: StateEntry[] = unchanged.map((entry) => ({ ...entry, owner: ownerOf(entry.path) ?? entry.owner }));
  for (const { path, json } of unplaced) {
    const owner = ownerOf(path);
    if (owner !== undefined) entries.push({ json, owner, path });
  }
  const { protectedKinds } = app;
  const state = makeState(entries, isAddonOf(app, layout), {
    protectedKinds,
    ...(scopeOf === undefined ? {} : { scopeOf }),
  });
  return { cluster, layout, state, own: own.sort(), foreign, marked, problems };
};

/** Whether a file of the base isn't as fluxspan wrote it, by its checksum or by those that the base lists for it. */
const wasEdited = (tree: ClusterTree, layout: AppLayout, path: string, text: string): boolean => {
  const header = readOwnHeader(layout, path, text);
  if (header?.state !== 'unsigned' || header.addon === undefined) return header?.state === 'edited';
  const list = layout.checksums(header.cluster, header.addon);
  const listed = tree.blobs.has(list) ? readChecksums(tree.read([list]).get(list) ?? '') : undefined;
  return compareLines(path, text, listed?.get(printFile(layout.inProject(path)))) === 'edited';
};

/** The objects of a file that a generated kustomization file marks as copied, with that file's patches. */
const readCopied = (
  tree: ClusterTree,
  layout: AppLayout,
  path: string,
  text: string,
  cluster: string,
): { readonly objects: () => readonly JsonObject[] } | undefined => {
  const record = recordPathOf(path);
  if (record === path || !tree.blobs.has(record) || readHeader(path, text) !== undefined) return undefined;
  const beside = tree.read([record]).get(record) ?? '';
  const header = readOwnHeader(layout, record, beside);
  if (header?.cluster !== cluster || copiedHeader(path, text, beside, header) === undefined) return undefined;
  return { objects: () => parseObjects(text).map(openCopied(parseObjects(beside)[0] ?? {})) };
};

const unreadable = (tree: ClusterTree, path: string, error: unknown, ours: boolean): Diagnostic =>
  diagnose(baseNotBuilt, {
    message: `"${inRepository(tree, path)}" does not build at ${tree.base.revision} (${tree.base.commit.slice(0, 10)}): ${error instanceof Error ? error.message : String(error)}`,
    at: { file: inRepository(tree, path) },
    fix: ours
      ? `fix it on the branch that Flux follows (synth --force --no-base writes it again), or give --base REV`
      : 'fix it on the branch that Flux follows: Flux cannot build it either',
  });
