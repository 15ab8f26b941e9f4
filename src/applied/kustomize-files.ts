import { posix } from 'node:path';
import type { JsonObject } from '../json/json-value.js';
import type { ReadableTree } from './base-tree.js';
import { filesBelow } from './folders.js';
import { isYaml } from './is-yaml.js';
import { isRemote } from './kustomize-references.js';
import { parseObjects } from './parse-objects.js';

/** The content of a folder for Flux, read without a build. */
export interface KustomizeFolder {
  /** Every file that its build reads, relative to the tree's root; sorted. */
  readonly files: readonly string[];
  /**
   * The objects as the files declare them, without patches and generators, but with the namespace of the kustomization
   * file.
   */
  readonly objects: readonly { readonly json: JsonObject; readonly path: string }[];
  /** The kustomization files, by path; undefined if one can't be parsed. */
  readonly kustomizations: ReadonlyMap<string, JsonObject | undefined>;
  /** Configurations of plugins, which also name files, with the folder of the kustomization file that names them. */
  readonly configurations: readonly { readonly json: JsonObject; readonly folder: string }[];
}

const fileNames = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];

/** Whether kustomize reads a file as a kustomization file. */
export const isKustomizationFile = (path: string): boolean => fileNames.includes(posix.basename(path));

/** The kustomization file of a folder, relative to the tree's root. */
export const tryFindKustomizationFile = (tree: ReadableTree, folder: string): string | undefined =>
  fileNames.map((name) => posix.join(folder, name)).find((path) => tree.blobs.has(path));

/**
 * Reads a folder as kustomize does, or, without a kustomization file, as Flux does: then all YAML below it counts.
 *
 * @param folder relative to the tree's root; `undefined` reads nothing
 * @param components that a Flux Kustomization adds, relative to the folder
 */
export const readKustomizeFolder = (
  tree: ReadableTree,
  folder: string | undefined,
  components: readonly string[] = [],
): KustomizeFolder => {
  const files = new Set<string>();
  const objects: { json: JsonObject; path: string }[] = [];
  const kustomizations = new Map<string, JsonObject | undefined>();
  const configurations: { json: JsonObject; folder: string }[] = [];
  const seen = new Set<string>();
  const take = (path: string, namespace: string | undefined): void => {
    files.add(path);
    if (!isYaml(path)) return;
    for (const json of tryParse(tree, path) ?? []) objects.push({ json: inNamespace(json, namespace), path });
  };
  /** @param isPlugin the objects configure plugins, and aren't applied */
  const visit = (at: string, outer: string | undefined, isPlugin = false): void => {
    const key = `${isPlugin} ${at}`;
    if (seen.has(key)) return;
    seen.add(key);
    const file = tryFindKustomizationFile(tree, at);
    if (file === undefined) {
      if (isPlugin) return;
      scan(
        tree,
        at,
        (path) => take(path, outer),
        (inner) => visit(inner, outer),
      );
      return;
    }
    files.add(file);
    const parsed = tryParse(tree, file);
    kustomizations.set(file, parsed === undefined ? undefined : (parsed[0] ?? {}));
    const json = parsed?.[0] ?? {};
    const namespace = outer ?? (typeof json['namespace'] === 'string' ? json['namespace'] : undefined);
    const named = (...fields: readonly string[]) => new Set(fields.flatMap((field) => stringsIn(json[field])));
    const resources = named('resources', 'bases', 'components', 'crds');
    const plugins = named('generators', 'transformers', 'validators');
    for (const text of stringsIn(json)) {
      // `configMapGenerator.files` may say `key=path`.
      const path = posix.join(at, text.slice(text.indexOf('=') + 1));
      if (tree.blobs.has(path)) {
        if (resources.has(text) && !isPlugin) take(path, namespace);
        else files.add(path);
        if (plugins.has(text) || isPlugin) {
          for (const one of tryParse(tree, path) ?? []) configurations.push({ json: one, folder: at });
        }
      } else if (!isRemote(text, false)) {
        const inner = path.replace(/\/$/, '');
        if (resources.has(text)) visit(inner, namespace, isPlugin);
        else if (plugins.has(text)) visit(inner, namespace, true);
      }
    }
  };
  if (folder !== undefined) visit(folder, undefined);
  if (folder !== undefined)
    for (const path of components) visit(posix.join(folder, path).replace(/\/$/, ''), undefined);
  return { files: [...files].sort(), objects, kustomizations, configurations };
};

/** Everything below a folder without a kustomization file: files, and folders that have one. */
export const scan = (
  tree: ReadableTree,
  folder: string,
  onFile: (path: string) => void,
  onFolder: (folder: string) => void,
): void => {
  const below = filesBelow(tree.blobs, folder);
  const inside = below.filter(isYaml);
  const closed = new Set<string>();
  for (const path of below) {
    const at = posix.dirname(path);
    if (at !== folder && at !== '.' && fileNames.includes(posix.basename(path))) closed.add(at);
  }
  const outermost = [...closed].filter((one) => ![...closed].some((other) => one.startsWith(`${other}/`))).sort();
  for (const path of inside) if (!outermost.some((one) => path.startsWith(`${one}/`))) onFile(path);
  for (const one of outermost) onFolder(one);
};

/** The objects of a file. @throws Error with the first fault that the file has */
export const objectsIn = (tree: ReadableTree, path: string): readonly JsonObject[] => {
  if (isKustomizationFile(path)) return kustomizationsIn(tree, path);
  return tree.objects?.(path) ?? parseObjects(tree.read([path]).get(path) ?? '');
};

/** kustomize has another dialect for its own files. The known objects of one are the same if no dialect matters. */
const kustomizationsIn = (tree: ReadableTree, path: string): readonly JsonObject[] => {
  const parse = () => parseObjects(tree.read([path]).get(path) ?? '', 'sigs-yaml');
  if (tree.objects === undefined || tree.marks?.([path]).get(path)?.mayHaveWords !== false) return parse();
  try {
    return tree.objects(path);
  } catch {
    return parse();
  }
};

const tryParse = (tree: ReadableTree, path: string): readonly JsonObject[] | undefined => {
  try {
    return objectsIn(tree, path);
  } catch {
    // Flux can't build it either, and reports the error better.
    return undefined;
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
