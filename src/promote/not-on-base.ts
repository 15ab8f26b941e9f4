import { type Base, findBase } from '../applied/find-base.js';
import { Git, type GitAnswers, GitError } from '../applied/git.js';
import { type Diagnostic, diagnose, nameSome } from '../diagnostics/index.js';
import { notOnBase } from '../versions/diagnostics.js';
import { fileAt, VERSIONS_FILE } from '../versions/files.js';
import { parseVersions, type Versions, type VersionsList, wordOf } from '../versions/parse-versions.js';
import type { Ring } from '../versions/ring.js';
import { entriesIn } from '../versions/ring-problems.js';
import { type Promoted, valueIn } from './plan-promotion.js';

export interface PromotedFrom {
  /** The ring whose values are promoted. */
  readonly ring: Ring;
  readonly promoted: readonly Promoted[];
  /** Of the working tree. */
  readonly versions: Pick<Versions, VersionsList>;
  readonly clusters: readonly { readonly name: string; readonly base: string }[];
  /** The project's folder, absolute. */
  readonly project: string;
  /** The revision from `--base`. */
  readonly revision: string | undefined;
  readonly answers: GitAnswers;
}

/** Warns of values that the ring before doesn't have on the branch that Flux follows, and so has never run. */
export const valuesNotOnBase = (given: PromotedFrom): readonly Diagnostic[] => {
  const { ring, promoted, versions, clusters, project, revision, answers } = given;
  try {
    const git = Git.open(project, answers);
    const bases = new Map<string, Base>();
    for (const { name, base } of clusters) {
      const found = ring.clusters.includes(name) ? findBase(git, base, revision) : undefined;
      // What there is nothing to compare with, the comparison reports.
      if (found !== undefined && !('cause' in found)) bases.set(found.commit, found);
    }
    const before = [...bases.values()].map((base) => ({ base, entries: entriesAt(git, base) }));
    const lines = new Map(entriesIn(versions).map((entry) => [`${entry.list}/${entry.name}`, entry.line]));
    return promoted.flatMap(({ list, name, to }) => {
      const lacks = before.filter(({ entries }) => {
        const entry = entries.find((one) => one.list === list && one.name === name);
        return entry === undefined || valueIn(entry, ring) !== to;
      });
      if (lacks.length === 0) return [];
      const where = nameSome(
        lacks.map(({ base }) => `${base.revision} (${base.commit.slice(0, 10)})`),
        3,
      );
      return [
        diagnose(notOnBase, {
          message: `ring "${ring.name}" doesn't have ${wordOf(list)} "${name}" ${to} at ${where}, so it hasn't run there`,
          at: { file: fileAt(lines.get(`${list}/${name}`)) },
          fix: `merge it for ring "${ring.name}" first, and promote it when that has run it`,
        }),
      ];
    });
  } catch (error) {
    // Without git nothing is known; the comparison reports why.
    if (error instanceof GitError) return [];
    throw error;
  }
};

const entriesAt = (git: Git, { commit }: Base) => {
  const blob = git.files(commit).blobs.get(`${git.prefix}${VERSIONS_FILE}`);
  const text = blob === undefined ? undefined : git.texts.read([blob]).get(blob);
  return text === undefined ? [] : entriesIn(parseVersions(text));
};
