import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { noBaseNotice } from '../../applied/no-base-diagnostic.js';
import type { BaseComparison, ClusterComparison } from '../../changes/comparison/comparison.js';
import { callsFor, type Finding, leftAfter, problemsOf } from '../../changes/findings.js';
import type { OwnerChanges } from '../../changes/model/owner-changes.js';
import { adoptionCommand } from '../../changes/words/adoption-command.js';
import type { TreePlace } from '../../compile/layout.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import type { TreePlan } from '../../tree/check-plan.js';
import { compareTree } from '../../tree/compare-tree.js';
import { readOwnHeader } from '../../tree/own-file.js';
import type { AppPlan } from '../../tree/plan-app.js';
import type { Adoption } from '../adopt/plan-adoption.js';
import { adoptionWaits, handoverNotMerged, handoverStep } from '../diagnostics.js';
import { openFirstStep, type PlannedStep } from './first-step.js';

/** What synth does after it has read the base. */
export interface SynthStep {
  /**
   * The files that the tree should have: the plan's, or, for a cluster in the first step of a handover, the files of
   * that step.
   */
  readonly files: TreePlan;
  readonly diagnostics: readonly Diagnostic[];
  /** What Flux will do with the second step, by cluster in the first step. */
  readonly next: ReadonlyMap<string, OwnerChanges>;
  /** Files of others also have an object of the plan. They are handed over, not deleted. */
  readonly hasSecondOwner: boolean;
}

/** The tree, and its root: absolute. */
export interface TreeFolder {
  readonly root: string;
  readonly tree: TreePlace;
}

/**
 * Detects the step of a handover from the tree itself: the first step, while the tree is what `fluxspan handover`
 * writes for this source and base.
 *
 * @param check whether the command only checks the tree; a tree in the first step is then correct
 * @param adoptionOf returns the adoption of a cluster if the files of others are in its first step
 */
export const stepOf = (
  { root, tree }: TreeFolder,
  plan: AppPlan,
  comparison: BaseComparison,
  check: boolean,
  adoptionOf: (cluster: string) => Adoption | undefined,
): SynthStep => {
  const diagnostics: Diagnostic[] = [...comparison.problems, ...comparison.secondOwners];
  let hasSecondOwner = comparison.secondOwners.length > 0;
  const tell = (findings: readonly Finding[]) => {
    diagnostics.push(...problemsOf(findings));
    if (callsFor('adoption', findings).length > 0) hasSecondOwner = true;
  };
  if (comparison.noBase !== undefined) {
    const notice = noBaseNotice(comparison.noBase);
    diagnostics.push(check && comparison.noBase.isNew !== true ? { ...notice, severity: 'error' } : notice);
  }
  const files = new Map(plan.files);
  const use = (cluster: string, instead: TreePlan) => {
    for (const path of plan.clusters.find((one) => one.cluster === cluster)?.files.keys() ?? []) files.delete(path);
    for (const [path, text] of instead) files.set(path, text);
  };
  const next = new Map<string, OwnerChanges>();
  const adoptions = new Map<string, Adoption>();
  const steps = new Map(comparison.clusters.map((one) => [one, openFirstStep(one)]));
  const firstIn = (one: ClusterComparison): TreePlan | undefined => firstStepIn(root, tree, one, steps.get(one)!);
  for (const one of comparison.clusters) {
    if (!check || callsFor('adoption', one.findings).length === 0 || firstIn(one) !== undefined) continue;
    const adoption = adoptionOf(one.cluster);
    if (adoption !== undefined) adoptions.set(one.cluster, adoption);
  }
  const unmerged: ClusterComparison[] = [];
  const waiting = findWaiting(root, tree, plan, comparison, adoptions);
  for (const one of comparison.clusters) {
    const { cluster, findings } = one;
    const step = steps.get(one)!;
    const first = firstIn(one);
    const isOpen = callsFor('handover', findings).length > 0;
    const adoption = adoptions.get(cluster);
    if (adoption !== undefined) {
      next.set(cluster, adoption.changes);
      use(cluster, one.ownFiles());
      // The adoption's own findings are about the future tree.
      tell(leftAfter('adoption', findings));
      diagnostics.push(...adoption.problems, adoptionNotice(one, tree));
    } else if (waiting.has(cluster)) {
      use(cluster, new Map());
      diagnostics.push(waitsNotice(one, tree));
    } else if (first !== undefined && check) {
      next.set(cluster, step.plan()?.next ?? one.changes);
      use(cluster, first);
      tell(step.findingsAfter());
      diagnostics.push(firstStepNotice(one, isOpen));
    } else if (first !== undefined && isOpen) {
      tell(step.findingsAfter());
      unmerged.push(one);
    } else {
      tell(findings);
      if (one.changes.moved.length > 0 && !isOpen && one.before.inHandover) diagnostics.push(secondStepNotice(one));
    }
  }
  for (const revision of new Set(unmerged.map(({ base }) => base.revision))) {
    diagnostics.push(notMerged(unmerged.filter(({ base }) => base.revision === revision)));
  }
  // Other clusters may wait: handover leaves them as in the base.
  if (next.size > 0) {
    for (const one of comparison.clusters) {
      if (one.changes.moved.length > 0) continue;
      const waiting = one.ownFiles();
      if (treeIs(root, tree, one.cluster, waiting)) use(one.cluster, waiting);
    }
  }
  return { files, diagnostics, next, hasSecondOwner };
};

/**
 * Declared clusters without any written or merged files, whose objects others still apply. They must not block changes
 * of clusters that are adopted already, or in adoption.
 */
const findWaiting = (
  root: string,
  tree: TreePlace,
  plan: AppPlan,
  { clusters }: BaseComparison,
  adoptions: ReadonlyMap<string, Adoption>,
): ReadonlySet<string> => {
  const isThere = (path: string): boolean => {
    const full = join(root, path);
    return existsSync(full) && readOwnHeader(tree, path, readFileSync(full, 'utf8')) !== undefined;
  };
  const waits = ({ cluster, findings, before }: ClusterComparison): boolean =>
    !adoptions.has(cluster) &&
    callsFor('adoption', findings).length > 0 &&
    before.own.every((path) => !path.endsWith('.yaml')) &&
    ![...(plan.clusters.find((one) => one.cluster === cluster)?.files.keys() ?? [])].some(isThere);
  const found = clusters.filter(waits).map(({ cluster }) => cluster);
  return new Set(found.length < plan.clusters.length ? found : []);
};

const firstStepIn = (
  root: string,
  tree: TreePlace,
  { cluster }: ClusterComparison,
  { plan }: PlannedStep,
): TreePlan | undefined => {
  const handover = plan();
  return handover !== undefined && treeIs(root, tree, cluster, handover.files) ? handover.files : undefined;
};

const treeIs = (root: string, tree: TreePlace, cluster: string, files: TreePlan): boolean => {
  const { added, changed, removed, kept, problems } = compareTree(
    root,
    files,
    { clusters: [cluster], all: false },
    { force: false, tree },
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

const adoptionNotice = ({ cluster, base, before }: ClusterComparison, tree: TreePlace): Diagnostic =>
  diagnose(handoverStep, {
    message: `cluster "${cluster}": handover, step 1 of 2, from files that fluxspan did not write`,
    at: { cluster },
    fix: `when ${base.revision} has it and Flux has reconciled it, run ${adoptionCommand(tree, before.layout)} again for the second step`,
  });

const waitsNotice = ({ cluster, findings, before }: ClusterComparison, tree: TreePlace): Diagnostic =>
  diagnose(adoptionWaits, {
    message: `cluster "${cluster}" is not adopted yet, and nothing is written for it: others still apply what the code declares`,
    at: { cluster },
    notes: callsFor('adoption', findings).map(({ message }) => message),
    fix: `when its turn comes, run ${adoptionCommand(tree, before.layout)}`,
  });

const secondStepNotice = ({ cluster, changes }: ClusterComparison): Diagnostic =>
  diagnose(handoverStep, {
    message: `cluster "${cluster}": handover, step 2 of 2: ${changes.moved.length === 1 ? '1 object gets its' : `${changes.moved.length} objects get their`} new owner`,
    at: { cluster },
    fix: 'merge it only after Flux has reconciled the first step (flux get kustomizations shows its revision)',
  });

/** Reports each branch once for all clusters that follow it. */
const notMerged = (clusters: readonly ClusterComparison[]): Diagnostic => {
  const { cluster, base } = clusters[0]!;
  const names = clusters.map((one) => `"${one.cluster}"`);
  return diagnose(handoverNotMerged, {
    message: `the first step of the handover of ${names.join(', ')} is here, and not in ${base.revision} yet: with the second step on the same branch, both would arrive as one change`,
    at: names.length === 1 ? { cluster } : {},
    fix: `commit the tree as it is and merge it into ${base.revision}; when Flux has reconciled it, run synth again (after git fetch, on a branch of it)`,
  });
};
