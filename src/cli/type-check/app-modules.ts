import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { FileError, readRegularFile } from '../../files/read-file.js';
import type { Project } from '../project.js';

/** Imports and exports from modules beside this one; those of types alone are in no bundle. */
const RELATIVE = /\bfrom\s*['"](\.{1,2}\/[^'"\n]+)['"]|\bimport\s*\(?\s*['"](\.{1,2}\/[^'"\n]+)['"]/g;

const MEGABYTES = 16;

/**
 * The files that the app is made of, absolute: its modules, and those that it only has types from.
 *
 * @param bundled relative to the project
 */
export const modulesOf = ({ folder }: Project, bundled: readonly string[]): ReadonlySet<string> => {
  const found = new Set<string>();
  const waiting = bundled.map((path) => resolve(folder, path));
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    for (const [, from, loaded] of textOf(path).matchAll(RELATIVE)) {
      const target = findModule(join(dirname(path), from ?? loaded ?? ''));
      if (target !== undefined && !found.has(target)) waiting.push(target);
    }
  }
  return found;
};

const textOf = (path: string): string => (/\.[cm]?[jt]sx?$/.test(path) ? readText(path) : '');

/** Empty where there is no such file, or it is too large. */
export const readText = (path: string): string => {
  try {
    return readRegularFile(path, MEGABYTES).toString('utf8');
  } catch (error) {
    if (error instanceof FileError) return '';
    throw error;
  }
};

/** As TypeScript finds it: `./a.js` is `a.ts`. */
const findModule = (path: string): string | undefined => {
  const stem = path.replace(/\.([cm]?)jsx?$/, '');
  const kind = /\.([cm])jsx?$/.exec(path)?.[1] ?? '';
  return [`${stem}.${kind}ts`, `${stem}.tsx`, `${stem}.d.${kind}ts`, `${path}.ts`, join(path, 'index.ts'), path].find(
    (one) => existsSync(one),
  );
};
