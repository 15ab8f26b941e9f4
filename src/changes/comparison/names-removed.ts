import { lstatSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import type { AppliedFolder } from '../../applied/applied-folders.js';
import { type Reference, referencesIn } from '../../applied/kustomize-references.js';
import { parseObjects } from '../../applied/parse-objects.js';
import { ADDON_FOLDERS, type AppLayout } from '../../compile/layout.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { KUSTOMIZATION_FILES } from '../../flux/kustomization-file-names.js';
import { isObject } from '../../json/is-object.js';
import type { TreeChanges } from '../../tree/compare-tree.js';
import { namesRemoved } from '../../tree/diagnostics.js';
import { findKustomizationFiles } from './find-kustomization-files.js';

/**
 * Reports kustomization files that stay and name a file that synth would remove: kustomize could no longer build their
 * folder. An error where Flux builds it: where someone edited an addon's file, in a cluster's folder, and where a
 * Kustomization reads the folder. Otherwise a warning.
 *
 * @param root the tree's folder on the disk
 * @param layout the location of its files
 * @param applied the folders that Flux reads
 */
export const namesRemovedProblems = (
  root: string,
  layout: AppLayout,
  { changed, kept, removed }: Pick<TreeChanges, 'changed' | 'kept' | 'removed'>,
  applied: () => readonly AppliedFolder[] = () => [],
): readonly Diagnostic[] => {
  if (removed.length === 0) return [];
  const gone = new Set(removed);
  /** Files that synth writes name only files that it generates. */
  const written = new Set(changed);
  const isKept = new Set(kept);
  const staying = new Set(
    [...kept, ...findKustomizationFiles(root)].filter((path) => !gone.has(path) && !written.has(path)),
  );
  const isRead = (path: string): boolean => {
    const readers = applied().filter(({ folder: read }) => read === join(root, posix.dirname(path)));
    return readers.some(({ file }) => !removed.some((one) => file === layout.inProject(one)));
  };
  return [...staying].sort().flatMap((path) => {
    if (isEntry(layout, path)) return removedFolderProblems(root, layout, path, gone);
    if (!isKustomizationFile(path) || isOfRemovedAddon(layout, path, gone)) return [];
    const named = readReferences(join(root, path)).filter(({ text }) => isGone(gone, root, posix.dirname(path), text));
    if (named.length === 0) return [];
    return [
      problem(posix.normalize(layout.inProject(path)), named, isKept.has(path), isBuilt(layout, path) || isRead(path)),
    ];
  });
};

/** Whether a file is in the folder of a removed addon: Flux no longer builds it. */
const isOfRemovedAddon = (layout: AppLayout, path: string, gone: ReadonlySet<string>): boolean => {
  const cluster = layout.tryClusterName(path);
  if (cluster === undefined) return false;
  const { entry, addonFolder } = layout.of(cluster);
  const folder = posix.dirname(path);
  const addon = posix.basename(folder);
  return ADDON_FOLDERS.some((kind) => addonFolder(kind, addon) === folder) && gone.has(entry(addon));
};

/** Whether Flux certainly builds the folder of a kustomization file: its root reads the cluster's folder. */
const isBuilt = (layout: AppLayout, path: string): boolean =>
  isClusterFolder(layout, posix.dirname(path).replace(/\/flux-system$/, ''));

const isClusterFolder = (layout: AppLayout, folder: string): boolean =>
  [...layout.clusters.values()].some((one) => one.folder === folder) ||
  layout.of(posix.basename(folder)).folder === folder;

/** Whether a file contains the Flux Kustomization of an addon. */
const isEntry = (layout: AppLayout, path: string): boolean =>
  path.endsWith('.yaml') && isClusterFolder(layout, posix.dirname(path)) && !isKustomizationFile(path);

const isKustomizationFile = (path: string): boolean => KUSTOMIZATION_FILES.includes(posix.basename(path));

/** Reports edited Flux Kustomizations that stay and read a folder that synth would remove. */
const removedFolderProblems = (
  root: string,
  layout: AppLayout,
  path: string,
  gone: ReadonlySet<string>,
): readonly Diagnostic[] => {
  const removed = [...gone].filter(isKustomizationFile).map((one) => posix.dirname(one));
  const read = readObjects(join(root, path)).flatMap(({ spec }) =>
    isObject(spec) ? [`/${String(spec['path'])}`] : [],
  );
  const file = layout.inProject(path);
  return removed
    .filter((one) => read.some((text) => posix.join(text, '.').endsWith(`/${one}`)))
    .map((one) =>
      diagnose(namesRemoved, {
        message: `"${file}" was edited by hand, so that it is kept, and its Kustomization reads "${layout.inProject(one)}", which synth would remove: Flux could not build the folder`,
        at: { file, path: 'spec.path' },
        fix: `delete "${file}", or run "fluxspan synth --force", which removes or rewrites it`,
      }),
    );
};

const readReferences = (file: string): readonly Reference[] => readObjects(file).flatMap(referencesIn);

const readObjects = (file: string): ReturnType<typeof parseObjects> => {
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return [];
  try {
    return parseObjects(readFileSync(file, 'utf8'));
  } catch {
    // Flux can't build the file either, whether or not the files that it names exist.
    return [];
  }
};

const isGone = (gone: ReadonlySet<string>, root: string, folder: string, text: string): boolean =>
  // An entry of `configMapGenerator.files` may be `key=path`.
  [text, text.slice(text.indexOf('=') + 1)].some((one) => {
    // A path can leave the tree and come back into it by the tree's own name.
    const path = relative(root, join(root, folder, one))
      .split(sep)
      .join('/');
    return gone.has(path) || KUSTOMIZATION_FILES.some((name) => gone.has(`${path}/${name}`));
  });

const problem = (file: string, named: readonly Reference[], isEdited: boolean, isBuiltByFlux: boolean): Diagnostic => {
  const names = [...new Set(named.map(({ text }) => `"${text}"`))].sort().join(', ');
  const fields = [...new Set(named.map(({ field }) => field))].sort().join(' and ');
  const what = isEdited ? 'was edited by hand, so that it is kept, and it names' : 'names';
  const takeOut = `take ${names} out of ${fields} in that file`;
  return diagnose(namesRemoved, {
    ...(isEdited || isBuiltByFlux ? {} : { severity: 'warning' }),
    message: `"${file}" ${what} ${names}, which synth would remove: Flux could not build the folder`,
    at: { file, path: named[0]!.field },
    fix: isEdited ? `move the edit into the TypeScript code and run "fluxspan synth --force", or ${takeOut}` : takeOut,
  });
};
