import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readOurText } from '../../files/read-file.js';
import { nextSteps } from '../../teams/next-steps.js';
import { parseTeams } from '../../teams/parse-teams.js';
import { newTeamsFile, planAdding } from '../../teams/plan-team.js';
import { type Args, type Command, type ExitCode, type Io, type Started, UsageError } from '../command.js';
import { openApp } from '../open-app.js';
import { teamsFileOf } from '../team-names.js';
import { refuseTeams, writeTeams } from '../write-teams.js';

const usage = `usage: fluxspan tenant add NAME [--in ENVIRONMENT[=REF]]… [--source URL] [--secret NAME] [--path FOLDER] [--group GROUP]…
                           [--namespace NAME]… [--description TEXT] [--dry-run] [--base REV] [--json]

Adds a team to teams.yaml, writes the tree, and prints what the team does next. Every other byte of teams.yaml stays. If
there is no teams.yaml yet, it writes one.

  --in ENVIRONMENT[=REF]  where the team is, and what Flux fetches there: main (a branch), branch:main, tag:v1.2.3 or
                          semver:1.x; without --in, the team is in every environment, with the branch main
  --source URL            the team's repository: https://…, ssh://… or, for an artifact, oci://…
  --secret NAME           the Secret in the team's namespace with which Flux fetches it
  --path FOLDER           the folder in the repository
  --group GROUP           a group of the directory, as the API server sees it
  --namespace NAME        a namespace of the team; otherwise one with the team's name
  --description TEXT      one sentence about the team
  --dry-run               show what would change, and write nothing
  --base REV              compare with this revision; otherwise with the branch that each cluster follows
  --json                  print the result as JSON

Examples:
  fluxspan tenant add claims --source https://github.com/acme/claims --group claims-developers
  fluxspan tenant add claims --source ssh://git@github.com/acme/claims --secret git --in dev=main --in prod=semver:1.x`;

export const tenantAdd: Command = {
  usage,
  options: {
    in: { type: 'string', multiple: true },
    source: { type: 'string' },
    secret: { type: 'string' },
    path: { type: 'string' },
    group: { type: 'string', multiple: true },
    namespace: { type: 'string', multiple: true },
    description: { type: 'string' },
    'dry-run': { type: 'boolean' },
    base: { type: 'string' },
    json: { type: 'boolean' },
  },
  positionals: { min: 1, max: 1 },
  async run(args: Args, io: Io, { bundle }: Started): Promise<ExitCode> {
    const name = args.positionals[0]!;
    const value = entryOf(args);
    const opened = await openApp(io.cwd(), bundle);
    if (opened.refused) return refuseTeams(opened.diagnostics, args, io);
    const { app, project } = opened;
    const shown = teamsFileOf(project.folder);
    const file = join(project.folder, shown);
    const isNew = !existsSync(file);
    const named = environmentsOf(args).map(([environment]) => environment);
    const text = isNew
      ? newTeamsFile(named.length > 0 ? named : app.clusters.map((cluster) => cluster.name))
      : (readOurText(file) ?? '');
    const teams = parseTeams(text, shown);
    if (teams.problems.length > 0) return refuseTeams(teams.problems, args, io);
    const planned = planAdding(text, teams, name, value, shown);
    if ('problem' in planned) return refuseTeams([planned.problem], args, io);
    return writeTeams({ project, shown, text: planned.text, name, isNew }, args, io, (next) => ({
      title: `Next, team "${name}" does this, once it is merged:`,
      steps: nextSteps(next.teams.get(name)!),
    }));
  },
};

/** What the file has of the team. */
const entryOf = (args: Args): object => {
  const { values } = args;
  const text = (key: string) => values[key] as string | undefined;
  const source = text('source');
  const secret = text('secret');
  if (secret !== undefined && source === undefined) throw new UsageError('--secret is for --source');
  if (source?.startsWith('ssh://') === true && secret === undefined)
    throw new UsageError(
      '--source ssh://… needs the Secret with its key, --secret',
      `fluxspan tenant add ${args.positionals[0]} --source ${source} --secret git`,
    );
  const groups = (values['group'] ?? []) as readonly string[];
  const namespaces = (values['namespace'] ?? []) as readonly string[];
  const environments = environmentsOf(args);
  const hasRef = environments.some(([, ref]) => ref !== undefined);
  const all = environments.length === 0 || !hasRef;
  return {
    ...(values['description'] === undefined ? {} : { description: text('description') }),
    ...(groups.length === 0 ? {} : { groups: groups.length === 1 ? groups[0] : groups }),
    ...(source === undefined
      ? {}
      : { source: secret === undefined ? source : { url: source, secretRef: { name: secret } } }),
    ...(all && source !== undefined ? { branch: 'main' } : {}),
    ...(values['path'] === undefined ? {} : { path: text('path') }),
    ...(namespaces.length === 0 ? {} : { namespaces }),
    ...(environments.length === 0
      ? {}
      : {
          environments: hasRef
            ? Object.fromEntries(environments.map(([name, ref = { branch: 'main' }]) => [name, ref]))
            : environments.map(([name]) => name),
        }),
  };
};

type Ref = Readonly<Record<string, string>>;

const environmentsOf = ({ values }: Args): readonly (readonly [string, Ref | undefined])[] => {
  const given = ((values['in'] ?? []) as readonly string[]).map((one) => {
    const [, name = '', ref] = /^([^=]*)(?:=(.*))?$/s.exec(one) ?? [];
    if (ref === undefined) return [name, undefined] as const;
    const [, kind = 'branch', value = ''] = /^(?:(branch|tag|semver|commit|digest):)?(.*)$/s.exec(ref) ?? [];
    if (name === '' || value === '')
      throw new UsageError(
        `--in ${one} names no environment or nothing to fetch`,
        'fluxspan tenant add claims --in prod=semver:1.x',
      );
    return [name, { [kind]: value }] as const;
  });
  const second = given.find(([name], index) => given.findIndex(([other]) => other === name) !== index);
  if (second !== undefined) throw new UsageError(`--in ${second[0]} is given twice`);
  return given;
};
