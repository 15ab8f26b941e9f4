import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const requirements = fileURLToPath(new URL('./requirements.txt', import.meta.url));

/** Minutes on a slow disk; a package index that doesn't answer ends it earlier. */
const limit = 900_000;

/** What `requirements.txt` pins, in a virtual environment that every checkout shares. */
export interface Python {
  /** The folder with `python`, `moto_server` and `aws`. */
  readonly bin: string;
}

/** Installs what is pinned, if it isn't there yet. Gives a text instead where that can't be: why not. */
export const installPython = (report: (line: string) => void): Python | string => {
  const text = readFileSync(requirements, 'utf8');
  const version = createHash('sha256').update(text).digest('hex').slice(0, 12);
  const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  const folder = join(cache, 'fluxspan', 'live', `python-${version}`);
  const complete = join(folder, 'complete');
  if (existsSync(complete)) return { bin: join(folder, 'bin') };
  if (spawnSync('python3', ['-c', 'import venv, ensurepip']).status !== 0)
    return '"python3" with venv is not on the PATH, and runs moto; install Python 3.10 or newer';
  mkdirSync(dirname(folder), { recursive: true });
  const lock = `${folder}.lock`;
  while (!takeLock(lock)) {
    // Another file's worker installs it.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
    if (existsSync(complete)) return { bin: join(folder, 'bin') };
  }
  try {
    return existsSync(complete) ? { bin: join(folder, 'bin') } : install(folder, text, report);
  } finally {
    rmSync(lock, { force: true });
  }
};

/** Whether the lock is ours now; one whose process is gone is nobody's. */
const takeLock = (lock: string): boolean => {
  try {
    writeFileSync(lock, `${process.pid}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    try {
      process.kill(Number(readFileSync(lock, 'utf8')), 0);
    } catch {
      rmSync(lock, { force: true });
    }
    return false;
  }
};

const install = (folder: string, text: string, report: (line: string) => void): Python | string => {
  report(`installing ${text.trim().split('\n').join(', ')} …`);
  rmSync(folder, { recursive: true, force: true });
  const steps = [
    ['python3', '-m', 'venv', folder],
    [join(folder, 'bin/python'), '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements],
  ] as const;
  for (const [command, ...args] of steps) {
    const { status, stderr } = spawnSync(command, args, { encoding: 'utf8', timeout: limit });
    if (status !== 0) return `pip could not install moto and the AWS CLI: ${lastLine(stderr)}`;
  }
  writeFileSync(join(folder, 'complete'), text);
  return { bin: join(folder, 'bin') };
};

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';
