import { inRepository } from '../../../applied/base-tree.js';
import { type ClusterState, isFluxKustomization, ownerKey } from '../../../applied/cluster-state.js';
import { isYaml } from '../../../applied/is-yaml.js';
import { readKustomizeFolder } from '../../../applied/kustomize-files.js';
import { keyOf, titleOf, tryReadId } from '../../../applied/object-id.js';
import { ownerName } from '../../../applied/owner-name.js';
import { sourceOf } from '../../../applied/view/build-owner.js';
import type { FluxObject, FluxView, RepositoryTree } from '../../../applied/view/flux-view.js';
import { folderOf } from '../../../applied/view/folder-of.js';
import { lineOfObject } from '../../../applied/view/line-of.js';
import { openOtherClusters, otherClusterFiles } from '../../../applied/view/other-cluster-files.js';
import { FLUX_NAMESPACE } from '../../../contract/index.js';
import { parseOwnerKey } from '../../../declared/owner-key.js';
import { type Diagnostic, diagnose } from '../../../diagnostics/index.js';
import type { JsonObject } from '../../../json/json-value.js';
import { specOf } from '../../../json/manifest-fields.js';
import { holdsExpression } from '../../../substitution/holds-expression.js';
import { readHeader } from '../../../tree/header.js';
import { defineChangeRule } from '../../change-rule.js';
import { uncertainOwner } from '../../diagnostics.js';
import { plannedKeys } from '../../views/planned-keys.js';

export interface UnreachedInput {
  readonly cluster: string;
  /** The cluster's folder, relative to the repository's root. */
  readonly folder: string;
  /** All that Flux visibly applies, before and after the change. */
  readonly views: readonly FluxView[];
  readonly tree: RepositoryTree;
  /** Keys of the objects that the change adds. */
  readonly news: readonly string[];
  readonly scopeOf: ClusterState['scopeOf'];
  /** Whether fluxspan writes a file. */
  readonly isOwn: (path: string) => boolean;
  /** The command that adopts the cluster's folder. */
  readonly takeOver: string;
}

/** Reports new objects that a Kustomization without a visible root may own. */
export const unreachedOwnerRule = defineChangeRule(
  [uncertainOwner],
  ({ cluster, tree, base, after, plan, view, takeOver }, report) => {
    if (view === undefined) return;
    const problems = unreachedOwners({
      cluster,
      tree: view.tree,
      news: [...plannedKeys(plan, after.scopeOf)].filter((key) => !base.state.objects.has(key)),
      scopeOf: after.scopeOf,
      isOwn: view.isOwn,
      folder: inRepository(tree, plan.layout.folder),
      views: [view.before, view.after],
      takeOver,
    });
    for (const problem of problems) report(problem);
  },
  { settledBy: ['adoption'], asksOfAdoption: 'others' },
);

/**
 * Reports objects that the change adds in the folder of a Kustomization that no visible root applies: someone may have
 * applied its file by hand. Skips Kustomizations of other clusters.
 */
export const unreachedOwners = (input: UnreachedInput): readonly Diagnostic[] => {
  const { views, tree, folder, isOwn } = input;
  const read = new Set(views.flatMap(({ owners }) => [...owners.values()].flatMap(({ files }) => files)));
  const seen = new Set(views.flatMap(({ owners }) => [...owners.keys()]));
  const held = new Set(
    views.flatMap(({ owners }) =>
      [...owners.values()].flatMap(({ objects }) => objects.flatMap(({ id, path }) => (isOwn(path) ? [] : keyOf(id)))),
    ),
  );
  const news = new Set(input.news.filter((key) => !held.has(key)));
  if (news.size === 0) return [];
  const isOther = openOtherClusters(tree, folder);
  const open = [...tree.blobs.keys()]
    .filter((path) => isYaml(path) && !read.has(path) && !isOwn(path) && !isOther(path))
    .sort();
  const texts = tree.read(open);
  const found = open
    .filter((path) => isOthers(path, texts.get(path) ?? ''))
    .flatMap((path) => kustomizationsIn(tree, path))
    .filter((one) => !seen.has(one.key) && !isElsewhere(views, one))
    .flatMap((one) => {
      const titles = objectsOf(input, one, news);
      return titles.length === 0 ? [] : [{ ...one, titles }];
    });
  if (found.length === 0) return [];
  const others = otherClusterFiles(tree, folder);
  return found.filter(({ path }) => !others.has(path)).map((one) => problemOf(input, one));
};

/** Whether a file may contain a Kustomization that fluxspan didn't write, for any cluster. */
const isOthers = (path: string, text: string): boolean =>
  text.includes('kustomize.toolkit.fluxcd.io/') && readHeader(path, text) === undefined;

interface Unreached {
  readonly key: string;
  readonly json: JsonObject;
  /** The file that declares the Kustomization. */
  readonly path: string;
  /** The path that it reads, relative to the root of its source. */
  readonly reads: string;
}

const kustomizationsIn = (tree: RepositoryTree, path: string): readonly Unreached[] => {
  let objects: readonly JsonObject[];
  try {
    objects = tree.objects(path);
  } catch {
    // A file that Flux doesn't read may contain anything.
    return [];
  }
  return objects.flatMap((json) => {
    const id = tryReadId(json);
    const { path: reads, kubeConfig } = specOf(json);
    if (id === undefined || !isFluxKustomization(id) || kubeConfig !== undefined) return [];
    if (typeof reads !== 'string' || holdsExpression(reads)) return [];
    const namespace = id.namespace === '' ? FLUX_NAMESPACE : id.namespace;
    return [{ key: ownerKey({ ...id, namespace }), json, path, reads }];
  });
};

/** Whether it reads a source that the cluster has and that isn't the root's. */
const isElsewhere = (views: readonly FluxView[], { json, key }: Unreached): boolean => {
  const { kind, namespace, name } = sourceOf(json, parseOwnerKey(key).namespace);
  const isRoots = views.some(({ running }) => {
    const root = sourceOf(running.json, parseOwnerKey(running.key).namespace);
    return root.kind === kind && root.namespace === namespace && root.name === name;
  });
  const isIt = ({ id }: FluxObject) => id.kind === kind && id.namespace === namespace && id.name === name;
  return !isRoots && views.some(({ owners }) => [...owners.values()].some(({ objects }) => objects.some(isIt)));
};

/** The objects that the change adds in its folder, as the files declare them. */
const objectsOf = (
  { tree, scopeOf, isOwn }: UnreachedInput,
  { json, reads }: Unreached,
  news: ReadonlySet<string>,
): readonly string[] => {
  const folder = folderOf(tree, reads);
  // A Kustomization that reads the whole repository isn't intended as an owner.
  if (folder === undefined || folder === '') return [];
  const { targetNamespace } = specOf(json);
  const titles = readKustomizeFolder(tree, folder).objects.flatMap(({ json: one, path }) => {
    const id = isOwn(path) ? undefined : tryReadId(one, scopeOf);
    if (id === undefined) return [];
    const isMoved = typeof targetNamespace === 'string' && scopeOf(id.group, id.kind) !== 'Cluster';
    const applied = isMoved ? { ...id, namespace: targetNamespace } : id;
    return news.has(keyOf(applied)) ? [titleOf(applied)] : [];
  });
  return [...new Set(titles)].sort();
};

const problemOf = (
  { cluster, folder, tree, takeOver }: UnreachedInput,
  { key, json, path, reads, titles }: Unreached & { readonly titles: readonly string[] },
): Diagnostic => {
  const [them, count] = titles.length === 1 ? ['it', '1 object'] : ['them', `${titles.length} objects`];
  const line = lineOfObject(tree, path, tryReadId(json)!);
  return diagnose(uncertainOwner, {
    severity: 'notice',
    message: `${count} of the plan may have two owners: "${reads}" has ${them}, which Kustomization "${ownerName(key)}" reads. Nothing that the cluster's root reads applies that Kustomization, but somebody may have done so by hand`,
    at: { cluster, file: line === undefined ? path : `${path}:${line}` },
    notes: [`objects: ${titles.join(', ')}`],
    fix: `see whether the cluster has it: kubectl -n ${key.replace('/', ' get kustomization ')}; if so, first let the root apply its file, below "${folder}", and merge that; then take over what it has: ${takeOver}`,
  });
};
