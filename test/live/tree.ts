import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { KubeObject } from './kube-object.js';

/** The files of a repository: path from its root (with `/`) → text. */
export type Tree = Readonly<Record<string, string>>;

/** Flux's own folder of a cluster: what it describes is what the harness has made, at other addresses. */
const fluxSystem = /(^|\/)clusters\/[^/]+\/flux-system\//;

/** Reads the files of `folder` (a tree's `k8s/`) as those of a repository's folder `at`, without Flux's own. */
export const readTree = (folder: string, at = 'k8s'): Tree => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  const tree = paths.map((path) => [`${at}/${relative(folder, path).split(sep).join('/')}`, path] as const);
  return Object.fromEntries(
    tree.filter(([path]) => !fluxSystem.test(path)).map(([path, file]) => [path, readFileSync(file, 'utf8')]),
  );
};

export const isYaml = (path: string): boolean => /\.ya?ml$/.test(path);

/** The Kubernetes objects in the tree's YAML files, in the order of their paths. */
export const objectsOf = (tree: Tree): KubeObject[] =>
  Object.keys(tree)
    .filter(isYaml)
    .sort()
    .flatMap((path) => parseAllDocuments(tree[path] ?? ''))
    .map((document) => document.toJS() as KubeObject | null)
    .filter((object) => object !== null)
    .filter((object) => typeof object.kind === 'string' && typeof object.apiVersion === 'string');
