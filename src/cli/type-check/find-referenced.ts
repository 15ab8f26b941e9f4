import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { isObject } from '../../json/is-object.js';
import { parseTscOutput } from './parse-tsc-output.js';
import type { Compiler } from './run-tsc.js';

/** More are not asked: each takes a part of a second. */
const MOST = 20;

export interface Referenced {
  /** The one that has the app. */
  readonly config: string | undefined;
  /** How many were asked. */
  readonly asked: number;
}

/**
 * Finds the project with the app among those that a tsconfig.json references, to any depth; those in a folder above
 * the app come first. `references` are no part of what `tsc -p` compiles.
 * https://www.typescriptlang.org/docs/handbook/project-references.html
 */
export const findReferenced = async (compiler: Compiler, config: string, app: string): Promise<Referenced> => {
  const names = new Set([app, realpathSync(app)]);
  const asked = new Set([config]);
  let waiting = await referencesOf(compiler, config);
  while (waiting.length > 0) {
    const further: string[] = [];
    for (const one of waiting.sort((a, b) => nearness(b, app) - nearness(a, app))) {
      if (asked.has(one)) continue;
      if (asked.size > MOST) return { config: undefined, asked: MOST };
      asked.add(one);
      const { said } = await compiler.run(['-p', one, '--listFilesOnly', '--pretty', 'false']);
      if (parseTscOutput(said).files.some((file) => names.has(file))) return { config: one, asked: asked.size - 1 };
      further.push(...(await referencesOf(compiler, one)));
    }
    waiting = further;
  }
  return { config: undefined, asked: asked.size - 1 };
};

/** How deep the folder is that the project has in common with the app; 0 if the app isn't below the project's folder. */
const nearness = (config: string, app: string): number => {
  const folder = dirname(config) + sep;
  return app.startsWith(folder) ? folder.length : 0;
};

/** As tsc reads the file, comments and all. What isn't there, nothing can be read of. */
const referencesOf = async (compiler: Compiler, config: string): Promise<string[]> => {
  const { said } = await compiler.run(['-p', config, '--showConfig']);
  let shown: unknown;
  try {
    shown = JSON.parse(said);
  } catch {
    return [];
  }
  const references = isObject(shown) ? shown['references'] : undefined;
  if (!Array.isArray(references)) return [];
  return references.flatMap((one) => {
    const path = isObject(one) ? one['path'] : undefined;
    if (typeof path !== 'string') return [];
    const target = resolve(dirname(config), path);
    const file = isFolder(target) ? join(target, 'tsconfig.json') : target;
    return existsSync(file) ? [file] : [];
  });
};

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
