import { existsSync, statSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { type FluxRoot, findFluxRoots, folderOf, likelyFolders, rootsAt } from '../applied/flux-roots.js';
import { type Diagnostic, diagnose, suggest } from '../diagnostics/index.js';
import { initNoRoot } from './diagnostics.js';
import type { CiSystem, Template } from './init-options.js';
import { nameFrom } from './project-name.js';
import type { Questions } from './questions.js';
import type { RepositoryAround } from './repository-around.js';
import { shellWord } from './shell-word.js';

/** What kind of project it will be: by options, answers, and what is there. */
export interface ProjectChoice {
  readonly template: Template;
  readonly name: string;
  readonly ci: CiSystem;
  /** The clusters of the repository, with the template `existing`. */
  readonly roots: readonly FluxRoot[];
  readonly problems: readonly Diagnostic[];
}

/** What is asked for; what is undefined is asked of a person, or decided by what is there. */
export interface AskedProject {
  readonly template: Template | undefined;
  readonly ci: CiSystem | undefined;
  readonly name: string | undefined;
  /** Folders that Flux reads, from the repository's root. */
  readonly paths: readonly string[];
}

export const TEMPLATES: readonly Template[] = ['empty', 'eks', 'aks', 'existing'];
export const CI_SYSTEMS: readonly CiSystem[] = ['github', 'gitlab', 'none'];

/**
 * Takes what is asked for, asks a person for the rest, and otherwise decides by the repository.
 *
 * @param folder absolute; of the project
 * @param known a name that the folder's package.json gives
 * @param questions undefined where nothing may be asked
 */
export const chooseProject = async (
  given: AskedProject,
  folder: string,
  repository: RepositoryAround | undefined,
  known: string | undefined,
  questions: Questions | undefined,
): Promise<ProjectChoice> => {
  const named = [...new Set(given.paths.map((path) => posix.normalize(path).replace(/\/+$/, '')))];
  // Reading a whole repository takes seconds: not for a template that takes nothing from it.
  const found =
    given.template === undefined || given.template === 'existing' || named.length > 0
      ? findClusters(repository, named)
      : NOTHING;
  const preset = {
    template: found.roots.length + found.likely.length > 0 ? ('existing' as const) : ('empty' as const),
    ci: repository?.remotes.some((address) => address.includes('gitlab')) === true ? 'gitlab' : 'github',
    name: known ?? nameFrom(basename(folder)),
  } as const;
  const template =
    given.template ?? (await questions?.choose('Start from', TEMPLATES, preset.template)) ?? preset.template;
  const name = given.name ?? (await questions?.ask('Name of the package', preset.name)) ?? preset.name;
  const ci = given.ci ?? (await questions?.choose('CI', CI_SYSTEMS, preset.ci)) ?? preset.ci;
  const absent = named.filter((path) => isAbsent(path, repository?.top ?? folder, named));
  const problems = absent.map((path) => noFolder(path, found.likely));
  if (problems.length === 0 && template === 'existing' && found.roots.length === 0) problems.push(noRoot(found.likely));
  return { template, name, ci, roots: found.roots, problems };
};

interface FoundClusters {
  readonly roots: readonly FluxRoot[];
  /** Folders that may be meant, for a message. */
  readonly likely: readonly string[];
}

const NOTHING: FoundClusters = { roots: [], likely: [] };

const findClusters = (repository: RepositoryAround | undefined, named: readonly string[]): FoundClusters => {
  const files = repository?.readYaml() ?? new Map<string, string>();
  const roots = (named.length > 0 ? rootsAt(named) : findFluxRoots(files)).map((root) => ({
    ...root,
    hasReadme: repository !== undefined && existsSync(join(repository.top, folderOf(root), 'README.md')),
  }));
  return { roots, likely: named.length > 0 || roots.length === 0 ? likelyFolders(files) : [] };
};

/** Flux can't read it: it is outside of the repository, no folder, or below another one that is named. */
const isAbsent = (path: string, top: string, named: readonly string[]): boolean =>
  /^(?:\.\.?(?:\/|$)|\/|$)/.test(path) ||
  statSync(join(top, path), { throwIfNoEntry: false })?.isDirectory() !== true ||
  named.some((other) => other !== path && path.startsWith(`${other}/`));

const noRoot = (likely: readonly string[]): Diagnostic => {
  // Flux reads what is below a folder with it.
  const highest = likely.filter((one) => !likely.some((other) => one.startsWith(`${other}/`)));
  const what =
    highest.length === 0
      ? 'name the folder that Flux reads, from the root of the repository, in the place of FOLDER'
      : highest.length === 1
        ? 'name the folder'
        : 'name the folder of each cluster, and leave out those of none';
  const paths = (highest.length === 0 ? ['FOLDER'] : highest).map((one) => `--path ${shellWord(one)}`);
  return diagnose(initNoRoot, {
    message: 'no file of the repository shows which folder Flux reads',
    notes: [
      'init looked for flux-system/gotk-sync.yaml, which flux bootstrap writes, and for a FluxInstance',
      ...(likely.length === 0
        ? []
        : [`it may be one of these: no other Kustomization applies what is in ${listed(likely)}`]),
    ],
    fix: `${what}: \`fluxspan init --template existing ${paths.join(' ')}\``,
  });
};

const noFolder = (path: string, likely: readonly string[]): Diagnostic =>
  diagnose(initNoRoot, {
    message: `"${path}" can't be the folder of a cluster: it must be a folder below the root of the repository, and not inside another one that --path names`,
    at: { path: '--path' },
    fix:
      likely.length > 0
        ? suggest(path, likely)
        : 'name the folder that Flux reads, from the root of the repository, in the place of FOLDER: `--path FOLDER`',
  });

const listed = (names: readonly string[]): string =>
  names.length > 6 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more folders` : names.join(', ');
