import { lstatSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import type { AppliedFolder } from '../../base/applied-folders.js';
import { KUSTOMIZATION_FILES } from '../../base/kustomization-file-names.js';
import { type Reference, referencesIn } from '../../base/kustomize-references.js';
import { parseObjects } from '../../base/parse-objects.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { isObject } from '../../json/is-object.js';
import type { TreeChanges } from '../../tree/compare-tree.js';
import { namesRemoved } from '../../tree/diagnostics.js';
import { inProject } from '../../tree/own-file.js';
import { findKustomizationFiles } from './find-kustomization-files.js';

/**
 * Kustomization files that stay and name a file that synth would remove: kustomize could no longer build their folder.
 * An error where Flux builds it: where an addon's file was edited, in a cluster's folder, and where a Kustomization reads
 * the folder. Elsewhere a warning.
 *
 * @param root the tree's folder on the disk
 * @param folder the same, relative to the project
 * @param applied the folders that Flux reads
 */
export const namesRemovedProblems = (
  root: string,
  folder: string,
  { changed, kept, removed }: Pick<TreeChanges, 'changed' | 'kept' | 'removed'>,
  applied: () => readonly AppliedFolder[] = () => [],
): readonly Diagnostic[] => {
  if (removed.length === 0) return [];
  const gone = new Set(removed);
  /** What synth writes itself names only what it makes. */
  const written = new Set(changed);
  const isKept = new Set(kept);
  const project = join(root, ...folder.split('/').map((part) => (part === '' ? '' : '..')));
  const staying = new Set(
    [...kept, ...findKustomizationFiles(root, project)].filter((path) => !gone.has(path) && !written.has(path)),
  );
  const isRead = (path: string): boolean => {
    const readers = applied().filter(({ folder: read }) => read === join(root, posix.dirname(path)));
    return readers.some(({ file }) => !removed.some((one) => file === inProject(folder, one)));
  };
  return [...staying].sort().flatMap((path) => {
    if (isEntry(path)) return removedFolderProblems(root, folder, path, gone);
    if (!isKustomizationFile(path) || isOfRemovedAddon(path, gone)) return [];
    const named = readReferences(join(root, path)).filter(({ text }) => isGone(gone, root, posix.dirname(path), text));
    if (named.length === 0) return [];
    return [problem(posix.join(folder, path), named, isKept.has(path), isBuilt(path) || isRead(path))];
  });
};

/** Whether a file is in the folder of an addon that goes: Flux no longer builds it. */
const isOfRemovedAddon = (path: string, gone: ReadonlySet<string>): boolean => {
  const [, cluster, addon, ...rest] = path.split('/');
  return rest.length === 1 && gone.has(`clusters/${cluster}/${addon}.yaml`);
};

/** Whether Flux surely builds the folder of a kustomization file: its root reads the cluster's. */
const isBuilt = (path: string): boolean => /^clusters\/[^/]+\/(?:flux-system\/)?[^/]+$/.test(path);

/** Whether a file has the Flux Kustomization of an addon. */
const isEntry = (path: string): boolean => /^clusters\/[^/]+\/[^/]+\.yaml$/.test(path) && !isKustomizationFile(path);

const isKustomizationFile = (path: string): boolean => KUSTOMIZATION_FILES.includes(posix.basename(path));

/** An edited file of a Flux Kustomization stays, and reads a folder that synth would remove. */
const removedFolderProblems = (
  root: string,
  folder: string,
  path: string,
  gone: ReadonlySet<string>,
): readonly Diagnostic[] => {
  const removed = [...gone].filter(isKustomizationFile).map((one) => posix.dirname(one));
  const read = readObjects(join(root, path)).flatMap(({ spec }) =>
    isObject(spec) ? [`/${String(spec['path'])}`] : [],
  );
  const file = inProject(folder, path);
  return removed
    .filter((one) => read.some((text) => posix.join(text, '.').endsWith(`/${one}`)))
    .map((one) =>
      diagnose(namesRemoved, {
        message: `"${file}" was edited by hand, so that it is kept, and its Kustomization reads "${inProject(folder, one)}", which synth would remove: Flux could not build the folder`,
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
    // Flux can't build it either, with or without the files that it names.
    return [];
  }
};

const isGone = (gone: ReadonlySet<string>, root: string, folder: string, text: string): boolean =>
  // `configMapGenerator.files` may say `key=path`.
  [text, text.slice(text.indexOf('=') + 1)].some((one) => {
    // A folder beside the tree comes back into it by the tree's own name.
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
