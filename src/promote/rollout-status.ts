import { GitError, runGit } from '../applied/run-git.js';
import { VERSIONS_FILE } from '../versions/files.js';
import type { Hold } from '../versions/parse-rings.js';
import { ringsIn, type Versions, type VersionsList } from '../versions/parse-versions.js';
import type { Rollout } from '../versions/ring.js';
import { entriesIn, type NamedEntry } from '../versions/ring-problems.js';
import { holdIn, standing, valueIn } from './plan-promotion.js';

/** The commit that wrote a line. */
export interface Since {
  /** The first ten characters of its hash. */
  readonly commit: string;
  /** Its day. */
  readonly date: string;
}

/** What a ring has of an entry. */
export interface RingStatus {
  readonly ring: string;
  /** Undefined for nothing. */
  readonly value: string | undefined;
  /** Undefined where git doesn't know, as in a shallow clone, or the line isn't committed. */
  readonly since: Since | undefined;
  /** The ring before it has something else. */
  readonly behind: boolean;
  /** Its version is newer than that of the ring before it. */
  readonly ahead: boolean;
  readonly hold: Hold | undefined;
}

export interface EntryStatus {
  readonly list: VersionsList;
  readonly name: string;
  /** In the order of the rollout. */
  readonly rings: readonly RingStatus[];
}

/** What each ring has of each entry, since when, and what is held back. */
export const rolloutStatus = (
  versions: Pick<Versions, VersionsList>,
  rollout: Rollout,
  names: readonly string[],
  since: ReadonlyMap<number, Since>,
): readonly EntryStatus[] =>
  entriesIn(versions)
    .filter(({ name }) => names.length === 0 || names.includes(name))
    .map((entry) => ({
      list: entry.list,
      name: entry.name,
      rings: rollout.map((ring) => ({
        ring: ring.name,
        value: valueIn(entry, ring),
        since: since.get(lineIn(entry, ring.name)),
        behind: standing(entry, ring, rollout) === 'behind',
        ahead: standing(entry, ring, rollout) === 'ahead',
        hold: holdIn(entry, ring),
      })),
    }));

/** The line that has a ring's value; that of the entry where the ring has none of its own. */
const lineIn = (entry: NamedEntry, ring: string): number =>
  ringsIn(entry).find(([name]) => name === ring)?.[1].line ?? entry.line;

/** By line of versions.yaml, from 1, the commit that wrote it. Empty where git can't tell. */
export const linesSince = (folder: string): ReadonlyMap<number, Since> => {
  try {
    const isShallow = runGit(folder, ['rev-parse', '--is-shallow-repository']).toString().trim() === 'true';
    const said = runGit(folder, [
      '-c',
      'blame.ignoreRevsFile=',
      'blame',
      '--line-porcelain',
      '-w',
      '--',
      VERSIONS_FILE,
    ]).toString();
    return readBlame(said, isShallow);
  } catch (error) {
    if (error instanceof GitError) return new Map();
    throw error;
  }
};

/** @param isShallow then the oldest commit seems to have written all that is older */
export const readBlame = (said: string, isShallow: boolean): ReadonlyMap<number, Since> => {
  const found = new Map<number, Since>();
  for (const block of said.split(/(?<=\n)(?=[0-9a-f]{40,64} \d+ \d+)/)) {
    const [, commit = '', line] = /^([0-9a-f]{40,64}) \d+ (\d+)/.exec(block) ?? [];
    const time = Number(/^committer-time (\d+)$/m.exec(block)?.[1]);
    const [, sign, hours, minutes] = /^committer-tz ([-+])(\d\d)(\d\d)$/m.exec(block) ?? [];
    if (line === undefined || Number.isNaN(time) || /^0+$/.test(commit)) continue;
    if (isShallow && /^boundary$/m.test(block)) continue;
    const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60 * (sign === '-' ? -1 : 1);
    const date = new Date((time + offset) * 1000).toISOString().slice(0, 10);
    found.set(Number(line), { commit: commit.slice(0, 10), date });
  }
  return found;
};
