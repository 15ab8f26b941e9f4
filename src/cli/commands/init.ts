import { existsSync, statSync } from 'node:fs';
import { basename, join, posix, relative, resolve } from 'node:path';
import { type Diagnostic, diagnose, hasErrors, suggest } from '../../diagnostics/index.js';
import {
  checkName,
  checkPlace,
  isYielding,
  nameFrom,
  notIgnored,
  renovateConfigIn,
  workspaceAround,
} from '../../init/check-place.js';
import { initNoRoot, initNotInstalled } from '../../init/diagnostics.js';
import { type FluxRoot, findFluxRoots, likelyFolders, rootsAt } from '../../init/flux-roots.js';
import type { CiSystem, Template } from '../../init/init-options.js';
import { type PackageManager, packageManagerOf } from '../../init/package-managers.js';
import { type Staged, stageFiles } from '../../init/place-files.js';
import { planInit } from '../../init/plan-init.js';
import { type Args, type Command, type ExitCode, type Io, UsageError } from '../command.js';
import { isInteractive, questionsTo } from '../init/questions.js';
import { beginRepository, type RepositoryAround, repositoryAround } from '../init/repository-around.js';
import { runTool } from '../init/run-tool.js';
import { readTemplateFiles } from '../init/template-files.js';
import { reportDiagnostics } from '../report-diagnostics.js';
import { version } from '../version.js';

const usage = `usage: fluxspan init [FOLDER] [--template empty|eks|existing] [--path FOLDER]… [--name NAME]
                     [--ci github|gitlab|none] [--package SPEC] [--no-install] [--dry-run] [--yes] [--json]

Makes a project: two clusters with the same stages, an addon of your own, tests, CI, Renovate and editor settings. It
installs the packages with the package manager that ran it, and writes the first tree. In a terminal it asks for what
the options don't say. If it can't finish, it leaves nothing behind.

  FOLDER           where to make it; the current folder otherwise
  --template NAME  empty: an example addon, no cloud account needed
                   eks: the addons of an EKS cluster
                   existing: the clusters of a repository that Flux reads already, for an adoption
                   the default is existing where Flux's files are found, and empty elsewhere
  --path FOLDER    with existing: a folder that Flux reads, from the repository's root; may be given several times.
                   Without it, Flux's files in the repository say which
  --name NAME      of the package; the folder's name otherwise
  --ci NAME        which CI to write a workflow for; by the repository's remote otherwise, or github
  --package SPEC   the fluxspan to install, a version or the path of a file; this version otherwise
  --no-install     only write the files
  --dry-run        list what it would write, and write nothing
  --yes            ask nothing
  --json           print the result as JSON; asks nothing

Examples:
  npx fluxspan init platform
  npx fluxspan init --template existing --yes`;

const TEMPLATES: readonly Template[] = ['empty', 'eks', 'existing'];
const CI_SYSTEMS: readonly CiSystem[] = ['github', 'gitlab', 'none'];

const oneOf = <T extends string>(args: Args, option: string, choices: readonly T[]): T | undefined => {
  const given = args.values[option] as string | undefined;
  if (given === undefined) return undefined;
  const found = choices.find((choice) => choice === given);
  if (found === undefined) throw new UsageError(`--${option} takes ${choices.join(', ')}, not "${given}"`);
  return found;
};

/** What a tool said last, on lines of their own. */
const lastLines = (said: string): readonly string[] =>
  said
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !/^npm (?:warn|notice)|complete log of this run/.test(line))
    .slice(-6);

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
  async run(args: Args, io: Io): Promise<ExitCode> {
    const label = args.positionals[0] ?? '.';
    const folder = resolve(io.cwd(), label);
    const repository = repositoryAround(folder);
    const named = [
      ...new Set(
        ((args.values['path'] ?? []) as readonly string[]).map((path) => posix.normalize(path).replace(/\/+$/, '')),
      ),
    ];
    const roots = named.length > 0 ? rootsAt(named) : rootsOf(repository);
    const likely =
      repository === undefined || (named.length === 0 && roots.length > 0)
        ? []
        : likelyFolders(repository.listYaml(), repository.read);
    const given = {
      template: oneOf(args, 'template', TEMPLATES),
      ci: oneOf(args, 'ci', CI_SYSTEMS),
      name: args.values['name'] as string | undefined,
    };
    const preset = {
      template: roots.length + likely.length > 0 ? ('existing' as const) : ('empty' as const),
      ci: repository?.remote?.includes('gitlab') === true ? ('gitlab' as const) : ('github' as const),
      name: nameFrom(basename(folder)),
    };
    const asks = args.values['yes'] !== true && args.values['json'] !== true && isInteractive(io);
    const questions = asks ? questionsTo(io) : undefined;
    const template =
      given.template ?? (await questions?.choose('Start from', TEMPLATES, preset.template)) ?? preset.template;
    const name = given.name ?? (await questions?.ask('Name of the package', preset.name)) ?? preset.name;
    const ci = given.ci ?? (await questions?.choose('CI', CI_SYSTEMS, preset.ci)) ?? preset.ci;

    const absent = named.filter(
      (path) =>
        /^(?:\.\.?(?:\/|$)|\/|$)/.test(path) ||
        statSync(join(repository?.top ?? folder, path), { throwIfNoEntry: false })?.isDirectory() !== true ||
        named.some((other) => other !== path && path.startsWith(`${other}/`)),
    );
    if (absent.length > 0) {
      return reportDiagnostics(
        absent.map((path) => noFolder(path, likely)),
        args,
        io,
      ).code;
    }
    if (template === 'existing' && roots.length === 0) return reportDiagnostics([noRoot(likely)], args, io).code;
    const manager = packageManagerOf(io.env['npm_config_user_agent']);
    const isBelow = repository !== undefined && repository.folder !== '';
    const specifier = specifierOf(args.values['package'] as string | undefined, io.cwd());
    // GitHub and GitLab read their files in the repository's root only.
    const options = { name, template, ci: isBelow ? ('none' as const) : ci, manager, fluxspan: specifier, roots };
    const files = planInit({ ...options, defaultBranch: repository?.defaultBranch }, readTemplateFiles());
    const problems: readonly Diagnostic[] = [...checkPlace(folder, label, template, files.keys()), ...checkName(name)];
    const renovate = renovateConfigIn(folder, ...(repository === undefined ? [] : [repository.top]));
    const kept = [...files.keys()].filter(
      (path) =>
        (isYielding(path) && existsSync(join(folder, path))) || (path === 'renovate.json' && renovate !== undefined),
    );
    const missing = notIgnored(folder, files.get('.gitignore') ?? '');
    const written = [...files.keys()].filter((path) => !kept.includes(path));
    const workspace = workspaceAround(folder);
    const installs = args.values['no-install'] !== true && workspace === undefined;
    const report = (found: readonly Diagnostic[], fails = false): ExitCode =>
      reportDiagnostics(found, args, io, {
        fields: () => ({ folder, template, name, files: written, kept, installed: installs && !fails }),
        fails,
      }).code;
    if (hasErrors(problems)) return report(problems);
    const say = (text: string): void => {
      if (args.values['json'] !== true) io.stdout.write(`${text}\n`);
    };
    if (args.values['dry-run'] === true) {
      for (const path of written) say(`+ ${path}`);
      for (const path of kept) say(`  ${path}  is there, and stays`);
      return report([]);
    }

    const staged = stageFiles(folder, new Map([...files].filter(([path]) => !kept.includes(path))));
    if (installs) {
      say(`installing packages with ${manager.name}…`);
      const problem = await install(staged, manager, io);
      if (problem !== undefined) {
        staged.discard();
        return report([problem]);
      }
    }
    staged.settle();
    if (repository === undefined && workspace === undefined && beginRepository(folder)) say('began a git repository');
    say(`made ${name} in ${label}, from the template ${template}`);
    for (const path of kept)
      say(`kept your own ${path === 'renovate.json' ? relative(folder, renovate ?? path) : path}`);
    if (missing.length > 0) say(`add to your .gitignore: ${missing.join(' ')}`);
    const cd = relative(io.cwd(), folder);
    let failed = false;
    if (installs && template !== 'existing') {
      // Nothing is there yet to compare with.
      const compared = repository?.remote === undefined ? ['--no-base'] : [];
      const own = join(folder, 'node_modules/fluxspan/bin/fluxspan.js');
      const { status, said } = await runTool(process.execPath, [own, 'synth', ...compared], folder, { ...io.env });
      say(said.trimEnd());
      failed = status !== 0;
    }
    if (workspace !== undefined) {
      say(`${workspace} is a workspace: list this folder in its packages if it isn't yet, and install there`);
    }
    if (isBelow && ci !== 'none')
      say(
        'CI reads its workflows in the root of the repository: node_modules/fluxspan/docs/pull-requests.md has one to put there',
      );
    const steps = [
      ...(workspace !== undefined ? [`cd ${shellWord(workspace)} && ${manager.name} install`] : []),
      ...(cd === '' ? [] : [`cd ${shellWord(workspace === undefined ? cd : folder)}`]),
      ...(installs || workspace !== undefined ? [] : [`${manager.name} install`]),
      ...(template === 'existing' ? ['read src/app.ts: are these your clusters?'] : []),
      ...(installs && template !== 'existing' ? [] : [`${manager.run} synth`]),
      `${manager.run} test`,
    ];
    say(
      `\nNext:\n${steps.map((step) => `  ${step}`).join('\n')}${kept.includes('README.md') ? '' : '\nREADME.md says what is where, and what to do then.'}`,
    );
    return report([], failed);
  },
};

const rootsOf = (repository: RepositoryAround | undefined): readonly FluxRoot[] =>
  repository === undefined ? [] : findFluxRoots(repository.listYaml(), repository.read);

/** As a shell reads one word. */
const shellWord = (text: string): string => (/^[\w./@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** A file is named from where the command runs; the project asks for it by its absolute path. */
const specifierOf = (given: string | undefined, cwd: string): string => {
  if (given === undefined) return `^${version}`;
  return /^[./]|\.tgz$/.test(given) ? `file:${resolve(cwd, given)}` : given.replace(/^fluxspan@/, '');
};

const install = async (staged: Staged, manager: PackageManager, io: Io): Promise<Diagnostic | undefined> => {
  const { status, isInterrupted, said } = await runTool(manager.name, manager.install, staged.folder, outside(io.env));
  if (isInterrupted) {
    return diagnose(initNotInstalled, { message: 'interrupted; nothing was written', fix: 'run it again' });
  }
  if (status === 0) return undefined;
  return diagnose(initNotInstalled, {
    message:
      status === undefined
        ? `${manager.name} is not on the PATH, so the packages can't be installed`
        : `${manager.name} could not install the packages; nothing was written`,
    notes: lastLines(said),
    fix: 'fix that and run it again, or pass `--no-install` to write the files only',
  });
};

/** Without what an npm that runs this command has set for itself. */
const outside = (env: Io['env']): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^npm_(?!config_(?:registry|cache|userconfig))|^INIT_CWD$/i.test(name)),
  );

const noRoot = (likely: readonly string[]): Diagnostic =>
  diagnose(initNoRoot, {
    message: 'nothing in the repository says which folder Flux reads',
    notes: [
      'init looks for flux-system/gotk-sync.yaml and for objects of kind FluxInstance',
      ...(likely.length === 0 ? [] : [`Kustomizations that nothing else applies are in ${listed(likely)}`]),
    ],
    fix: `name the folder: \`fluxspan init --template existing --path ${likely[0] ?? 'clusters/dev'}\``,
  });

const noFolder = (path: string, likely: readonly string[]): Diagnostic =>
  diagnose(initNoRoot, {
    message: `"${path}" is not a folder of the repository below its root, or lies in another one that is named`,
    at: { path: '--path' },
    fix:
      likely.length > 0
        ? suggest(path, likely)
        : 'name the folder that Flux reads, from the root of the repository: `--path clusters/dev`',
  });

const listed = (names: readonly string[]): string =>
  names.length > 6 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more folders` : names.join(', ');
