import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { AppLayout } from '../compile/layout.js';
import type { AppSettings } from '../declared/declared-app.js';
import { readRegularFile } from '../files/read-file.js';
import { KUSTOMIZATION_FILES } from '../flux/kustomization-file-names.js';
import { isObject } from '../json/is-object.js';
import { holdsExpression } from '../substitution/holds-expression.js';
import { isFluxKustomization } from './cluster-state.js';
import { tryReadId } from './object-id.js';
import { parseObjects } from './parse-objects.js';
import { readsTree } from './state-of-plan.js';

/** A Flux Kustomization in a cluster's folder that reads a folder of the repository. */
export interface AppliedFolder {
  /** Absolute; may not exist. */
  readonly folder: string;
  readonly name: string;
  /** The file that declares it, relative to the project. */
  readonly file: string;
}

const MEGABYTES = 16;

/**
 * The folders that Flux reads, according to the files on disk.
 *
 * @param project absolute
 */
export const readAppliedFolders = (
  project: string,
  app: Pick<AppSettings, 'source'>,
  layout: AppLayout,
): readonly AppliedFolder[] => {
  const tree = join(project, layout.root);
  const repository = join(project, layout.place.prefix.replace(/[^/]+/g, '..'));
  const source = join(repository, layout.sourceRoot);
  const isOurSource = readsTree(app);
  return layout.clusterFolders
    .flatMap((folder) => yamlBelow(join(tree, folder)))
    .flatMap((file) =>
      tryReadObjects(file).flatMap((json): readonly AppliedFolder[] => {
        const id = tryReadId(json);
        const { spec } = json;
        if (id === undefined || !isFluxKustomization(id) || !isObject(spec) || !isOurSource(json)) return [];
        const path = typeof spec['path'] === 'string' ? spec['path'] : '';
        if (holdsExpression(path)) return [];
        return [
          {
            folder: join(source, path).replace(/[\\/]+$/, ''),
            name: id.name,
            file: relative(project, file).split(sep).join('/'),
          },
        ];
      }),
    );
};

/**
 * Whether Flux would apply a new file in a folder. Flux applies all YAML below the folder that it reads, unless a
 * kustomization file lists the files.
 */
export const appliesNewFile = ({ folder: read }: AppliedFolder, folder: string): boolean => {
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

/** A file that can't be parsed declares nothing that Flux can apply. */
const tryReadObjects = (file: string): ReturnType<typeof parseObjects> => {
  try {
    return parseObjects(readRegularFile(file, MEGABYTES).toString('utf8'));
  } catch {
    return [];
  }
};
