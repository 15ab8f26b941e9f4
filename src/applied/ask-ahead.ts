import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ask, type Git, GitAnswers, parsePlace } from './git.js';
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

type Place = Pick<Git, 'top' | 'prefix' | 'branch'>;

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

const askAt = async (answers: GitAnswers, place: Place, needs: ReadonlySet<string>): Promise<void> => {
  const { top, prefix, branch } = place;
  const ofWorkTree = (['index', 'remotes'] as const).flatMap((name) =>
    needs.has(name) ? [answers.ask(top, ask[name])] : [],
  );
  const commit = await answers.ask(top, branch === BRANCH ? ask.commit(FOLLOWS) : ask.mergeBase('HEAD', FOLLOWS));
  if (commit !== undefined) await answers.ask(top, ask.list(commit, needs.has('index') ? '' : prefix + ROOT));
  await Promise.all(ofWorkTree);
};

/** The repository around a folder, by its `.git`; undefined where that isn't a folder: git finds such a one alone. */
const seemingPlace = (folder: string): Place | undefined => {
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
