import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { isObject } from '../json/is-object.js';
import { type JsonPath, printPath } from '../json/json-path.js';
import { MOST_PATTERN_PARTS, openPatternBudget } from '../schema/pattern-budget.js';
import { contractPatterns } from './diagnostics.js';

/**
 * Names the first pattern of a contract with which its patterns go over what is compiled of them. It looks at every
 * `pattern` in it: whether the rest is as a contract is, only compiling the patterns shows.
 */
export const findPatternProblem = (contract: Readonly<Record<string, unknown>>): Diagnostic | undefined => {
  const budget = openPatternBudget();
  const find = (value: unknown, path: JsonPath): Diagnostic | undefined => {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        const problem = find(item, [...path, index]);
        if (problem !== undefined) return problem;
      }
    } else if (isObject(value)) {
      for (const [key, member] of Object.entries(value)) {
        const inner = [...path, key];
        if (typeof member !== 'string') {
          const problem = find(member, inner);
          if (problem !== undefined) return problem;
        } else if (key === 'pattern' && !budget.spend(member)) return overBudget(contract['cluster'], inner, member);
      }
    }
    return undefined;
  };
  return find(contract, []);
};

const LONGEST_SHOWN = 100;

const overBudget = (cluster: unknown, path: JsonPath, pattern: string): Diagnostic => {
  const shown = pattern.length > LONGEST_SHOWN ? `${pattern.slice(0, LONGEST_SHOWN)}…` : pattern;
  return diagnose(contractPatterns, {
    message: `the patterns of the contract have more than ${MOST_PATTERN_PARTS} parts, repetitions written out; ${printPath(path)} goes over that: ${shown}`,
    at: { ...(typeof cluster === 'string' ? { cluster } : {}), path: printPath(path) },
    fix: 'write `+` or `*` instead of a large count, or share a pattern between inputs: it counts once',
  });
};
