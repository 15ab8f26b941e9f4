import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** What `fluxspan init` must know of a package manager. */
export interface PackageManager {
  readonly name: 'npm' | 'pnpm' | 'yarn' | 'bun';
  /** Installs what package.json names, and writes the lockfile. Alone: a workspace around the folder isn't installed. */
  readonly install: readonly string[];
  /** What CI types, from a clean clone. */
  readonly ci: string;
  /** How people run a script. */
  readonly run: string;
}

const npm: PackageManager = {
  name: 'npm',
  install: ['install', '--no-audit', '--no-fund'],
  ci: 'npm ci',
  run: 'npm run',
};

const managers: readonly PackageManager[] = [
  npm,
  {
    name: 'pnpm',
    // Alone, it reads no settings of a workspace: without this one, pnpm 11 and newer fail because of esbuild's script.
    install: ['install', '--ignore-workspace', '--config.strict-dep-builds=false'],
    ci: 'npx --yes pnpm install --frozen-lockfile',
    run: 'pnpm',
  },
  {
    name: 'yarn',
    install: ['install'],
    // Where package.json names no version, corepack takes Yarn 1.
    ci: 'npx --yes --package @yarnpkg/cli-dist@4 yarn install --immutable',
    run: 'yarn',
  },
  { name: 'bun', install: ['install'], ci: 'npx --yes bun install --frozen-lockfile', run: 'bun run' },
];

/**
 * The package manager that runs the command, as it says in the environment; npm otherwise. In a workspace of pnpm, that.
 *
 * @param userAgent `pnpm/10.1.0 npm/? node/v24.1.0 linux x64`
 * @param workspace the folder that declares one
 */
export const packageManagerOf = (userAgent: string | undefined, workspace?: string): PackageManager =>
  (workspace !== undefined && existsSync(join(workspace, 'pnpm-workspace.yaml'))
    ? managers.find(({ name }) => name === 'pnpm')
    : undefined) ??
  managers.find(({ name }) => userAgent?.startsWith(`${name}/`)) ??
  npm;
