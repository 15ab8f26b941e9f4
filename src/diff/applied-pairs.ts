import { hasExpressionInside } from '../applied/view/known-vars.js';
import { equalJson } from '../json/equal-json.js';
import type { AppliedObject, AppliedSource, AppliedState } from './applied-state.js';

/** An object as Flux applies it on both sides. */
export interface AppliedPair {
  readonly from: AppliedObject;
  readonly to: AppliedObject;
}

/** The objects of both states that Flux applies differently, by key. */
export const appliedPairs = (before: AppliedState, after: AppliedState): ReadonlyMap<string, AppliedPair> => {
  const found = new Map<string, AppliedPair>();
  for (const [key, { id }] of before.state.objects) {
    if (!after.state.objects.has(key)) continue;
    const [a, b] = [before.source(key), after.source(key)];
    if (a === undefined || b === undefined) continue;
    // Values come from other objects.
    if (id.kind !== 'HelmRelease' && isSame(a, b)) continue;
    const [from, to] = [before.applied(key), after.applied(key)];
    if (from !== undefined && to !== undefined && !equalJson(from, to)) found.set(key, { from, to });
  }
  return found;
};

const isSame = (a: AppliedSource, b: AppliedSource): boolean =>
  (a.built === b.built || equalJson(a.built, b.built)) &&
  equalJson(a.commonMetadata, b.commonMetadata) &&
  (a.vars === b.vars || !hasExpressionInside(a.built));
