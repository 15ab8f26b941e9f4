import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { initNotInstalled } from '../../init/diagnostics.js';
import type { PackageManager } from '../../init/package-managers.js';
import type { Io } from '../command.js';
import { runTool } from './run-tool.js';

/**
 * Installs what a project's manifest names.
 *
 * @returns what went wrong
 */
export const installPackages = async (
  folder: string,
  manager: PackageManager,
  io: Io,
): Promise<Diagnostic | undefined> => {
  const { status, isInterrupted, said } = await runTool(manager.name, manager.install, folder, outside(io.env));
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

/** What a tool said last, on lines of their own. */
const lastLines = (said: string): readonly string[] =>
  said
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !/^npm (?:warn|notice)|complete log of this run/.test(line))
    .slice(-6);
