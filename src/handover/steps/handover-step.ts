import { noBaseNotice } from '../../base/no-base-diagnostic.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { compareTree, type TreePlan } from '../../tree/compare-tree.js';
import type { AppPlan } from '../../tree/plan-app.js';
import { type ClusterFindings, listFindings } from '../cluster-findings.js';
import type { OwnerChanges } from '../compare-owners.js';
import type { BaseComparison, ClusterComparison } from '../compare-with-base.js';
import { handoverNotMerged, handoverStep } from '../diagnostics.js';

/** What synth does after it has looked at the base. */
export interface SynthStep {
  /** What the tree should be: the plan's files, or for a cluster in the first step of a handover those of that step. */
  readonly files: TreePlan;
  readonly diagnostics: readonly Diagnostic[];
  /** By cluster in a first step: what Flux will do with the second one. */
  readonly next: ReadonlyMap<string, OwnerChanges>;
  /** An object of the plan is also in files of others: those are handed over, not deleted. */
  readonly hasSecondOwner: boolean;
}

/** The tree's folder: absolute, and relative to the project. */
export interface TreeFolder {
  readonly root: string;
  readonly folder: string;
}

/**
 * Finds out where a handover stands, from the tree itself: it is in its first step while the tree is what
 * `fluxspan handover` writes for this source and base.
 *
 * @param check whether the tree is only looked at; a tree that is the first step is then as it should be
 * @param isAdopting whether the files that others wrote for a cluster are in the first step of an adoption
 */
export const stepOf = (
  { root, folder }: TreeFolder,
  plan: AppPlan,
  comparison: BaseComparison,
  check: boolean,
  isAdopting: (cluster: string) => boolean,
): SynthStep => {
  const diagnostics: Diagnostic[] = [...comparison.problems, ...comparison.secondOwners];
  let hasSecondOwner = comparison.secondOwners.length > 0;
  const tell = (findings: ClusterFindings) => {
    diagnostics.push(...listFindings(findings));
    if (findings.secondOwners.length > 0) hasSecondOwner = true;
  };
  if (comparison.noBase !== undefined) {
    const notice = noBaseNotice(comparison.noBase);
    diagnostics.push(check ? { ...notice, severity: 'error' } : notice);
  }
  const files = new Map(plan.files);
  const use = (cluster: string, instead: TreePlan) => {
    for (const path of plan.clusters.find((one) => one.cluster === cluster)?.files.keys() ?? []) files.delete(path);
    for (const [path, text] of instead) files.set(path, text);
  };
  const next = new Map<string, OwnerChanges>();
  for (const one of comparison.clusters) {
    const { cluster, findings } = one;
    const first = firstStepIn(root, folder, one);
    const isOpen = findings.openMoves.length > 0;
    if (check && first === undefined && findings.secondOwners.length > 0 && isAdopting(cluster)) {
      next.set(cluster, one.changes);
      use(cluster, one.ownFiles());
      tell({ ...findings, secondOwners: [] });
      diagnostics.push(adoptionNotice(one));
    } else if (first !== undefined && check) {
      next.set(cluster, one.handover()?.next ?? one.changes);
      use(cluster, first);
      tell(one.findingsAfterHandover());
      diagnostics.push(firstStepNotice(one, isOpen));
    } else if (first !== undefined && isOpen) {
      tell({ ...findings, openMoves: [] });
      diagnostics.push(notMerged(one));
    } else {
      tell(findings);
      if (one.changes.moved.length > 0 && !isOpen && one.before.inHandover) diagnostics.push(secondStepNotice(one));
    }
  }
  // A cluster beside it may wait: handover leaves it as the base has it.
  if (next.size > 0) {
    for (const one of comparison.clusters) {
      if (one.changes.moved.length > 0) continue;
      const waiting = one.ownFiles();
      if (treeIs(root, folder, one.cluster, waiting)) use(one.cluster, waiting);
    }
  }
  return { files, diagnostics, next, hasSecondOwner };
};

const firstStepIn = (root: string, folder: string, one: ClusterComparison): TreePlan | undefined => {
  const handover = one.handover();
  return handover !== undefined && treeIs(root, folder, one.cluster, handover.files) ? handover.files : undefined;
};

const treeIs = (root: string, folder: string, cluster: string, files: TreePlan): boolean => {
  const { added, changed, removed, kept, problems } = compareTree(
    root,
    files,
    { clusters: [cluster], all: false },
    { force: false, folder },
  );
  return [added, changed, removed, kept, problems].every((list) => list.length === 0);
};

const firstStepNotice = ({ cluster, base }: ClusterComparison, isOpen: boolean): Diagnostic =>
  diagnose(handoverStep, {
    message: `cluster "${cluster}": handover, step 1 of 2`,
    at: { cluster },
    fix: isOpen
      ? `merge this into ${base.revision}; when Flux has reconciled it, run npx fluxspan synth on a new branch for the second step`
      : 'when Flux has reconciled it (flux get kustomizations), run npx fluxspan synth for the second step',
  });

const adoptionNotice = ({ cluster, base }: ClusterComparison): Diagnostic =>
  diagnose(handoverStep, {
    message: `cluster "${cluster}": handover, step 1 of 2, from files that fluxspan did not write`,
    at: { cluster },
    fix: `when ${base.revision} has it and Flux has reconciled it, run npx fluxspan handover --from again for the second step`,
  });

const secondStepNotice = ({ cluster, changes }: ClusterComparison): Diagnostic =>
  diagnose(handoverStep, {
    message: `cluster "${cluster}": handover, step 2 of 2: ${changes.moved.length === 1 ? '1 object gets its' : `${changes.moved.length} objects get their`} new owner`,
    at: { cluster },
    fix: 'merge it only after Flux has reconciled the first step (flux get kustomizations shows its revision)',
  });

const notMerged = ({ cluster, base }: ClusterComparison): Diagnostic =>
  diagnose(handoverNotMerged, {
    message: `the first step of the handover of "${cluster}" is here, and not in ${base.revision} yet: with the second step on the same branch, both would arrive as one change`,
    at: { cluster },
    fix: `commit the tree as it is and merge it into ${base.revision}; when Flux has reconciled it, run synth again (after git fetch, on a branch of it)`,
  });
