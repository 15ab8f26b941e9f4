import { isAbsolute, join, relative, resolve } from 'node:path';
import { hasErrors, sortDiagnostics } from '../../diagnostics/index.js';
import { TEAMS_MODULE } from '../../teams/files.js';
import { readTeams } from '../../teams/open-teams.js';
import { type Args, type Command, type ExitCode, type Io, UsageError } from '../command.js';
import { findProject } from '../project.js';
import { reportDiagnostics } from '../report-diagnostics.js';
import { refreshTeamModule, teamsFileAt, teamsFileOf } from '../team-names.js';

const usage = `usage: fluxspan import teams [PATH] [--check] [--json]

Writes imports/teams.ts: \`teamsIn\`, with the teams and environments of teams.yaml as types. synth does the same; you need
this command once if teams.yaml isn't next to cdk8s.yaml, but in the checkout of a repository of its own. The module
remembers the path.

  PATH     the file, or the folder that it is in; otherwise the one that was imported before, or teams.yaml
  --check  write nothing; exit with 1 if the module is out of date
  --json   print the result as JSON

Examples:
  fluxspan import teams
  fluxspan import teams systems/`;

export const importTeams: Command = {
  usage,
  options: { check: { type: 'boolean' }, json: { type: 'boolean' } },
  positionals: { min: 0, max: 1 },
  async run(args: Args, io: Io): Promise<ExitCode> {
    const found = findProject(io.cwd());
    if (!found.ok) return reportDiagnostics([found.problem], args, io).code;
    const { folder } = found.value;
    const shown = pathOf(args.positionals[0], io.cwd(), folder);
    const teams = readTeams(join(folder, shown), shown);
    const isCheck = args.values['check'] === true;
    const { problems, written } = hasErrors(teams.problems)
      ? { problems: teams.problems, written: [] }
      : refreshTeamModule(folder, shown, teams, isCheck);
    const { code, isJson } = reportDiagnostics(sortDiagnostics(problems), args, io, {
      fields: () => ({ files: written, file: shown }),
    });
    if (isJson || hasErrors(problems)) return code;
    io.stdout.write(written.length === 0 ? 'up to date\n' : `wrote ${TEAMS_MODULE}, of ${shown}\n`);
    return code;
  },
};

/** Relative to the project, with `/`. */
const pathOf = (given: string | undefined, cwd: string, folder: string): string => {
  if (given === undefined) return teamsFileOf(folder);
  const path = resolve(cwd, given);
  const file = teamsFileAt(path);
  const shown = relative(folder, file).replaceAll('\\', '/');
  if (isAbsolute(shown)) throw new UsageError(`${given} is on another drive than the project`);
  return shown;
};
