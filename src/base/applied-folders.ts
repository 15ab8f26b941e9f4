import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { AppSettings } from '../compile/declared-app.js';
import { readRegularFile } from '../files/read-file.js';
import { isObject } from '../json/is-object.js';
import { isFluxKustomization } from './cluster-state.js';
import { KUSTOMIZATION_FILES } from './kustomization-file-names.js';
import { tryReadId } from './object-id.js';
import { parseObjects } from './parse-objects.js';
import { readsTree } from './state-of-plan.js';

/** A Kustomization of Flux that applies what lies in a folder on the disk. */
export interface AppliedBy {
  readonly name: string;
  /** The file that declares it, relative to the project. */
  readonly file: string;
}

const MEGABYTES = 16;

/**
 * The Kustomization, of those declared in `clusters/` of the tree, that would apply a new file in a folder. Flux applies
 * all YAML below the folder that it reads, except where a kustomization file lists what counts.
 *
 * @param project absolute
 * @param folder absolute; need not exist
 */
export const tryFindApplier = (
  project: string,
  app: Pick<AppSettings, 'root' | 'pathPrefix' | 'source'>,
  folder: string,
): AppliedBy | undefined => {
  const tree = join(project, app.root);
  const source = sourceRootOf(tree, app.pathPrefix);
  const isOurSource = readsTree(app);
  for (const file of yamlBelow(join(tree, 'clusters'))) {
    for (const json of tryReadObjects(file)) {
      const id = tryReadId(json);
      const { spec } = json;
      if (id === undefined || !isFluxKustomization(id) || !isObject(spec) || !isOurSource(json)) continue;
      const path = typeof spec['path'] === 'string' ? spec['path'] : '';
      if (path.includes('${') || !isApplied(join(source, path), folder)) continue;
      return { name: id.name, file: relative(project, file).split(sep).join('/') };
    }
  }
  return undefined;
};

/** What the paths of Kustomizations start from: an artifact of the tree, or the repository. */
const sourceRootOf = (tree: string, pathPrefix: string): string => {
  if (pathPrefix === '') return tree;
  const prefix = join(sep, pathPrefix);
  if (tree.endsWith(prefix)) return tree.slice(0, -prefix.length) || sep;
  for (let at = tree; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return tree;
  }
};

const isApplied = (read: string, folder: string): boolean => {
  const inside = relative(read, folder);
  if (inside.startsWith('..')) return false;
  let at = read;
  for (const part of ['', ...inside.split(sep)]) {
    at = join(at, part);
    if (KUSTOMIZATION_FILES.some((name) => existsSync(join(at, name)))) return false;
  }
  return true;
};

const yamlBelow = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name))
        .sort()
    : [];

/** A file that cannot be read declares nothing that Flux can apply. */
const tryReadObjects = (file: string): ReturnType<typeof parseObjects> => {
  try {
    return parseObjects(readRegularFile(file, MEGABYTES).toString('utf8'));
  } catch {
    return [];
  }
};
