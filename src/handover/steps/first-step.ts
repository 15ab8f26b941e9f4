import { checkAfter } from '../../changes/check-change.js';
import type { ClusterComparison } from '../../changes/comparison/comparison.js';
import type { Finding } from '../../changes/findings.js';
import { ownMoves } from '../../changes/model/owner-changes.js';
import { type HandoverPlan, planHandover } from './plan-handover.js';

/** The first step of a handover, if a cluster needs one. */
export interface PlannedStep {
  /** The plan, if an object changes its owner; computed on request. */
  readonly plan: () => HandoverPlan | undefined;
  /** What the change rules find after Flux has reconciled the step. */
  readonly findingsAfter: () => readonly Finding[];
}

export const openFirstStep = ({ place, before, after, changes, context }: ClusterComparison): PlannedStep => {
  const { tree, layout, isMoved } = place;
  let found: HandoverPlan | undefined;
  const plan = (): HandoverPlan | undefined => {
    if (isMoved === true || ownMoves(changes).length === 0) return undefined;
    found ??= planHandover(tree, layout, before, after, changes, context.plan, context.updates);
    return found;
  };
  return { plan, findingsAfter: () => checkAfter('handover', context, plan()?.next ?? changes) };
};
