import type { Versions, VersionsList } from './parse-versions.js';

/** A file of versions that the app opened, and the names that it has read so far. */
export interface OpenedVersions {
  readonly versions: Versions;
  readonly read: Readonly<Record<VersionsList, ReadonlySet<string>>>;
}

let recorded: OpenedVersions[] | undefined;
let replaced: ReadonlyMap<string, string> = new Map();

/**
 * Runs what loads an app, and gives the files of versions that the app opens meanwhile.
 *
 * @param instead texts that files of versions are read as having, by their absolute paths
 */
export const whileRecording = async <T>(
  load: () => Promise<T>,
  instead: ReadonlyMap<string, string> = new Map(),
): Promise<{ readonly result: T; readonly opened: readonly OpenedVersions[] }> => {
  const opened: OpenedVersions[] = [];
  recorded = opened;
  replaced = instead;
  try {
    return { result: await load(), opened };
  } finally {
    recorded = undefined;
    replaced = new Map();
  }
};

export const noteOpened = (opened: OpenedVersions): void => void recorded?.push(opened);

/** The text that a file is read as having while an app is loaded; undefined for what the disk has. */
export const replacedText = (file: string): string | undefined => replaced.get(file);
