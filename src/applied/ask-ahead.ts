import { ask, GitAnswers, parsePlace } from './git.js';
import type { BlobCache } from './parsed-files.js';

/** Git queries that run in the background. */
export interface AskedAhead {
  readonly answers: GitAnswers;
  /** Resolves when git has answered. */
  readonly done: Promise<void>;
}

/** What earlier runs found in the files of a repository. */
export interface RememberedFiles extends BlobCache {
  /** What the last run asked git for, as this one probably will. */
  readonly needs: ReadonlySet<string>;
}

/**
 * Starts the git queries that the comparison with the base needs for nearly every app, and those that the last run of
 * this app needed. They cost nothing while esbuild compiles and modules load. If the app declares something else, their
 * answers stay unused.
 *
 * @param folder the project's folder
 */
export const startAsking = (folder: string, remembered?: RememberedFiles): AskedAhead => {
  const answers = new GitAnswers(remembered);
  return { answers, done: askAll(answers, folder, remembered?.needs ?? new Set()) };
};

const FOLLOWS = 'origin/main';
const BRANCH = 'main';
const ROOT = 'k8s';

const askAll = async (answers: GitAnswers, folder: string, needs: ReadonlySet<string>): Promise<void> => {
  const said = await answers.ask(folder, ask.whole);
  if (said === undefined) return;
  const { top, prefix, branch } = parsePlace(said);
  const ofWorkTree = (['index', 'remotes'] as const).flatMap((name) =>
    needs.has(name) ? [answers.ask(top, ask[name])] : [],
  );
  const commit = await answers.ask(top, branch === BRANCH ? ask.commit(FOLLOWS) : ask.mergeBase('HEAD', FOLLOWS));
  if (commit !== undefined) await answers.ask(top, ask.list(commit, needs.has('index') ? '' : prefix + ROOT));
  await Promise.all(ofWorkTree);
};
