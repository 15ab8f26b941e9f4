import type { Diagnostic } from '../diagnostics/index.js';
import type { AboutAdoption, ChangeContext, ChangeRule, FirstStep } from './change-rule.js';
import { type Finding, problemsOf } from './findings.js';
import type { OwnerChanges } from './model/owner-changes.js';
import { changeRules } from './registry.js';

const all: readonly ChangeRule[] = changeRules;

/** All that the rules find in a cluster's change. */
export const checkChange = (context: ChangeContext): readonly Finding[] => ask(all, context);

/**
 * What is left of it once a first step is applied.
 *
 * @param changes what Flux does then
 */
export const checkAfter = (step: FirstStep, context: ChangeContext, changes: OwnerChanges): readonly Finding[] =>
  ask(
    all.filter(({ settledBy = [] }) => !settledBy.includes(step)),
    // What the context has found until now stays as it is.
    Object.create(context, { changes: { value: changes } }) as ChangeContext,
  );

/** What the rules find in the state that an adoption leads to. */
export const checkAdoption = (about: AboutAdoption, context: ChangeContext): readonly Diagnostic[] =>
  problemsOf(
    ask(
      all.filter(({ asksOfAdoption }) => asksOfAdoption === about),
      context,
    ),
  );

const ask = (rules: readonly ChangeRule[], context: ChangeContext): readonly Finding[] => {
  const found = rules.filter(({ isLast }) => isLast !== true).flatMap((rule) => askOne(rule, context, []));
  const others = problemsOf(found);
  // What others follow from comes first.
  return [...rules.filter(({ isLast }) => isLast === true).flatMap((rule) => askOne(rule, context, others)), ...found];
};

const askOne = (rule: ChangeRule, context: ChangeContext, others: readonly Diagnostic[]): readonly Finding[] => {
  const found: Finding[] = [];
  rule.check(context, (problem) => found.push({ rule, problem }), others);
  return found;
};
