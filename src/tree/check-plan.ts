import type { TreePlace } from '../compile/layout.js';

/** Text by path; a path is relative to the root of the tree, with `/` on every system. */
export type TreePlan = ReadonlyMap<string, string>;

/** Something in the tree or the plan that keeps the plan from being written. */
export interface TreeProblem {
  readonly kind: 'bad-path' | 'case-clash' | 'foreign-file' | 'not-a-file' | 'not-a-folder' | 'symlink' | 'unreadable';
  readonly path: string;
  readonly cause: string;
  readonly fix: string;
}

/** What is wrong with the plan itself, whatever the tree holds. */
export const checkPlan = (plan: TreePlan, tree: TreePlace): TreeProblem[] => {
  const problems: TreeProblem[] = [];
  const folders = new Map<string, readonly string[]>();
  for (const path of plan.keys()) {
    const why = whyBadPath(path);
    if (why !== undefined) {
      problems.push({ kind: 'bad-path', path, cause: `the planned path "${path}" ${why}`, fix: FIX_NAME });
      continue;
    }
    // Most files share their folder with others: each folder is looked at once.
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    if (folder !== '' && !folders.has(folder)) folders.set(folder, foldersOf(`${folder}/`));
  }
  const above = new Set([...folders.values()].flat());
  for (const folder of above) {
    const closed = isClosedFolder(tree, folder);
    if (!closed && !plan.has(folder)) continue;
    const cause = closed
      ? `the planned folder "${folder}" is one that fluxspan never touches`
      : `"${folder}" is planned as a file and as a folder`;
    problems.push({ kind: 'bad-path', path: folder, cause, fix: FIX_NAME });
  }
  const seen = new Map<string, string>();
  const twins = new Map<string, Set<string>>();
  for (const path of [...above, ...plan.keys()]) {
    const key = fold(path);
    const first = seen.get(key);
    if (first === undefined) seen.set(key, path);
    else if (first !== path) twins.set(key, (twins.get(key) ?? new Set([first])).add(path));
  }
  for (const group of twins.values()) {
    const [first, ...others] = [...group].sort();
    for (const path of others) {
      const cause = `"${tree.inProject(first!)}" and "${tree.inProject(path)}" are both planned and differ only by case`;
      problems.push({ kind: 'case-clash', path, cause, fix: FIX_NAME });
    }
  }
  return problems;
};

const FIX_NAME = 'rename the cluster, addon or object that the path is named after';

const whyBadPath = (path: string): string | undefined => {
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'is absolute';
  if (path.includes('\\')) return 'holds a backslash';
  if (path.includes('\0')) return 'holds a null character';
  if (path === '' || path.endsWith('/') || path.includes('//')) return 'has an empty segment';
  if (/(?:^|\/)\.\.?(?:\/|$)/.test(path)) return 'has a segment "." or ".."';
  // The limit of Linux, in bytes; macOS and Windows count characters.
  const long = path.split('/').find((name) => name.length > 84 && Buffer.byteLength(name) > 255);
  if (long !== undefined) return `has a name of ${Buffer.byteLength(long)} bytes, and 255 are allowed`;
  return undefined;
};

/** The folders above a path, the outermost first. */
export const foldersOf = (path: string): string[] => {
  const folders: string[] = [];
  for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) folders.push(path.slice(0, end));
  return folders;
};

/** One path for all that a file system of macOS or Windows takes for the same. */
export const fold = (path: string) => path.normalize('NFC').toLowerCase();

/** Whether fluxspan never looks into a folder of the tree. */
export const isClosedFolder = (tree: TreePlace, path: string): boolean => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.startsWith('.') || name === 'node_modules' || (name === 'flux-system' && tree.isFluxOwn(path));
};
