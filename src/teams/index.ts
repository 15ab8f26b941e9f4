export { openTeams, type TeamAdditions, type TeamReaders } from './open-teams.js';
