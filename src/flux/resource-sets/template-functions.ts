import { isObject } from '../../json/is-object.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { emitYaml } from '../../yaml/emit-yaml.js';
import { GoInt, isEmptyValue, NotComputed, printGo, TemplateFails, UNKNOWN } from './template-values.js';

type TemplateFunction = (...args: readonly unknown[]) => unknown;

/** Go's strconv.Quote, of what needs no escape but these. */
const quote = (value: unknown): string => {
  const text = printGo(value);
  if (!/^[\x20-\x7e]*$/.test(text)) throw new NotComputed();
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
};

const text = (value: unknown): string => {
  if (typeof value !== 'string') throw new NotComputed();
  return value;
};

/** A text that is read, not only copied: what a var comes to isn't known. */
const literal = (value: unknown): string => {
  if (holdsExpression(text(value))) throw new NotComputed();
  return text(value);
};

const whole = (value: unknown): number => {
  if (value instanceof GoInt) return value.value;
  throw new NotComputed();
};

/** As sprig casts: what can't be read is 0. */
const toInt = (value: unknown): GoInt => {
  if (value instanceof GoInt) return value;
  if (typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return new GoInt(Math.trunc(value));
  if (typeof value === 'string' && /^(?:0|-?[1-9]\d{0,14})$/.test(value)) return new GoInt(Number(value));
  throw new NotComputed();
};

const equals = (first: unknown, ...others: readonly unknown[]): boolean => {
  if (others.length === 0) throw new TemplateFails('missing argument for comparison');
  return others.some((other) => {
    if (first instanceof GoInt && other instanceof GoInt) return first.value === other.value;
    // Of two kinds, Go fails or not; that isn't followed here.
    if (typeof first !== typeof other || (typeof first !== 'string' && typeof first !== 'boolean')) {
      throw new NotComputed();
    }
    if ([first, other].some((one) => typeof one === 'string' && holdsExpression(one))) throw new NotComputed();
    return first === other;
  });
};

const indent = (spaces: unknown, value: unknown): string => {
  const pad = ' '.repeat(Math.min(whole(spaces), 1000));
  return pad + text(value).replaceAll('\n', `\n${pad}`);
};

/** Letters of other alphabets change by rules of their own. */
const ascii = (value: unknown): string => {
  if (/^[\x20-\x7e]*$/.test(literal(value))) return text(value);
  throw new NotComputed();
};

const emitYamlOf = (value: unknown): string => emitYaml(plainOf(value));

/** Without Go's whole numbers, as YAML has them. */
const plainOf = (value: unknown): unknown => {
  if (value instanceof GoInt) return value.value;
  if (value === UNKNOWN) throw new NotComputed();
  if (Array.isArray(value)) return value.map(plainOf);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plainOf(member)]));
};

const get = (object: unknown, key: unknown): unknown => {
  if (!isObject(object)) throw new NotComputed();
  return Object.hasOwn(object, text(key)) ? object[text(key)] : '';
};

/** Those that take any number of arguments here. */
export const variadic: ReadonlySet<string> = new Set(['dict', 'eq', 'list', 'printf']);

/** Functions of text/template and slim-sprig that templates of ResourceSets use most, with their arguments in Go's order. */
export const templateFunctions: Readonly<Record<string, TemplateFunction>> = {
  quote,
  squote: (value) => `'${printGo(value)}'`,
  toString: printGo,
  int: toInt,
  int64: toInt,
  default: (fallback, value) => (isEmptyValue(value) ? fallback : value),
  empty: isEmptyValue,
  get,
  hasKey: (object, key) => {
    if (!isObject(object)) throw new NotComputed();
    return Object.hasOwn(object, text(key));
  },
  lower: (value) => ascii(value).toLowerCase(),
  upper: (value) => ascii(value).toUpperCase(),
  trim: (value) => ascii(value).trim(),
  trimPrefix: (prefix, value) =>
    literal(value).startsWith(literal(prefix)) ? literal(value).slice(literal(prefix).length) : literal(value),
  trimSuffix: (suffix, value) =>
    literal(suffix) !== '' && literal(value).endsWith(literal(suffix))
      ? literal(value).slice(0, -literal(suffix).length)
      : literal(value),
  replace: (old, by, value) => {
    if (old === '') throw new NotComputed();
    return literal(value).replaceAll(literal(old), () => literal(by));
  },
  contains: (part, value) => literal(value).includes(literal(part)),
  hasPrefix: (part, value) => literal(value).startsWith(literal(part)),
  hasSuffix: (part, value) => literal(value).endsWith(literal(part)),
  ternary: (yes, no, value) => {
    if (typeof value !== 'boolean') throw new NotComputed();
    return value ? yes : no;
  },
  indent,
  nindent: (spaces, value) => `\n${indent(spaces, value)}`,
  toYaml: emitYamlOf,
  mustToYaml: emitYamlOf,
  eq: equals,
  ne: (first, second) => !equals(first, second),
  not: (value) => isEmptyValue(value),
  list: (...args) => args,
  dict: (...args) => {
    if (args.length % 2 === 1) throw new NotComputed();
    return Object.fromEntries(args.flatMap((key, at) => (at % 2 === 0 ? [[text(key), args[at + 1]]] : [])));
  },
  printf: (format, ...args) => {
    let at = 0;
    const made = text(format).replace(/%(.?)/g, (_, verb: string) => {
      if (verb === '%') return '%';
      const value = args[at++];
      if (verb === 's' && typeof value === 'string') return value;
      if (verb === 'd' && value instanceof GoInt) return printGo(value);
      if (verb === 'v' && value !== undefined) return printGo(value);
      throw new NotComputed();
    });
    if (at !== args.length) throw new NotComputed();
    return made;
  },
};
