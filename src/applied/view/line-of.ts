import type { ObjectId } from '../object-id.js';
import type { RepositoryTree } from './flux-view.js';

/** The line of a file, from 1, with the name of an object; undefined if it isn't found. */
export const lineOfObject = (tree: RepositoryTree, path: string, { kind, name }: ObjectId): number | undefined => {
  const lines = (tree.read([path]).get(path) ?? '').split('\n');
  const [isKind, isName] = [says('kind', kind), says('name', name)];
  let start = 0;
  for (let at = 0; at <= lines.length; at++) {
    if (at < lines.length && !lines[at]!.startsWith('---')) continue;
    const document = lines.slice(start, at);
    const found = document.some(isKind) ? document.findIndex(isName) : -1;
    if (found >= 0) return start + found + 1;
    start = at + 1;
  }
  return undefined;
};

const says = (key: string, value: string): ((line: string) => boolean) => {
  const text = value.replaceAll(/[^\w-]/g, '\\$&');
  const pattern = new RegExp(`(?:^|[\\s{,])${key}:\\s*(["']?)${text}\\1\\s*(?:[,}#]|$)`);
  return (line) => pattern.test(line);
};

/** The first line of a file that has a text. */
export const lineOfText = (tree: RepositoryTree, path: string, text: string): { readonly line?: number } => {
  const at = (tree.read([path]).get(path) ?? '').split('\n').findIndex((line) => line.includes(text));
  return at < 0 ? {} : { line: at + 1 };
};
