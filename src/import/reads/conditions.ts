import type { Branch, Command, Operand, TemplateNode } from '../../go-template/index.js';
import { type Guard, type GuardedBranch, openGuards } from './guards.js';

/** Under which conditions a part of a template is run, as the interpreter follows it. */
export interface Conditions {
  /** The guards of a branch of which one side always fails. */
  readonly find: (branch: Branch) => GuardedBranch | undefined;
  /** Runs what isn't run whatever the values are. */
  readonly under: <T>(run: () => T) => T;
  /** How many there are now. */
  readonly depth: () => number;
  /** Evaluates the condition of a branch. */
  readonly ofBranch: <T>(branch: GuardedBranch | undefined, run: () => T) => T;
  /** The guard for which the condition that is evaluated reads something. */
  readonly guardOf: (read: Operand | Command) => Guard | undefined;
}

export const openConditions = (templates: ReadonlyMap<string, readonly TemplateNode[]>): Conditions => {
  let depth = 0;
  let current: { readonly guards: GuardedBranch['guards']; readonly isSure: boolean } | undefined;
  return {
    find: openGuards(templates),
    under(run) {
      depth += 1;
      try {
        return run();
      } finally {
        depth -= 1;
      }
    },
    depth: () => depth,
    ofBranch(branch, run) {
      const before = current;
      current = branch && { guards: branch.guards, isSure: depth === 0 };
      try {
        return run();
      } finally {
        current = before;
      }
    },
    guardOf(read) {
      const guard = current?.guards.get(read);
      return guard && { text: guard.text, isPresence: guard.isPresence, isSure: guard.isAlone && current!.isSure };
    },
  };
};
