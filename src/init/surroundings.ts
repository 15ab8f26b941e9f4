import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { replaceFile } from '../files/replace-file.js';
import { escapePattern } from '../json/escape-pattern.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { parseYamlDocuments } from '../yaml/parse-yaml.js';

/** The folder above that declares a workspace, as npm, Yarn, Bun or pnpm knows it. */
export const workspaceAround = (folder: string): string | undefined => {
  for (let at = dirname(folder); ; at = dirname(at)) {
    if (existsSync(join(at, 'pnpm-workspace.yaml')) || hasWorkspaces(join(at, 'package.json'))) {
      return relative(folder, at) === '' ? undefined : at;
    }
    if (dirname(at) === at) return undefined;
  }
};

/** Whether a workspace lists a folder in its packages already. */
export const isListed = (workspace: string, folder: string): boolean => {
  const path = `${relative(workspace, folder).split(sep).join('/')}/`;
  let listed = false;
  for (const pattern of patternsOf(workspace)) {
    if (!globOf(pattern.replace(/^!/, '')).test(path)) continue;
    listed = !pattern.startsWith('!');
  }
  return listed;
};

/** What pnpm reads in its own file, and all others in `package.json`. */
const patternsOf = (workspace: string): readonly string[] => {
  try {
    const own = join(workspace, 'pnpm-workspace.yaml');
    const found = existsSync(own)
      ? parseYamlDocuments(readFileSync(own, 'utf8')).map((one) => (isObject(one) ? one['packages'] : undefined))
      : [(JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8')) as JsonObject)['workspaces']];
    const [list] = found.map((one) => (isObject(one) ? one['packages'] : one));
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
  } catch {
    // The package manager can't read it either.
    return [];
  }
};

/** `*` is within one folder, `**` any number of them; other signs are taken as they are. */
const globOf = (pattern: string): RegExp => {
  const parts = pattern.replace(/^\.?\/|\/+$/g, '').split('/');
  const text = parts.map((part) =>
    part === '**' ? '(?:[^/]+/)*' : `${escapePattern(part).replace(/(?:\\\*)+/g, '[^/]*')}/`,
  );
  return new RegExp(`^${text.join('')}$`);
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

/** The lines of ours that a `.gitignore` that is there doesn't have. */
export const notIgnored = (folder: string, ours: string): readonly string[] => {
  const file = join(folder, '.gitignore');
  if (!existsSync(file)) return [];
  const plain = (line: string) => line.trim().replace(/^\/|\/$/g, '');
  const theirs = new Set(readFileSync(file, 'utf8').split('\n').map(plain));
  return ours.split('\n').filter((line) => line !== '' && !theirs.has(plain(line)));
};

/** Adds lines to the end of a `.gitignore`, which keeps all that it has. */
export const addIgnored = (folder: string, lines: readonly string[]): void => {
  const file = join(folder, '.gitignore');
  const before = readFileSync(file);
  const text = before.toString('latin1');
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = text === '' ? '' : text.endsWith('\n') ? end : end.repeat(2);
  replaceFile(
    file,
    Buffer.concat([before, Buffer.from(gap + ['# Of fluxspan', ...lines].map((line) => line + end).join(''))]),
  );
};
