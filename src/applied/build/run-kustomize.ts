import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { BuildError } from './build-error.js';
import { reasonIn } from './kustomize-reason.js';

/** Limits of a build. */
export interface BuildLimits {
  readonly seconds: number;
  readonly outputMegabytes: number;
  /**
   * The limit of address space; Go reserves more than it uses. If the system has no such limit, half of it is Go's soft
   * limit.
   */
  readonly memoryMegabytes: number;
}

/** A large platform takes a few seconds and a few hundred megabytes of memory, and yields a few megabytes. */
export const BUILD_LIMITS: BuildLimits = { seconds: 120, outputMegabytes: 256, memoryMegabytes: 4096 };

/**
 * Builds a folder with the kubectl on the PATH. Time, memory and output are limited, and the network isn't reachable.
 *
 * @param root absolute; has everything that the build reads
 * @param folder a folder below the root
 * @throws BuildError
 */
export const runKustomize = (root: string, folder: string, limits = BUILD_LIMITS): string => {
  const command = [...KUSTOMIZE, join(root, folder)];
  const [file = '', ...args] = process.platform === 'win32' ? command : inLimits(command, limits);
  const result = spawnSync(file, args, {
    encoding: 'utf8',
    maxBuffer: limits.outputMegabytes * 2 ** 20,
    timeout: limits.seconds * 1000,
    killSignal: 'SIGKILL',
    env: buildEnvironment(limits),
  });
  const { code } = (result.error ?? {}) as NodeJS.ErrnoException;
  if (code === 'ENOENT' || (result.status === NOT_FOUND && /not found/.test(result.stderr))) {
    throw new BuildError('kubectl is not installed, and builds what is there', true);
  }
  if (code === 'ETIMEDOUT') throw overBudget(`${limits.seconds} seconds`);
  if (code === 'ENOBUFS') throw overBudget(`${limits.outputMegabytes} MB of output`);
  if (result.error !== undefined) throw new BuildError(result.error.message);
  if (result.status !== 0) {
    if (isOutOfMemory(result.signal, result.stderr)) throw overBudget(`${limits.memoryMegabytes} MB of memory`);
    throw new BuildError(reasonIn(result.stderr).replaceAll(`${realpathSync(root)}/`, ''));
  }
  return result.stdout;
};

export const KUSTOMIZE = ['kubectl', 'kustomize', '--load-restrictor=LoadRestrictionsNone'];

export const buildEnvironment = ({ memoryMegabytes }: BuildLimits): NodeJS.ProcessEnv => ({
  ...process.env,
  ...offline,
  GOMEMLIMIT: `${memoryMegabytes / 2}MiB`,
  // A folder is built before it pays to collect garbage: that takes a fifth of the time.
  GOGC: process.env['GOGC'] ?? '400',
});

/** The exit code of a shell that doesn't find a program. */
const NOT_FOUND = 127;

/** Node can't limit the memory of a process. A POSIX shell can, and then replaces itself with the command. */
const inLimits = (command: readonly string[], { memoryMegabytes }: BuildLimits): readonly string[] => [
  'sh',
  '-c',
  `ulimit -v ${memoryMegabytes * 1024} 2>/dev/null; exec "$@"`,
  'sh',
  ...command,
];

const overBudget = (budget: string): BuildError =>
  new BuildError(`building it takes more than the ${budget} that a build may take`);

const isOutOfMemory = (signal: NodeJS.Signals | null, stderr: string): boolean =>
  signal === 'SIGKILL' || /^(?:fatal error: )?runtime: .*(?:out of memory|cannot allocate memory)/m.test(stderr);

/** Remote references were already rejected. A proxy that doesn't exist blocks any that were missed. */
const UNREACHABLE = 'http://127.0.0.1:1';
const offline: Readonly<Record<string, string>> = {
  HTTP_PROXY: UNREACHABLE,
  HTTPS_PROXY: UNREACHABLE,
  http_proxy: UNREACHABLE,
  https_proxy: UNREACHABLE,
  NO_PROXY: '',
  no_proxy: '',
  GIT_ALLOW_PROTOCOL: 'none',
};
