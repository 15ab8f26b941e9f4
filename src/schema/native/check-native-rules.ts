import { isObject } from '../../json/is-object.js';
import { type JsonPath, valueAt } from '../../json/json-path.js';
import type { StructuralSchema } from '../read-crd.js';
import type { Violation } from '../violation.js';
import { eachItem, type ItemPath } from './item-path.js';
import { ABSENT, type Json, UNKNOWN } from './json-value.js';
import { type CompiledNativeRule, NATIVE_RULES, type NativeRulesOf } from './native-rules.js';

export interface NativeRuleOptions {
  readonly rulesOf: NativeRulesOf;
  /** Whether a schema has such a rule anywhere. */
  readonly hasRules: (schema: unknown) => boolean;
  /** Values that are known only in the cluster. */
  readonly open: readonly JsonPath[];
}

/** Checks an object of Kubernetes' own kinds by the rules that Kubernetes has in Go. */
export const checkNativeRules = (
  schema: StructuralSchema,
  value: unknown,
  { rulesOf, hasRules, open }: NativeRuleOptions,
  report: (violation: Violation) => void,
): void => {
  const path: (string | number)[] = [];
  const told = new Set<string>();
  const root = open.reduce<unknown>((known, one) => withUnknown(known, one, 0), value) as Json;

  const check = (rule: CompiledNativeRule, self: Json): void => {
    const { items, unique, evaluate } = rule;
    if (items === undefined) {
      if (evaluate(self, ABSENT, ABSENT, root) === false) refuse(rule, self);
      return;
    }
    // Most items that rules are about aren't there.
    if (!isObject(self) || !hasAnyOf(self, items)) return;
    const seen = unique === true ? new Set<string>() : undefined;
    const test = (item: unknown, key: string | number): void => {
      if (item === null) return;
      const found = evaluate(self, item as Json, key, root);
      if (seen === undefined) {
        if (found === false) refuse(rule, item as Json);
        return;
      }
      const id = idOf(found);
      if (id === undefined) return;
      if (seen.has(id)) refuse(rule, item as Json);
      seen.add(id);
    };
    for (const steps of items) eachItem(self, steps, path, test);
  };

  const refuse = ({ path: below = [], message, fix, upstream, since }: CompiledNativeRule, at: Json): void => {
    const place = [...path, ...below];
    // One rule may be that of a type and of what holds it.
    const id = JSON.stringify([message, place]);
    if (told.has(id)) return;
    told.add(id);
    const found = valueAt(at, below);
    const isScalar = typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean';
    report({
      kind: 'native-rule',
      message,
      fix,
      upstream,
      ...(since === undefined ? {} : { since }),
      path: place,
      ...(isScalar ? { value: found } : {}),
    });
  };

  const visit = (node: StructuralSchema, at: unknown): void => {
    if (at === null || at === UNKNOWN) return;
    if (Object.hasOwn(node, NATIVE_RULES)) for (const rule of rulesOf(node)) check(rule, at as Json);
    if (Array.isArray(at)) {
      const items = node['items'];
      if (!isObject(items) || !hasRules(items)) return;
      for (let index = 0; index < at.length; index++) {
        path.push(index);
        visit(items, at[index]);
        path.pop();
      }
    } else if (isObject(at)) {
      const properties = isObject(node['properties']) ? node['properties'] : NONE;
      const more = node['additionalProperties'];
      for (const key of Object.keys(at)) {
        const inner = Object.hasOwn(properties, key) ? properties[key] : more;
        if (!isObject(inner) || !hasRules(inner)) continue;
        path.push(key);
        visit(inner, at[key]);
        path.pop();
      }
      // In Go a `spec` is not a pointer: one that is left out is empty.
      if ((at['spec'] ?? undefined) === undefined && isObject(properties['spec']) && hasRules(properties['spec'])) {
        path.push('spec');
        visit(properties['spec'], NONE);
        path.pop();
      }
    }
  };

  if (hasRules(schema)) visit(schema, root);
};

const hasAnyOf = (value: object, paths: readonly ItemPath[]): boolean => {
  for (const [first] of paths) if (Object.hasOwn(value, first!.field)) return true;
  return false;
};

const NONE: Readonly<Record<string, unknown>> = {};

/** What two items have alike; undefined where that isn't known, or one has nothing there. */
const idOf = (found: Json): string | undefined => {
  if (found === '' || typeof found === 'symbol') return undefined;
  if (!Array.isArray(found)) return JSON.stringify(found);
  return found.some((one) => typeof one === 'symbol') ? undefined : JSON.stringify(found);
};

/** The value with a mark where it isn't known; the rest is shared. */
const withUnknown = (value: unknown, path: JsonPath, from: number): unknown => {
  if (from === path.length) return UNKNOWN;
  const step = path[from]!;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return value;
  const copy: Record<string | number, unknown> | unknown[] = Array.isArray(value)
    ? [...(value as unknown[])]
    : { ...value };
  const members = copy as Record<string | number, unknown>;
  members[step] = withUnknown(members[step], path, from + 1);
  return copy;
};
