import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FileError, readRegularFile } from '../files/read-file.js';
import { ImportError } from './import-problem.js';

/** A chart that is not on this machine. */
export interface RemoteChart {
  /** `oci://…`, the address of a `.tgz`, or that of a Helm repository, which then needs `chart`. */
  readonly url: string;
  readonly chart?: string | undefined;
  readonly version?: string | undefined;
}

/** An address as it may be shown: without a password in it. */
export const publicAddress = (url: string): string => url.replace(/^([a-z+]+:\/\/)[^/@]*@/i, '$1');

/** What helm may take. Charts are small; a registry that answers at all answers sooner. */
export interface PullLimits {
  readonly seconds: number;
  /** Of what it prints. */
  readonly outputMegabytes: number;
  /** Of the packed chart. */
  readonly chartMegabytes: number;
}

const usual: PullLimits = { seconds: 300, outputMegabytes: 16, chartMegabytes: 128 };

const pullArguments = ({ url, chart, version }: RemoteChart): readonly string[] => [
  'pull',
  ...(chart === undefined || url.startsWith('oci://') ? [url] : [chart, '--repo', url]),
  ...(version === undefined ? [] : ['--version', version]),
];

/**
 * Fetches a packed chart with the `helm` on the PATH, which knows the user's registries and credentials.
 *
 * @param helm the executable
 */
export const pullChart = async (remote: RemoteChart, helm = 'helm', limits = usual): Promise<Buffer> => {
  const shown = publicAddress(remote.url);
  const overLimit = (limit: string): ImportError =>
    new ImportError({
      at: shown,
      message: `helm takes more than the ${limit} that it may take`,
      fix: 'pull the chart by hand, and give the .tgz',
    });
  // What starts with a dash would be read as an option.
  for (const part of [remote.url, remote.chart ?? '', remote.version ?? '']) {
    if (part.startsWith('-')) {
      throw new ImportError({
        at: shown,
        message: `"${part}" is not an address, chart or version`,
        fix: 'leave the dash out',
      });
    }
  }
  if (/^https?:/.test(remote.url) && remote.chart === undefined && !remote.url.endsWith('.tgz')) {
    throw new ImportError({
      at: shown,
      message: 'a Helm repository holds many charts, and none is named',
      fix: 'name the chart: fluxspan import chart <repository> --chart <name>',
    });
  }
  const folder = await mkdtemp(join(tmpdir(), 'fluxspan-chart-'));
  try {
    await promisify(execFile)(helm, [...pullArguments(remote), '--destination', folder], {
      timeout: limits.seconds * 1000,
      maxBuffer: limits.outputMegabytes * 2 ** 20,
      // It may ignore a polite signal.
      killSignal: 'SIGKILL',
    });
    const archive = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
    if (archive === undefined) {
      throw new ImportError({ at: shown, message: 'helm pulled no .tgz', fix: 'try `helm pull` by hand' });
    }
    return readRegularFile(join(folder, archive), limits.chartMegabytes);
  } catch (error) {
    if (error instanceof ImportError) throw error;
    if (error instanceof FileError) {
      const fix = 'pull the chart by hand, and look at it';
      throw new ImportError({ at: shown, message: `what helm pulled cannot be read: ${error.message}`, fix });
    }
    const { code, stderr, killed } = error as { code?: unknown; stderr?: unknown; killed?: unknown };
    if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') throw overLimit(`${limits.outputMegabytes} MB of output`);
    if (killed === true) throw overLimit(`${limits.seconds} seconds`);
    if (code === 'ENOENT') {
      throw new ImportError({
        at: shown,
        message: 'helm is not installed, and it is what fetches charts from registries and repositories',
        fix: 'install helm (https://helm.sh/docs/intro/install/), or give a chart that is here: a folder, a .tgz, a values.yaml',
      });
    }
    const said = typeof stderr === 'string' ? stderr.trim().split(/\r?\n/).at(-1) : undefined;
    throw new ImportError({
      at: shown,
      message: `helm could not pull the chart: ${said ? said.replaceAll(remote.url, shown) : String(error)}`,
      fix: 'check the address, the version, and `helm registry login`',
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
