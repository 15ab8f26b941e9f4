import { hash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from '../../files/lossless-text.js';
import { readRegularFile } from '../../files/read-file.js';
import type { Git } from '../git.js';
import { isYaml } from '../kustomize-files.js';
import type { PlannedFiles } from './commit-tree.js';
import type { RepositoryTree } from './flux-view.js';
import type { ParsedFiles } from './parsed-files.js';

export interface WorkingTreeOptions {
  readonly git: Git;
  readonly parsed: ParsedFiles;
  /** What will be written, by path from the repository's root. */
  readonly planned: PlannedFiles;
  /** Where a file may be that fluxspan has written. */
  readonly mayBeOwn: (path: string) => boolean;
  /** Whether fluxspan has written a file there: if it isn't planned any more, it goes. */
  readonly isOwn: (path: string, text: string) => boolean;
  readonly folderOf: (path: string) => string | undefined;
}

export interface WorkingTree extends RepositoryTree {
  /** Whether a file is as it is planned. */
  readonly isPlanned: (path: string) => boolean;
}

/** The repository as it would be if the work tree were committed with what is planned. */
export const workingTree = ({ git, parsed, planned, mayBeOwn, isOwn, folderOf }: WorkingTreeOptions): WorkingTree => {
  const blobs = new Map<string, string>();
  const links = new Set<string>();
  for (const [path, { blob, isLink }] of git.index()) {
    if (isLink) links.add(path);
    else blobs.set(path, blob);
  }
  /** Of files that git doesn't have as they are. */
  const onDisk = new Map<string, string>();
  const diskText = (path: string): string => {
    let text = onDisk.get(path);
    if (text === undefined) {
      text = textOf(readRegularFile(join(git.top, path), MEGABYTES));
      onDisk.set(path, text);
    }
    return text;
  };
  for (const path of git.touched()) {
    blobs.delete(path);
    links.delete(path);
    const stats = lstatSync(join(git.top, path), { throwIfNoEntry: false });
    if (stats?.isSymbolicLink() === true) links.add(path);
    else if (stats?.isFile() === true) blobs.set(path, ON_DISK + path);
  }
  const texts = new Map<string, string>();
  const read = (paths: readonly string[]): ReadonlyMap<string, string> => {
    const found = new Map<string, string>();
    const wanted = new Map<string, string>();
    for (const path of paths) {
      const id = blobs.get(path);
      if (id === undefined) continue;
      const known = id === PLANNED ? planned.get(path)?.text : id.startsWith(ON_DISK) ? diskText(path) : texts.get(id);
      if (known === undefined) wanted.set(path, id);
      else found.set(path, known);
    }
    for (const [id, text] of git.read([...wanted.values()])) texts.set(id, text);
    for (const [path, id] of wanted) found.set(path, texts.get(id) ?? '');
    return found;
  };
  const doubtful = [...blobs].flatMap(([path, id]) => {
    const file = planned.get(path);
    if (file === undefined) return mayBeOwn(path) ? [path] : [];
    return id === blobId(file.text, id.length) ? [] : [path];
  });
  const there = read(doubtful);
  // What somebody else wrote in the place of a planned file stays, since synth doesn't write over it.
  const kept = new Set(doubtful.filter((path) => !isOwn(path, there.get(path) ?? '')));
  for (const path of doubtful) if (!planned.has(path) && !kept.has(path)) blobs.delete(path);
  for (const path of planned.keys()) if (!kept.has(path)) blobs.set(path, PLANNED);
  return {
    blobs,
    links,
    read,
    folderOf,
    isPlanned: (path) => blobs.get(path) === PLANNED,
    prepare: (paths) => void read(paths.filter((path) => isYaml(path) && blobs.get(path) !== PLANNED)),
    objects: (path) => {
      const id = blobs.get(path) ?? '';
      if (id === PLANNED) {
        const { text, objects } = planned.get(path)!;
        return objects ?? parsed.objects(hash('sha256', text), () => text);
      }
      const text = () => read([path]).get(path) ?? '';
      return parsed.objects(id.startsWith(ON_DISK) ? hash('sha256', text()) : id, text);
    },
  };
};

/** git's name of a text, of which it is enough to know that it isn't another's. */
const blobId = (text: string, length: number): string =>
  hash(length === 64 ? 'sha256' : 'sha1', `blob ${Buffer.byteLength(text)}\0${text}`);

const MEGABYTES = 64;

/** No blobs of git: a file on the disk alone, and one that is planned. */
const ON_DISK = 'disk ';
const PLANNED = 'planned';
