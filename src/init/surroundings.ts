import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

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
