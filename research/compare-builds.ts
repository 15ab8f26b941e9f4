import { basename, posix } from 'node:path';
import { BaseTree } from '../src/applied/base-tree.js';
import { BuildError } from '../src/applied/build/build-error.js';
import { type BuiltObject, buildPrepared, tryBuildMany } from '../src/applied/build/build-folder.js';
import { NotPlain } from '../src/applied/build/not-plain.js';
import { buildPlainly } from '../src/applied/build/plain-build.js';
import { type PreparedFolder, prepareFolder } from '../src/applied/build/prepare-folder.js';
import { Git } from '../src/applied/git.js';
import { objectsIn } from '../src/applied/kustomize-files.js';
import { ParsedFiles } from '../src/applied/parsed-files.js';
import { commitTree } from '../src/applied/view/commit-tree.js';
import { treeAt } from '../src/compile/layout.js';
import { KUSTOMIZATION_FILES } from '../src/flux/kustomization-file-names.js';
import { isObject } from '../src/json/is-object.js';
import type { JsonObject } from '../src/json/json-value.js';

type Tree = ReturnType<typeof commitTree>;

interface Folder {
  /** Whether a Flux Kustomization reads it. */
  readonly isRead: boolean;
  readonly prepared: PreparedFolder;
  readonly plain: readonly BuiltObject[] | string;
}

export interface CompareOptions {
  readonly showsReasons: boolean;
  /** Whether kustomize builds the folders too. */
  readonly builds: boolean;
}

/** Prints a row for each clone. @returns whether nothing differs */
export const compareBuilds = (clones: readonly string[], { showsReasons, builds }: CompareOptions): boolean => {
  const reasons = new Map<string, number>();
  let differences = 0;
  for (const clone of clones) {
    const git = new Git(clone);
    const base = { commit: git.tryCommit('HEAD')!, revision: 'HEAD' };
    const tree = commitTree(new BaseTree(git, base, treeAt(''), true), new ParsedFiles(), new Map());
    tree.prepare(() => [...tree.blobs.keys()]);
    const start = performance.now();
    const folders = foldersOf(tree);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const built = folders.filter(({ plain }) => typeof plain !== 'string');
    const found = builds ? differencesIn(tree, built) : [];
    differences += found.length;
    for (const { plain, isRead } of folders)
      if (typeof plain === 'string' && isRead) reasons.set(plain, (reasons.get(plain) ?? 0) + 1);
    const read = folders.filter(({ isRead }) => isRead);
    const cells = [
      basename(clone),
      `${folders.length} folders`,
      `${built.length} in process, ${found.length} differ`,
      `${read.length} of Kustomizations, ${read.filter(({ plain }) => typeof plain === 'string').length} left to kustomize`,
      `${seconds} s`,
    ];
    console.log(`| ${cells.join(' | ')} |`);
    for (const one of found) console.log(one);
  }
  const sorted = [...reasons].sort(([, a], [, b]) => b - a);
  if (showsReasons) for (const [reason, count] of sorted) console.log(`${count}  ${reason}`);
  return differences === 0;
};

/** Each distinct folder once. */
const foldersOf = (tree: Tree): readonly Folder[] => {
  const found = new Map<string, Folder>();
  const add = (folder: string, spec: JsonObject, isRead: boolean): void => {
    let prepared: PreparedFolder;
    try {
      prepared = prepareFolder(tree, folder, spec, { leavesOutRemote: true });
    } catch (error) {
      if (error instanceof BuildError) return;
      throw error;
    }
    const key = JSON.stringify([folder, [...prepared.kustomizations]]);
    if (found.has(key) && !isRead) return;
    found.set(key, { isRead, prepared, plain: found.get(key)?.plain ?? tryPlainly(tree, prepared) });
  };
  for (const path of tree.blobs.keys())
    if (KUSTOMIZATION_FILES.includes(posix.basename(path))) add(posix.dirname(path).replace(/^\.$/, ''), {}, false);
  for (const spec of specsIn(tree)) {
    const folder = posix
      .join('/', String(spec['path'] ?? ''))
      .slice(1)
      .replace(/\/$/, '');
    add(folder, spec, true);
  }
  return [...found.values()];
};

/** The specs of all Flux Kustomizations. */
const specsIn = (tree: Tree): readonly JsonObject[] =>
  [...tree.blobs.keys()].flatMap((path) => {
    if (!/\.ya?ml$/.test(path)) return [];
    try {
      return objectsIn(tree, path).flatMap(({ apiVersion, kind, spec }) =>
        kind === 'Kustomization' && String(apiVersion).startsWith('kustomize.toolkit.fluxcd.io/') && isObject(spec)
          ? [spec as JsonObject]
          : [],
      );
    } catch {
      // Templates aren't YAML.
      return [];
    }
  });

const tryPlainly = (tree: Tree, prepared: PreparedFolder): readonly BuiltObject[] | string => {
  try {
    return buildPlainly(tree, prepared);
  } catch (error) {
    if (error instanceof NotPlain) return error.message;
    return "a file that can't be parsed";
  }
};

/** Limits the disk space and time of one batch. */
const AT_ONCE = 50;

const differencesIn = (tree: Tree, folders: readonly Folder[]): readonly string[] => {
  const found: string[] = [];
  for (let at = 0; at < folders.length; at += AT_ONCE) {
    const some = folders.slice(at, at + AT_ONCE);
    const built = tryBuildMany(some.map(({ prepared }) => ({ tree, prepared })));
    for (const [index, one] of some.entries())
      found.push(...differencesOf(one, built[index] ?? realOf(tree, one.prepared)));
  }
  return found;
};

const differencesOf = ({ prepared, plain }: Folder, real: readonly BuiltObject[] | string): readonly string[] => {
  if (typeof plain === 'string') return [];
  if (typeof real === 'string') return [`  differs: ${prepared.folder}: kustomize fails: ${real}`];
  const [a, b] = [linesOf(plain), linesOf(real)];
  const lost = b.filter((one) => !a.includes(one));
  const extra = a.filter((one) => !b.includes(one));
  if (lost.length === 0 && extra.length === 0 && a.length === b.length) return [];
  const [ours = `${a.length} objects`, its = `${b.length} objects`] = [extra[0], lost[0]];
  const at = Math.max(0, [...ours].findIndex((one, index) => one !== its[index]) - 60);
  const shown = (text: string) => `${text.slice(0, 60)} … ${text.slice(at, at + 160)}`;
  return [`  differs: ${prepared.folder}\n    ours: ${shown(ours)}\n    kustomize: ${shown(its)}`];
};

const realOf = (tree: Tree, prepared: PreparedFolder): readonly BuiltObject[] | string => {
  try {
    return buildPrepared(tree, prepared);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

const linesOf = (objects: readonly BuiltObject[]): readonly string[] =>
  objects.map(({ json, path }) => `${path} ${JSON.stringify(sorted(json))}`).sort();

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
};
