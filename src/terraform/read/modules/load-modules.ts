import { posix } from 'node:path';
import { fieldsOf, textOf } from '../../../json/as-shape.js';
import type { RawModule } from '../source/read-module-files.js';

/** How many folders one root may call: the largest public platforms call thirty. */
const MOST_FOLDERS = 300;

/** The folder of a local module, from the top; undefined if its source is elsewhere or outside of the top. */
export const localFolder = (folder: string, source: unknown): string | undefined => {
  const text = textOf(source);
  if (text === undefined || !/^\.\.?\//.test(text) || text.includes('${')) return undefined;
  const path = posix.normalize(posix.join(folder === '' ? '.' : folder, text)).replace(/\/$/, '');
  if (path.startsWith('..')) return undefined;
  return path === '.' ? '' : path;
};

/** A root module and all local modules that it leads to, by folder. */
export const loadModules = async (
  root: string,
  read: (folder: string) => Promise<RawModule | undefined>,
): Promise<ReadonlyMap<string, RawModule>> => {
  const found = new Map<string, RawModule>();
  const open = [root];
  for (const folder of open) {
    const module = await read(folder);
    if (module === undefined) continue;
    found.set(folder, module);
    for (const { body } of module.blocks.module) {
      const next = localFolder(folder, fieldsOf(body)['source']);
      if (next !== undefined && !open.includes(next) && open.length < MOST_FOLDERS) open.push(next);
    }
  }
  return found;
};
