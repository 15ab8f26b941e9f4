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
  /** Whether fluxspan may have written a file at a path. */
  readonly mayBeOwn: (path: string) => boolean;
  /** Whether fluxspan wrote a file at a path; the file goes if it's no longer planned. */
  readonly isOwn: (path: string, text: string) => boolean;
  readonly folderOf: (path: string) => string | undefined;
}

export interface WorkingTree extends RepositoryTree {
  /** Whether a file is the same as planned. */
  readonly isPlanned: (path: string) => boolean;
}

/** The repository as if the work tree and the plan were committed. */
export const workingTree = ({ git, parsed, planned, mayBeOwn, isOwn, folderOf }: WorkingTreeOptions): WorkingTree => {
  const blobs = new Map<string, string>();
  const links = new Set<string>();
  for (const [path, { blob, isLink }] of git.index()) {
    if (isLink) links.add(path);
    else blobs.set(path, blob);
  }
  /** Texts of files whose current content git doesn't have. */
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
  // A file of others in place of a planned file stays, since synth doesn't overwrite it.
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

/** A hash of a text like git's blob id; it only needs to be unique. */
const blobId = (text: string, length: number): string =>
  hash(length === 64 ? 'sha256' : 'sha1', `blob ${Buffer.byteLength(text)}\0${text}`);

const MEGABYTES = 64;

/** Not ids of git blobs: prefixes for files that exist only on disk, and for planned files. */
const ON_DISK = 'disk ';
const PLANNED = 'planned';
