import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isObject } from '../../json/is-object.js';

/** How a compiler is started: a program, and what comes before its own arguments. */
export interface CompilerProgram {
  readonly path: string;
  readonly args: readonly string[];
}

/** The compiler of the project in a folder; undefined where it has none. */
export const findCompiler = (folder: string): CompilerProgram | undefined => {
  try {
    const manifest = createRequire(join(folder, 'package.json')).resolve('typescript/package.json');
    const tsc = join(dirname(manifest), 'bin', 'tsc');
    if (!existsSync(tsc)) return undefined;
    return findNative(manifest) ?? { path: process.execPath, args: [tsc] };
  } catch {
    return undefined;
  }
};

/**
 * What `tsc` of TypeScript 7 starts, and waits for: a program in a package of its own for each platform. The script in
 * between costs each run the start of Node. Undefined where the package isn't made so, or is of another version.
 */
const findNative = (manifest: string): CompilerProgram | undefined => {
  // A long path needs another form there.
  if (process.platform === 'win32') return undefined;
  try {
    const load = createRequire(manifest);
    const { version, imports } = load(manifest) as { readonly version?: unknown; readonly imports?: unknown };
    if (!isObject(imports) || imports['#getExePath'] !== './lib/getExePath.js') return undefined;
    const own = load.resolve(`@typescript/typescript-${process.platform}-${process.arch}/package.json`);
    if ((load(own) as { readonly version?: unknown }).version !== version) return undefined;
    const path = join(dirname(own), 'lib', 'tsc');
    return existsSync(path) ? { path, args: [] } : undefined;
  } catch {
    return undefined;
  }
};
