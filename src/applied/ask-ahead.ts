import { ask, GitAnswers, parsePlace } from './git.js';

/** Git queries that run in the background. */
export interface AskedAhead {
  readonly answers: GitAnswers;
  /** Resolves when git has answered. */
  readonly done: Promise<void>;
}

/**
 * Starts the git queries that the comparison with the base needs for nearly every app. They cost nothing while esbuild
 * compiles and modules load. If the app declares something else, their answers stay unused.
 *
 * @param folder the project's folder
 */
export const startAsking = (folder: string): AskedAhead => {
  const answers = new GitAnswers();
  return { answers, done: askAll(answers, folder) };
};

const FOLLOWS = 'origin/main';
const BRANCH = 'main';
const ROOT = 'k8s';

const askAll = async (answers: GitAnswers, folder: string): Promise<void> => {
  const said = await answers.ask(folder, ask.whole);
  if (said === undefined) return;
  const { top, prefix, branch } = parsePlace(said);
  const commit = await answers.ask(top, branch === BRANCH ? ask.commit(FOLLOWS) : ask.mergeBase('HEAD', FOLLOWS));
  if (commit !== undefined) await answers.ask(top, ask.list(commit, prefix + ROOT));
};
