import { readdirSync } from 'node:fs';
import type { TreePlace } from '../compile/layout.js';
import { isUnnameable } from '../files/is-unnameable.js';
import { readOurText } from '../files/read-file.js';
import { compareText } from '../json/compare-text.js';
import { checkPlan, fold, foldersOf, isClosedFolder, type TreePlan, type TreeProblem } from './check-plan.js';
import { openChecksumLists } from './checksum-lists.js';
import { copiedHeader, recordPathOf } from './copied-files.js';
import { bodyOf, type Header, mayHaveHeader, readHeader } from './header.js';
import { linkTo } from './link-to.js';
import { findOwnHeader, readOwnHeader } from './own-file.js';

/** Whose files this run answers for: those of any other cluster stay as they are. */
export interface TreeScope {
  /** The clusters that are synthesized. */
  readonly clusters: readonly string[];
  /** Whether these are all clusters of the app: a generated file of any other cluster is then of none that it declares. */
  readonly all: boolean;
  /** Whether a folder holds what another cluster of the app has, and nothing else: it isn't looked into. @default - none is */
  readonly isOfOthers?: ((folder: string) => boolean) | undefined;
}

/** A cluster that has generated files in the tree, and isn't declared by the app. */
export interface UndeclaredCluster {
  readonly name: string;
  /** Sorted; none where only the files are left that sum up a cluster, of which Flux applies nothing. */
  readonly addons: readonly string[];
}

/** How messages name a path of the tree. */
type NameOf = (path: string) => string;

export interface CompareOptions {
  /** Rewrite or remove edited files, and overwrite copies of generated files: none is kept. */
  readonly force: boolean;
  readonly tree: TreePlace;
}

/** What writing a plan would do. All lists are sorted; `unlisted` and `unsigned` are parts of others, and no other path is in two of them. */
export interface TreeChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  /** Own files that no plan has any more. */
  readonly removed: readonly string[];
  /** Own files, planned or stale, that a person has edited: they stay as they are. */
  readonly kept: readonly string[];
  /** Those of `kept` that no list has a checksum of: whether a person edited them isn't known. */
  readonly unlisted: readonly string[];
  /** Files that are as planned but for the header, which is rewritten: no change of the tree. */
  readonly headers: readonly string[];
  /** Those of `changed` and `removed` that sum up a cluster and have no checksum, so that an edit doesn't show. */
  readonly unsigned: readonly string[];
  /** Lists of checksums that are to be written, or removed (`undefined`): they follow from the files. */
  readonly lists: ReadonlyMap<string, string | undefined>;
  /** How many files are already what the plan says. */
  readonly unchanged: number;
  /** Found where the scope has all clusters of the app. */
  readonly undeclared: readonly UndeclaredCluster[];
  readonly problems: readonly TreeProblem[];
}

/** Of a plan that isn't compared. */
export const noChanges: Omit<TreeChanges, 'problems'> = {
  added: [],
  changed: [],
  removed: [],
  kept: [],
  unlisted: [],
  headers: [],
  unsigned: [],
  lists: new Map(),
  unchanged: 0,
  undeclared: [],
};

/**
 * Compares a plan with the files in the tree's folders under `root`, which need not exist. Reads each file once, and writes nothing.
 * Folders of Flux (`flux-system` in a cluster's), folders whose name begins with a dot, and `node_modules` are not
 * looked into.
 */
export const compareTree = (
  root: string,
  plan: TreePlan,
  scope: TreeScope,
  { force, tree }: CompareOptions,
): TreeChanges => {
  const nameOf: NameOf = (path) => tree.inProject(path);
  const problems = checkPlan(plan, tree);
  const bad = new Set(problems.map(({ path }) => path));
  const changes: Readonly<
    Record<'added' | 'changed' | 'removed' | 'kept' | 'unlisted' | 'headers' | 'unsigned', string[]>
  > = {
    added: [],
    changed: [],
    removed: [],
    kept: [],
    unlisted: [],
    headers: [],
    unsigned: [],
  };
  const clusters = new Set(scope.clusters);
  const found = walk(root, tree, problems, scope.isOfOthers);
  const checksums = openChecksumLists(plan, tree, (path) =>
    found.files.has(path) ? readText(root, path, [], nameOf) : undefined,
  );
  const lists = new Map<string, string | undefined>(checksums.planned);
  const unchanged: string[] = [];
  /** Addons by cluster. */
  const undeclared = new Map<string, Set<string>>();
  /** All that will still be there afterwards and is not in the plan. */
  const staying = [...found.others.keys()];

  for (const path of found.files) {
    const text = plan.get(path) ?? checksums.planned.get(path);
    if (text === undefined && !mayHaveHeader(path)) {
      staying.push(path);
      continue;
    }
    const old = readText(root, path, problems, nameOf);
    if (old === undefined) {
      staying.push(path);
      continue;
    }
    // A checkout with CRLF is the same file: git takes the carriage returns out again.
    if (text !== undefined && (old === text || (old.includes('\r\n') && old.replaceAll('\r\n', '\n') === text))) {
      if (!lists.delete(path)) unchanged.push(path);
      continue;
    }
    const header =
      (text === undefined ? readOwnHeader(tree, path, old) : findOwnHeader(tree, path, old)) ??
      findCopiedHeader(root, tree, path, old, found.files);
    const ours = header !== undefined && (text !== undefined || clusters.has(header.cluster));
    if (!ours) {
      const copied = text === undefined ? undefined : readHeader(path, old);
      if (header !== undefined && scope.all && !tree.isChecksums(path)) {
        const known = undeclared.get(header.cluster) ?? new Set();
        undeclared.set(header.cluster, header.addon === undefined ? known : known.add(header.addon));
      }
      const isOfOtherApp = copied?.app !== undefined && copied.app !== tree.app;
      if (text !== undefined && force && copied !== undefined && !isOfOtherApp) changes.changed.push(path);
      else {
        staying.push(path);
        if (text !== undefined && !bad.has(path)) problems.push(foreign(path, copied, nameOf, tree));
      }
    } else if (tree.isChecksums(path)) {
      lists.set(path, text);
    } else if (!force && checksums.stateOf(path, old, header) === 'edited') {
      staying.push(path);
      changes.kept.push(path);
      if (!checksums.knows(path, header)) changes.unlisted.push(path);
    } else if (text !== undefined && bodyOf(path, old) === bodyOf(path, text)) {
      changes.headers.push(path);
    } else {
      changes[text === undefined ? 'removed' : 'changed'].push(path);
      if (header.state === 'unsigned' && header.addon === undefined) changes.unsigned.push(path);
    }
  }

  const removed = new Set(changes.removed);
  for (const path of [...plan.keys(), ...lists.keys()]) {
    if (bad.has(path) || found.files.has(path)) continue;
    const problem = findObstacle(path, found, removed, staying, nameOf);
    if (problem !== undefined) problems.push(problem);
    else if (!lists.has(path)) changes.added.push(path);
  }
  // A list that doesn't fit files which are as planned was lost in a merge, or not committed.
  for (const path of new Set(unchanged.filter(checksums.misses).map(checksums.listOf))) {
    changes[found.files.has(path) ? 'changed' : 'added'].push(path);
  }
  problems.push(...findCaseClashes(plan, staying, nameOf));

  for (const list of Object.values(changes)) list.sort();
  problems.sort((a, b) => compareText(a.path, b.path) || compareText(a.kind, b.kind));
  return {
    ...changes,
    lists,
    unchanged: unchanged.length,
    undeclared: [...undeclared]
      .map(([name, found]) => ({ name, addons: [...found].sort() }))
      .sort((a, b) => compareText(a.name, b.name)),
    problems: problems.filter(isFirstOfItsKind),
  };
};

/** Of a file without a header that a kustomization file of ours says was copied. */
const findCopiedHeader = (
  root: string,
  tree: TreePlace,
  path: string,
  text: string,
  files: ReadonlySet<string>,
): Header | undefined => {
  const record = recordPathOf(path);
  if (record === path || !files.has(record)) return undefined;
  // Rarely asked for: only where a file has neither the planned text nor a header.
  const beside = readText(root, record, [], (name) => name);
  const header = beside === undefined ? undefined : findOwnHeader(tree, record, beside);
  return header === undefined ? undefined : copiedHeader(path, text, beside!, header);
};

/** One link or one file in the way of many planned paths is one problem. */
const isFirstOfItsKind = (problem: TreeProblem, index: number, sorted: readonly TreeProblem[]) =>
  problem.path !== sorted[index - 1]?.path || problem.kind !== sorted[index - 1]?.kind;

interface Found {
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
  /** What is not a file, or a folder that is not looked into. */
  readonly others: ReadonlyMap<string, 'link' | 'closed folder' | 'special file'>;
}

const walk = (root: string, tree: TreePlace, problems: TreeProblem[], isOfOthers: TreeScope['isOfOthers']): Found => {
  const nameOf: NameOf = (path) => tree.inProject(path);
  const files = new Set<string>();
  const folders = new Set<string>();
  const others = new Map<string, 'link' | 'closed folder' | 'special file'>();
  for (const start of tree.folders) {
    const link = linkTo(root, tree, start);
    if (link === undefined) continue;
    const cause = `${link} is a symbolic link, and nothing is written through one`;
    problems.push({ kind: 'symlink', path: start, cause, fix: 'replace it by a folder' });
  }
  const starts = new Set(tree.folders);
  const visit = (folder: string): void => {
    const prefix = folder === '' ? '' : `${folder}/`;
    let entries: ReturnType<typeof readEntries>;
    try {
      entries = readEntries(`${root}/${folder}`);
    } catch (error) {
      if (starts.has(folder) && codeOf(error) === 'ENOENT') return;
      others.set(folder, 'closed folder');
      if (!starts.has(folder) || codeOf(error) !== 'ENOTDIR') problems.push(unreadable(folder, error, nameOf));
      else if (problems.length === 0) {
        const cause = "a file is in the way: the tree's folder cannot be there";
        problems.push({
          kind: 'not-a-folder',
          path: folder,
          cause,
          fix: 'move or delete the file, then run synth again',
        });
      }
      return;
    }
    for (const entry of entries) {
      const path = prefix + entry.name;
      // Node gives such a name with other characters in it, and no file has that. None of ours is in there.
      if (isUnnameable(`${root}/${path}`)) others.set(path, entry.isDirectory() ? 'closed folder' : 'special file');
      else if (entry.isFile()) files.add(path);
      else if (entry.isSymbolicLink()) others.set(path, 'link');
      else if (!entry.isDirectory()) others.set(path, 'special file');
      else if (isClosedFolder(tree, path) || isOfOthers?.(path) === true) others.set(path, 'closed folder');
      else {
        folders.add(path);
        visit(path);
      }
    }
  };
  for (const start of tree.folders) visit(start);
  return { files, folders, others };
};

const readEntries = (folder: string) => readdirSync(folder, { withFileTypes: true });
const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

const readText = (root: string, path: string, problems: TreeProblem[], nameOf: NameOf): string | undefined => {
  try {
    return readOurText(`${root}/${path}`);
  } catch (error) {
    problems.push(unreadable(path, error, nameOf));
    return undefined;
  }
};

/** @param copied the header of a file that fluxspan generated for another place */
const foreign = (
  path: string,
  copied: Header | undefined,
  nameOf: NameOf,
  { app, readmes }: Pick<TreePlace, 'app' | 'readmes'>,
): TreeProblem => {
  const name = nameOf(path);
  if (copied?.app !== undefined && copied.app !== app) {
    const cause = `"${name}" was generated by another app, "${copied.app}"`;
    const fix = 'give each app clusters of its own names, or a root of its own';
    return { kind: 'foreign-file', path, cause, fix };
  }
  if (copied !== undefined) {
    const origin = copied.file ?? `cluster "${copied.cluster}"`;
    const cause = `"${name}" is a copy of a file that fluxspan generated for ${copied.file === undefined ? origin : `"${origin}"`}`;
    const fix = `move or delete "${name}", or run "fluxspan synth --force" to overwrite it`;
    return { kind: 'foreign-file', path, cause, fix };
  }
  const cause = `"${name}" is there already and was not generated by fluxspan, or has lost its header`;
  const fix = readmes.has(path)
    ? `keep it, and give what sums the cluster up another name: readme: 'fluxspan.md' in the cluster's options`
    : `move or delete "${name}", then run synth again`;
  return { kind: 'foreign-file', path, cause, fix };
};

const unreadable = (path: string, error: unknown, nameOf: NameOf): TreeProblem => {
  const cause = `${path === '' ? 'the tree' : `"${nameOf(path)}"`} cannot be read: ${codeOf(error) ?? String(error)}`;
  return { kind: 'unreadable', path, cause, fix: 'give this user the right to read it, then run synth again' };
};

/** What is in the way of a planned file that is not there yet. */
const findObstacle = (
  path: string,
  found: Found,
  removed: ReadonlySet<string>,
  staying: readonly string[],
  nameOf: NameOf,
): TreeProblem | undefined => {
  const fixOf = (obstacle: string) => `move or delete "${nameOf(obstacle)}", then run synth again`;
  for (const step of [...foldersOf(path), path]) {
    const other = found.others.get(step);
    if (other === 'link') {
      const cause = `"${nameOf(step)}" is a symbolic link, and nothing is written through one`;
      return { kind: 'symlink', path: step, cause, fix: `replace it by a ${step === path ? 'file' : 'folder'}` };
    }
    if (step === path) break;
    if (other === 'closed folder') return undefined;
    if (other !== undefined || (found.files.has(step) && !removed.has(step))) {
      return {
        kind: 'not-a-folder',
        path: step,
        cause: `"${nameOf(step)}" must be a folder, and is a file`,
        fix: fixOf(step),
      };
    }
  }
  const isFolder = found.folders.has(path);
  const inside = isFolder ? staying.filter((other) => other.startsWith(`${path}/`)).sort()[0] : undefined;
  if (inside !== undefined || found.others.has(path)) {
    const what = inside === undefined ? 'something else' : `a folder that holds "${nameOf(inside)}"`;
    const cause = `"${nameOf(path)}" must be a file, and is ${what}`;
    return { kind: 'not-a-file', path, cause, fix: fixOf(inside ?? path) };
  }
  return undefined;
};

/** Files that stay, where a planned one would replace them on macOS and Windows. */
const findCaseClashes = (plan: TreePlan, staying: readonly string[], nameOf: NameOf): TreeProblem[] => {
  if (staying.length === 0) return [];
  const planned = new Map<string, string>();
  for (const path of plan.keys()) planned.set(fold(path), path);
  return staying.flatMap((path) => {
    const twin = planned.get(fold(path));
    if (twin === undefined || twin === path) return [];
    const cause = `"${nameOf(path)}" stays, and differs only by case from the planned "${nameOf(twin)}"`;
    return [
      { kind: 'case-clash', path, cause, fix: `move or delete "${nameOf(path)}", then run synth again` } as const,
    ];
  });
};
