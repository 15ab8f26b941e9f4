import { posix } from 'node:path';
import type { ObjectId } from '../applied/object-id.js';
import type { ObjectFile } from '../rules/context/rule-state.js';
import { lineOf, nodeAt } from '../yaml/node-at.js';
import { parseYamlNodes } from '../yaml/parse-yaml.js';
import { YamlError } from '../yaml/yaml-error.js';
import type { YamlNode } from '../yaml/yaml-node.js';
import type { FolderTree } from './folder-tree.js';

/** Where an object stands in its file; parsed only when a diagnostic asks for a line. */
export type FileOf = (path: string, id: Pick<ObjectId, 'kind' | 'name'>) => ObjectFile;

export const openFiles = (tree: Pick<FolderTree, 'textOf'>): FileOf => {
  const parsed = new Map<string, readonly Document[]>();
  const documentsOf = (path: string): readonly Document[] => {
    const found = parsed.get(path) ?? readDocuments(tree.textOf(path) ?? '');
    parsed.set(path, found);
    return found;
  };
  return (path, { kind, name }) => ({
    path,
    lineOf: (inside) => {
      if (!/\.ya?ml$/.test(posix.basename(path))) return undefined;
      const ofKind = documentsOf(path).filter((one) => one.kind === kind);
      // kustomize may have given it a prefix, or another name.
      const found =
        ofKind.find((one) => one.name === name) ??
        ofKind.find((one) => one.name !== undefined && name.includes(one.name)) ??
        (ofKind.length === 1 ? ofKind[0] : undefined);
      if (found === undefined) return undefined;
      return lineOf(found.node, [found.before, inside].filter((part) => part !== '').join('.'));
    },
  });
};

interface Document {
  readonly node: YamlNode;
  readonly before: string;
  readonly kind: string | undefined;
  readonly name: string | undefined;
}

const readDocuments = (text: string): readonly Document[] => {
  try {
    return parseYamlNodes(text).flatMap((node) => {
      const items = nodeAt(node, ['items']);
      if (items?.kind !== 'sequence') return [documentOf(node, node, '')];
      return items.children.map((item, at) => documentOf(node, item, `items[${at}]`));
    });
  } catch (error) {
    if (error instanceof YamlError) return [];
    throw error;
  }
};

const documentOf = (node: YamlNode, object: YamlNode, before: string): Document => ({
  node,
  before,
  kind: scalarAt(object, ['kind']),
  name: scalarAt(object, ['metadata', 'name']),
});

const scalarAt = (node: YamlNode, path: readonly string[]): string | undefined => {
  const found = nodeAt(node, path);
  return found?.kind === 'scalar' ? found.value : undefined;
};
