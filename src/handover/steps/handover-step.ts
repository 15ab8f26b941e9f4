import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMarks } from '../../applied/handover-marks.js';
import { noBaseNotice } from '../../applied/no-base-diagnostic.js';
import { checkPart } from '../../changes/check-change.js';
import type { BaseComparison, ClusterComparison } from '../../changes/comparison/comparison.js';
import { callsFor, type Finding, leftAfter, problemsOf } from '../../changes/findings.js';
import type { OwnerChanges } from '../../changes/model/owner-changes.js';
import type { TreePlace } from '../../compile/layout.js';
import type { Diagnostic } from '../../diagnostics/index.js';
import type { TreePlan } from '../../tree/check-plan.js';
import { readOwnHeader } from '../../tree/own-file.js';
import type { AppPlan } from '../../tree/plan-app.js';
import type { Adoption } from '../adopt/plan-adoption.js';
import { openFirstStep } from './first-step.js';
import type { HandoverPlan } from './plan-handover.js';
import {
  adoptionNotice,
  firstStepNotice,
  secondStepNotice,
  takenBackNotice,
  underWayNotice,
  waitsNotice,
} from './step-notices.js';
import { tryFindUnderWay } from './under-way.js';

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
  /** The clusters that differ from the base, with what Flux does by this change. */
  readonly compared: readonly ClusterComparison[];
  /** Files of others also have an object of the plan. They are handed over, not deleted. */
  readonly hasSecondOwner: boolean;
}

/** The tree, and its root: absolute. */
export interface TreeFolder {
  readonly root: string;
  readonly tree: TreePlace;
}

/**
 * Detects the step of a handover from the tree itself: the first step while the files of the branch have its marks, the
 * second one once they no longer do, and the base does.
 *
 * @param check whether the command only checks the tree
 * @param adoptionOf returns the adoption of a cluster if the files of others are in its first step
 * @param wanted the step that somebody asks for now
 */
export const stepOf = (
  { root, tree }: TreeFolder,
  plan: AppPlan,
  comparison: BaseComparison,
  check: boolean,
  adoptionOf: (cluster: string) => Adoption | undefined,
  wanted?: 'first' | 'finish' | 'abort',
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
  const firstIn = (one: ClusterComparison): HandoverPlan | undefined => {
    const first = steps.get(one)?.plan();
    return first !== undefined && (wanted === 'first' || asksForFirst(root, first)) ? first : undefined;
  };
  for (const one of comparison.clusters) {
    if (callsFor('adoption', one.findings).length === 0 || firstIn(one) !== undefined) continue;
    const adoption = adoptionOf(one.cluster);
    if (adoption !== undefined) adoptions.set(one.cluster, adoption);
  }
  const compared: ClusterComparison[] = [];
  const waiting = findWaiting(root, tree, plan, comparison, adoptions);
  for (const one of comparison.clusters) {
    const { cluster, findings } = one;
    const step = steps.get(one)!;
    const underWay = tryFindUnderWay(root, one);
    const isOpen = callsFor('handover', findings).length > 0;
    // A first step of a version before this one is written once more, so that its marks name what they mark.
    const first = (isOpen && underWay === undefined) || underWay?.isOld === true ? firstIn(one) : undefined;
    const here = wanted === 'finish' || wanted === 'abort' ? 'second' : underWay?.here;
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
    } else if (first !== undefined) {
      next.set(cluster, first.next);
      use(cluster, first.files);
      tell(step.findingsAfter());
      diagnostics.push(...first.problems, ...(wanted === undefined ? [firstStepNotice(one)] : []));
    } else if (underWay !== undefined && here === 'first' && !isOpen) {
      use(cluster, underWay.files);
      tell(checkPart(one.context, underWay.now));
      diagnostics.push(...underWay.problems, underWayNotice(one, underWay));
      compared.push({ ...one, changes: underWay.now });
      continue;
    } else {
      tell(findings);
      if (wanted === undefined && !isOpen && underWay !== undefined && here === 'second')
        diagnostics.push(secondStepNotice(one, underWay));
      if (here === 'taken-back') diagnostics.push(takenBackNotice(one));
    }
    compared.push(one);
  }
  return { files, diagnostics, next, compared, hasSecondOwner };
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

/** Whether the files on the disk have the marks of the first step. */
const asksForFirst = (root: string, plan: HandoverPlan): boolean =>
  plan.marked.length > 0 &&
  plan.marked.every((path) => {
    const full = join(root, path);
    const titles = existsSync(full) ? readMarks(readFileSync(full, 'utf8')) : undefined;
    return titles !== undefined && titles.length > 0;
  });
