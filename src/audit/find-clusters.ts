import { posix } from 'node:path';
import { type FluxRoot, type FluxSync, findSyncs, isInside, likelyRoots, rootsOf } from '../applied/flux-roots.js';
import { isYaml } from '../applied/is-yaml.js';
import { referencesIn } from '../applied/kustomize-references.js';
import { KUSTOMIZATION_FILES } from '../flux/kustomization-file-names.js';
import { holdsExpression } from '../substitution/holds-expression.js';
import { isOfVarsAlone, mayBecome } from '../substitution/may-become.js';
import { folderPaths } from './folder-paths.js';
import type { FolderTree } from './folder-tree.js';
import { readableObjects } from './readable-objects.js';

/** The clusters of a repository. */
export interface FoundClusters {
  readonly roots: readonly FluxRoot[];
  /** No file says what Flux reads; these folders have Kustomizations that nothing else applies. */
  readonly isGuessed: boolean;
  /** All files that say so, also those of folders that aren't here. */
  readonly syncs: readonly FluxSync[];
}

/** Folders in which people keep what no Flux reads. */
const ASIDE = /(?:^|\/)(?:\.[^/]+|_?archived?|examples?|templates?|tests?|docs?|base|components?)(?:\/|$)/i;

/** The texts of all YAML files, by path. */
export const yamlTexts = (tree: FolderTree): ReadonlyMap<string, string> => {
  const texts = new Map<string, string>();
  for (const path of tree.blobs.keys()) {
    const text = isYaml(path) ? tree.textOf(path) : undefined;
    if (text !== undefined) texts.set(path, text);
  }
  return texts;
};

/** Finds what Flux reads, by what `flux bootstrap` and the Flux Operator leave in a repository, and what Terraform says. */
export const findClusters = (tree: FolderTree, told: readonly FluxSync[] = []): FoundClusters => {
  const texts = yamlTexts(tree);
  const folders = folderPaths(tree);
  const syncs = findSyncs(texts);
  // Of a whole repository, Terraform may mean another one.
  const here = told.filter(({ path }) => path !== '' && folders.has(path));
  const declared = rootsOf([...syncs, ...here]).flatMap((root) => expand(root, folders));
  const roots = unique(declared.filter((one) => !isLeftBehind(one, declared)));
  if (roots.length > 0) return { roots, isGuessed: false, syncs };
  // A cluster may have the name of such a folder: clusters/test.
  const likely = likelyRoots(texts).filter(({ path }) => !ASIDE.test(path.replace(/(^|\/)clusters?\/[^/]+/, '$1')));
  const clusters = likely.filter((one) => !isSharedBase(one, likely, tree));
  const named = clusters.filter(({ path }) => /(?:^|\/)clusters?(?:\/|$)/.test(path));
  return { roots: (named.length > 0 ? named : clusters).map(withOwnSource), isGuessed: true, syncs };
};

/** What an earlier bootstrap wrote for another folder, in one that Flux reads now. */
const isLeftBehind = ({ start, file }: FluxRoot, all: readonly FluxRoot[]): boolean =>
  start !== undefined && all.some((other) => other.start === undefined && isInside({ file, path: other.path }));

/** Whether the kustomization file of another cluster includes the whole folder. */
const isSharedBase = ({ path }: FluxRoot, all: readonly FluxRoot[], tree: FolderTree): boolean =>
  all.some((other) => {
    if (other.path === path) return false;
    const file = KUSTOMIZATION_FILES.map((name) => posix.join(other.path, name)).find((one) => tree.blobs.has(one));
    return (
      file !== undefined &&
      readableObjects(tree, file).some((json) =>
        referencesIn(json).some(({ text }) => posix.join(other.path, text) === path),
      )
    );
  });

/** What a generator makes of sources isn't the source of the cluster. */
const withOwnSource = (root: FluxRoot): FluxRoot =>
  root.source.kind === 'ExternalArtifact' ? { ...root, source: FLUX_SOURCE } : root;

const FLUX_SOURCE: FluxRoot['source'] = { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' };

/** The folders that a path with vars may mean; none if the folder isn't there. */
const expand = (root: FluxRoot, folders: ReadonlySet<string>): readonly FluxRoot[] => {
  const { pattern, path } = root;
  if (pattern === undefined) {
    if (path === '' || folders.has(path)) return [root];
    // The file is in a copy of another repository, which begins where its path does.
    const at = `/${root.file}`.lastIndexOf(`/${path}/`);
    const start = root.start ?? root.file.slice(0, Math.max(at - 1, 0));
    return at > 0 && folders.has(`${start}/${path}`) ? [{ ...root, start, path: `${start}/${path}` }] : [];
  }
  // A script makes a file of such a template.
  if (isOfVarsAlone(pattern)) return [];
  const depth = pattern.split('/').length;
  return [...folders].flatMap((folder) => {
    if (folder.split('/').length !== depth || !mayBecome(pattern, folder)) return [];
    const { pattern: _, open: __, ...rest } = root;
    return [{ ...rest, path: folder, name: nameOf(pattern, folder) ?? root.name }];
  });
};

/** What stands in the place of the var. */
const nameOf = (pattern: string, folder: string): string | undefined => {
  const parts = folder.split('/');
  const at = pattern.split('/').findIndex((part) => holdsExpression(part));
  return parts[at];
};

const unique = (roots: readonly FluxRoot[]): readonly FluxRoot[] => [
  ...new Map(roots.map((root) => [root.path, root])).values(),
];
