/** One blob of a git tree. */
export interface GitFile {
  /** From the repository's root. */
  readonly path: string;
  readonly blob: string;
}

/** The files of a commit, by path from the repository's root, without submodules. */
export interface CommitFiles {
  readonly blobs: ReadonlyMap<string, string>;
  /** Symbolic links. */
  readonly links: ReadonlySet<string>;
}

/** Files of a commit, and what is found out about them once for all states of the repository. */
export interface CommonFiles {
  readonly commit: string;
  readonly blobs: ReadonlyMap<string, string>;
  /** Paths for which a test holds, by the key of the test: see `pathsWhere`. */
  readonly where: Map<string, readonly string[]>;
}

/** Files that a state of the repository nearly has, and the paths of those that only one of both may have. */
export interface NearFiles extends Pick<CommonFiles, 'blobs' | 'where'> {
  readonly unlike: ReadonlySet<string>;
}

/** The files of the index that the work tree has as they are, and the others. */
export interface IndexFiles extends CommitFiles {
  /** Paths of files that differ from the index, are gone, or are new and not ignored. */
  readonly touched: ReadonlySet<string>;
}

/** Parses what `git ls-tree -r -z` prints: `100644 blob ID<tab>PATH`. */
export const parseTree = (said: string): CommitFiles => {
  const blobs = new Map<string, string>();
  const links = new Set<string>();
  for (let at = 0, end = said.indexOf('\0'); end >= 0; at = end + 1, end = said.indexOf('\0', at)) {
    const tab = said.indexOf('\t', at);
    const path = said.slice(tab + 1, end);
    if (said.startsWith('100', at)) blobs.set(path, said.slice(said.lastIndexOf(' ', tab) + 1, tab));
    else if (said.startsWith(LINK, at)) links.add(path);
  }
  return { blobs, links };
};

/** Parses what `git ls-files -t …` prints of what differs from the index: `C PATH`, and `? PATH` for what is new. */
export const parseTouched = (said: string): ReadonlySet<string> =>
  new Set(
    said
      .split('\0')
      .filter((line) => line !== '')
      .map((line) => line.slice(2)),
  );

/** The index, by what it has otherwise than a commit. */
export interface IndexOfCommit {
  readonly index: IndexFiles;
  /** Paths of files that the work tree has otherwise than the commit, or that one of them lacks. */
  readonly unlike: ReadonlySet<string>;
}

/**
 * @param said by `git diff-index --cached --raw -z --no-renames`, of which each file that differs has two parts:
 *   `:100644 100644 ID ID M` and its path
 */
export const indexOfCommit = (
  { blobs: oldBlobs, links: oldLinks }: CommitFiles,
  said: string,
  touched: ReadonlySet<string>,
): IndexOfCommit => {
  const blobs = new Map(oldBlobs);
  const links = new Set(oldLinks);
  const unlike = new Set(touched);
  const parts = said.split('\0');
  const open = new Set(touched);
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, mode = '', , id = '', state] = parts[at]!.split(' ');
    const path = parts[at + 1]!;
    const isBlob = mode.startsWith('100');
    const differs = isBlob ? oldBlobs.get(path) !== id : oldBlobs.has(path) || oldLinks.has(path) !== (mode === LINK);
    if (differs) unlike.add(path);
    blobs.delete(path);
    links.delete(path);
    // A merge has left more than one state of it.
    if (state === 'U') open.add(path);
    else if (isBlob) blobs.set(path, id);
    else if (mode === LINK) links.add(path);
  }
  for (const path of open) {
    blobs.delete(path);
    links.delete(path);
  }
  return { index: { blobs, links, touched: open }, unlike };
};

const LINK = '120000';
