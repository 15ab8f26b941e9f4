import { posix } from 'node:path';
import { KUSTOMIZATION_FILES } from '../../flux/kustomization-file-names.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { lineOf } from '../../yaml/node-at.js';
import { parseYamlDocuments, parseYamlNodes } from '../../yaml/parse-yaml.js';
import { YamlError } from '../../yaml/yaml-error.js';
import type { YamlNode } from '../../yaml/yaml-node.js';
import type { ObjectFile } from './rule-state.js';

/** An object of a file. */
export interface FileObject {
  readonly json: JsonObject;
  readonly file: ObjectFile;
}

/** What Flux builds of a folder. */
export interface BuiltFolder {
  readonly objects: readonly FileObject[];
  /** Some of it isn't known: a file can't be read, or a kustomization file changes objects or reads from elsewhere. */
  readonly isPartial: boolean;
}

const NOTHING: BuiltFolder = { objects: [], isPartial: false };
const UNKNOWN: BuiltFolder = { objects: [], isPartial: true };

/** Fields of a kustomization file that change no object. */
const PLAIN: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'resources']);

/**
 * Reads folders of plain YAML as Flux builds them: all files below a folder, or what its kustomization file lists. If a
 * kustomization file changes objects, none of them are known.
 * https://fluxcd.io/flux/components/kustomize/kustomizations/#generating-a-kustomizationyaml-file
 *
 * @param files the texts, by path from the repository's root
 */
export const openYamlFolders = (files: ReadonlyMap<string, string>): ((folder: string) => BuiltFolder) => {
  const names = new Map<string, string[]>();
  const folders = new Map<string, Set<string>>();
  for (const path of [...files.keys()].sort()) {
    let folder = posix.dirname(path);
    names.set(folder, [...(names.get(folder) ?? []), path]);
    for (; folder !== '.'; folder = posix.dirname(folder)) {
      const parent = posix.dirname(folder);
      folders.set(parent, (folders.get(parent) ?? new Set()).add(folder));
    }
  }
  const open = new Set<string>();
  /** kustomize refuses a folder that lists itself. */
  const build = (folder: string): BuiltFolder => {
    const isThere = folder === '.' || names.has(folder) || folders.has(folder);
    if (!isThere || open.has(folder)) return UNKNOWN;
    open.add(folder);
    const built = buildOnce(folder);
    open.delete(folder);
    return built;
  };
  const buildOnce = (folder: string): BuiltFolder => {
    const own = KUSTOMIZATION_FILES.map((name) => posix.join(folder, name)).find((path) => files.has(path));
    if (own !== undefined) return buildListed(folder, files.get(own)!);
    return together([
      ...(names.get(folder) ?? []).filter((path) => /\.ya?ml$/.test(path)).map(readFile),
      ...[...(folders.get(folder) ?? [])].map(build),
    ]);
  };
  const readFile = (path: string): BuiltFolder => readObjects(path, files.get(path)!);
  const buildListed = (folder: string, text: string): BuiltFolder => {
    const [document] = tryParse(text) ?? [];
    if (!isObject(document) || Object.keys(document).some((key) => !PLAIN.has(key))) return UNKNOWN;
    const { resources = [] } = document;
    if (!Array.isArray(resources)) return UNKNOWN;
    return together(
      resources.map((one) => {
        const path = posix.join(folder, String(one));
        return files.has(path) ? readFile(path) : build(path);
      }),
    );
  };
  return build;
};

const together = (parts: readonly BuiltFolder[]): BuiltFolder =>
  parts.length === 0
    ? NOTHING
    : { objects: parts.flatMap(({ objects }) => objects), isPartial: parts.some(({ isPartial }) => isPartial) };

const tryParse = (text: string): readonly unknown[] | undefined => {
  try {
    return parseYamlDocuments(text);
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
};

/** The objects of one file; a List counts as its items. */
const readObjects = (path: string, text: string): BuiltFolder => {
  const documents = tryParse(text);
  if (documents === undefined) return UNKNOWN;
  // Parsed only when a diagnostic asks for a line.
  let nodes: readonly YamlNode[] | undefined;
  const fileOf = (at: number, before: string): ObjectFile => ({
    path,
    lineOf: (inside) => {
      nodes ??= parseYamlNodes(text);
      const node = nodes[at];
      return node === undefined ? undefined : lineOf(node, [before, inside].filter((part) => part !== '').join('.'));
    },
  });
  const objects = documents.flatMap((json, at): readonly FileObject[] => {
    if (!isObject(json)) return [];
    const { kind, items } = json;
    if (kind !== 'List' || !Array.isArray(items)) return [{ json: json as JsonObject, file: fileOf(at, '') }];
    return items.flatMap((item, index) =>
      isObject(item) ? [{ json: item as JsonObject, file: fileOf(at, `items[${index}]`) }] : [],
    );
  });
  return { objects, isPartial: false };
};
