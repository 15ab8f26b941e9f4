import { isObject } from '../../../json/is-object.js';
import { PartlyKnown, PartlyKnownMap, UNKNOWN } from '../unknown.js';
import type { Expression } from './node.js';
import { openKey } from './open-maps.js';
import type { Scope } from './scope.js';

type For = Extract<Expression, { readonly is: 'for' }>;
type Evaluate = (expression: Expression, scope: Scope) => unknown;

interface Step {
  readonly key: unknown;
  readonly value: unknown;
  /** There may be none, or several. */
  readonly isPossible?: true;
}

/** What a collection may have, and how deep one `for` is in others: a few lines could make a reader work for hours. */
const MOST_STEPS = 1000;
const MOST_LOOPS = 2;

/** A map or list that `for` makes. Of a collection that isn't known, the keys are known as far as they are written. */
export const evaluateFor = (made: For, scope: Scope, evaluate: Evaluate): unknown => {
  if ((scope.loops ?? 0) >= MOST_LOOPS) return UNKNOWN;
  const steps = stepsOf(evaluate(made.of, scope));
  if (steps.length > MOST_STEPS) return UNKNOWN;
  const known = new Map<string, unknown>();
  const open: (readonly (string | undefined)[])[] = [];
  const list: unknown[] = [];
  for (const { key, value, isPossible } of steps) {
    const inner = within(scope, made.names.length === 1 ? [value] : [key, value], made.names);
    const test = made.test === undefined ? true : evaluate(made.test, inner);
    if (test === false) continue;
    const isCertain = isPossible !== true && test === true;
    if (made.key === undefined) {
      if (!isCertain) return UNKNOWN;
      list.push(evaluate(made.value, inner));
      continue;
    }
    const name = evaluate(made.key, inner);
    const text =
      typeof name === 'string' || typeof name === 'boolean' || Number.isSafeInteger(name) ? `${name}` : undefined;
    if (text !== undefined && isCertain) known.set(text, made.isGrouped ? UNKNOWN : evaluate(made.value, inner));
    else open.push(text === undefined ? openKey(name) : [text]);
  }
  if (made.key === undefined) return list;
  if (open.length === 0) return Object.fromEntries(known);
  if (known.size === 0 && open.some((parts) => parts.every((part) => part === undefined))) return UNKNOWN;
  return new PartlyKnownMap(Object.fromEntries(known), open);
};

const within = (scope: Scope, values: readonly unknown[], names: readonly string[]): Scope => ({
  loops: (scope.loops ?? 0) + 1,
  resolve: (root, steps) => {
    const at = names.indexOf(root);
    return at < 0 ? scope.resolve(root, steps) : { value: values[at], used: 0 };
  },
});

const ANY: Step = { key: UNKNOWN, value: UNKNOWN, isPossible: true };

/** In the order of Terraform: a map is sorted by its keys. */
const stepsOf = (of: unknown): readonly Step[] => {
  // Of a set, which is a list here, the value is the key, too.
  if (Array.isArray(of)) return of.map((value: unknown, at) => ({ key: isObject(value) ? at : UNKNOWN, value }));
  if (of instanceof PartlyKnownMap)
    return [
      ...Object.entries(of.known).map(([key, value]) => ({ key, value })),
      ...of.keys.map((parts): Step => ({ key: textOf(parts), value: UNKNOWN, isPossible: true })),
    ];
  if (!isObject(of) || of instanceof PartlyKnown) return [ANY];
  return Object.keys(of)
    .sort()
    .map((key) => ({ key, value: (of as Readonly<Record<string, unknown>>)[key] }));
};

const textOf = (parts: readonly (string | undefined)[]): unknown => {
  const [first, ...more] = parts;
  return more.length === 0 ? (first ?? UNKNOWN) : new PartlyKnown(parts);
};
