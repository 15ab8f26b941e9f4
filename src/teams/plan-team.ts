import { type Diagnostic, diagnose, nearest } from '../diagnostics/index.js';
import { teamNotEdited } from './diagnostics.js';
import { editTeams, plainText, type TeamEdit } from './edit-teams.js';
import { API_VERSION, KIND } from './files.js';
import type { Team, Teams } from './parse-teams.js';

/** What `fluxspan tenant` makes of a file; or why it doesn't. */
export type PlannedTeams =
  | { readonly text: string; readonly step?: 'first' | 'second' }
  | { readonly problem: Diagnostic };

/** Where an editor finds the JSON Schema of the file, if the package is installed next to it. */
const SCHEMA = '# yaml-language-server: $schema=./node_modules/fluxspan/docs/teams.schema.json';

/** A file without teams. */
export const newTeamsFile = (environments: readonly string[]): string =>
  `${SCHEMA}\napiVersion: ${API_VERSION}\nkind: ${KIND}\nenvironments: [${environments.map(plainText).join(', ')}]\nteams:\n`;

const refused = (message: string, file: string, fix: string): PlannedTeams => ({
  problem: diagnose(teamNotEdited, { message, at: { file }, fix }),
});

const edited = (text: string, edits: readonly TeamEdit[], name: string, file: string, byHand: string): PlannedTeams => {
  const next = editTeams(text, edits);
  if (next !== undefined) return { text: next };
  const message = `${file} can't be edited for team "${name}" without changing other lines: an alias, an anchor, a tag or the end of a document is in the way`;
  return refused(message, file, byHand);
};

/** A file with one more team. @param value what the team has */
export const planAdding = (text: string, teams: Teams, name: string, value: object, file: string): PlannedTeams => {
  const there = teams.teams.get(name);
  if (there !== undefined)
    return refused(
      `team "${name}" is there already`,
      there.place,
      'change what it has in the file; or give the new team another name',
    );
  const gone = teams.removed.find((one) => one.name === name);
  if (gone !== undefined)
    return refused(
      `team "${name}" was removed, and is in "removed"`,
      gone.place,
      'take it out of "removed" once its namespace has nothing left of the old team; or give the new one another name',
    );
  return edited(
    text,
    [{ how: 'add', list: 'teams', name, value }],
    name,
    file,
    `write it by hand: ${JSON.stringify({ [name]: value })}`,
  );
};

/** A file with the next step of a team's removal. */
export const planRemoval = (
  text: string,
  teams: Teams,
  name: string,
  { reason, deleteNamespaces }: { readonly reason: string | undefined; readonly deleteNamespaces: boolean },
  file: string,
): PlannedTeams => {
  const team = teams.teams.get(name);
  if (team === undefined) {
    const gone = teams.removed.find((one) => one.name === name);
    if (gone !== undefined)
      return refused(
        `team "${name}" is removed already`,
        gone.place,
        'nothing is left to do here; its line in "removed" may stay',
      );
    const near = nearest(name, teams.teams.keys());
    const known = near === undefined ? 'fluxspan tenant list shows them' : `did you mean "${near}"?`;
    return refused(`${file} has no team "${name}"`, file, known);
  }
  const steps = [...team.environments.values()].map(({ offboard }) => offboard);
  const said = steps.find((one) => one !== undefined);
  if (said === undefined) {
    if (reason === undefined)
      return refused(
        `the removal of team "${name}" has no reason`,
        team.place,
        `add one for those who review it: fluxspan tenant remove ${name} --reason '…'`,
      );
    const value = { reason, ...(deleteNamespaces ? { deleteNamespaces } : {}) };
    const byHand = `write it by hand, below "${name}": offboard: ${JSON.stringify(value)}`;
    const planned = edited(text, [{ how: 'offboard', name, value }], name, file, byHand);
    return 'text' in planned ? { ...planned, step: 'first' } : planned;
  }
  if (steps.includes(undefined)) {
    const fix = 'write offboard for the others, too, or finish by hand: docs/how-to/teams-as-data.md shows how';
    return refused(`team "${name}" is being removed from some environments and not from others`, team.place, fix);
  }
  const why = reason ?? said.reason;
  const edits: readonly TeamEdit[] = [
    { how: 'drop', name },
    { how: 'add', list: 'removed', name, value: removedValue(team, teams, why) },
  ];
  const byHand = `take the team out by hand, and write below "removed:": ${name}: ${JSON.stringify(why)}`;
  const planned = edited(text, edits, name, file, byHand);
  return 'text' in planned ? { ...planned, step: 'second' } : planned;
};

const removedValue = ({ environments }: Team, teams: Teams, reason: string): unknown =>
  environments.size === teams.environments.length ? reason : { reason, environments: [...environments.keys()] };
