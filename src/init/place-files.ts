import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of a project in the making, inside the one that it will be in, and so on the same file system. */
const STAGE = '.fluxspan-init';

/** Files that come into a folder all together, or not at all. */
export interface Staged {
  /** Where the files are until {@link Staged.settle}; absolute. */
  readonly folder: string;
  /** Moves everything to its place. What is there already stays, and files that have its names don't come. */
  settle(): void;
  /** Removes what was made. Nothing happens after {@link Staged.settle}. */
  discard(): void;
}

/**
 * Writes files beside their place.
 *
 * @param elsewhere files outside of the folder, by absolute path, which come with the others
 * @param replaced files of the folder itself that the new ones replace
 */
export const stageFiles = (
  folder: string,
  files: ReadonlyMap<string, string>,
  elsewhere: ReadonlyMap<string, string> = new Map(),
  replaced: readonly string[] = [],
): Staged => {
  const made = mkdirSync(folder, { recursive: true });
  const stage = join(folder, STAGE);
  rmSync(stage, { recursive: true, force: true });
  const discard = (): void => {
    rmSync(made ?? stage, { recursive: true, force: true });
  };
  try {
    for (const [path, text] of files) {
      mkdirSync(dirname(join(stage, path)), { recursive: true });
      writeFileSync(join(stage, path), text);
    }
  } catch (error) {
    discard();
    throw error;
  }
  const moved: string[] = [];
  const restored = new Map<string, Buffer>();
  let isSettled = false;
  const move = (from: string, to: string): void => {
    for (const entry of readdirSync(from)) {
      const [source, target] = [join(from, entry), join(to, entry)];
      const there = lstatSync(target, { throwIfNoEntry: false });
      const isReplaced = replaced.some((one) => join(folder, one) === target);
      if (there === undefined) {
        renameSync(source, target);
        moved.push(target);
      } else if (isReplaced) {
        // At once: whatever ends the process, one of the two is there.
        restored.set(target, readFileSync(target));
        renameSync(source, target);
      } else if (there.isDirectory() && lstatSync(source).isDirectory()) {
        move(source, target);
      }
    }
  };
  return {
    folder: stage,
    settle() {
      try {
        move(stage, folder);
        for (const [path, text] of elsewhere) {
          mkdirSync(dirname(path), { recursive: true });
          writeFileSync(path, text, { flag: 'wx' });
          moved.push(path);
        }
        isSettled = true;
        rmSync(stage, { recursive: true, force: true });
      } catch (error) {
        for (const path of moved) rmSync(path, { recursive: true, force: true });
        for (const [path, bytes] of restored) writeFileSync(path, bytes);
        discard();
        throw error;
      }
    },
    discard() {
      if (!isSettled) discard();
    },
  };
};

/** The entries of a folder; none where there is no folder. */
export const entriesOf = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder).sort() : []);
