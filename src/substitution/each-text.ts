const hasDollar = (node: unknown): boolean => {
  if (typeof node === 'string') return node.includes('$');
  if (typeof node !== 'object' || node === null) return false;
  if (Array.isArray(node)) {
    for (let i = 0; i < node.length; i++) if (hasDollar(node[i])) return true;
    return false;
  }
  for (const key in node) if (key.includes('$') || hasDollar((node as Record<string, unknown>)[key])) return true;
  return false;
};

/**
 * Calls `found` for each string with a `$` in it, value or key, in the order of the object. `path` is one list that the
 * walk goes on to change: who keeps it copies it.
 */
export const eachText = (
  root: unknown,
  found: (text: string, path: readonly (string | number)[], isKey: boolean) => void,
): void => {
  // Most objects hold none, and are through with this.
  if (!hasDollar(root)) return;
  const path: (string | number)[] = [];
  const visit = (node: unknown): void => {
    if (typeof node === 'string') {
      if (node.includes('$')) found(node, path, false);
    } else if (Array.isArray(node)) {
      for (let i = 0; i < node.length; i++) {
        path.push(i);
        visit(node[i]);
        path.pop();
      }
    } else if (typeof node === 'object' && node !== null) {
      for (const key in node) {
        path.push(key);
        if (key.includes('$')) found(key, path, true);
        visit((node as Record<string, unknown>)[key]);
        path.pop();
      }
    }
  };
  visit(root);
};
