import type { DescribedInput } from '../contract/index.js';
import { holdsExpression } from '../substitution/holds-expression.js';
// Not through the index: synth needs the parser alone, not the whole of substitution.
import { SubstitutionError } from '../substitution/substitution-error.js';
import { variablesOf } from '../substitution/variables-of.js';

/** What is of a class, such as a construct, has texts of its own that are no one's option. */
const isData = (value: unknown): value is object =>
  Array.isArray(value) ||
  (typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value)));

/** The names that the texts of an option read. What Flux can't parse is reported where an object holds it. */
const namesIn = (options: unknown): ReadonlySet<string> => {
  const names = new Set<string>();
  const seen = new Set<object>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      if (!holdsExpression(value)) return;
      try {
        for (const { name } of variablesOf(value)) names.add(name);
      } catch (error) {
        if (!(error instanceof SubstitutionError)) throw error;
      }
    } else if (isData(value) && !seen.has(value)) {
      seen.add(value);
      for (const member of Object.values(value)) visit(member);
    }
  };
  visit(options);
  return names;
};

/**
 * The vars of other addons that the cluster's code names in an addon's options: `'https://${TF_HEADLAMP_HOSTNAME}/'`.
 * They come from the ConfigMap that the addon's Kustomization reads anyway, so they are known to it.
 *
 * @param own the vars that the addon declares itself
 * @param declared by name, those of all addons of the cluster
 */
export const borrowedVars = (
  options: unknown,
  own: ReadonlyMap<string, DescribedInput>,
  declared: ReadonlyMap<string, DescribedInput>,
): ReadonlyMap<string, DescribedInput> => {
  const borrowed = new Map<string, DescribedInput>();
  // Without a var of its own, its Kustomization reads no ConfigMap.
  if (own.size === 0) return borrowed;
  for (const name of namesIn(options)) {
    const input = declared.get(name);
    if (input !== undefined && !own.has(name)) borrowed.set(name, input);
  }
  return borrowed;
};
