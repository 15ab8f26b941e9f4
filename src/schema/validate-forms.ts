import { isObject } from '../json/is-object.js';
import type { Violation } from './violation.js';
import type { Schema, Walk } from './walk.js';

/** The keywords that combine schemas: allOf, anyOf, oneOf, not, if. */
export const checkForms = (walk: Walk, node: Schema, at: unknown, base: unknown): void => {
  const { full } = walk.dialect;
  const { allOf, anyOf, oneOf, not } = node;
  if (Array.isArray(allOf)) for (const part of allOf) walk.visit(part, at, true, base);
  if (Array.isArray(anyOf)) {
    if (full) nearestForm(walk, anyOf, at);
    else if (!anyOf.some((part) => walk.fits(part, at))) walk.refuse({ kind: 'no-form' }, at);
  }
  if (Array.isArray(oneOf)) {
    const count = oneOf.filter((part) => walk.fits(part, at)).length;
    if (count > 1) walk.refuse({ kind: 'several-forms' }, at);
    else if (count === 0 && full) nearestForm(walk, oneOf, at);
    else if (count === 0) walk.refuse({ kind: 'no-form' }, at);
  }
  if (not !== undefined && (full || isObject(not)) && walk.fits(not, at)) {
    const isNothing = full && isObject(not) && Object.keys(not).length === 0;
    walk.refuse({ kind: isNothing ? 'nothing-allowed' : 'forbidden-form' }, at);
  }
  if (full && node['if'] !== undefined) walk.visit(walk.fits(node['if'], at) ? node['then'] : node['else'], at, true);
};

/** Keeps the violations of the branch that is nearest to fitting, since those of all would drown the one that helps. */
const nearestForm = (walk: Walk, branches: readonly unknown[], at: unknown): void => {
  if (walk.isQuiet) {
    if (branches.length > 0 && !branches.some((branch) => walk.fits(branch, at))) walk.refuse({ kind: 'no-form' });
    return;
  }
  let best: readonly Violation[] = [];
  let bestDepth = -1;
  for (const branch of branches) {
    const violations = walk.violationsOf(branch, at);
    if (violations.length === 0) return;
    const depth = Math.max(...violations.map(({ path }) => path.length));
    if (depth > bestDepth || (depth === bestDepth && violations.length < best.length)) {
      best = violations;
      bestDepth = depth;
    }
  }
  walk.keep(best);
};
