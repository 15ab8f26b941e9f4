import type { ReadableTree } from '../src/applied/base-tree.js';
import { BaseTree } from '../src/applied/base-tree.js';
import { buildPrepared } from '../src/applied/build/build-folder.js';
import { type BuildCache, openFolderBuilder } from '../src/applied/build/folder-builder.js';
import { tryBuildPlainly } from '../src/applied/build/plain-build.js';
import type { PreparedFolder } from '../src/applied/build/prepare-folder.js';
import { Git } from '../src/applied/git.js';
import { commitTree } from '../src/applied/view/commit-tree.js';
import type { FluxView } from '../src/applied/view/flux-view.js';
import { readFluxView } from '../src/applied/view/read-view.js';
import { knownScope } from '../src/compile/kind-scopes.js';
import { treeAt } from '../src/compile/layout.js';
import { printDiagnostic } from '../src/diagnostics/print.js';

/** Prints what Flux applies from the newest commit of a clone. */
export const printViews = (clone: string, folders: readonly string[], flags: ReadonlySet<string>): void => {
  for (const folder of folders) {
    const cache = new Map<string, string>();
    const first = measure(() => view(clone, folder, cache));
    const second = measure(() => view(clone, folder, cache));
    const { owners, notSeen, problems } = first.value.view;
    const objects = [...owners.values()].reduce((sum, owner) => sum + owner.objects.length, 0);
    const causes = [...new Set(notSeen.map(({ cause }) => cause))].map(
      (cause) => `${notSeen.filter((one) => one.cause === cause).length} ${cause}`,
    );
    const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
    const cells = [
      folder,
      `${owners.size} Kustomizations`,
      `${objects} objects`,
      `not seen: ${causes.join(', ') || 'nothing'}`,
      `${first.value.runs} runs of kustomize`,
      `${first.seconds} s`,
      `${second.seconds} s`,
      `${megabytes} MB`,
    ];
    console.log(`| ${cells.join(' | ')} |`);
    if (flags.has('--owners')) {
      for (const owner of owners.values()) {
        const located = owner.objects.filter(({ path }) => path !== '').length;
        console.log(
          `  ${owner.key} (${owner.parents.join(', ')}) ${owner.file} → ${owner.folder}: ${owner.objects.length} objects, ${located} with a file`,
        );
      }
    }
    if (flags.has('--all')) {
      for (const { cause, owner, file, line, what, reason } of notSeen)
        console.log(`  ${cause}: ${owner}: ${file}:${line}: ${what} ${reason}`);
      for (const problem of problems) console.log(printDiagnostic(problem));
    }
    if (flags.has('--check')) view(clone, folder, new Map(), true);
  }
};

const view = (
  clone: string,
  folder: string,
  stored: Map<string, string>,
  isCheck = false,
): { readonly view: FluxView; readonly runs: number } => {
  const git = new Git(clone);
  const commit = git.tryCommit('HEAD')!;
  const tree = new BaseTree(git, { commit, revision: 'HEAD' }, treeAt(''), true);
  const files = commitTree(tree, git.parsed, new Map());
  files.prepare(() => [...tree.blobs.keys()]);
  const cache: BuildCache = { get: (key) => stored.get(key), set: (key, value) => void stored.set(key, value) };
  const builder = openFolderBuilder(cache);
  let checked = 0;
  const found = readFluxView(files, {
    folder,
    source: { kind: 'GitRepository', namespace: 'flux-system', name: 'flux-system' },
    prefix: '',
    repository: { remotes: git.remotes(), branch: git.branch ?? 'main' },
    scopeOf: knownScope,
    builder: !isCheck
      ? builder
      : {
          ...builder,
          build: (at, prepared) => {
            if (compare(at, prepared)) checked++;
            return builder.build(at, prepared);
          },
        },
  });
  if (isCheck) console.log(`  ${checked} folders are built without kustomize, and are the same with it`);
  return { view: found, runs: builder.runs() };
};

/** Whether a folder was built by both. */
const compare = (tree: ReadableTree, prepared: PreparedFolder): boolean => {
  const plain = tryBuildPlainly(tree, prepared);
  if (plain === undefined) return false;
  const real = buildPrepared(tree, prepared);
  const print = (objects: typeof plain) => objects.map((one) => JSON.stringify(sorted(one))).sort();
  const [a, b] = [print(plain), print(real)];
  for (const [at, text] of a.entries())
    if (text !== b[at]) console.log(`  differs: ${prepared.folder}\n    ${text}\n    ${b[at]}`);
  if (b.length !== a.length) console.log(`  differs: ${prepared.folder}: ${a.length} and ${b.length} objects`);
  return true;
};

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
};

const measure = <T>(run: () => T): { readonly value: T; readonly seconds: string } => {
  const start = performance.now();
  const value = run();
  return { value, seconds: ((performance.now() - start) / 1000).toFixed(1) };
};
