import type { Versions, VersionsList } from './parse-versions.js';

/** A file of versions that the app opened, and the names that it has read so far. */
export interface OpenedVersions {
  readonly versions: Versions;
  readonly read: Readonly<Record<VersionsList, ReadonlySet<string>>>;
}

let recorded: OpenedVersions[] | undefined;

/** Runs what loads an app, and gives the files of versions that the app opens meanwhile. */
export const whileRecording = async <T>(
  load: () => Promise<T>,
): Promise<{ readonly result: T; readonly opened: readonly OpenedVersions[] }> => {
  const opened: OpenedVersions[] = [];
  recorded = opened;
  try {
    return { result: await load(), opened };
  } finally {
    recorded = undefined;
  }
};

export const noteOpened = (opened: OpenedVersions): void => void recorded?.push(opened);
