import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Diagnostic } from '../../diagnostics/index.js';
import { checkPlace, isYielding } from '../../init/check-place.js';
import { tryReadDefaultManifest } from '../../init/default-manifest.js';
import { packageManagerOf } from '../../init/package-managers.js';
import { stageFiles } from '../../init/place-files.js';
import { isCiFile, leavesOutComment, planInit } from '../../init/plan-init.js';
import { checkName } from '../../init/project-name.js';
import { shellWord } from '../../init/shell-word.js';
import { isListed, notIgnored, renovateConfigIn, workspaceAround } from '../../init/surroundings.js';
import { type Args, type Command, type ExitCode, type Io, UsageError } from '../command.js';
import { CI_SYSTEMS, chooseProject, TEMPLATES } from '../init/choose-project.js';
import { installPackages, missingFile } from '../init/install-packages.js';
import { leftToDo } from '../init/left-to-do.js';
import { nextSteps } from '../init/next-steps.js';
import { initRepository, type RepositoryAround, repositoryAround } from '../init/repository-around.js';
import { runTool } from '../init/run-tool.js';
import { readTemplateFiles } from '../init/template-files.js';
import { reportDiagnostics } from '../report-diagnostics.js';
import { version } from '../version.js';

const usage = `usage: fluxspan init [FOLDER] [--template empty|eks|existing] [--path FOLDER]… [--name NAME]
                     [--ci github|gitlab|none] [--package SPEC] [--no-install] [--dry-run] [--yes] [--json]

Makes a project: two clusters with the same stages, an addon of your own, tests, CI, Renovate and editor settings. It
installs the packages with the package manager that ran it, and writes the first tree. In a terminal, it asks for what
the options don't set. If it can't finish, it leaves nothing behind.

  FOLDER           where to make it; otherwise the current folder
  --template NAME  empty: an example addon, no cloud account needed
                   eks: the addons of an EKS cluster
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
    const label = args.positionals[0] ?? '.';
    if (label === '')
      throw new UsageError('the name of the folder is empty: give one, or leave it out for the current folder');
    const folder = resolve(io.cwd(), label);
    const repository = repositoryAround(folder);
    const manifest = tryReadDefaultManifest(folder);
    const replaced = manifest === undefined ? [] : ['package.json'];
    const { template, name, ci, roots, problems } = await chooseProject(args, io, folder, repository, manifest?.name);
    if (problems.length > 0) return reportDiagnostics(problems, args, io).code;

    const workspace = workspaceAround(folder);
    const manager = packageManagerOf(io.env['npm_config_user_agent'], workspace);
    const asked = args.values['package'] as string | undefined;
    const fluxspan = specifierOf(asked, io.cwd());
    const absent = missingFile(asked, fluxspan);
    const [top, below] = [repository?.top ?? folder, repository?.folder ?? ''];
    // In a workspace, where CI installs the packages is the workspace's own matter.
    const isOnItsOwn = workspace === undefined || (repository !== undefined && below === '');
    const files = planInit(
      {
        name,
        template,
        ci: isOnItsOwn ? ci : 'none',
        below,
        manager,
        fluxspan,
        roots,
        defaultBranch: repository?.defaultBranch,
        fields: manifest?.fields,
      },
      readTemplateFiles(),
    );
    const placeOf = (path: string): string => join(isCiFile(path) ? top : folder, path);
    const shown = (path: string): string => relative(folder, placeOf(path));
    const renovate = renovateConfigIn(folder, ...(repository === undefined ? [] : [repository.top]));
    const kept = [...files.keys()].filter(
      (path) => (isYielding(path) && existsSync(placeOf(path))) || (path === 'renovate.json' && renovate !== undefined),
    );
    const written = [...files.keys()].filter((path) => !kept.includes(path));
    const installs = args.values['no-install'] !== true && workspace === undefined;
    const report = (found: readonly Diagnostic[], fails = false): ExitCode =>
      reportDiagnostics(found, args, io, {
        fields: () => ({
          folder,
          template,
          name,
          files: written.map(shown),
          kept: kept.map(shown),
          installed: installs && !fails,
        }),
        fails,
      }).code;
    const refused = [
      ...checkPlace(folder, label, template, files.keys(), replaced),
      ...checkName(name),
      ...(absent === undefined ? [] : [absent]),
    ];
    if (refused.length > 0) return report(refused);
    const say = (text: string): void => {
      if (args.values['json'] !== true) io.stdout.write(`${text}\n`);
    };
    if (args.values['dry-run'] === true) {
      for (const path of written) say(`${replaced.includes(path) ? '~' : '+'} ${shown(path)}`);
      for (const path of kept) say(`  ${shown(path)}  is there, and stays`);
      return report([]);
    }

    const missing = notIgnored(folder, files.get('.gitignore') ?? '');
    const isElsewhere = (path: string): boolean => below !== '' && isCiFile(path);
    const textOf = (paths: readonly string[]) => paths.map((path) => [path, files.get(path)!] as const);
    const staged = stageFiles(
      folder,
      new Map(textOf(written.filter((path) => !isElsewhere(path)))),
      new Map(textOf(written.filter(isElsewhere)).map(([path, text]) => [placeOf(path), text])),
      replaced,
    );
    if (installs) {
      say(`installing packages with ${manager.name}…`);
      const problem = await installPackages(staged.folder, manager, io, commandOf(args));
      if (problem !== undefined) {
        staged.discard();
        return report([problem]);
      }
    }
    staged.settle();
    if (repository === undefined && workspace === undefined && initRepository(folder)) {
      say('initialized a git repository');
    }
    say(`created ${name} in ${label}, from the template ${template}`);
    if (replaced.length > 0)
      say('took over your package.json, which was as npm makes it: name and description are yours');
    for (const path of written.filter(isElsewhere)) say(`created ${shown(path)}, in the root of the repository`);
    for (const path of kept) {
      say(`kept your own ${path === 'renovate.json' ? relative(folder, renovate ?? path) : shown(path)}`);
    }
    if (missing.length > 0) say(`add to your .gitignore: ${missing.join(' ')}`);
    const isSynthesized = !installs || template === 'existing' || (await synthesize(folder, repository, io, say));
    if (fluxspan.startsWith('file:')) {
      say(
        `package.json asks for fluxspan at ${fluxspan.slice('file:'.length)}: only this machine can install it from there`,
      );
      if (isOnItsOwn && leavesOutComment({ ci, fluxspan })) {
        say(
          `wrote no ${ci === 'github' ? 'workflow' : 'job'} that comments on a change: it would download fluxspan by its name, and this project has it from a file`,
        );
      }
    }
    if (workspace !== undefined) {
      const lists = isListed(workspace, folder) ? '' : 'list this folder in its packages, and ';
      say(`${workspace} is a workspace: ${lists}install there`);
    }
    const keepsCi = below !== '' && kept.some(isCiFile);
    for (const line of leftToDo({
      folder,
      below,
      ci,
      workspace: isOnItsOwn ? undefined : workspace,
      manager,
      hasComment: !leavesOutComment({ ci, fluxspan }),
      keepsCi,
      renovate,
    }))
      say(line);
    const steps = nextSteps({ folder, template, manager, workspace, isInstalled: installs }, io.cwd());
    say(`\nNext:\n${steps.map((step) => `  ${step}`).join('\n')}`);
    if (!kept.includes('README.md')) say('README.md says what each file is for, and what to do next.');
    return report([], !isSynthesized);
  },
};

/** Writes the first tree, with the package that was installed. */
const synthesize = async (
  folder: string,
  repository: RepositoryAround | undefined,
  io: Io,
  say: (text: string) => void,
): Promise<boolean> => {
  // Without a remote there is nothing yet to compare with.
  const base = repository === undefined || repository.remotes.length === 0 ? ['--no-base'] : [];
  const own = join(folder, 'node_modules/fluxspan/bin/fluxspan.js');
  const { status, said } = await runTool(process.execPath, [own, 'synth', ...base], folder, { ...io.env });
  say(said.trimEnd());
  return status === 0;
};

/** What a person types for the same project. */
const commandOf = ({ positionals, values }: Args): string => {
  const options = ['template', 'path', 'name', 'ci', 'package'].flatMap((option) =>
    [values[option] ?? []].flat().map((value) => `--${option} ${shellWord(String(value))}`),
  );
  return ['npx fluxspan init', ...positionals.map(shellWord), ...options].join(' ');
};

/** A file is named from where the command runs; the project asks for it by its absolute path. */
const specifierOf = (given: string | undefined, cwd: string): string => {
  if (given === undefined) return `^${version}`;
  const path = given.replace(/^file:/, '');
  const isFile = path !== given || (/^[./]|\.tgz$/.test(path) && !/^\w+:\/\//.test(path));
  return isFile ? `file:${resolve(cwd, path)}` : given.replace(/^fluxspan@/, '');
};
