import type { FluxView } from '../applied/view/flux-view.js';
import type { Diagnostic } from '../diagnostics/index.js';
import { unknownReference } from '../rules/flux/reference.js';
import type { FolderTree } from './folder-tree.js';
import { judge } from './judge.js';
import type { OwnerWithVars } from './state-of-view.js';
import { withUnappliedMakers } from './unapplied-makers.js';
import { unbuiltObjects, unlessUnbuilt } from './unbuilt-objects.js';
import { fileWith } from './unlisted-maker.js';
import { withoutSecrets } from './without-secrets.js';

interface JudgedOptions {
  readonly view: FluxView;
  readonly tree: FolderTree;
  readonly cluster: string;
  /** The version of Flux, as the files say. */
  readonly flux: string | undefined;
  /** No file says what the cluster's Flux reads. */
  readonly isGuessed: boolean;
  readonly owners: readonly OwnerWithVars[];
}

/** What is found in a cluster, as far as it counts in a repository that fluxspan doesn't write. */
export const judgedFindings = (
  found: readonly Diagnostic[],
  { view, tree, cluster, flux, isGuessed, owners }: JudgedOptions,
): readonly Diagnostic[] => {
  const unbuilt = unbuiltObjects(view);
  const counted = withUnappliedMakers(found, view, tree).flatMap((one): readonly Diagnostic[] => {
    const judged = isGenerated(one) ? undefined : unlessUnbuilt(judge(one, flux), unbuilt);
    if (judged === undefined) return [];
    const severity = isGuessed && isMadeElsewhere(judged, tree) ? 'notice' : judged.severity;
    return [{ ...judged, severity, at: { cluster, ...judged.at } }];
  });
  return withoutSecrets(counted, owners);
};

/** What a guessed cluster lacks, and a file outside of it makes: the same Flux may read both. */
const isMadeElsewhere = ({ code, message }: Diagnostic, tree: FolderTree): boolean => {
  if (code !== unknownReference.code) return false;
  const [missing, kind = '', name = '', namespace] = MISSING.exec(message) ?? [];
  return (
    missing !== undefined &&
    fileWith({ kind, name, ...(namespace === undefined ? {} : { namespace }) }, tree) !== undefined
  );
};

const MISSING = /^nothing makes (\w+)\/(\S+)(?: in namespace "([^"]*)")?$/;

/** `flux install` wrote it, and people don't edit it. */
const isGenerated = ({ at }: Diagnostic): boolean => /(?:^|\/)gotk-components\.ya?ml(?::|$)/.test(at.file ?? '');
