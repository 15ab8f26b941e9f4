import { join, posix } from 'node:path';
import { type FileMarks, marksOf } from '../applied/file-marks.js';
import { isYaml } from '../applied/is-yaml.js';
import { parseObjects } from '../applied/parse-objects.js';
import type { BlobCache } from '../applied/parsed-files.js';
import { ParsedFiles } from '../applied/parsed-files.js';
import { blobId } from '../applied/read-blob.js';
import type { RepositoryTree } from '../applied/view/flux-view.js';
import { textOf } from '../files/lossless-text.js';
import { FileError, readRegularFile } from '../files/read-file.js';
import { KUSTOMIZATION_FILES } from '../flux/kustomization-file-names.js';
import type { FolderFiles } from './folder-files.js';

/** A folder as Flux would fetch it, without git. */
export interface FolderTree extends RepositoryTree {
  /** The text of a file; undefined if it can't be read. */
  readonly textOf: (path: string) => string | undefined;
  /** Files that are too large to be read. */
  readonly unread: ReadonlyMap<string, string>;
}

/** Manifests are smaller: etcd takes 1.5 MiB for an object. */
const MEGABYTES = 32;

/** As long as the id of a git blob. */
const SHA1 = 40;

/** @param folder absolute */
export const openFolderTree = (
  folder: string,
  { paths, links }: Pick<FolderFiles, 'paths' | 'links'>,
  cache?: BlobCache,
): FolderTree => {
  const blobs = new Map(paths.map((path) => [path, path]));
  const parsed = new ParsedFiles(cache);
  const texts = new Map<string, string | undefined>();
  const ids = new Map<string, string>();
  const marks = new Map<string, FileMarks>();
  const unread = new Map<string, string>();
  const readText = (path: string): string | undefined => {
    if (!blobs.has(path)) return undefined;
    if (!texts.has(path)) texts.set(path, tryRead(folder, path, unread));
    return texts.get(path);
  };
  const marksAt = (path: string): FileMarks => {
    const found = marks.get(path) ?? marksOf(readText(path) ?? '');
    marks.set(path, found);
    return found;
  };
  return {
    blobs,
    links,
    unread,
    textOf: readText,
    read: (wanted) =>
      new Map(
        wanted.flatMap((path) => {
          const text = readText(path);
          return text === undefined ? [] : [[path, text] as const];
        }),
      ),
    folderOf: (path) => path.replace(/^(\.?\/)+/, '').replace(/\/+$/, ''),
    prepare: () => {},
    objects: (path) => {
      const text = readText(path);
      if (text === undefined) return [];
      const id = ids.get(path) ?? blobId(text, SHA1);
      ids.set(path, id);
      try {
        return parsed.objectsOfBlob(id, () => text);
      } catch (error) {
        // Those of kustomize may have a key twice.
        if (!KUSTOMIZATION_FILES.includes(posix.basename(path))) throw error;
        return parseObjects(text, 'sigs-yaml');
      }
    },
    marks: (wanted) => new Map(wanted.filter((path) => blobs.has(path)).map((path) => [path, marksAt(path)])),
    ofSources: new Map(),
    namingKustomizations: () => paths.filter((path) => isYaml(path) && marksAt(path).namesKustomization),
  };
};

const tryRead = (folder: string, path: string, unread: Map<string, string>): string | undefined => {
  try {
    return textOf(readRegularFile(join(folder, path), MEGABYTES));
  } catch (error) {
    const isRefused = error instanceof FileError || (error instanceof Error && 'code' in error);
    if (!isRefused) throw error;
    unread.set(path, error instanceof FileError ? error.message : String((error as NodeJS.ErrnoException).code));
    return undefined;
  }
};
