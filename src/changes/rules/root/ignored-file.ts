import { posix } from 'node:path';
import type { ClusterViews } from '../../../applied/view/cluster-views.js';
import { lineOfText } from '../../../applied/view/line-of.js';
import { type IgnorePattern, openSourceFilter } from '../../../applied/view/source-ignore.js';
import { type Diagnostic, diagnose, type Place } from '../../../diagnostics/index.js';
import type { ClusterPlan } from '../../../tree/plan-cluster.js';
import { defineChangeRule } from '../../change-rule.js';
import { fileIgnored } from '../../root/diagnostics.js';

/** Reports generated files that Flux never gets because the root's source excludes them. */
export const ignoredFileRule = defineChangeRule(
  [fileIgnored],
  ({ plan, compiled, tree, view, lostRoot }, report) => {
    const problems =
      view === undefined || lostRoot !== undefined
        ? []
        : ignoredFiles(plan, view, tree.root, compiled.appLayout.sourceRoot);
    for (const problem of problems) report(problem);
  },
  { asksOfAdoption: 'others' },
);

/**
 * Gives the generated files that the root's source excludes.
 *
 * @param root the tree's root, relative to the repository's
 * @param prefix the prefix of the source's paths; empty, or with a `/` at the end
 */
const ignoredFiles = (
  { cluster, files }: ClusterPlan,
  { tree, after }: Pick<ClusterViews, 'tree' | 'after'>,
  root: string,
  prefix: string,
): readonly Diagnostic[] => {
  const filter = openSourceFilter(tree, prefix, after.running.sourceSpec);
  const found = new Map<string, { readonly why: IgnorePattern | 'default' | 'sparse'; readonly paths: string[] }>();
  for (const path of [...files.keys()].filter((one) => one.endsWith('.yaml')).sort()) {
    const full = posix.join(root, path);
    const why = filter.why(full);
    if (why === undefined) continue;
    const key = typeof why === 'string' ? why : `${why.file} ${why.text}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, { why, paths: [full] });
    else known.paths.push(full);
  }
  return [...found.values()].map(({ why, paths }) => {
    const { says, at } = whyOf(why, tree, after);
    const count = paths.length === 1 ? `"${paths[0]}"` : `${paths.length} generated files`;
    return diagnose(fileIgnored, {
      message: `Flux's source leaves out ${count}: ${says}`,
      at: { cluster, ...at },
      ...(paths.length === 1 ? {} : { notes: [`files: ${paths.slice(0, NAMED).join(', ')}${more(paths.length)}`] }),
      fix: `${letIn(why, foldersOf(paths, root, prefix))}: Flux applies nothing of a folder that it does not find, and deletes what is no longer in it`,
    });
  });
};

/**
 * The folders that the source must contain, relative to where it starts: the tree's root, or the folders of its files.
 */
const foldersOf = (paths: readonly string[], root: string, prefix: string): readonly string[] => [
  ...new Set(
    paths.map((path) => {
      const depth = root.length > prefix.length ? root.split('/').length : prefix.split('/').length;
      return path.split('/').slice(0, depth).join('/').slice(prefix.length);
    }),
  ),
];

/** How to make the source include folders. */
const letIn = (why: IgnorePattern | 'default' | 'sparse', folders: readonly string[]): string => {
  if (why === 'default') return 'let them in, by an ignore of the source that does not have such names';
  if (why === 'sparse') return `add to the list: ${folders.join(', ')}`;
  const lines = folders.map((folder) => `!/${folder}/**`).join(', ');
  return `let them in, with ${folders.length === 1 ? 'a last line' : 'last lines'}: ${lines}`;
};

/** A note names this many files, then counts the rest. */
const NAMED = 6;

const more = (count: number): string => (count > NAMED ? ` and ${count - NAMED} more` : '');

const whyOf = (
  why: IgnorePattern | 'default' | 'sparse',
  tree: ClusterViews['tree'],
  { running }: ClusterViews['after'],
): { readonly says: string; readonly at: Place } => {
  const source = running.file === undefined ? {} : { file: running.file };
  if (why === 'sparse')
    return { says: 'its sparseCheckout does not name their folder', at: { ...source, path: 'spec.sparseCheckout' } };
  if (why === 'default') return { says: 'Flux ignores such names by default', at: {} };
  const { file, text } = why;
  if (file === undefined) return { says: `its ignore has the line "${text}"`, at: { ...source, path: 'spec.ignore' } };
  const { line } = lineOfText(tree, file, text);
  return { says: `"${file}" has the line "${text}"`, at: { file: line === undefined ? file : `${file}:${line}` } };
};
