import { hash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
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
  /** Files that will be gone: those of ours that are planned no more. */
  readonly isGone: (path: string, text: () => string) => boolean;
  readonly folderOf: (path: string) => string | undefined;
}

/** The repository as it would be if the work tree were committed with what is planned. */
export const workingTree = ({ git, parsed, planned, isGone, folderOf }: WorkingTreeOptions): RepositoryTree => {
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
      text = readRegularFile(join(git.top, path), MEGABYTES).toString('utf8');
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
  for (const path of [...blobs.keys()]) {
    if (!planned.has(path) && isGone(path, () => read([path]).get(path) ?? '')) blobs.delete(path);
  }
  for (const path of planned.keys()) blobs.set(path, PLANNED);
  return {
    blobs,
    links,
    read,
    folderOf,
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

const MEGABYTES = 64;

/** No blobs of git: a file on the disk alone, and one that is planned. */
const ON_DISK = 'disk ';
const PLANNED = 'planned';
