import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Binary, binaries, binaryPath, buildArguments, goFolder, versionOf } from './binaries.js';

/** Why the live tests cannot run on this machine, or `undefined` if they can. */
export const missingTool = (wanted: readonly Binary[] = binaries): string | undefined => {
  const missing = wanted.filter(({ name }) => !existsSync(binaryPath(name)));
  if (missing.length > 0 && spawnSync('go', ['version']).status !== 0) {
    return `"go" is not on the PATH, and ${missing.map(({ name }) => name).join(', ')} must be built; install Go 1.26 or newer`;
  }
  if (spawnSync('git', ['--version']).status !== 0) return '"git" is not on the PATH, and serves the trees';
  return undefined;
};

/** Builds what the cache lacks, one at a time, and says each in a line to `report`. */
export const buildBinaries = async (
  report: (line: string) => void,
  wanted: readonly Binary[] = binaries,
): Promise<void> => {
  for (const [index, binary] of wanted.entries()) {
    const path = binaryPath(binary.name);
    if (existsSync(path)) continue;
    const start = Date.now();
    report(`building ${binary.name} ${versionOf(binary)} (${index + 1} of ${wanted.length}) …`);
    await build(binary, path);
    report(`built ${binary.name} in ${Math.round((Date.now() - start) / 1000)} s`);
  }
};

const build = async (binary: Binary, path: string): Promise<void> => {
  mkdirSync(dirname(path), { recursive: true });
  // Built beside its place and moved there: two runs at once, or one cut short, never leave half a binary.
  const unfinished = `${path}.${process.pid}`;
  const [command = '', ...rest] = buildArguments(binary);
  try {
    await run('go', [command, '-o', unfinished, ...rest], join(goFolder, binary.module));
    renameSync(unfinished, path);
  } finally {
    rmSync(unfinished, { force: true });
  }
};

const run = (command: string, args: readonly string[], cwd: string): Promise<void> =>
  new Promise((resolve, reject) => {
    // CGO off: no C compiler needed. GOWORK off: a workspace above the checkout must not change what is pinned.
    const env = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' };
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
    const abort = () => child.kill();
    process.once('exit', abort);
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      // Downloads fill pages; what failed stands at the end.
      errors = (errors + chunk.toString()).slice(-8000);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('exit', abort);
      if (code === 0) resolve();
      else reject(new Error(`${command} ${args.join(' ')} in ${cwd} ended with ${code}:\n${errors}`));
    });
  });
