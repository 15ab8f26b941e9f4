import type { StructuralSchema } from '../read-crd.js';
import type { Cel } from './cel-library.js';
import { fieldsOfSelf, isTransitionRule, loopDepth } from './cel-source.js';

/** A rule that compares a value with what was there before. */
export interface TransitionRule {
  readonly rule: string;
  /** The author's own words. */
  readonly message: string | undefined;
  readonly depth: number;
  /** The fields that it looks at, on either side; undefined where it looks at all of the value. */
  readonly fields: ReadonlySet<string> | undefined;
  /** Throws where the rule does: a key that is not there, an overflow. */
  readonly evaluate: (self: unknown, oldSelf: unknown) => unknown;
}

/** The transition rules of one node of a schema; those that can't be compiled are left out. */
export type TransitionRulesOf = (schema: StructuralSchema, vetted: boolean) => readonly TransitionRule[];

interface RuleInput {
  readonly rule: string;
  readonly message?: string;
  readonly optionalOldSelf?: boolean;
}

/** Whether one node of a schema has such a rule. */
export const hasTransitionRule = (schema: StructuralSchema): boolean => rulesIn(schema).length > 0;

const rulesIn = (schema: StructuralSchema): readonly RuleInput[] => {
  const rules = schema['x-kubernetes-validations'];
  return Array.isArray(rules) ? (rules as RuleInput[]).filter(({ rule }) => isTransitionRule(rule)) : [];
};

/** Compiles the transition rules of each node once. */
export const openTransitionRules = (cel: Cel): TransitionRulesOf => {
  const compiled = new WeakMap<object, readonly TransitionRule[]>();
  return (schema, vetted) => {
    const before = compiled.get(schema);
    if (before !== undefined) return before;
    const rules = rulesIn(schema).flatMap((rule) => compile(cel, rule, vetted) ?? []);
    compiled.set(schema, rules);
    return rules;
  };
};

const compile = (
  cel: Cel,
  { rule, message, optionalOldSelf }: RuleInput,
  vetted: boolean,
): TransitionRule | undefined => {
  let parsed: ReturnType<Cel['parseRule']>;
  try {
    parsed = cel.parseRule(rule, vetted);
  } catch {
    return undefined;
  }
  return {
    rule,
    message,
    depth: loopDepth(rule),
    fields: fieldsOfSelf(rule.replaceAll(/\boldSelf\b/g, 'self')),
    evaluate: (self, oldSelf) => parsed({ self, oldSelf: optionalOldSelf === true ? cel.some(oldSelf) : oldSelf }),
  };
};
