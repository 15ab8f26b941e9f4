import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { changedByGit, ignoredByGit } from './diagnostics.js';
import type { GitAnswers } from './git.js';
import { runGitLater } from './run-git.js';

export interface CommittedOptions {
  /** What the paths start from, absolute; it needn't be there yet. */
  readonly folder: string;
  /** How messages name a path. */
  readonly nameOf: (path: string) => string;
  /** The tree's root, relative to the project. @default - the files are no tree */
  readonly root?: string;
  /** What Flux reads. @default 'GitRepository' */
  readonly source?: string;
  /** Whether git is known to have a file, or to list it as new: it ignores none of these. @default - git is asked */
  readonly isListed?: ((path: string) => boolean) | undefined;
}

/**
 * {@link CommittedOptions.isListed} of the files below a folder, where git has listed all of the repository in this run.
 *
 * @param folder from the repository's root; `''`: the root itself
 */
export const listedByGit = (
  answers: GitAnswers,
  { project, top, folder }: { readonly project: string; readonly top: string; readonly folder: string },
): CommittedOptions['isListed'] => {
  const index = answers.tryIndex(project, top);
  if (index === undefined) return undefined;
  const { blobs, links, touched } = index;
  const prefix = folder === '' ? '' : `${folder}/`;
  return (path) => [blobs, links, touched].some((paths) => paths.has(prefix + path));
};

/**
 * Reports files that git wouldn't commit as they are written: ignored ones, and those that a filter or an encoding
 * changes. Files that git knows already are committed whatever patterns say. Nothing outside of a repository.
 *
 * @param files text by path
 */
export const uncommittedProblems = async (
  files: ReadonlyMap<string, string>,
  options: CommittedOptions,
): Promise<readonly Diagnostic[]> => {
  if (files.size === 0) return [];
  // The repository of the files, which may be another one than the project's.
  const start = nearestFolder(options.folder);
  const below = relative(start, options.folder).split(sep).join('/');
  const prefix = below === '' ? '' : `${below}/`;
  const elsewhere = ofOtherRepositories([...files.keys()], options.folder);
  const others = new Set([...elsewhere.values()].flat());
  // git answers for none of them if one is in a submodule.
  const own = others.size === 0 ? files : new Map([...files].filter(([path]) => !others.has(path)));
  const said =
    (await askGit(start, prefix, own, options)) ??
    // A folder that only looks like a repository.
    (await askGit(dirname(start), `${basename(start)}/${prefix}`, own, options));
  return said === undefined
    ? []
    : [
        ...[...elsewhere].map(([folder, paths]) => inOtherRepository(folder, paths, options)),
        ...ignoredFiles(said.ignored, options),
        ...changedFiles(said.attributes, files, options),
      ];
};

/** The paths of files below each folder that is a repository of its own. */
const ofOtherRepositories = (paths: readonly string[], folder: string): ReadonlyMap<string, readonly string[]> => {
  const repositoryOf = new Map<string, string | undefined>([['.', undefined]]);
  const find = (at: string): string | undefined => {
    if (!repositoryOf.has(at)) {
      repositoryOf.set(at, find(dirname(at)) ?? (existsSync(join(folder, at, '.git')) ? at : undefined));
    }
    return repositoryOf.get(at);
  };
  const found = new Map<string, string[]>();
  for (const path of paths) {
    const repository = find(dirname(path));
    if (repository === undefined) continue;
    const known = found.get(repository);
    if (known === undefined) found.set(repository, [path]);
    else known.push(path);
  }
  return found;
};

const inOtherRepository = (folder: string, paths: readonly string[], options: CommittedOptions): Diagnostic => {
  const name = options.nameOf(folder);
  // Of a submodule, it is a file; Flux may read that, with recurseSubmodules.
  const isSubmodule = statSync(join(options.folder, folder, '.git')).isFile();
  return diagnose(ignoredByGit, {
    severity: isSubmodule ? 'warning' : severityOf(paths, options),
    message: `"${name}" is a git repository of its own, so a commit leaves out ${listed(paths, options)}`,
    at: { file: `${name}/.git` },
    ...notesOf(paths, options),
    fix: `delete ${name}/.git; where git has it as a submodule, run "git rm --cached ${name}", too`,
  });
};

const nearestFolder = (folder: string): string =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true || dirname(folder) === folder
    ? folder
    : nearestFolder(dirname(folder));

/** What git says of the files, in records that begin or end with the path as it is among the files. */
const askGit = async (
  folder: string,
  prefix: string,
  files: ReadonlyMap<string, string>,
  { isListed = () => false }: CommittedOptions,
) => {
  const inputOf = (paths: readonly string[]): string => paths.map((path) => `${prefix}${path}\0`).join('');
  const paths = [...files.keys()];
  const unlisted = paths.filter((path) => !isListed(path));
  const [ignored, attributes] = await Promise.all([
    unlisted.length === 0
      ? undefined
      : runGitLater(folder, ['check-ignore', '--verbose', '-z', '--stdin'], inputOf(unlisted)),
    runGitLater(folder, ['check-attr', '-z', '--stdin', ...ATTRIBUTES], inputOf(paths)),
  ]);
  // git fails where it ignores none of them, but then it has attributes.
  if (attributes === undefined) return undefined;
  return {
    ignored: recordsOf(fieldsOf(ignored), 4).map(([file, line, pattern, path]) => ({
      place: `${file}:${line}`,
      file: file!,
      pattern: pattern!,
      path: path!.slice(prefix.length),
    })),
    attributes: recordsOf(fieldsOf(attributes), 3).map(([path, attribute, value]) => ({
      path: path!.slice(prefix.length),
      attribute: attribute!,
      value: value!,
    })),
  };
};

type Said = NonNullable<Awaited<ReturnType<typeof askGit>>>;

const fieldsOf = (said: Buffer | undefined): readonly string[] => said?.toString().split('\0').slice(0, -1) ?? [];

/** Records of a fixed number of fields. */
const recordsOf = (fields: readonly string[], size: number): readonly (readonly string[])[] =>
  Array.from({ length: Math.floor(fields.length / size) }, (_, at) => fields.slice(at * size, (at + 1) * size));

const ignoredFiles = (said: Said['ignored'], options: CommittedOptions): readonly Diagnostic[] => {
  const found = new Map<string, { readonly file: string; readonly pattern: string; readonly paths: string[] }>();
  for (const { place, file, pattern, path } of said) {
    // With --verbose, git also lists files that a pattern lets in again.
    if (pattern.startsWith('!')) continue;
    const known = found.get(place);
    if (known === undefined) found.set(place, { file, pattern, paths: [path] });
    else known.paths.push(path);
  }
  return [...found].sort().map(([place, { file, pattern, paths }]) =>
    diagnose(ignoredByGit, {
      severity: severityOf(paths, options),
      message: `git ignores ${listed(paths, options)} because of the pattern "${pattern}" in ${place}, so ${paths.length === 1 ? 'it is' : 'they are'} never committed`,
      at: { file: place },
      ...notesOf(paths, options),
      fix: `${narrowed(pattern)}${letIn(file, options)}`,
    }),
  );
};

const narrowed = (pattern: string): string => {
  const name = /^([\w.-]+)\/?$/.exec(pattern)?.[1];
  return name === undefined
    ? 'narrow the pattern'
    : `limit the pattern to the folder that it is meant for, as in "/${name}/"`;
};

/** Lines that let the tree in, whatever files above have. */
const letIn = (file: string, { root }: CommittedOptions): string => {
  if (root === undefined || root === '' || root.startsWith('..')) return '';
  const tree = `/${root}/`;
  return `/${dirname(file)}/`.includes(tree)
    ? ', or delete it'
    : `; or end the .gitignore in the project's folder with the lines "!${tree}" and "!${tree}**"`;
};

const ATTRIBUTES = ['filter', 'working-tree-encoding'] as const;

/** Filters whose result is of use only to those who have the same filter. */
const OPAQUE = /^(?:lfs|annex|git-?crypt\b.*|transcrypt.*|crypt\b.*)$/i;

const changedFiles = (
  said: Said['attributes'],
  files: ReadonlyMap<string, string>,
  options: CommittedOptions,
): readonly Diagnostic[] => {
  const found = new Map<string, { readonly attribute: string; readonly value: string; readonly paths: string[] }>();
  for (const { path, attribute, value } of said) {
    if (['unspecified', 'unset', 'set', ''].includes(value)) continue;
    if (attribute === 'working-tree-encoding' && !isChanged(value, files.get(path) ?? '')) continue;
    const known = found.get(`${attribute} ${value}`);
    if (known === undefined) found.set(`${attribute} ${value}`, { attribute, value, paths: [path] });
    else known.paths.push(path);
  }
  return [...found.values()].map(({ attribute, value, paths }) => {
    const isFilter = attribute === 'filter';
    const isCertain = !isFilter || OPAQUE.test(value);
    const named = options.nameOf(paths[0]!);
    const { root = '' } = options;
    const where = root === '' || root.startsWith('..') ? '**' : `/${root}/**`;
    return diagnose(changedByGit, {
      severity: isCertain ? severityOf(paths, options) : 'notice',
      message: isFilter
        ? `git's filter "${value}" ${isCertain ? 'changes' : 'may change'} ${listed(paths, options)} in the commit, and Flux runs no filter`
        : `git reads ${listed(paths, options)} as ${value} (working-tree-encoding), and synth writes UTF-8`,
      at: { file: named },
      ...notesOf(paths, options),
      fix: `end the .gitattributes in the project's folder with "${where} -${attribute}"; "git check-attr --all ${named}" shows what applies`,
    });
  });
};

const isChanged = (encoding: string, text: string): boolean =>
  !/^utf-?8$/i.test(encoding) && (/^(?:utf-?(?:16|32)|ucs)/i.test(encoding) || /[^\0-\x7f]/.test(text));

/** A README is for people; where Flux reads an artifact, the files may get there without a commit. */
const severityOf = (paths: readonly string[], { source = 'GitRepository' }: CommittedOptions) =>
  source !== 'GitRepository' ? 'notice' : paths.every((path) => path.endsWith('.md')) ? 'warning' : 'error';

const listed = (paths: readonly string[], { nameOf }: CommittedOptions): string =>
  paths.length === 1 ? `"${nameOf(paths[0]!)}"` : `${paths.length} files`;

/** A note names this many files, then counts the rest. */
const NAMED = 6;

const notesOf = (paths: readonly string[], { nameOf }: CommittedOptions): { readonly notes?: readonly string[] } => {
  if (paths.length === 1) return {};
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : '';
  return { notes: [`files: ${paths.slice(0, NAMED).map(nameOf).join(', ')}${more}`] };
};
