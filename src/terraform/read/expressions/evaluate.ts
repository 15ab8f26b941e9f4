import { isObject } from '../../../json/is-object.js';
import { HIDDEN, PartlyKnown, PartlyKnownMap, UNKNOWN } from '../unknown.js';
import { evaluateFor } from './evaluate-for.js';
import { callFunction } from './functions.js';
import type { Expression } from './node.js';
import { eitherMap, openKey } from './open-maps.js';
import type { Scope } from './scope.js';

/** What a text may grow to: an expression can double it in each of a hundred locals. */
const MOST_TEXT = 2 ** 20;

/** Evaluates an expression. What can't be evaluated is UNKNOWN; nothing throws. */
export const evaluate = (expression: Expression, scope: Scope): unknown => {
  switch (expression.is) {
    case 'literal':
      return expression.value;
    case 'unknown':
      return UNKNOWN;
    case 'template': {
      const parts = expression.parts.map((part) => (typeof part === 'string' ? part : evaluate(part, scope)));
      const hasUnknownLines = expression.parts.some(
        (part, at) => typeof part === 'object' && part.is === 'conditional' && part.hasLines && parts[at] === UNKNOWN,
      );
      return hasUnknownLines ? UNKNOWN : joinTemplate(parts);
    }
    case 'reference':
    case 'index':
      return evaluateTraversal(expression, scope);
    case 'list':
      return expression.items.map((item) => evaluate(item, scope));
    case 'object':
      return evaluateObject(expression.entries, scope);
    case 'conditional': {
      const test = evaluate(expression.test, scope);
      if (typeof test === 'boolean') return evaluate(test ? expression.then : expression.otherwise, scope);
      const [then, otherwise] = [evaluate(expression.then, scope), evaluate(expression.otherwise, scope)];
      // `x ? "a" : "a"` is "a", whatever x is; of lists and objects that isn't compared.
      return then === otherwise ? then : (eitherMap(then, otherwise) ?? UNKNOWN);
    }
    case 'for':
      return evaluateFor(expression, scope, evaluate);
    // Only a call has one.
    case 'spread':
      return UNKNOWN;
    case 'unary':
      return evaluateUnary(expression.operator, evaluate(expression.operand, scope));
    case 'binary':
      return evaluateBinary(expression.operator, evaluate(expression.left, scope), () =>
        evaluate(expression.right, scope),
      );
    case 'call':
      return callFunction(
        expression.name,
        expression.args.flatMap((arg): unknown =>
          arg.is === 'spread' ? evaluate(arg.of, scope) : [evaluate(arg, scope)],
        ),
      );
  }
};

/** A text of its parts; with unknown ones, it is known in parts. */
export const joinTemplate = (parts: readonly unknown[]): unknown => {
  const joined: (string | undefined)[] = [];
  let length = 0;
  const push = (part: string | undefined): void => {
    const last = joined.at(-1);
    if (part !== undefined && typeof last === 'string') joined[joined.length - 1] = last + part;
    else if (part !== undefined || joined.length === 0 || last !== undefined) joined.push(part);
    length += part?.length ?? 1;
  };
  for (const part of parts) {
    if (part instanceof PartlyKnown) for (const inner of part.parts) push(inner);
    else if (typeof part === 'string' || typeof part === 'boolean') push(`${part}`);
    else if (typeof part === 'number') push(printNumber(part));
    else push(undefined);
    if (length > MOST_TEXT) return UNKNOWN;
  }
  const [only] = joined;
  if (joined.length === 0) return '';
  if (joined.length === 1) return only ?? UNKNOWN;
  return new PartlyKnown(joined);
};

/** As Terraform prints numbers in texts; very large and small ones it prints otherwise than JavaScript. */
export const printNumber = (number: number): string | undefined =>
  Number.isFinite(number) && Math.abs(number) < 1e15 && !`${number}`.includes('e') ? `${number}` : undefined;

/** The references and their steps, as far as they are known: `a.b[0]["c"]`. */
const evaluateTraversal = (expression: Expression, scope: Scope): unknown => {
  const keys: Expression[] = [];
  let at = expression;
  while (at.is === 'index') {
    keys.unshift(at.key);
    at = at.of;
  }
  const steps: unknown[] = keys.map((key) => evaluate(key, scope));
  if (at.is !== 'reference') return steps.reduce(memberOf, evaluate(at, scope));
  const known: (string | number)[] = [];
  for (const step of steps) {
    if (typeof step !== 'string' && typeof step !== 'number') break;
    known.push(step);
  }
  const { value, used } = scope.resolve(at.root, known);
  return steps.slice(used).reduce(memberOf, value);
};

/** A member of a value. What isn't there is unknown: of a resource, the provider may set it. */
const memberOf = (value: unknown, key: unknown): unknown => {
  if (Array.isArray(value)) {
    const index = typeof key === 'string' && /^\d+$/.test(key) ? Number(key) : key;
    return typeof index === 'number' && index in value ? (value[index] as unknown) : UNKNOWN;
  }
  if (value instanceof PartlyKnownMap) return memberOf(value.known, key);
  if (isObject(value) && !(value instanceof PartlyKnown) && (typeof key === 'string' || typeof key === 'number')) {
    return Object.hasOwn(value, key) ? value[`${key}`] : UNKNOWN;
  }
  return value === HIDDEN ? HIDDEN : UNKNOWN;
};

const evaluateObject = (entries: readonly (readonly [Expression, Expression])[], scope: Scope): unknown => {
  const found = new Map<string, unknown>();
  const open: (readonly (string | undefined)[])[] = [];
  for (const [key, value] of entries) {
    const written = evaluate(key, scope);
    const name = keyText(written);
    if (name === undefined) open.push(openKey(written));
    else found.set(name, evaluate(value, scope));
  }
  const known = Object.fromEntries(found);
  return open.length === 0 ? known : new PartlyKnownMap(known, open);
};

/** A key of an object; undefined if it isn't known. */
export const keyText = (key: unknown): string | undefined =>
  typeof key === 'string' || typeof key === 'boolean'
    ? `${key}`
    : typeof key === 'number'
      ? printNumber(key)
      : undefined;

const evaluateUnary = (operator: string, value: unknown): unknown => {
  if (operator === '!') return typeof value === 'boolean' ? !value : UNKNOWN;
  return typeof value === 'number' ? -value : UNKNOWN;
};

const isScalar = (value: unknown): boolean => value === null || ['string', 'number', 'boolean'].includes(typeof value);

const evaluateBinary = (operator: string, left: unknown, evaluateRight: () => unknown): unknown => {
  // The other side doesn't matter, even if it is unknown.
  if (operator === '&&' && left === false) return false;
  if (operator === '||' && left === true) return true;
  const right = evaluateRight();
  switch (operator) {
    case '&&':
      return right === false ? false : left === true && right === true ? true : UNKNOWN;
    case '||':
      return right === true ? true : left === false && right === false ? false : UNKNOWN;
    case '==':
    case '!=': {
      // What is known to be set isn't null, whatever else it is.
      const isSet = (value: unknown): boolean => Array.isArray(value) || isObject(value);
      if ((left === null && isSet(right)) || (right === null && isSet(left))) return operator === '!=';
      return isScalar(left) && isScalar(right) ? (left === right) === (operator === '==') : UNKNOWN;
    }
    default:
      return typeof left === 'number' && typeof right === 'number' ? calculate(operator, left, right) : UNKNOWN;
  }
};

const calculate = (operator: string, left: number, right: number): unknown => {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0 ? UNKNOWN : left / right;
    case '%':
      return right === 0 ? UNKNOWN : left % right;
    case '<':
      return left < right;
    case '>':
      return left > right;
    case '<=':
      return left <= right;
    case '>=':
      return left >= right;
    default:
      return UNKNOWN;
  }
};
