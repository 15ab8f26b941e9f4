import type { Branch, TemplateNode } from '../../go-template/index.js';
import type { Leaf } from './asking.js';
import type { Guard } from './guard.js';
import { openGuards } from './guards.js';

/** Under which conditions a part of a template is run, as the interpreter follows it. */
export interface Conditions {
  /** The side of a branch that doesn't fail, if one of them always does. */
  readonly left: (branch: Branch) => 'body' | 'otherwise' | undefined;
  /** Runs what isn't run whatever the values are. */
  readonly under: <T>(run: () => T) => T;
  /** How many there are now. */
  readonly depth: () => number;
  /** Evaluates the pipeline of a branch or an action. */
  readonly ofPipe: <T>(run: () => T) => T;
  /** The guard for which the pipeline that is evaluated reads something. */
  readonly guardOf: (read: Leaf) => Guard | undefined;
}

export const openConditions = (templates: ReadonlyMap<string, readonly TemplateNode[]>): Conditions => {
  const guards = openGuards(templates);
  let depth = 0;
  let isSure = false;
  return {
    left: guards.left,
    under(run) {
      depth += 1;
      try {
        return run();
      } finally {
        depth -= 1;
      }
    },
    depth: () => depth,
    ofPipe(run) {
      const before = isSure;
      isSure = depth === 0;
      try {
        return run();
      } finally {
        isSure = before;
      }
    },
    guardOf(read) {
      const guard = guards.of(read);
      return guard && { ...guard, isSure: guard.isSure && isSure };
    },
  };
};
