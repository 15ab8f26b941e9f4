import { lstatSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { initInTheWay } from './diagnostics.js';
import type { Template } from './init-options.js';
import { entriesOf } from './place-files.js';

/** What a new repository may hold before it has a project. */
const harmless =
  /^(?:\.fluxspan-init|\.git|\.github|\.gitignore|\.gitattributes|\.editorconfig|\.DS_Store|README(?:\.\w+)?|LICENSE(?:\.\w+)?|CODEOWNERS|AGENTS\.md)$/i;

/** What a package manager makes, and init makes again. */
const remade = /^(?:package\.json|package-lock\.json|node_modules|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?)$/;

/** Files of a project that may be someone else's already: theirs stay. */
const yielding =
  /^(?:\.(?:git|editor|vscode|github).*|\.gitlab-ci\.yml|pnpm-workspace\.yaml|README\.md|AGENTS\.md|renovate\.json)$/;

/** A file of the project that stays as it is. */
export const isYielding = (path: string): boolean => yielding.test(path);

const shown = (names: readonly string[]): string =>
  names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');

/**
 * What keeps a project from being made in a folder.
 *
 * @param label the folder as it was given
 * @param replaced files of it that the project takes over
 */
export const checkPlace = (
  folder: string,
  label: string,
  template: Template,
  files: Iterable<string>,
  replaced: readonly string[] = [],
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
  if (folder.split(/[\\/]/).includes('node_modules')) {
    return [
      diagnose(initInTheWay, {
        message: 'the project would lie in node_modules, which package managers empty and git leaves out',
        at,
        fix: 'name another folder: `fluxspan init platform`',
      }),
    ];
  }
  const isFree = (path: string): boolean => isYielding(path) || replaced.includes(path);
  const taken = [...files].filter((path) => !isFree(path) && isTaken(folder, path));
  const isOther = (name: string): boolean => !harmless.test(name) && !replaced.includes(name);
  const others = template === 'existing' ? [] : entriesOf(folder).filter(isOther);
  if (taken.length === 0 && others.length === 0) return [];
  const message =
    taken.length > 0 ? `${subject} has ${shown(taken)} already` : `${subject} is not empty: it has ${shown(others)}`;
  const free = label === 'platform' ? 'fleet' : 'platform';
  const where = `\`fluxspan init ${free}${template === 'existing' ? ' --template existing' : ''}\``;
  const inTheWay = [...new Set([...taken, ...others])];
  const own = `make the project in a folder of its own: ${where}`;
  const fix = inTheWay.every((name) => remade.test(name))
    ? `${own}; or, if no other project needs ${inTheWay.length === 1 ? 'it' : 'them'}, delete ${shown(inTheWay)}: init writes its own package.json and installs its packages`
    : own;
  return [diagnose(initInTheWay, { message, at, fix })];
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
