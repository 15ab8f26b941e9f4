import { posix } from 'node:path';
import { fieldsOf, listOf } from '../../json/as-shape.js';
import type { JsonObject } from '../../json/json-value.js';
import { YamlError } from '../../yaml/yaml-error.js';
import type { ReadableTree } from '../base-tree.js';
import { hasFolder } from '../folders.js';
import { isYaml } from '../is-yaml.js';
import {
  type KustomizeFolder,
  objectsIn,
  readKustomizeFolder,
  scan,
  tryFindKustomizationFile,
} from '../kustomize-files.js';
import { isRemote, referencesIn } from '../kustomize-references.js';
import { BuildError } from './build-error.js';

/** A resource that kustomize would fetch, and what names it. */
export interface RemotePart {
  /** The kustomization file, from the tree's root. */
  readonly file: string;
  readonly text: string;
}

/** A folder with everything that its build reads. All paths were checked to stay inside of the repository. */
export interface PreparedFolder {
  readonly folder: string;
  /** The kustomization file of the folder itself, as the build sees it. */
  readonly target: string;
  /** Kustomization files by path. The folder's own includes what the Flux Kustomization adds. */
  readonly kustomizations: ReadonlyMap<string, JsonObject>;
  /** Every file that the build reads. */
  readonly files: readonly string[];
  /** All these files except the folder's own kustomization file. */
  readonly inputs: readonly string[];
  /** The remote resources that were left out. */
  readonly remote: readonly RemotePart[];
  /** Whether there is anything to build. */
  readonly isEmpty: boolean;
}

export interface PrepareOptions {
  /** A subfolder to leave out. */
  readonly without?: string | undefined;
  /** Leaves out resources that kustomize would fetch. @default - they are an error */
  readonly leavesOutRemote?: boolean;
}

/**
 * Reads everything that the build of a folder needs. If the folder has no kustomization file, generates one as Flux
 * does. Adds the fields of the Flux Kustomization (patches, targetNamespace, …) as Flux does.
 *
 * @param folder relative to the tree's root; empty for the root itself
 * @param spec the spec of the Flux Kustomization
 * @throws BuildError
 */
export const prepareFolder = (
  tree: ReadableTree,
  folder: string,
  spec: JsonObject,
  { without, leavesOutRemote = false }: PrepareOptions = {},
): PreparedFolder => {
  const outside = (path: string) => without === undefined || !(path === without || path.startsWith(`${without}/`));
  if (!hasFolder(tree.blobs, folder))
    throw new BuildError(
      `the folder "${folder}" isn't there, or has no files, and git keeps no empty folders`,
      false,
      true,
    );
  const found = readKustomizeFolder(tree, folder, textsOf(spec, 'components', 'the Kustomization'));
  const files = found.files.filter(outside);
  const kustomizations = new Map([...found.kustomizations].filter(([path]) => outside(path)));
  const file = tryFindKustomizationFile(tree, folder);
  const base =
    file === undefined ? { resources: generatedResources(tree, folder, outside) } : readable(file, kustomizations);
  const own = addSpec(
    { ...base, resources: textsOf(base, 'resources').filter((path) => outside(posix.join(folder, path))) },
    spec,
  );
  // The first name that kustomize looks for.
  const target = posix.join(folder, 'kustomization.yaml');
  if (file !== undefined) kustomizations.delete(file);
  kustomizations.set(target, own);
  const remote: RemotePart[] = [];
  for (const path of [...kustomizations.keys()]) {
    let json = readable(path, kustomizations);
    for (const name of LISTS) textsOf(json, name, path);
    if (leavesOutRemote) {
      json = withoutRemote(tree, path === target ? (file ?? path) : path, json, remote);
      kustomizations.set(path, json);
    }
    refuseReferences(tree, path, json, posix.dirname(path));
  }
  for (const { json, folder: at } of found.configurations) refuseReferences(tree, posix.join(at, 'plugin'), json, at);
  const inputs = files.filter((path) => path !== file && !kustomizations.has(path));
  refuseBombs(tree, inputs);
  return {
    folder,
    target,
    kustomizations: kustomizations as ReadonlyMap<string, JsonObject>,
    files,
    inputs,
    remote,
    isEmpty: !hasInput(kustomizations.get(target)!),
  };
};

const readable = (path: string, kustomizations: KustomizeFolder['kustomizations']): JsonObject => {
  const json = kustomizations.get(path);
  if (json === undefined) throw new BuildError(`"${path}" can't be read`);
  return json;
};

/** The end of what is said of a reference to the network that a build can't leave out. */
export const NOT_FETCHED = 'and nothing is fetched here';

/** Fields that are lists of texts, or absent. */
const LISTS = ['resources', 'bases', 'components', 'crds', 'generators', 'transformers', 'validators'];
/** Fields whose remote entries a build can leave out. */
const LEFT_OUT = ['resources', 'bases', 'components', 'crds'];
/** Fields whose entries a build can leave out if they read a remote file. */
const GENERATORS = ['configMapGenerator', 'secretGenerator'];

const textsOf = (json: JsonObject, name: string, path = 'the kustomization file'): readonly string[] => {
  const value = json[name] ?? [];
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
  throw new BuildError(`\`${name}\` of ${path} isn't a list of texts`);
};

const withoutRemote = (tree: ReadableTree, path: string, json: JsonObject, remote: RemotePart[]): JsonObject => {
  const folder = posix.dirname(path);
  const lists = LEFT_OUT.flatMap((name): (readonly [string, readonly unknown[]])[] => {
    const texts = textsOf(json, name, path);
    const kept = texts.filter((text) => !isRemote(text, tree.blobs.has(posix.join(folder, text))));
    if (kept.length === texts.length) return [];
    for (const text of texts) if (!kept.includes(text)) remote.push({ file: path, text });
    return [[name, kept]];
  });
  for (const name of GENERATORS) {
    const all = listOf(json[name]);
    const kept = all.filter((one) => {
      const { files, envs, env } = fieldsOf(one);
      const text = [files, envs, env].flat().find((file) => typeof file === 'string' && isRemote(file, true));
      if (typeof text === 'string') remote.push({ file: path, text });
      return text === undefined;
    });
    if (kept.length < all.length) lists.push([name, kept]);
  }
  return lists.length === 0 ? json : { ...json, ...Object.fromEntries(lists) };
};

/** Rejects references that lead to the network, or out of the repository. */
const refuseReferences = (tree: ReadableTree, path: string, json: JsonObject, folder: string): void => {
  for (const { field, text } of referencesIn(json)) {
    const target = text.slice(text.indexOf('=') + 1);
    const place = posix.join(folder, target);
    if (isRemote(text, tree.blobs.has(place))) {
      throw new BuildError(`"${path}" reads "${text}" (${field}), ${NOT_FETCHED}`);
    }
    if (posix.isAbsolute(target) || place.startsWith('..')) {
      throw new BuildError(`"${path}" reads "${text}" (${field}), which is outside of the repository`);
    }
    if (tree.links?.has(place.replace(/\/$/, '')) === true) {
      throw new BuildError(`"${path}" reads "${text}" (${field}), a symbolic link, which Flux leaves out`);
    }
  }
};

/** Rejects nested aliases that expand to more than fits in memory, and deep nesting, which is slow in kustomize. */
const refuseBombs = (tree: ReadableTree, paths: readonly string[]): void => {
  for (const path of paths) {
    if (!isYaml(path)) continue;
    try {
      objectsIn(tree, path);
    } catch (error) {
      const { cause, message } = error as Error;
      // kustomize reports all other problems, if it parses the file as YAML at all.
      if (cause instanceof YamlError && cause.kind !== 'too-many-aliases') continue;
      throw new BuildError(`"${path}" can't be read: ${message}`);
    }
  }
};

/** The resources that Flux writes into a folder without a kustomization file, relative to it. */
export const generatedResources = (
  tree: ReadableTree,
  folder: string,
  outside: (path: string) => boolean = () => true,
): readonly string[] => {
  const resources: string[] = [];
  const add = (path: string) => {
    if (outside(path)) resources.push(posix.relative(folder, path));
  };
  scan(tree, folder, add, add);
  return resources;
};

/** https://fluxcd.io/flux/components/kustomize/kustomizations/: adds the fields that change the build. */
const addSpec = (file: JsonObject, spec: JsonObject): JsonObject => {
  const listIn = (json: JsonObject, name: string): readonly unknown[] => {
    const value = json[name] ?? [];
    if (Array.isArray(value)) return value;
    throw new BuildError(`\`${name}\` isn't a list`);
  };
  const list = (name: string) => [...listIn(file, name), ...listIn(spec, name)];
  const added: Record<string, unknown> = { ...file };
  for (const name of ['patches', 'components', 'images']) if (spec[name] !== undefined) added[name] = list(name);
  for (const name of ['namePrefix', 'nameSuffix']) if (spec[name] !== undefined) added[name] = spec[name];
  if (spec['targetNamespace'] !== undefined) added['namespace'] = spec['targetNamespace'];
  return added;
};

const inputs = [
  'resources',
  'bases',
  'components',
  'configMapGenerator',
  'secretGenerator',
  'generators',
  'helmCharts',
];
const hasInput = (file: JsonObject): boolean =>
  inputs.some((name) => Array.isArray(file[name]) && file[name].length > 0);
