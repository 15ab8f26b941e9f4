import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { importCrds } from './import-crds.js';

interface Sources {
  readonly crds?: readonly { readonly file: string; readonly upstream: string; readonly version: string }[];
}

/** Every generated file below `imports/`: relative path to text. */
const planImports = async (root: string): Promise<ReadonlyMap<string, string>> => {
  const sources = parse(await readFile(join(root, 'schemas', 'sources.yaml'), 'utf8')) as Sources;
  return importCrds(
    (sources.crds ?? []).map(({ file, upstream, version }) => ({
      path: join(root, 'schemas', 'crds', file),
      label: `schemas/crds/${file}`,
      version: `${upstream} ${version}`,
    })),
  );
};

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

const listFiles = async (folder: string): Promise<readonly string[]> => {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .replaceAll('\\', '/'),
      );
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
};

/**
 * Generates `imports/` from `schemas/`. The folder holds generated files and nothing else: others are removed.
 *
 * @param root the project's folder
 * @param options.check writes nothing
 * @returns the files that differed, in order, relative to `imports/`
 */
export const refreshImports = async (
  root: string,
  options: { readonly check: boolean },
): Promise<readonly string[]> => {
  const folder = join(root, 'imports');
  const planned = await planImports(root);
  const stale: string[] = [];
  for (const [path, text] of planned) {
    const there = await readFile(join(folder, path), 'utf8').catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (there === text) continue;
    stale.push(path);
    if (options.check) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  for (const path of await listFiles(folder)) {
    if (planned.has(path)) continue;
    stale.push(path);
    if (!options.check) await rm(join(folder, path));
  }
  return stale.sort();
};
