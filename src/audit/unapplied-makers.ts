import { posix } from 'node:path';
import type { FluxView } from '../applied/view/flux-view.js';
import type { Diagnostic } from '../diagnostics/index.js';
import { KUSTOMIZATION_FILES } from '../flux/kustomization-file-names.js';
import { outsideData, outsideSecret } from './diagnostics.js';
import type { FolderTree } from './folder-tree.js';
import { unlistedMaker } from './unlisted-maker.js';

/** What {@link outsideData} and {@link outsideSecret} say is missing. */
const MISSING = /(ConfigMap|Secret)\/(\S+) in namespace "([^"]*)", which nothing in this repository makes$/;

/** The same findings, where a file that somebody forgot to list makes what is missing. */
export const withUnappliedMakers = (
  found: readonly Diagnostic[],
  view: FluxView,
  tree: FolderTree,
): readonly Diagnostic[] =>
  found.map((one) => {
    if (one.code !== outsideData.code && one.code !== outsideSecret.code) return one;
    const [missing, kind = '', name = '', namespace = ''] = MISSING.exec(one.message) ?? [];
    const file = missing === undefined ? undefined : unlistedMaker({ kind, name, namespace }, view, tree);
    if (file === undefined) return one;
    return {
      ...one,
      severity: 'warning',
      message: one.message.replace(
        /which nothing in this repository makes$/,
        `which ${file} makes, and no Kustomization applies that`,
      ),
      fix: `add ${posix.basename(file)} to resources of ${listBeside(file, tree)}`,
    };
  });

/** A folder without a kustomization file is applied whole. */
const listBeside = (file: string, { blobs }: FolderTree): string =>
  KUSTOMIZATION_FILES.map((name) => posix.join(posix.dirname(file), name)).find((path) => blobs.has(path)) ??
  'a kustomization file';
