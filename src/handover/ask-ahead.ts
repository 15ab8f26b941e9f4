import { ask, askAhead, forgetAnswers, parsePlace } from './git.js';

let asking: Promise<void> | undefined;

/**
 * Asks git what the comparison with the base will ask, as far as it is the same for nearly every app: while esbuild
 * and the modules are at work it costs nothing. Where the app says otherwise the answers are of no use, and no harm.
 *
 * @param folder the project's
 */
export const startAsking = (folder: string): void => {
  forgetAnswers();
  asking = askAll(folder);
};

/** Until git has answered. */
export const untilAnswered = async (): Promise<void> => asking;

const FOLLOWS = 'origin/main';
const BRANCH = 'main';
const ROOT = 'k8s';

const askAll = async (folder: string): Promise<void> => {
  const said = await askAhead(folder, ask.whole);
  if (said === undefined) return;
  const { top, prefix, branch } = parsePlace(said);
  const commit = await askAhead(top, branch === BRANCH ? ask.commit(FOLLOWS) : ask.mergeBase('HEAD', FOLLOWS));
  if (commit !== undefined) await askAhead(top, ask.list(commit, prefix + ROOT));
};
