import { posix } from 'node:path';
import { fluxTreeFault } from '../applied/diagnostics.js';
import { type FluxSync, isInside } from '../applied/flux-roots.js';
import { isYaml } from '../applied/is-yaml.js';
import type { FluxView } from '../applied/view/flux-view.js';
import { type Diagnostic, diagnose, nearest } from '../diagnostics/index.js';
import { compareText } from '../json/compare-text.js';
import { escapePattern } from '../json/escape-pattern.js';
import { holdsExpression } from '../substitution/holds-expression.js';
import { sharedSync, unbuiltFolder } from './diagnostics.js';
import type { FolderFiles } from './folder-files.js';
import { folderPaths } from './folder-paths.js';
import type { FolderTree } from './folder-tree.js';
import { placeOfError } from './place-of-error.js';

interface SyncOptions {
  readonly tree: FolderTree;
  readonly files: FolderFiles;
  readonly views: readonly FluxView[];
}

/** What keeps a cluster from reading its own folder: its sync reads another cluster's, or one that isn't there. */
export const syncFindings = (syncs: readonly FluxSync[], options: SyncOptions): readonly Diagnostic[] => [
  ...brokenSyncs(options),
  ...syncs.flatMap((sync) => sharedFolder(sync, syncs, options)),
  // A file of values says more than the release that takes it.
  ...[...new Map([...syncs].reverse().map((sync) => [sync.path, sync])).values()].flatMap((sync) =>
    lostFolder(sync, options),
  ),
];

/** Files of `flux bootstrap` that can't be read: what their clusters apply isn't known. */
const brokenSyncs = ({ tree }: SyncOptions): readonly Diagnostic[] =>
  [...tree.blobs.keys()].sort(compareText).flatMap((path) => {
    if (posix.basename(path) !== 'gotk-sync.yaml' || tree.textOf(path)?.includes('{{') === true) return [];
    try {
      tree.objects(path);
      return [];
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return [
        diagnose(unbuiltFolder, {
          message: `"${path}" isn't YAML that Flux can read: ${error.message}`,
          at: { file: placeOfError(path, error) },
          notes: ['it says which folder Flux reads, so this cluster may not be judged at all'],
          fix: 'correct the file',
        }),
      ];
    }
  });

/** The folder of the cluster that a file is in. */
const ownFolder = ({ file }: Pick<FluxSync, 'file'>): string =>
  posix
    .dirname(file)
    .replace(/(?:^|\/)flux-system$/, '')
    .replace(/^\.$/, '');

/** A folder that is laid out as another cluster's is, and whose sync reads that one. */
const sharedFolder = (
  sync: FluxSync,
  syncs: readonly FluxSync[],
  { tree, views }: SyncOptions,
): readonly Diagnostic[] => {
  const own = ownFolder(sync);
  const { path, file } = sync;
  if (own === '' || path === '' || sync.open !== undefined || posix.dirname(own) !== posix.dirname(path)) return [];
  if (own === path || syncs.some((other) => other.path === own)) return [];
  const other = syncs.find(
    (one) =>
      one !== sync &&
      one.path === path &&
      isInside(one) &&
      posix.relative(path, one.file) === posix.relative(own, file),
  );
  const isLeft = [...tree.blobs.keys()].some(
    (one) => isYaml(one) && one.startsWith(`${own}/`) && !one.startsWith(`${posix.dirname(file)}/`),
  );
  const isRead = views.some(({ owners }) =>
    [...owners.values()].some(
      ({ folder, files }) =>
        (folder !== undefined && `${own}/`.startsWith(folder === '' ? '' : `${folder}/`)) ||
        // As a base of another cluster.
        files.some((one) => one.startsWith(`${own}/`)),
    ),
  );
  if (other === undefined || !isLeft || isRead) return [];
  return [
    diagnose(sharedSync, {
      message: `the sync in "${own}" reads "${path}", the folder of another cluster, and no Flux reads "${own}"`,
      at: { file: placeIn(file, path, tree) },
      notes: [`${other.file} reads "${path}", too, so that both clusters get the settings of one`],
      fix: `did you mean path: ${own}?`,
    }),
  ];
};

/** A folder that differs in more letters is another one. */
const MOST_LETTERS = 3;

/** Folders in which people keep what no Flux reads. */
const ASIDE = /(?:^|\/)(?:\.[^/]+|_?archived?|examples?|templates?|tests?|docs?)(?:\/|$)/i;

/** A path that isn't here, while a part of it is: a file for another repository has nothing in common with this one. */
const lostFolder = (
  { file, path, pattern, start, url, branch }: FluxSync,
  { tree, files }: SyncOptions,
): readonly Diagnostic[] => {
  const folders = folderPaths(tree);
  if (path === '' || pattern !== undefined || start !== undefined || holdsExpression(path) || folders.has(path))
    return [];
  if (ASIDE.test(file) || `/${file}`.includes(`/${path}/`)) return [];
  if (branch !== undefined && files.git !== undefined && files.git.branch !== branch) return [];
  const isOwn = url !== undefined && (files.git?.remotes ?? []).some((one) => nameOf(one) === nameOf(url));
  const depth = path.split('/').length;
  // The folder lies deeper, or the path begins above.
  const [deeper, ...more] = [...folders].filter((one) => one.endsWith(`/${path}`));
  const near =
    nearest(
      path,
      [...folders].filter((one) => one.split('/').length === depth),
      MOST_LETTERS,
    ) ?? (more.length === 0 ? deeper : undefined);
  const parts = path.split('/');
  const parent = parts.slice(0, -1).join('/');
  if (!isOwn && near === undefined && (parent === '' || !holdsFlux(parent, tree))) return [];
  return [
    diagnose(fluxTreeFault, {
      message: `the sync of Flux reads "${path}", and there is no such folder`,
      at: { file: placeIn(file, path, tree) },
      severity: isOwn ? 'error' : 'warning',
      notes: ['Kustomization "flux-system" fails, and Flux applies nothing'],
      fix:
        near !== undefined
          ? `did you mean "${near}"?`
          : parent !== '' && folders.has(parent)
            ? `correct its path; there is "${parent}"`
            : 'correct its path',
    }),
  ];
};

/** `acme/fleet` of any URL of a repository. */
const nameOf = (url: string): string =>
  url
    .toLowerCase()
    .replace(/(?:\.git)?\/?$/, '')
    .split(/[/:]/)
    .slice(-2)
    .join('/');

/** Whether a file right in a folder has a Kustomization of Flux. */
const holdsFlux = (folder: string, tree: FolderTree): boolean =>
  [...tree.blobs.keys()].some(
    (one) =>
      isYaml(one) &&
      posix.dirname(one) === folder &&
      tree.textOf(one)?.includes('kustomize.toolkit.fluxcd.io') === true,
  );

/** The line that has the path. */
const placeIn = (file: string, path: string, tree: FolderTree): string => {
  const at = (tree.textOf(file) ?? '')
    .split('\n')
    .findIndex((line) =>
      new RegExp(`path["']?\\s*[:=]\\s*["']?(?:\\./)?${escapePattern(path)}/?["']?\\s*(?:[#,}].*)?$`).test(line),
    );
  return at < 0 ? file : `${file}:${at + 1}`;
};
