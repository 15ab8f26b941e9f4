import { posix } from 'node:path';
import { PRUNE_MARK } from '../../applied/cluster-state.js';
import { type ObjectId, titleOf } from '../../applied/object-id.js';
import { ownerName } from '../../applied/owner-name.js';
import type { ClusterViews } from '../../applied/view/cluster-views.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { specOf } from '../../json/manifest-fields.js';
import type { ClusterPlan } from '../../tree/plan-cluster.js';
import { rootLost } from './diagnostics.js';

export interface LostRootInput {
  readonly plan: Pick<ClusterPlan, 'cluster' | 'layout'>;
  readonly view: ClusterViews;
  /** The tree's root, relative to the repository's. */
  readonly root: string;
}

/** Finds a root that no longer reads the cluster's folder, or that deletes itself. */
export const findLostRoot = ({ plan: { cluster, layout }, view, root }: LostRootInput): Diagnostic | undefined => {
  const folder = posix.join(root, layout.folder);
  const { running } = view.after;
  const { folder: old } = view.before.running;
  const isElsewhere = running.folder !== old && !isWithin(folder, running.folder);
  const leaves = [view.before, view.after].map(({ running: { json } }) => specOf(json)['kubeConfig'] !== undefined);
  if (!isElsewhere && !running.isGone && !(leaves[1] === true && leaves[0] !== true)) return undefined;
  const title = `Kustomization "${ownerName(running.key)}", Flux's root,`;
  const at = { cluster, ...(running.file === undefined ? {} : { file: running.file }) };
  if (isElsewhere) {
    return diagnose(rootLost, {
      message: `${title} would read "${running.folder}" instead of "${old}": Flux deletes all that it has applied from there, and applies nothing of "${folder}"`,
      at: { ...at, path: 'spec.path' },
      fix: `leave its path as it is; to move the cluster, set prune: false on the root first, in a change of its own`,
    });
  }
  if (!running.isGone) {
    return diagnose(rootLost, {
      message: `${title} would apply all that it reads to another cluster, the one that its kubeConfig names: nothing updates or deletes any more what it has applied to this one`,
      at: { ...at, path: 'spec.kubeConfig' },
      fix: 'take kubeConfig out; give it to the Kustomization of an addon that is for another cluster',
    });
  }
  if (running.isOutside === true) {
    return diagnose(rootLost, {
      message: `Kustomization "${ownerName(running.key)}", by which Flux reads "${folder}", would no longer do so: Flux deletes all that it has applied from there`,
      at: { ...at, path: 'spec.path' },
      fix: `leave it as it is; to move or remove the cluster, set prune: false on it first, in a change of its own`,
    });
  }
  if (running.successor !== undefined) return comesTooEarly(title, at, running.successor, view.before.running.file);
  return diagnose(rootLost, {
    message: `${title} would delete itself, with all that it has applied: nothing in "${running.folder}" declares it under this name and namespace any more`,
    at,
    fix: 'take back what renames it, moves it or leaves it out; to rename it, set prune: false on it first, in a change of its own',
  });
};

/**
 * Whether the root is removed in the same change that adds the FluxInstance through which the Flux Operator would take
 * it over.
 */
const comesTooEarly = (
  title: string,
  at: Diagnostic['at'],
  instance: ObjectId,
  file: string | undefined,
): Diagnostic => {
  const { namespace, name } = instance;
  return diagnose(rootLost, {
    message: `${title} would delete itself, with all that it has applied: ${titleOf(instance)} comes with the same change, and Flux prunes Flux's own files before Flux Operator has taken them over (it marks what it makes with ${PRUNE_MARK}: Disabled)`,
    at,
    notes: [
      `1. merge the FluxInstance beside ${file === undefined ? "Flux's own files" : `"${file}"`}, and wait: kubectl -n ${namespace} wait fluxinstance/${name} --for=condition=Ready`,
      "2. remove Flux's own files in a change of its own",
    ],
    fix: `do it in these two steps; or, if you have applied the FluxInstance by hand and it is ready, declare it in the cluster's options: external: [{ kind: 'FluxInstance', name: '${name}', namespace: '${namespace}' }]`,
  });
};

const isWithin = (folder: string, reads: string): boolean =>
  reads === '' || folder === reads || folder.startsWith(`${reads}/`);
