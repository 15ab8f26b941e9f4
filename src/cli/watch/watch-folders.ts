import { type FSWatcher, lstatSync, readdirSync, type WatchEventType, watch } from 'node:fs';
import { dirname, join, sep } from 'node:path';

export interface FolderWatch {
  /** Folders, absolute, that are not looked into from now on; those that no longer are among them are. */
  ignore(folders: readonly string[]): void;
  /** Files outside of the folder: the folder of each is watched, without what is below it. */
  also(files: readonly string[]): void;
  close(): void;
}

export interface FolderWatchOptions {
  /** Absolute. */
  readonly folder: string;
  /** @param path of what was added, changed or removed */
  readonly onChange: (path: string) => void;
  /** The system watches no more folders. */
  readonly onLimit: (folder: string, error: NodeJS.ErrnoException) => void;
}

/** What editors write beside a file while they save it. */
const PASSING = /~$|\.sw[a-px-z]$|\.tmp$|^4913$|^\.#|^#.*#$|___jb_(?:tmp|old)___$/;
const isClosed = (name: string): boolean => name.startsWith('.') || name === 'node_modules';

/**
 * Watches a folder and all below it, but for `node_modules` and folders whose names begin with a dot. Each folder is
 * watched by itself, since Node's own recursive watch looks into all of them. The system tells of changes; nothing is polled.
 */
export const watchFolders = ({ folder: top, onChange, onLimit }: FolderWatchOptions): FolderWatch => {
  const watchers = new Map<string, FSWatcher>();
  const others = new Map<string, FSWatcher>();
  let ignored: ReadonlySet<string> = new Set();
  let isLimited = false;

  const open = (folder: string, onEvent: (name: string, event: WatchEventType) => void): FSWatcher | undefined => {
    try {
      const watcher = watch(folder, (event, name) => onEvent(name ?? '', event));
      watcher.on('error', () => drop(folder));
      return watcher;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (!isLimited && (code === 'ENOSPC' || code === 'EMFILE')) {
        isLimited = true;
        onLimit(folder, error as NodeJS.ErrnoException);
      }
      // A folder that is gone already, or that may not be read, is none of the app's.
      return undefined;
    }
  };
  const add = (folder: string): void => {
    if (watchers.has(folder) || ignored.has(folder)) return;
    const watcher = open(folder, (name, event) => tell(folder, event, name));
    if (watcher === undefined) return;
    // Before its folders are listed, so that none comes unseen.
    watchers.set(folder, watcher);
    for (const name of foldersIn(folder)) add(join(folder, name));
  };
  const drop = (folder: string): void => {
    for (const [path, watcher] of watchers) {
      if (path !== folder && !path.startsWith(folder + sep)) continue;
      watcher.close();
      watchers.delete(path);
    }
  };
  const tell = (folder: string, event: WatchEventType, name: string): void => {
    const path = join(folder, name);
    if (PASSING.test(name) || ignored.has(path)) return;
    if (folder === top && name === 'node_modules') return;
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory() === true) {
      if (isClosed(name)) return;
      // It came or went: what is there now may be another folder of that name.
      if (event === 'rename') drop(path);
      add(path);
    } else drop(path);
    onChange(path);
  };
  add(top);
  return {
    ignore(folders) {
      ignored = new Set(folders);
      for (const folder of folders) drop(folder);
      for (const folder of [...watchers.keys()]) for (const name of foldersIn(folder)) add(join(folder, name));
    },
    also(files) {
      const wanted = new Set(files.map((file) => dirname(file)).filter((one) => !watchers.has(one)));
      for (const [path, watcher] of others) {
        if (wanted.has(path)) continue;
        watcher.close();
        others.delete(path);
      }
      for (const path of wanted) {
        if (others.has(path)) continue;
        const watcher = open(path, (name) => {
          if (!PASSING.test(name)) onChange(join(path, name));
        });
        if (watcher !== undefined) others.set(path, watcher);
      }
    },
    close() {
      for (const watcher of [...watchers.values(), ...others.values()]) watcher.close();
      watchers.clear();
      others.clear();
    },
  };
};

/** Symbolic links are not followed: a module behind one is watched where it lies. */
const foldersIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !isClosed(entry.name))
      .map(({ name }) => name);
  } catch {
    // It is gone again.
    return [];
  }
};
