import { marksOf } from '../../../src/applied/file-marks.js';
import { ParsedFiles } from '../../../src/applied/parsed-files.js';
import type { RepositoryTree } from '../../../src/applied/view/flux-view.js';

/** A repository in memory. */
export const memoryTree = (files: Readonly<Record<string, string>>, links: readonly string[] = []): RepositoryTree => {
  const parsed = new ParsedFiles();
  const read = (paths: readonly string[]) =>
    new Map(paths.flatMap((path) => (files[path] === undefined ? [] : [[path, files[path]] as const])));
  return {
    blobs: new Map(Object.keys(files).map((path) => [path, path])),
    links: new Set(links),
    read,
    prepare: () => {},
    ofSources: new Map(),
    namingKustomizations: () => Object.keys(files).filter((path) => /\.ya?ml$/.test(path)),
    marks: (paths) => new Map([...read(paths)].map(([path, text]) => [path, marksOf(text)])),
    folderOf: (path) => path.replace(/^(\.?\/)+/, '').replace(/\/+$/, ''),
    objects: (path) => parsed.objects(path, () => files[path] ?? ''),
  };
};
