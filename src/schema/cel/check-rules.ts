import { isObject } from '../../json/is-object.js';
import type { JsonPath } from '../../json/json-path.js';
import type { StructuralSchema } from '../read-crd.js';
import type { RuleOutcome, Violation } from '../violation.js';
import type { CompiledRule, RuleOrigin, RulesOf } from './cel-rules.js';
import { celList, celObject, celScalar, escapeName } from './cel-value.js';

type Schema = StructuralSchema;

/**
 * Rounds of a rule's loops. The API server stops a rule at a million units of cost, and a round costs at least five:
 * what is above is refused there too.
 */
export const MAX_ROUNDS = 200_000;

export interface RuleOptions extends RuleOrigin {
  readonly rulesOf: RulesOf;
  /** Whether a schema has a rule anywhere. */
  readonly hasRules: (schema: unknown) => boolean;
  /** A duration as CEL has it. */
  readonly duration: (text: string) => unknown;
  /** Whether something in the value is known only in the cluster, so that no rule on it can be judged. */
  readonly isOpen: (path: JsonPath) => boolean;
  /** A rule that could not be compiled. */
  readonly onFault: (rule: CompiledRule) => void;
}

/**
 * Evaluates all CEL rules of a schema on an object, but for those on transitions. Each value is made CEL's once.
 *
 * @param value valid by the schema, with defaults
 */
export const checkRules = (
  schema: Schema,
  value: unknown,
  options: RuleOptions,
  report: (violation: Violation) => void,
): void => {
  const { rulesOf, hasRules } = options;
  /** Visits what a rule looks at, or has a rule inside. @param wanted whether a rule of what holds it looks at it */
  const visit = (node: Schema, at: unknown, path: (string | number)[], wanted: boolean): Visited => {
    if (at === null) return { value: null, largest: 0 };
    const rules = Array.isArray(node['x-kubernetes-validations']) ? rulesOf(node, options) : [];
    const needed = wanted || rules.length > 0;
    let found: Visited;
    if (Array.isArray(at)) {
      const items = isObject(node['items']) ? node['items'] : {};
      const members: unknown[] = [];
      let largest = at.length;
      for (let index = 0; index < at.length && (needed || hasRules(items)); index++) {
        path.push(index);
        const one = visit(items, at[index], path, needed);
        path.pop();
        largest = Math.max(largest, one.largest);
        members.push(one.value);
      }
      found = { value: needed ? celList(node, members) : undefined, largest };
    } else if (isObject(at)) {
      const properties = isObject(node['properties']) ? node['properties'] : {};
      const more = isObject(node['additionalProperties']) ? node['additionalProperties'] : {};
      const members: [string, unknown][] = [];
      let largest = 0;
      let size = 0;
      for (const key of Object.keys(at)) {
        const member = at[key];
        if (member === null && !isNullable(properties[key])) continue;
        size++;
        const inner = Object.hasOwn(properties, key) ? (properties[key] as Schema) : more;
        // Most rules look at two or three fields; the rest, a release's values say, need not be made CEL's.
        const seen = wanted || isSeen(rules, key);
        let value: unknown;
        if (seen || hasRules(inner)) {
          path.push(key);
          const one = visit(inner, member, path, seen);
          path.pop();
          largest = Math.max(largest, one.largest);
          value = one.value;
        }
        if (needed) members.push([key, value]);
      }
      if (!isObject(node['properties'])) largest = Math.max(largest, size);
      found = { value: needed ? celObject(node, members) : undefined, largest };
    } else found = { value: needed ? celScalar(node, at, options.duration) : undefined, largest: 0 };
    for (const rule of rules) evaluate(rule, found, at, path);
    return found;
  };

  const evaluate = (rule: CompiledRule, { value: self, largest }: Visited, given: unknown, path: JsonPath): void => {
    if (rule.evaluate === undefined) {
      options.onFault(rule);
      return;
    }
    if (options.isOpen(path)) return;
    const refuse = (outcome: RuleOutcome) => {
      const at = [...path, ...(rule.fieldPath === undefined ? [] : fieldsOf(rule.fieldPath))];
      report({ kind: 'rule', path: at, value: given, rule: rule.rule, outcome });
    };
    if (Math.max(largest, 1) ** rule.depth > MAX_ROUNDS) {
      refuse({ kind: 'too-costly' });
      return;
    }
    try {
      if (rule.evaluate(self) !== true) refuse({ kind: 'broken', message: rule.message });
    } catch (error) {
      refuse({ kind: 'failed', error: error instanceof Error ? error.message.split('\n')[0]! : String(error) });
    }
  };

  visit(schema, value, [], false);
};

interface Visited {
  /** As CEL has it; undefined where no rule looks at it. */
  readonly value: unknown;
  /** The size of the largest list or map in it. */
  readonly largest: number;
}

/** Whether one of the rules looks at a field. */
const isSeen = (rules: readonly CompiledRule[], key: string): boolean => {
  if (rules.length === 0) return false;
  const name = escapeName(key);
  return rules.some(({ fields }) => fields === undefined || fields.has(name));
};

const isNullable = (schema: unknown): boolean => isObject(schema) && schema['nullable'] === true;

/** `.spec['a.b'].c` → `spec`, `a.b`, `c` */
const fieldsOf = (path: string): readonly string[] =>
  [...path.matchAll(/\.([\w-]+)|\['([^']*)'\]/g)].map((match) => match[1] ?? match[2] ?? '');
