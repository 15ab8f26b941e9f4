/** The file of teams, in the project's folder, unless `fluxspan import teams` was given another one. */
export const TEAMS_FILE = 'teams.yaml';

/** The generated module of its names, relative to the project. */
export const TEAMS_MODULE = 'imports/teams.ts';

export const API_VERSION = 'fluxspan.dev/v1';
export const KIND = 'Teams';
