type Files = ReadonlyMap<string, unknown>;

/** Sorted, a folder is found by a few comparisons: there may be thousands of files, and a hundred clusters that ask. */
const sortedPaths = new WeakMap<Files, readonly string[]>();

/** @param files by path; what was asked for doesn't change any more */
const pathsOf = (files: Files): readonly string[] => {
  const found = sortedPaths.get(files) ?? sorted([...files.keys()]);
  sortedPaths.set(files, found);
  return found;
};

/** Git lists files in this order. */
const sorted = (paths: string[]): readonly string[] =>
  paths.every((path, at) => at === 0 || paths[at - 1]! <= path) ? paths : paths.sort();

/** The index of the first sorted text that isn't before the given one. */
const firstFrom = (sorted: readonly string[], text: string): number => {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (sorted[middle]! < text) from = middle + 1;
    else to = middle;
  }
  return from;
};

/** The character after "/". */
const AFTER = '0';

/** All paths below a folder, sorted. Empty for all. */
export const filesBelow = (files: Files, folder: string): readonly string[] => {
  const paths = pathsOf(files);
  return folder === '' ? paths : paths.slice(firstFrom(paths, `${folder}/`), firstFrom(paths, folder + AFTER));
};

/** Whether there are files below a folder. */
export const hasFolder = (files: Files, folder: string): boolean => {
  const paths = pathsOf(files);
  return folder === '' || paths[firstFrom(paths, `${folder}/`)]?.startsWith(`${folder}/`) === true;
};

/** The files and folders directly in a folder, sorted. */
const openFolder = (
  files: Files,
  folder: string,
): { readonly files: readonly string[]; readonly folders: readonly string[] } => {
  const paths = pathsOf(files);
  const start = folder === '' ? '' : `${folder}/`;
  const found = { files: [] as string[], folders: [] as string[] };
  for (let at = firstFrom(paths, start); paths[at]?.startsWith(start) === true; ) {
    const path = paths[at]!;
    const end = path.indexOf('/', start.length);
    if (end < 0) {
      found.files.push(path);
      at++;
    } else {
      found.folders.push(path.slice(0, end));
      at = firstFrom(paths, path.slice(0, end) + AFTER);
    }
  }
  return found;
};

/** The paths of the files directly in a folder, sorted. */
export const filesIn = (files: Files, folder: string): readonly string[] => openFolder(files, folder).files;

/** The folders directly in a folder, sorted. */
export const foldersIn = (files: Files, folder: string): readonly string[] => openFolder(files, folder).folders;
