import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hasErrors } from '../diagnostics/index.js';
import { readSignature } from '../files/signed-text.js';
import { staleTeamNames } from '../teams/diagnostics.js';
import { TEAMS_FILE, TEAMS_MODULE } from '../teams/files.js';
import { readTeams } from '../teams/open-teams.js';
import type { Teams } from '../teams/parse-teams.js';
import { fileInModule, printTeamsModule, TEAMS_MARK } from '../teams/teams-module.js';
import type { Project } from './project.js';
import { NOT_REFRESHED, type RefreshedNames, refreshModule } from './refresh-module.js';
import { tryRead } from './try-read.js';

/** The file of teams that a project reads, relative to it: that of its generated module, or the usual one. */
export const teamsFileOf = (folder: string): string => {
  const module = tryRead(join(folder, TEAMS_MODULE));
  const isOurs = module !== undefined && readSignature(module, TEAMS_MARK).state !== 'foreign';
  return (isOurs ? fileInModule(module) : undefined) ?? TEAMS_FILE;
};

/** The file of teams that a path names: in a folder, the usual one. */
export const teamsFileAt = (path: string): string =>
  existsSync(path) && statSync(path).isDirectory() ? join(path, TEAMS_FILE) : path;

/**
 * Brings `imports/teams.ts` up to date with what a file of teams says.
 *
 * @param check as {@link refreshModule} takes it
 */
export const refreshTeamModule = (
  folder: string,
  path: string,
  teams: Teams,
  check: boolean | 'writable',
): RefreshedNames =>
  refreshModule(
    folder,
    { module: TEAMS_MODULE, text: printTeamsModule(teams, path), mark: TEAMS_MARK, file: path, stale: staleTeamNames },
    check,
  );

/**
 * Brings `imports/teams.ts` up to date, before the app that imports it is bundled and type-checked. A project without a
 * file of teams is left alone.
 *
 * @param check only say whether it is up to date
 */
export const refreshTeamNames = ({ folder }: Project, check: boolean): RefreshedNames => {
  const path = teamsFileOf(folder);
  const file = join(folder, path);
  const module = tryRead(join(folder, TEAMS_MODULE));
  // Another tool may have a file of that name; what opens one that can't be read reports it.
  if (module === undefined && !/fluxspan\.dev\/|^kind:\s*Teams\b/m.test(tryRead(file) ?? '')) return NOT_REFRESHED;
  const teams = readTeams(file, path);
  if (hasErrors(teams.problems)) return { problems: teams.problems, written: [] };
  return refreshTeamModule(folder, path, teams, check);
};
