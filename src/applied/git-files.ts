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

/** Parses what `git ls-files -t --stage …` prints: `H 100644 ID STAGE<tab>PATH`, and `? PATH` for what is new. */
export const parseIndex = (said: string): IndexFiles => {
  const blobs = new Map<string, string>();
  const links = new Set<string>();
  const touched = new Set<string>();
  for (let at = 0, end = said.indexOf('\0'); end >= 0; at = end + 1, end = said.indexOf('\0', at)) {
    const tag = said[at]!;
    if (tag === '?') {
      touched.add(said.slice(at + 2, end));
      continue;
    }
    const tab = said.indexOf('\t', at);
    const path = said.slice(tab + 1, end);
    if (tag === 'C' || tag === 'R') touched.add(path);
    else if (said.startsWith('100', at + 2)) blobs.set(path, said.slice(said.indexOf(' ', at + 2) + 1, tab - 2));
    else if (said.startsWith(LINK, at + 2)) links.add(path);
  }
  for (const path of touched) {
    blobs.delete(path);
    links.delete(path);
  }
  return { blobs, links, touched };
};

/** The paths of files that end in a way, of what {@link parseIndex} reads. @param ends with the `\0` after the path */
export const pathsOfIndex = (said: string, ends: RegExp): ReadonlySet<string> => {
  const entries = [...said.matchAll(ends)].map(({ 0: end, index }) =>
    said.slice(said.lastIndexOf('\0', index) + 1, index + end.length),
  );
  const { blobs, links, touched } = parseIndex(entries.join(''));
  return new Set([...blobs.keys(), ...links, ...touched]);
};

const LINK = '120000';
