import { printPath } from '../json/json-path.js';
import { eachText } from '../substitution/each-text.js';

/** Calls `found` for each string value with a `${` in it; the path is made only then. */
export const eachTemplate = (root: unknown, found: (text: string, path: string) => void): void => {
  if (!hasTemplate(root)) return;
  eachText(root, (text, path, isKey) => {
    if (!isKey && text.includes('${')) found(text, printPath(path));
  });
};

/** Most objects hold none, and a look without a path takes a third of the time. */
const hasTemplate = (node: unknown): boolean => {
  if (typeof node === 'string') return node.includes('${');
  if (typeof node !== 'object' || node === null) return false;
  for (const key in node) if (hasTemplate((node as Record<string, unknown>)[key])) return true;
  return false;
};
