import { equalJson } from '../../json/equal-json.js';
import { isObject } from '../../json/is-object.js';
import type { JsonPath } from '../../json/json-path.js';
import type { StructuralSchema } from '../read-crd.js';
import { type Difference, findDifferences, type SameText } from '../update/differences.js';
import { celValue, escapeName, memberSchema } from './cel-value.js';
import { MAX_ROUNDS } from './check-rules.js';
import { ruleWords } from './rule-words.js';
import type { TransitionRule, TransitionRulesOf } from './transition-rules.js';

export interface TransitionOptions {
  readonly rulesOf: TransitionRulesOf;
  /** Whether a schema has a transition rule anywhere. */
  readonly hasRules: (schema: unknown) => boolean;
  readonly vetted: boolean;
  /** A duration as CEL has it. */
  readonly duration: (text: string) => unknown;
  readonly sameText: SameText;
}

/**
 * Evaluates the transition rules of a schema on an update, as the API server does: only where the new value has a
 * counterpart in the old object, which the items of a list have by the keys of a map alone.
 *
 * @param from with defaults, as `to`
 */
export const checkTransitions = (
  schema: StructuralSchema,
  from: unknown,
  to: unknown,
  options: TransitionOptions,
): readonly Difference[] => {
  const { rulesOf, hasRules, vetted } = options;
  const found: Difference[] = [];
  const visit = (node: StructuralSchema, before: unknown, after: unknown, path: (string | number)[]): void => {
    // What stays as it is has been taken before.
    if (isAbsent(before) || isAbsent(after) || !hasRules(node) || equalJson(before, after)) return;
    for (const rule of rulesOf(node, vetted)) {
      const difference = evaluate(rule, node, before, after, path, options);
      if (difference !== undefined) found.push(difference);
    }
    if (Array.isArray(after)) {
      const items = node['items'];
      if (!isObject(items) || !Array.isArray(before)) return;
      const counterpart = counterparts(node, before);
      after.forEach((item, index) => {
        visit(items, counterpart(item), item, [...path, index]);
      });
    } else if (isObject(after) && isObject(before)) {
      for (const [key, member] of Object.entries(after)) {
        const old = Object.hasOwn(before, key) ? before[key] : undefined;
        visit(memberSchema(node, key), old, member, [...path, key]);
      }
    }
  };
  visit(schema, from, to, []);
  return found;
};

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** Finds the old item with the same keys; in a list that isn't a map, no item has a counterpart. */
const counterparts = (list: StructuralSchema, before: readonly unknown[]): ((item: unknown) => unknown) => {
  const keys = list['x-kubernetes-list-map-keys'];
  if (list['x-kubernetes-list-type'] !== 'map' || !Array.isArray(keys)) return () => undefined;
  const nameOf = (item: unknown) =>
    JSON.stringify(keys.map((key) => (isObject(item) ? item[String(key)] : undefined) ?? null));
  const byName = new Map(before.map((item) => [nameOf(item), item]));
  return (item) => byName.get(nameOf(item));
};

const evaluate = (
  rule: TransitionRule,
  node: StructuralSchema,
  before: unknown,
  after: unknown,
  path: JsonPath,
  { duration, sameText }: TransitionOptions,
): Difference | undefined => {
  // Of the object's own status, nothing is known here.
  if (path.length === 0 && (rule.fields === undefined || rule.fields.has('status'))) return undefined;
  const [old, now] = [part(before, rule.fields), part(after, rule.fields)];
  if (Math.max(sizeOf(old), sizeOf(now)) ** rule.depth > MAX_ROUNDS) return undefined;
  try {
    if (rule.evaluate(celValue(node, now, duration), celValue(node, old, duration)) === true) return undefined;
  } catch {
    // The API server refuses that too; but what it sees of the old object may be more than what is here.
    return undefined;
  }
  const differences = findDifferences(old, now, path, { sameText });
  const isPlain = !holdsVar(old, sameText) && !holdsVar(now, sameText);
  const [first = { path, from: before, to: after }] = differences;
  const isEquality = rule.rule.trim() === 'self == oldSelf';
  const certain = isPlain || (isEquality && differences.some((one) => one.certain));
  const words = rule.message ?? ruleWords(rule.rule);
  return {
    ...first,
    certain,
    why:
      words === undefined
        ? `its schema forbids it: ${rule.rule.replaceAll(/\s+/g, ' ').trim()}`
        : `its schema says: ${words}`,
  };
};

/** The fields that a rule looks at. */
const part = (value: unknown, fields: ReadonlySet<string> | undefined): unknown =>
  fields === undefined || !isObject(value)
    ? value
    : Object.fromEntries(Object.entries(value).filter(([key]) => fields.has(escapeName(key))));

/** Whether a text in it depends on a var. */
const holdsVar = (value: unknown, sameText: SameText): boolean => {
  if (typeof value === 'string') return sameText(value, '\0') === 'unsure';
  return typeof value === 'object' && value !== null && Object.values(value).some((one) => holdsVar(one, sameText));
};

/** The size of the largest list or map in it. */
const sizeOf = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 1;
  const members = Object.values(value);
  return Math.max(1, members.length, ...members.map(sizeOf));
};
