import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { initInTheWay, initName } from './diagnostics.js';
import type { Template } from './init-options.js';
import { entriesOf } from './place-files.js';

/** What a new repository may hold before it has a project. */
const harmless =
  /^(?:\.fluxspan-init|\.git|\.github|\.gitignore|\.gitattributes|\.editorconfig|\.DS_Store|README(?:\.\w+)?|LICENSE(?:\.\w+)?|CODEOWNERS)$/i;

/** Files of a project that may be someone else's already: theirs stay. */
const yielding = /^(?:\.(?:git|editor|vscode|github).*|\.gitlab-ci\.yml|README\.md|renovate\.json)$/;

/** A file of the project that stays as it is. */
export const isYielding = (path: string): boolean => yielding.test(path);

const shown = (names: readonly string[]): string =>
  names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');

/**
 * What keeps a project from being made in a folder.
 *
 * @param label the folder as it was given
 */
export const checkPlace = (
  folder: string,
  label: string,
  template: Template,
  files: Iterable<string>,
): readonly Diagnostic[] => {
  const [subject, at] = label === '.' ? ['this folder', {}] : [label, { file: label }];
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats !== undefined && !stats.isDirectory()) {
    return [
      diagnose(initInTheWay, {
        message: `${label} is not a folder`,
        at,
        fix: 'name another folder: `fluxspan init platform`',
      }),
    ];
  }
  const taken = [...files].filter((path) => !isYielding(path) && isTaken(folder, path));
  const others = template === 'existing' ? [] : entriesOf(folder).filter((name) => !harmless.test(name));
  if (taken.length === 0 && others.length === 0) return [];
  const message =
    taken.length > 0 ? `${subject} has ${shown(taken)} already` : `${subject} is not empty: it has ${shown(others)}`;
  const where = template === 'existing' ? '`fluxspan init platform --template existing`' : '`fluxspan init platform`';
  return [diagnose(initInTheWay, { message, at, fix: `make the project in a folder of its own: ${where}` })];
};

/** A file, or something in the place of one of its folders. */
const isTaken = (folder: string, path: string): boolean => {
  if (lstatSync(join(folder, path), { throwIfNoEntry: false }) !== undefined) return true;
  for (let at = dirname(path); at !== '.'; at = dirname(at)) {
    const stats = lstatSync(join(folder, at), { throwIfNoEntry: false });
    if (stats !== undefined && !stats.isDirectory()) return true;
  }
  return false;
};

/** npm's rules for the name of a new package. */
const NAME = /^(?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*$/;
const TAKEN = ['node_modules', 'favicon.ico', 'fluxspan', 'cdk8s', 'constructs', 'zod', 'typescript', 'vitest'];

export const checkName = (name: string): readonly Diagnostic[] => {
  const fault =
    name.length > 214
      ? 'is longer than 214 characters'
      : !NAME.test(name)
        ? 'is not a valid package name: npm takes lower-case letters, digits, `-`, `_` and `.`'
        : TAKEN.includes(name)
          ? 'is the name of a package that the project needs, or one that npm keeps for itself'
          : undefined;
  if (fault === undefined) return [];
  return [diagnose(initName, { message: `"${name}" ${fault}`, fix: 'pass another one: `--name my-platform`' })];
};

/** A name for the package, made from the folder's. */
export const nameFrom = (folder: string): string => {
  const name = folder
    .normalize('NFKD')
    .replace(/\p{Mark}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9._~-]+/g, '-')
    .replace(/^[-._~]+|[-._]+$/g, '');
  return name === '' || TAKEN.includes(name) ? 'platform' : name;
};

/** The folder above that declares a workspace, as npm, Yarn, Bun or pnpm knows it. */
export const workspaceAround = (folder: string): string | undefined => {
  for (let at = dirname(folder); ; at = dirname(at)) {
    if (existsSync(join(at, 'pnpm-workspace.yaml')) || hasWorkspaces(join(at, 'package.json'))) {
      return relative(folder, at) === '' ? undefined : at;
    }
    if (dirname(at) === at) return undefined;
  }
};

const hasWorkspaces = (file: string): boolean => {
  try {
    return Object.hasOwn(JSON.parse(readFileSync(file, 'utf8')) as object, 'workspaces');
  } catch {
    return false;
  }
};

/** Where people configure Renovate, which takes the first that it finds. */
const RENOVATE = ['renovate.json', 'renovate.json5', '.renovaterc', '.renovaterc.json', '.renovaterc.json5'];

/** The Renovate configuration that is there, in the folder or in the repository's root. */
export const renovateConfigIn = (...folders: readonly string[]): string | undefined =>
  folders
    .flatMap((folder) => [
      ...RENOVATE.map((name) => join(folder, name)),
      ...['.github', '.gitlab'].flatMap((host) => RENOVATE.slice(0, 2).map((name) => join(folder, host, name))),
    ])
    .find((path) => existsSync(path));

/** What a `.gitignore` that stays doesn't have of ours. */
export const notIgnored = (folder: string, ours: string): readonly string[] => {
  const file = join(folder, '.gitignore');
  if (!existsSync(file)) return [];
  const plain = (line: string) => line.trim().replace(/^\/|\/$/g, '');
  const theirs = new Set(readFileSync(file, 'utf8').split('\n').map(plain));
  return ours.split('\n').filter((line) => line !== '' && !theirs.has(plain(line)));
};
