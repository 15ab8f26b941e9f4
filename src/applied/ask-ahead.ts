import { ask, GitAnswers, parsePlace } from './git.js';

/** What git is asked while other things are at work. */
export interface AskedAhead {
  readonly answers: GitAnswers;
  /** Resolves when git has answered. */
  readonly done: Promise<void>;
}

/**
 * Asks git what the comparison with the base will ask, as far as it is the same for nearly every app: while esbuild
 * and the modules are at work it costs nothing. If the app declares something else, the answers go unused.
 *
 * @param folder the project's
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
