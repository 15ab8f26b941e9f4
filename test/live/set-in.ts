import { isMap, parseAllDocuments } from 'yaml';
import { isYaml, type Tree } from './tree.js';

/**
 * The same tree with one field of the objects of a kind, and of one name if given, set to a value. Throws if it has no
 * such object: the test would change nothing.
 */
export const setIn = (
  tree: Tree,
  { kind, name }: { readonly kind: string; readonly name?: string },
  path: readonly string[],
  value: unknown,
): Tree => {
  let found = false;
  const files = Object.entries(tree).map(([file, text]): [string, string] => {
    if (!isYaml(file) || !text.includes(`kind: ${kind}`)) return [file, text];
    const documents = parseAllDocuments(text);
    const chosen = documents.filter(
      (document) =>
        isMap(document.contents) &&
        document.get('kind') === kind &&
        (name === undefined || document.getIn(['metadata', 'name']) === name),
    );
    if (chosen.length === 0) return [file, text];
    found = true;
    for (const document of chosen) document.setIn(path, value);
    return [file, documents.map(String).join('---\n').replaceAll('---\n---\n', '---\n')];
  });
  if (!found) throw new Error(`the tree has no ${kind} ${name === undefined ? '' : `"${name}"`}`);
  return Object.fromEntries(files);
};
