import { existsSync } from 'node:fs';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { initNotInstalled } from './diagnostics.js';
import type { PackageManager } from './package-managers.js';
import { runTool } from './run-tool.js';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Installs what a project's manifest names.
 *
 * @param command that a person types for the same project
 * @returns what went wrong
 */
export const installPackages = async (
  folder: string,
  manager: PackageManager,
  given: Environment,
  command: string,
): Promise<Diagnostic | undefined> => {
  const env = { ...outside(given), ...IMPATIENT };
  const { status, isInterrupted, said } = await runTool(manager.name, manager.install, folder, env);
  if (isInterrupted) {
    return diagnose(initNotInstalled, { message: 'interrupted; nothing was written', fix: 'run it again' });
  }
  if (status === 0) return undefined;
  const later = `\`${manager.name} install && ${manager.run} synth\``;
  if (MISSING.test(said))
    return diagnose(initNotInstalled, {
      message: `the registry doesn't have this version of fluxspan, so ${manager.name} could not install it; nothing was written`,
      notes: lastLines(said),
      fix: `name the file that you run init from, or another version: \`${command.replace(PACKAGE, '')} --package ./fluxspan.tgz\``,
    });
  const unreached = NETWORK.exec(said)?.[0] ?? UNRESOLVED.exec(said)?.[0];
  if (unreached !== undefined)
    return diagnose(initNotInstalled, {
      message: `${manager.name} did not reach the registry${hostIn(said)} (${unreached}), so the packages can't be installed; nothing was written`,
      fix: `run it again with a network; or write the files now, \`${command} --no-install\`, and type ${later} in the project later`,
    });
  return diagnose(initNotInstalled, {
    message:
      status === undefined
        ? `${manager.name} is not on the PATH, so the packages can't be installed`
        : `${manager.name} could not install the packages; nothing was written`,
    notes: lastLines(said),
    fix: 'fix that and run it again, or pass `--no-install` to write the files only',
  });
};

/** The file that fluxspan would be installed from, where it isn't there. */
export const missingFile = (given: string | undefined, specifier: string): Diagnostic | undefined =>
  given === undefined || !specifier.startsWith('file:') || existsSync(specifier.slice('file:'.length))
    ? undefined
    : diagnose(initNotInstalled, {
        message: `--package names "${given}", and there is no such file`,
        notes: [`it would be ${specifier.slice('file:'.length)}`],
        fix: 'give the path of the file from this folder, or the version in the registry: `--package ^1.0.0`',
      });

/** The option as the command was called with it. */
const PACKAGE = / --package[ =](?:'[^']*'|\S+)/;

/** A line about this package, however the package managers and registries say that it isn't there. */
const MISSING =
  /^(?=.*(?:\b404\b|not (?:be )?found)).*["'\s/]fluxspan\b|matching version found for fluxspan|found for specifier "fluxspan"/im;

/** npm and pnpm try for minutes otherwise, without a word. */
const IMPATIENT = {
  npm_config_fetch_retries: '1',
  npm_config_fetch_retry_mintimeout: '1000',
  npm_config_fetch_retry_maxtimeout: '5000',
  npm_config_fetch_timeout: '30000',
};

/** How Node and the package managers call it. */
const NETWORK =
  /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ECONNABORTED|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ECONNECTIONTIMEOUT|EIDLETIMEOUT|ERESPONSETIMEOUT|ERR_SOCKET_TIMEOUT|ConnectionRefused|network timeout)\b/;

/** npm 11 takes a package that it could not fetch for one without a version, and for a conflict of versions. */
const UNRESOLVED = /\bERESOLVE\b(?=[\s\S]*\bFound: \S+@undefined\s)/;

const hostIn = (said: string): string => {
  const host = /\bhttps?:\/\/(?:[^@/\s]*@)?([^/\s]+)\//.exec(said)?.[1];
  return host === undefined ? '' : ` ${host}`;
};

/** Without what an npm that runs this command has set for itself. */
const outside = (env: Environment): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^npm_(?!config_(?:registry|cache|userconfig))|^INIT_CWD$/i.test(name)),
  );

/** What a tool said last, on lines of their own. */
const lastLines = (said: string): readonly string[] =>
  said
    .split('\n')
    .map((line) => line.trimEnd())
    .filter(
      (line) => line !== '' && !/^npm (?:warn|notice)|complete log of this run|^npm error$|full report/.test(line),
    )
    .slice(said.includes('ERESOLVE') ? -12 : -6);
