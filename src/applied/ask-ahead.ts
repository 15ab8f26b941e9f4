import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { GitAnswers } from './git.js';
import { ask, type Place, parsePlace } from './git-queries.js';
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

type SeemingPlace = Omit<Place, 'shallow'>;

/**
 * Each answer is read when this process has nothing else to do, which is seldom at first. So what follows from git's first
 * answer is asked at once, for the place where the folder seems to be, and again only where git knows better.
 */
const askAll = async (answers: GitAnswers, folder: string, needs: ReadonlySet<string>): Promise<void> => {
  const seeming = seemingPlace(folder);
  const [said] = await Promise.all([
    answers.ask(folder, ask.whole),
    seeming === undefined ? undefined : askAt(answers, seeming, needs),
  ]);
  if (said === undefined) return;
  const place = parsePlace(said);
  if (seeming?.top !== place.top || seeming.branch !== place.branch) await askAt(answers, place, needs);
};

const askAt = async (answers: GitAnswers, place: SeemingPlace, needs: ReadonlySet<string>): Promise<void> => {
  const { top, prefix, branch } = place;
  const asksForIndex = needs.has('index');
  const ofWorkTree = [
    ...(needs.size === 0 ? [] : [answers.askSettings(top)]),
    ...(asksForIndex ? [answers.ask(top, ask.touched)] : []),
  ];
  const commit = await answers.ask(top, branch === BRANCH ? ask.commit(FOLLOWS) : ask.mergeBase('HEAD', FOLLOWS));
  if (commit !== undefined) {
    const queries = asksForIndex ? [ask.list(commit, ''), ask.staged(commit)] : [ask.list(commit, prefix + ROOT)];
    const said = await Promise.all(queries.map((query) => answers.ask(top, query)));
    if (asksForIndex && !said.includes(undefined)) answers.listed = commit;
  }
  await Promise.all(ofWorkTree);
};

/** The repository around a folder, by its `.git`; undefined where that isn't a folder: git finds such a one alone. */
const seemingPlace = (folder: string): SeemingPlace | undefined => {
  const from = realpathSync(folder);
  for (let top = from; ; top = dirname(top)) {
    if (existsSync(join(top, '.git'))) {
      const head = tryReadText(join(top, '.git', 'HEAD'));
      if (head === undefined) return undefined;
      const prefix = top === from ? '' : `${relative(top, from)}/`;
      return { top, prefix, branch: /^ref: refs\/heads\/(.+)$/m.exec(head)?.[1] };
    }
    if (dirname(top) === top) return undefined;
  }
};

const tryReadText = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};
