import { posix } from 'node:path';
import type { JsonObject } from '../json/json-value.js';
import type { ReadableTree } from './base-tree.js';
import { parseObjects } from './parse-objects.js';

/** What a folder holds for Flux, read without building it. */
export interface KustomizeFolder {
  /** Every file that its build reads, relative to the tree's root; sorted. */
  readonly files: readonly string[];
  /** The objects as they stand in the files: patches and generators are not run, a namespace that is set is. */
  readonly objects: readonly { readonly json: JsonObject; readonly path: string }[];
  /** Resources that are fetched from elsewhere. */
  readonly remote: readonly string[];
}

const fileNames = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];
const isYaml = (path: string): boolean => /\.ya?ml$/.test(path);

/** The kustomization file of a folder, relative to the tree's root. */
export const tryFindKustomizationFile = (tree: ReadableTree, folder: string): string | undefined =>
  fileNames.map((name) => posix.join(folder, name)).find((path) => tree.blobs.has(path));

/**
 * Follows a folder as kustomize does, and as Flux does where it has no kustomization file: then all YAML below counts.
 *
 * @param folder relative to the tree's root; `undefined` reads nothing
 */
export const readKustomizeFolder = (tree: ReadableTree, folder: string | undefined): KustomizeFolder => {
  const files = new Set<string>();
  const objects: { json: JsonObject; path: string }[] = [];
  const remote: string[] = [];
  const seen = new Set<string>();
  const take = (path: string, namespace: string | undefined): void => {
    files.add(path);
    if (!isYaml(path)) return;
    for (const json of tryParse(tree, path)) objects.push({ json: inNamespace(json, namespace), path });
  };
  const visit = (at: string, outer: string | undefined): void => {
    if (seen.has(at)) return;
    seen.add(at);
    const file = tryFindKustomizationFile(tree, at);
    if (file === undefined) {
      scan(
        tree,
        at,
        (path) => take(path, outer),
        (inner) => visit(inner, outer),
      );
      return;
    }
    files.add(file);
    const json = tryParse(tree, file)[0] ?? {};
    const namespace = outer ?? (typeof json['namespace'] === 'string' ? json['namespace'] : undefined);
    const resources = new Set(stringsIn([json['resources'], json['bases'], json['components'], json['crds']]));
    for (const text of stringsIn(json)) {
      // `configMapGenerator.files` may say `key=path`.
      const path = posix.join(at, text.slice(text.indexOf('=') + 1));
      if (tree.blobs.has(path)) {
        if (resources.has(text)) take(path, namespace);
        else files.add(path);
      } else if (resources.has(text)) {
        if (isRemote(text)) remote.push(text);
        else visit(path.replace(/\/$/, ''), namespace);
      }
    }
  };
  if (folder !== undefined) visit(folder, undefined);
  return { files: [...files].sort(), objects, remote };
};

/** All below a folder without kustomization file: files, and folders that have one. */
export const scan = (
  tree: ReadableTree,
  folder: string,
  onFile: (path: string) => void,
  onFolder: (folder: string) => void,
): void => {
  const inside = [...tree.blobs.keys()].filter((path) => path.startsWith(`${folder}/`) && isYaml(path)).sort();
  const closed = new Set<string>();
  for (const path of [...tree.blobs.keys()].filter((one) => one.startsWith(`${folder}/`)).sort()) {
    const at = posix.dirname(path);
    if (at !== folder && fileNames.includes(posix.basename(path))) closed.add(at);
  }
  const outermost = [...closed].filter((one) => ![...closed].some((other) => one.startsWith(`${other}/`))).sort();
  for (const path of inside) if (!outermost.some((one) => path.startsWith(`${one}/`))) onFile(path);
  for (const one of outermost) onFolder(one);
};

/** As kustomize tells a repository from a folder. */
const isRemote = (text: string): boolean => /^[a-z+]+:\/\/|^git@|^git::|^github\.com[/:]|[?&]ref=/.test(text);

const tryParse = (tree: ReadableTree, path: string): readonly JsonObject[] => {
  try {
    return parseObjects(tree.read([path]).get(path) ?? '');
  } catch {
    // Flux cannot build it either, and says so better.
    return [];
  }
};

const inNamespace = (json: JsonObject, namespace: string | undefined): JsonObject =>
  namespace === undefined
    ? json
    : { ...json, metadata: { ...(json['metadata'] as JsonObject | undefined), namespace } };

const stringsIn = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(stringsIn)
      : [];
