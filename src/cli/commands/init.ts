import { CI_SYSTEMS, TEMPLATES } from '../../init/choose-project.js';
import { makeProject } from '../../init/make-project.js';
import { isInteractive, questionsTo } from '../../init/questions.js';
import { shellWord } from '../../init/shell-word.js';
import { type Args, type Command, type ExitCode, type Io, UsageError } from '../command.js';
import { reportDiagnostics } from '../report-diagnostics.js';
import { version } from '../version.js';

const usage = `usage: fluxspan init [FOLDER] [--template empty|eks|aks|existing] [--path FOLDER]… [--name NAME]
                     [--ci github|gitlab|none] [--package SPEC] [--no-install] [--dry-run] [--yes] [--json]

Makes a project: two clusters with the same stages, an addon of your own, tests, CI, Renovate and editor settings. It
installs the packages with the package manager that ran it, and writes the first tree. In a terminal, it asks for what
the options don't set. If it can't finish, it leaves nothing behind.

  FOLDER           where to make it; otherwise the current folder
  --template NAME  empty: an example addon, no cloud account needed
                   eks, aks: the addons of a cluster on AWS or Azure
                   existing: the clusters of a repository that Flux already reads, to adopt them
                   the default is existing if the repository has Flux's files, otherwise empty
  --path FOLDER    with existing: a folder that Flux reads, from the repository's root; may be given several times.
                   Without it, init finds them from Flux's files in the repository
  --name NAME      the name of the package; otherwise the folder's name
  --ci NAME        which CI to write a workflow for; otherwise chosen by the repository's remote, or github
  --package SPEC   the fluxspan to install, a version or the path of a file; otherwise this version
  --no-install     only write the files
  --dry-run        list what it would write, and write nothing
  --yes            ask nothing
  --json           print the result as JSON; asks nothing

Examples:
  npx fluxspan init platform
  npx fluxspan init --template existing --yes`;

export const init: Command = {
  usage,
  options: {
    template: { type: 'string' },
    path: { type: 'string', multiple: true },
    name: { type: 'string' },
    ci: { type: 'string' },
    package: { type: 'string' },
    'no-install': { type: 'boolean' },
    'dry-run': { type: 'boolean' },
    yes: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  positionals: { min: 0, max: 1 },
  choices: { template: TEMPLATES, ci: CI_SYSTEMS },
  async run(args: Args, io: Io): Promise<ExitCode> {
    const { values, positionals } = args;
    const label = positionals[0] ?? '.';
    if (label === '')
      throw new UsageError('the name of the folder is empty: give one, or leave it out for the current folder');
    const isJson = values['json'] === true;
    const asks = values['yes'] !== true && !isJson && isInteractive(io);
    const { diagnostics, project, fails } = await makeProject(
      {
        label,
        template: oneOf(args, 'template', TEMPLATES),
        ci: oneOf(args, 'ci', CI_SYSTEMS),
        name: values['name'] as string | undefined,
        paths: (values['path'] ?? []) as readonly string[],
        package: values['package'] as string | undefined,
        installs: values['no-install'] !== true,
        isDryRun: values['dry-run'] === true,
      },
      {
        cwd: io.cwd(),
        env: io.env,
        version,
        command: commandOf(args),
        questions: asks ? questionsTo(io) : undefined,
        say: (text) => {
          if (!isJson) io.stdout.write(`${text}\n`);
        },
      },
    );
    return reportDiagnostics(diagnostics, args, io, {
      ...(project === undefined ? {} : { fields: () => project }),
      fails,
    }).code;
  },
};

const oneOf = <T extends string>({ values }: Args, option: string, choices: readonly T[]): T | undefined => {
  const given = values[option] as string | undefined;
  if (given === undefined) return undefined;
  const found = choices.find((choice) => choice === given);
  if (found === undefined) throw new UsageError(`--${option} takes ${choices.join(', ')}, not "${given}"`);
  return found;
};

/** What a person types for the same project. */
const commandOf = ({ positionals, values }: Args): string => {
  const options = ['template', 'path', 'name', 'ci', 'package'].flatMap((option) =>
    [values[option] ?? []].flat().map((value) => `--${option} ${shellWord(String(value))}`),
  );
  return ['npx fluxspan init', ...positionals.map(shellWord), ...options].join(' ');
};
