import { join } from 'node:path';
import { readOurText } from '../../files/read-file.js';
import { readTeams } from '../../teams/open-teams.js';
import type { Teams } from '../../teams/parse-teams.js';
import { parseTeams } from '../../teams/parse-teams.js';
import { planRemoval } from '../../teams/plan-team.js';
import type { Args, Command, ExitCode, Io } from '../command.js';
import { findProject } from '../project.js';
import { teamsFileOf } from '../team-names.js';
import { refuseTeams, writeTeams } from '../write-teams.js';

const usage = `usage: fluxspan tenant remove NAME [--reason TEXT] [--delete-namespaces] [--dry-run] [--base REV] [--json]

Removes a team of teams.yaml in two steps, one for each run, and writes the tree. Merge the first step, and let Flux apply
it, before you run the second one.

  1. Flux deletes what the team's repository has applied, and uninstalls its releases. The account, the rights, the
     namespaces and the claims in them stay.
  2. The team is taken out of "teams", and listed in "removed" with the reason. The namespaces stay, unless the first step
     was given --delete-namespaces.

  --reason TEXT        why, for those who review it; the first step needs it
  --delete-namespaces  let the second step delete the namespaces with everything in them, data included
  --dry-run            show what would change, and write nothing
  --base REV           compare with this revision; otherwise with the branch that each cluster follows
  --json               print the result as JSON

Examples:
  fluxspan tenant remove claims --reason 'the team has moved'
  fluxspan tenant remove claims`;

export const tenantRemove: Command = {
  usage,
  options: {
    reason: { type: 'string' },
    'delete-namespaces': { type: 'boolean' },
    'dry-run': { type: 'boolean' },
    base: { type: 'string' },
    json: { type: 'boolean' },
  },
  positionals: { min: 1, max: 1 },
  async run(args: Args, io: Io): Promise<ExitCode> {
    const name = args.positionals[0]!;
    const found = findProject(io.cwd());
    if (!found.ok) return refuseTeams([found.problem], args, io);
    const project = found.value;
    const shown = teamsFileOf(project.folder);
    const file = join(project.folder, shown);
    const there = readTeams(file, shown);
    if (there.problems.length > 0) return refuseTeams(there.problems, args, io);
    const text = readOurText(file) ?? '';
    const reason = args.values['reason'] as string | undefined;
    const deleteNamespaces = args.values['delete-namespaces'] === true;
    const planned = planRemoval(text, parseTeams(text, shown), name, { reason, deleteNamespaces }, shown);
    if ('problem' in planned) return refuseTeams([planned.problem], args, io);
    const next = planned.step === 'first' ? afterFirst(name, there, deleteNamespaces) : afterSecond(name, there);
    return writeTeams({ project, shown, text: planned.text, name, isNew: false }, args, io, () => next);
  },
};

const namespacesOf = (name: string, teams: Teams): readonly string[] => [
  ...new Set([...teams.teams.get(name)!.environments.values()].flatMap(({ options }) => options.namespaces ?? [name])),
];

const afterFirst = (name: string, teams: Teams, deleteNamespaces: boolean) => ({
  title: 'This is the first of two steps. Once it is merged and Flux has applied it:',
  steps: [
    `See whether anything is left:\n${namespacesOf(name, teams)
      .map((one) => `kubectl get kustomizations,helmreleases,pods,persistentvolumeclaims --namespace ${one}`)
      .join('\n')}`,
    `Take the second step: fluxspan tenant remove ${name}. ${deleteNamespaces ? 'It deletes the namespaces with everything in them.' : 'The namespaces and their claims stay.'}`,
  ],
});

const afterSecond = (name: string, teams: Teams) => ({
  title: 'This is the second of two steps. Once it is merged:',
  steps: namespacesOf(name, teams).map(
    (one) =>
      `Look at what is left in namespace "${one}", if it is kept, and delete it when its data isn't needed:\nkubectl get all,persistentvolumeclaims,secrets --namespace ${one}`,
  ),
});
