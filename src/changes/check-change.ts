import type { Diagnostic } from '../diagnostics/index.js';
import type { AboutAdoption, ChangeContext, ChangeRule, FirstStep } from './change-rule.js';
import { type Finding, problemsOf } from './findings.js';
import type { OwnerChanges } from './model/owner-changes.js';
import { changeRules } from './registry.js';

const all: readonly ChangeRule[] = changeRules;

/** Runs every change rule on a cluster's change. */
export const checkChange = (context: ChangeContext): readonly Finding[] => ask(all, context);

/**
 * Runs the rules again on what remains once a first step is applied.
 *
 * @param changes what Flux does after that step
 */
export const checkAfter = (step: FirstStep, context: ChangeContext, changes: OwnerChanges): readonly Finding[] =>
  ask(
    all.filter(({ settledBy = [] }) => !settledBy.includes(step)),
    // The new object inherits the parts that the context has already computed.
    Object.create(context, { changes: { value: changes } }) as ChangeContext,
  );

/** Runs every rule on a part of a change. */
export const checkPart = (context: ChangeContext, changes: OwnerChanges): readonly Finding[] =>
  ask(all, Object.create(context, { changes: { value: changes } }) as ChangeContext);

/** Runs the rules that check an adoption on the state that it leads to. */
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
  // Causes come before their effects.
  return [...rules.filter(({ isLast }) => isLast === true).flatMap((rule) => askOne(rule, context, others)), ...found];
};

const askOne = (rule: ChangeRule, context: ChangeContext, others: readonly Diagnostic[]): readonly Finding[] => {
  const found: Finding[] = [];
  rule.check(context, (problem) => found.push({ rule, problem }), others);
  return found;
};
