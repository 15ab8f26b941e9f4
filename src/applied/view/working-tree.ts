import { hash } from 'node:crypto';
import { type FileMarks, marksOf } from '../file-marks.js';
import { filesBelow } from '../folders.js';
import type { Git } from '../git.js';
import type { GitFile } from '../git-files.js';
import { isYaml } from '../is-yaml.js';
import type { ParsedFiles } from '../parsed-files.js';
import { blobId } from '../read-blob.js';
import type { PlannedFiles } from './commit-tree.js';
import type { RepositoryTree } from './flux-view.js';

export interface WorkingTreeOptions {
  readonly git: Git;
  readonly parsed: ParsedFiles;
  /** What will be written, by path from the repository's root. */
  readonly planned: PlannedFiles;
  /** Folders in which fluxspan may have written files. */
  readonly ownFolders: readonly string[];
  /** Whether it may have written one at a path in them. */
  readonly mayBeOwn: (path: string) => boolean;
  /** Whether fluxspan wrote a file at a path; the file goes if it's no longer planned. */
  readonly isOwn: (path: string, text: string) => boolean;
  readonly folderOf: (path: string) => string | undefined;
}

export interface WorkingTree extends RepositoryTree {
  /** Whether a file is the same as planned. */
  readonly isPlanned: (path: string) => boolean;
  /** Files that fluxspan wrote and plans no more. */
  readonly dropped: readonly string[];
}

/** The repository as if the work tree and the plan were committed. */
export const workingTree = ({
  git,
  parsed,
  planned,
  ownFolders,
  mayBeOwn,
  isOwn,
  folderOf,
}: WorkingTreeOptions): WorkingTree => {
  const work = git.workTree();
  const blobs = new Map(work.blobs);
  for (const path of work.onDisk) blobs.set(path, ON_DISK);
  const read = (paths: readonly string[]): ReadonlyMap<string, string> => {
    const found = new Map<string, string>();
    const wanted: GitFile[] = [];
    for (const path of paths) {
      const blob = blobs.get(path);
      if (blob === undefined) continue;
      const known = blob === PLANNED ? planned.get(path)?.text : blob === ON_DISK ? git.texts.onDisk(path) : undefined;
      if (known === undefined) wanted.push({ path, blob });
      else found.set(path, known);
    }
    const texts = git.texts.readFiles(wanted);
    for (const { path, blob } of wanted) found.set(path, texts.get(blob) ?? '');
    return found;
  };
  const differs = (path: string, text: string): boolean => {
    const id = blobs.get(path);
    return id !== undefined && id !== blobId(text, id.length);
  };
  const unplanned = [...work.onDisk, ...ownFolders.flatMap((folder) => filesBelow(work.blobs, folder))];
  const doubtful = [
    ...[...planned].flatMap(([path, { text }]) => (differs(path, text) ? [path] : [])),
    ...unplanned.filter((path) => !planned.has(path) && mayBeOwn(path)),
  ];
  const there = read(doubtful);
  // A file of others in place of a planned file stays, since synth doesn't overwrite it.
  const kept = new Set(doubtful.filter((path) => !isOwn(path, there.get(path) ?? '')));
  const dropped = doubtful.filter((path) => !planned.has(path) && !kept.has(path));
  for (const path of dropped) blobs.delete(path);
  for (const path of planned.keys()) if (!kept.has(path)) blobs.set(path, PLANNED);
  const common = git.common();
  const marksHere = new Map<string, FileMarks>();
  const marksAt = (path: string): FileMarks => {
    const found = marksHere.get(path) ?? marksOf(read([path]).get(path) ?? '');
    marksHere.set(path, found);
    return found;
  };
  return {
    blobs,
    links: work.links,
    near: common && {
      ...common,
      unlike: new Set([
        ...git.unlike(common.commit),
        ...dropped,
        ...[...planned.keys()].filter((path) => !common.blobs.has(path)),
      ]),
    },
    read,
    folderOf,
    isPlanned: (path) => blobs.get(path) === PLANNED,
    dropped,
    prepare: (paths) =>
      git.texts.expect(() =>
        paths().flatMap((path) => {
          const blob = isYaml(path) ? blobs.get(path) : undefined;
          return blob === undefined || blob === PLANNED || blob === ON_DISK ? [] : [{ path, blob }];
        }),
      ),
    objects: (path) => {
      const id = blobs.get(path);
      if (id === PLANNED) {
        const { text, objects } = planned.get(path)!;
        return objects ?? parsed.objects(hash('sha256', text), () => text);
      }
      if (id === undefined) return [];
      const text = () => read([path]).get(path) ?? '';
      return parsed.objectsOfBlob(id === ON_DISK ? blobId(text(), SHA1) : id, text);
    },
    ofSources: new Map(),
    namingKustomizations: () => [
      ...git.namingKustomizations().filter((path) => blobs.get(path) !== PLANNED),
      ...[...planned.keys()].filter(
        (path) => blobs.get(path) === PLANNED && isYaml(path) && marksAt(path).namesKustomization,
      ),
    ],
    marks: (paths) => {
      const committed: GitFile[] = [];
      const found = new Map<string, FileMarks>();
      for (const path of paths) {
        const blob = blobs.get(path);
        if (blob === PLANNED || blob === ON_DISK) found.set(path, marksAt(path));
        else if (blob !== undefined) committed.push({ path, blob });
      }
      for (const [path, marks] of git.texts.marks(committed)) found.set(path, marks);
      return found;
    },
  };
};

const SHA1 = 40;

/** Not ids of git blobs: of files that only the disk has, and of planned files. */
const ON_DISK = 'disk';
const PLANNED = 'planned';
