import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { HelmError } from './helm-error.js';

/** What one run of helm may take. */
export interface HelmLimits {
  readonly seconds: number;
  readonly outputMegabytes: number;
}

const LIMITS: HelmLimits = { seconds: 120, outputMegabytes: 64 };

/** OCI registries, and `--skip-tests`. */
const OLDEST = [3, 8] as const;
const INSTALL = 'install Helm 3.8 or newer: https://helm.sh/docs/intro/install/';

const FIX_CHART = 'fix the values or the chart, and run diff again';

/** Runs helm, and gives what it prints. @throws HelmError */
export const runHelm = async (helm: string, args: readonly string[], limits = LIMITS): Promise<string> => {
  try {
    const { stdout } = await promisify(execFile)(helm, [...args], {
      timeout: limits.seconds * 1000,
      maxBuffer: limits.outputMegabytes * 2 ** 20,
      killSignal: 'SIGKILL',
      encoding: 'utf8',
    });
    return stdout;
  } catch (error) {
    const { code, stderr, killed } = error as { code?: unknown; stderr?: unknown; killed?: unknown };
    if (code === 'ENOENT') throw new HelmError('helm is not installed', INSTALL);
    const fix = `run it by hand: helm ${args[0]} …`;
    if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
      throw new HelmError(`helm prints more than ${limits.outputMegabytes} MB`, fix);
    if (killed === true) throw new HelmError(`helm takes more than ${limits.seconds} seconds`, fix);
    throw new HelmError(reasonIn(stderr) ?? String(error), FIX_CHART);
  }
};

/** @throws HelmError where helm is missing or too old */
export const checkHelm = async (helm: string): Promise<void> => {
  const said = await runHelm(helm, ['version', '--short']).catch((error: unknown) => {
    if (!(error instanceof HelmError) || error.fix !== FIX_CHART) throw error;
    throw new HelmError(`helm can't be run: ${error.message}`, 'fix the installation: helm version --short must work');
  });
  const [, major, minor] = /v?(\d+)\.(\d+)/.exec(said) ?? [];
  const isOld = Number(major) < OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) < OLDEST[1]);
  if (major === undefined || isOld) throw new HelmError(`helm is too old: ${said.trim()}`, INSTALL);
};

/** The last line that says something, without helm's own hint. */
const reasonIn = (stderr: unknown): string | undefined => {
  if (typeof stderr !== 'string') return undefined;
  const lines = stderr
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !/^Use --debug|^WARNING|level=WARN/.test(line));
  const first = lines.findIndex((line) => /^Error/.test(line));
  const said = (first < 0 ? lines.slice(-1) : lines.slice(first))
    .join(' ')
    .replace(/^Error: /, '')
    .replace(/\s+/g, ' ');
  return said === '' ? undefined : said;
};
