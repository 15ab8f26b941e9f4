import { join, relative, resolve } from 'node:path';
import { sortDiagnostics } from '../../diagnostics/index.js';
import { isObject } from '../../json/is-object.js';
import { refText } from '../../teams/next-steps.js';
import { readTeams } from '../../teams/open-teams.js';
import type { Team, TeamInEnvironment } from '../../teams/parse-teams.js';
import type { Args, Command, ExitCode, Io } from '../command.js';
import { findProject } from '../project.js';
import { reportDiagnostics } from '../report-diagnostics.js';
import { teamsFileAt, teamsFileOf } from '../team-names.js';

const usage = `usage: fluxspan tenant list [PATH] [--json]

Lists the teams of teams.yaml, and where each is: its source, what Flux fetches, its namespaces and groups. It reports
everything that is wrong with the file, and needs no project: run it in the CI of a repository that has only teams.

  PATH    the file, or the folder that it is in; otherwise that of the project, or teams.yaml here
  --json  print the result as JSON

Examples:
  fluxspan tenant list
  fluxspan tenant list systems/`;

export const tenantList: Command = {
  usage,
  options: { json: { type: 'boolean' } },
  positionals: { min: 0, max: 1 },
  async run(args: Args, io: Io): Promise<ExitCode> {
    const { file, shown } = locate(args.positionals[0], io.cwd());
    const { environments, teams, removed, problems } = readTeams(file, shown);
    const rows = [...teams.values()].flatMap((team) =>
      [...team.environments].map(([environment, one]) => rowOf(team, environment, one)),
    );
    const { code, isJson } = reportDiagnostics(sortDiagnostics(problems), args, io, {
      fields: () => ({
        file: shown,
        environments,
        teams: [...teams.values()].map((team) => ({
          name: team.name,
          place: team.place,
          description: team.description ?? null,
          environments: rows.filter(({ name }) => name === team.name).map(({ name: _, ...row }) => row),
        })),
        removed,
      }),
    });
    if (!isJson && problems.length === 0) io.stdout.write(printed(rows, removed));
    return code;
  },
};

/** The file of teams, by its path or that of its folder. */
const locate = (given: string | undefined, cwd: string): { readonly file: string; readonly shown: string } => {
  const project = given === undefined ? findProject(cwd) : undefined;
  const path =
    project?.ok === true ? join(project.value.folder, teamsFileOf(project.value.folder)) : resolve(cwd, given ?? '.');
  const file = teamsFileAt(path);
  return { file, shown: relative(cwd, file).replaceAll('\\', '/') };
};

const rowOf = ({ name }: Team, environment: string, { options, ref, offboard }: TeamInEnvironment) => {
  const props: unknown = options.source?.props;
  const groups = [options.groups ?? []].flat().map((group) => (typeof group === 'string' ? group : group.name));
  return {
    name,
    environment,
    source: isObject(props) ? String(props['url']) : null,
    ref,
    path: options.path ?? './',
    namespaces: options.namespaces ?? [name],
    groups,
    offboard: offboard ?? null,
  };
};

type Row = ReturnType<typeof rowOf>;

const printed = (
  rows: readonly Row[],
  removed: readonly { readonly name: string; readonly reason: string }[],
): string => {
  const table = [
    ['TEAM', 'ENVIRONMENT', 'SOURCE', 'GETS', 'NAMESPACES', 'GROUPS'],
    ...rows.map((row) => [
      row.name,
      row.environment,
      row.source ?? '-',
      row.offboard === null ? (row.source === null ? '-' : refText(row.ref)) : `being removed: ${row.offboard.reason}`,
      row.namespaces.join(','),
      row.groups.join(',') || '-',
    ]),
  ];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
  const gone = removed.map(({ name, reason }) => `removed: ${name} (${reason})`);
  return rows.length === 0
    ? `no teams\n${gone.map((line) => `${line}\n`).join('')}`
    : `${[...lines, ...gone].join('\n')}\n`;
};
