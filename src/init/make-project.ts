import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { uncommittedProblems } from '../applied/left-out-by-git.js';
import type { Diagnostic } from '../diagnostics/index.js';
import { checkPlace, isYielding } from './check-place.js';
import { type AskedProject, chooseProject } from './choose-project.js';
import { tryReadDefaultManifest } from './default-manifest.js';
import type { Template } from './init-options.js';
import { installPackages, missingFile } from './install-packages.js';
import { leftToDo } from './left-to-do.js';
import { nextSteps } from './next-steps.js';
import { packageManagerOf } from './package-managers.js';
import { stageFiles } from './place-files.js';
import { isCiFile, planInit } from './plan-init.js';
import { checkName } from './project-name.js';
import type { Questions } from './questions.js';
import { initRepository, type RepositoryAround, repositoryAround } from './repository-around.js';
import { runTool } from './run-tool.js';
import { addIgnored, isListed, notIgnored, renovateConfigIn, workspaceAround } from './surroundings.js';
import { readTemplateFiles } from './template-files.js';

/** What `fluxspan init` is asked for. */
export interface InitRequest extends AskedProject {
  /** The folder, as the user names it. */
  readonly label: string;
  /** The fluxspan to install: a version, or the path of a file. @default - this version */
  readonly package: string | undefined;
  readonly installs: boolean;
  /** List the files, and write nothing. */
  readonly isDryRun: boolean;
}

export interface InitContext {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Of this package. */
  readonly version: string;
  /** What a person types for the same project. */
  readonly command: string;
  /** @default - nothing is asked */
  readonly questions: Questions | undefined;
  /** Prints a line, while the work goes on. */
  say(text: string): void;
}

/** What came of it. */
export interface InitOutcome {
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined where it isn't known what kind of project it is to be. */
  readonly project?: {
    readonly folder: string;
    readonly template: Template;
    readonly name: string;
    /** Those that are written, from the project's folder. */
    readonly files: readonly string[];
    /** Those of the user that stay. */
    readonly kept: readonly string[];
    readonly installed: boolean;
  };
  /** The project is there, and its first tree isn't. */
  readonly fails: boolean;
}

/** Makes a project: its files, its packages and its first tree. Where it can't, it leaves nothing behind. */
export const makeProject = async (
  asked: InitRequest,
  { cwd, env, version, command, questions, say }: InitContext,
): Promise<InitOutcome> => {
  const { label } = asked;
  const folder = resolve(cwd, label);
  const repository = repositoryAround(folder);
  const manifest = tryReadDefaultManifest(folder);
  const replaced = manifest === undefined ? [] : ['package.json'];
  const { template, name, ci, roots, problems } = await chooseProject(
    asked,
    folder,
    repository,
    manifest?.name,
    questions,
  );
  if (problems.length > 0) return { diagnostics: problems, fails: false };

  const workspace = workspaceAround(folder);
  const manager = packageManagerOf(env['npm_config_user_agent'], workspace);
  const fluxspan = specifierOf(asked.package, cwd, version);
  const absent = missingFile(asked.package, fluxspan);
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
  const installs = asked.installs && workspace === undefined;
  const finish = (diagnostics: readonly Diagnostic[], fails = false): InitOutcome => ({
    diagnostics,
    project: {
      folder,
      template,
      name,
      files: written.map(shown),
      kept: kept.map(shown),
      installed: installs && !fails,
    },
    fails,
  });
  // The project works without the settings of an editor and the like, and CI files of a subfolder are elsewhere.
  const needed = written.filter(
    (path) => !/^\.(?:vscode\/|editorconfig)|^renovate\.json$|\.md$/.test(path) && !isCiFile(path),
  );
  const refused = [
    ...checkPlace(folder, label, template, files.keys(), replaced),
    ...checkName(name),
    ...(absent === undefined ? [] : [absent]),
    ...(await uncommittedProblems(new Map(needed.map((path) => [path, files.get(path)!])), {
      folder,
      nameOf: (path) => path,
    })),
  ];
  if (refused.length > 0) return finish(refused);
  const ignored = notIgnored(folder, files.get('.gitignore') ?? '');
  if (asked.isDryRun) {
    for (const path of written) say(`${replaced.includes(path) ? '~' : '+'} ${shown(path)}`);
    for (const path of kept) {
      say(
        path === '.gitignore' && ignored.length > 0
          ? `~ .gitignore  gets ${ignored.join(' ')}`
          : `  ${shown(path)}  is there, and stays`,
      );
    }
    return finish([]);
  }

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
    const problem = await installPackages(staged.folder, manager, env, command);
    if (problem !== undefined) {
      staged.discard();
      return finish([problem]);
    }
  }
  staged.settle();
  if (ignored.length > 0) addIgnored(folder, ignored);
  if (repository === undefined && workspace === undefined && initRepository(folder)) {
    say('initialized a git repository');
  }
  say(`created ${name} in ${label}, from the template ${template}`);
  if (replaced.length > 0)
    say('took over your package.json, which was as npm makes it: name and description are yours');
  for (const path of written.filter(isElsewhere)) say(`created ${shown(path)}, in the root of the repository`);
  for (const path of kept) {
    say(
      path === '.gitignore' && ignored.length > 0
        ? `added to your .gitignore: ${ignored.join(' ')}`
        : `kept your own ${path === 'renovate.json' ? relative(folder, renovate ?? path) : shown(path)}`,
    );
  }
  const isSynthesized = !installs || template === 'existing' || (await synthesize(folder, repository, env, say));
  if (fluxspan.startsWith('file:')) {
    say(
      `package.json asks for fluxspan at ${fluxspan.slice('file:'.length)}: only this machine can install it from there`,
    );
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
    keepsCi,
    renovate,
  }))
    say(line);
  const steps = nextSteps({ folder, template, manager, workspace, isInstalled: installs }, cwd);
  say(`\nNext:\n${steps.map((step) => `  ${step}`).join('\n')}`);
  if (!kept.includes('README.md')) say('README.md says what each file is for, and what to do next.');
  return finish([], !isSynthesized);
};

/** Writes the first tree, with the package that was installed. */
const synthesize = async (
  folder: string,
  repository: RepositoryAround | undefined,
  env: InitContext['env'],
  say: (text: string) => void,
): Promise<boolean> => {
  // Without a remote there is nothing yet to compare with.
  const base = repository === undefined || repository.remotes.length === 0 ? ['--no-base'] : [];
  const own = join(folder, 'node_modules/fluxspan/bin/fluxspan.js');
  const { status, said } = await runTool(process.execPath, [own, 'synth', ...base], folder, { ...env });
  say(said.trimEnd());
  return status === 0;
};

/** A file is named from where the command runs; the project asks for it by its absolute path. */
const specifierOf = (given: string | undefined, cwd: string, version: string): string => {
  if (given === undefined) return `^${version}`;
  const path = given.replace(/^file:/, '');
  const isFile = path !== given || (/^[./]|\.tgz$/.test(path) && !/^\w+:\/\//.test(path));
  return isFile ? `file:${resolve(cwd, path)}` : given.replace(/^fluxspan@/, '');
};
