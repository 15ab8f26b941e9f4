#!/usr/bin/env node
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const own = realpathSync(fileURLToPath(new URL('..', import.meta.url)));

/** The folder of the fluxspan that the app of the project here imports; undefined where there is none. */
const findInProject = () => {
  try {
    let folder = process.cwd();
    while (!existsSync(join(folder, 'cdk8s.yaml'))) {
      if (dirname(folder) === folder) return undefined;
      folder = dirname(folder);
    }
    const { resolve } = nodeModule.createRequire(join(folder, 'cdk8s.yaml'));
    return realpathSync(dirname(resolve('fluxspan/package.json')));
  } catch {
    // The command itself says what is wrong with the project.
    return undefined;
  }
};

/** @param {string} folder @returns {{ version: string, bin: { fluxspan: string } }} */
const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

const run = async () => {
  // The rest of the package looks whether it is there (is-command.ts).
  Object.defineProperty(globalThis, Symbol.for('fluxspan.command'), { value: true });
  // Caches compiled code for the next run: fluxspan caches its own, and before Node 22.8 also that of packages; later
  // versions of Node cache packages themselves. Everything else loads after this.
  const [{ keepCompiled, openCodeStore }, { keepCode, saveCode }, { keepPackages, savePackages }] = await Promise.all([
    import('../dist/src/cli/compile-cache.js'),
    import('../dist/src/cli/run-code.js'),
    import('../dist/src/cli/run-packages.js'),
  ]);
  const { enableCompileCache } = /** @type {{ enableCompileCache?: (folder: string) => unknown }} */ (nodeModule);
  if (enableCompileCache !== undefined) keepCompiled(enableCompileCache);
  const store = openCodeStore();
  if (store !== undefined) {
    keepCode(store);
    keepPackages(store, enableCompileCache === undefined);
    process.once('exit', () => {
      saveCode();
      savePackages();
    });
  }
  const { main, runProcess } = await import('../dist/src/cli/main.js');
  runProcess(main);
};

/** The app and the command share one fluxspan: two in a process wouldn't know of each other. @param {string} folder */
const runOther = async (folder) => {
  const [other, { version }] = [manifestOf(folder), manifestOf(own)];
  if (other.version !== version) {
    process.stderr.write(`fluxspan ${version} runs fluxspan ${other.version}, which this project has: ${folder}\n`);
  }
  await import(pathToFileURL(join(folder, other.bin.fluxspan)).href);
};

// Audit runs no code of the repository that it reads, and the package in there is such code.
const inProject = process.argv[2] === 'audit' ? undefined : findInProject();
try {
  await (inProject === undefined || inProject === own ? run() : runOther(inProject));
} catch (error) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
  if (code !== 'ERR_MODULE_NOT_FOUND') throw error;
  const missing = /'([^']+)'/.exec(message)?.[1] ?? message;
  process.stderr.write(
    `fluxspan isn't complete: "${missing}" is missing\n  fix  delete ${inProject ?? own}, and run npm install; in the repository of fluxspan: npm run build\n`,
  );
  process.exitCode = 1;
}
