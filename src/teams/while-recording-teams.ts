import type { Teams } from './parse-teams.js';

/** A file of teams that the app opened, and the environments that it has asked for so far. */
export interface OpenedTeams {
  /** Absolute. */
  readonly file: string;
  /** As messages name it. */
  readonly shown: string;
  readonly teams: Teams;
  readonly used: ReadonlySet<string>;
}

let recorded: OpenedTeams[] | undefined;

/** Runs what loads an app, and gives the files of teams that the app opens meanwhile. */
export const whileRecordingTeams = async <T>(
  load: () => Promise<T>,
): Promise<{ readonly result: T; readonly teams: readonly OpenedTeams[] }> => {
  const teams: OpenedTeams[] = [];
  recorded = teams;
  try {
    return { result: await load(), teams };
  } finally {
    recorded = undefined;
  }
};

export const noteTeams = (opened: OpenedTeams): void => void recorded?.push(opened);
