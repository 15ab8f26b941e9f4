import { joinPath } from '../cluster/reads.js';

/** Calls `found` for each string value with a `${` in it; the path is made only then. */
export const eachTemplate = (root: unknown, found: (text: string, path: string) => void): void => {
  if (!hasTemplate(root)) return;
  const path: (string | number)[] = [];
  const visit = (node: unknown): void => {
    if (typeof node === 'string') {
      if (node.includes('${'))
        found(
          node,
          path.reduce<string>((text, key) => joinPath(text, key), ''),
        );
    } else if (Array.isArray(node)) {
      for (let i = 0; i < node.length; i++) {
        path.push(i);
        visit(node[i]);
        path.pop();
      }
    } else if (typeof node === 'object' && node !== null) {
      for (const key of Object.keys(node)) {
        path.push(key);
        visit((node as Record<string, unknown>)[key]);
        path.pop();
      }
    }
  };
  visit(root);
};

/** Most objects hold none, and a look without a path takes a third of the time. */
const hasTemplate = (node: unknown): boolean => {
  if (typeof node === 'string') return node.includes('${');
  if (typeof node !== 'object' || node === null) return false;
  for (const key in node) if (hasTemplate((node as Record<string, unknown>)[key])) return true;
  return false;
};
