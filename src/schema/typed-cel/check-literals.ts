import { isGoDuration } from '../formats.js';
import { type CelType, isSameType, printType } from './cel-type.js';
import type { TypedExpression } from './check-types.js';
import { type CallExpression, type Expression, ExpressionFault, eachPart, partsOf } from './expression.js';

/**
 * What the API server reads when it compiles an expression, and not only when it evaluates it: patterns, durations,
 * numbers in texts, formats, and that a list written out has items of one type.
 *
 * @param isPattern whether RE2 reads a pattern
 * @throws ExpressionFault
 */
export const checkLiterals = (typed: TypedExpression, isPattern: (pattern: string) => boolean): void => {
  for (const part of eachPart(typed.expression)) {
    if (part.kind === 'call') checkCall(part, typed, isPattern);
  }
  checkMixtures(typed.expression, typed);
};

const checkCall = (call: CallExpression, typed: TypedExpression, isPattern: (pattern: string) => boolean): void => {
  const { name, args, target } = call;
  const [first] = args;
  if (name === 'format' && target?.kind === 'literal' && first?.kind === 'list') {
    const values = first.items.map(({ value }) => value);
    checkFormat(String(target.value), values, typed);
  }
  if (first?.kind !== 'literal') return;
  // A null is taken where an address, a time or a duration is, and converted at once.
  if (first.type === 'null_type' && target === undefined && NO_NULL.has(name)) {
    throw new ExpressionFault(`calls "${name}" with null_type, which it doesn't take`);
  }
  if (typeof first.value !== 'string') return;
  const text = first.value;
  if ((name === 'matches' || name === 'find' || name === 'findAll') && !isPattern(text)) {
    throw new ExpressionFault(`has the pattern ${JSON.stringify(text)}, which RE2 doesn't read`);
  }
  const conversion =
    first.type === 'string' && args.length === 1 && target === undefined ? CONVERSIONS[name] : undefined;
  if (conversion !== undefined && !conversion.takes(text)) {
    throw new ExpressionFault(`has the ${conversion.words} ${JSON.stringify(text)}, which Go doesn't read`);
  }
};

const NO_NULL: ReadonlySet<string> = new Set(['string', 'duration', 'timestamp']);

interface Conversion {
  readonly words: string;
  readonly takes: (text: string) => boolean;
}

const TIMESTAMP =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]?\d|2[0-3]):[0-5]\d:[0-5]\d(?:[.,]\d+)?(?:Z|[-+]\d{2}:\d{2})$/;

/** Conversions of a text that is written out: they are made at once. What is taken here needn't be taken by the server. */
const CONVERSIONS: Readonly<Record<string, Conversion | undefined>> = {
  duration: { words: 'duration', takes: isGoDuration },
  timestamp: { words: 'time', takes: (text) => TIMESTAMP.test(text) },
  int: { words: 'number', takes: (text) => /^[-+]?\d+$/.test(text) },
  uint: { words: 'number', takes: (text) => /^\d+$/.test(text) },
  double: {
    words: 'number',
    takes: (text) => /^[-+]?(?:[\d._]|0x|e[-+]?\d|p[-+]?\d|[a-f]|inf(?:inity)?$|nan$)+$/i.test(text),
  },
  bool: { words: 'truth value', takes: (text) => /^(?:1|t|T|true|TRUE|True|0|f|F|false|FALSE|False)$/.test(text) },
};

/** `%s`, `%d` and others of a text and the values for them. */
const checkFormat = (format: string, values: readonly Expression[], typed: TypedExpression): void => {
  let count = 0;
  for (const [clause, precision, letter] of format.matchAll(/%(?:%|(\.\d*)?([\s\S]?))/g)) {
    if (clause === '%%') continue;
    const takes = CLAUSES[letter ?? ''];
    if (takes === undefined || (precision !== undefined && !'fe'.includes(letter!))) {
      throw new ExpressionFault(`has the format ${JSON.stringify(clause)}, which CEL doesn't have`);
    }
    const value = values[count++];
    if (value === undefined) throw new ExpressionFault(`formats ${count} values, and gives ${values.length}`);
    const type = typed.typeOf(value);
    const isTaken = letter === 's' ? isPrintable(value, typed) : type.kind === 'dyn' || takes.includes(type.name);
    if (!isTaken)
      throw new ExpressionFault(`formats a value of type ${printType(type)} by "${clause}", which doesn't take it`);
  }
  if (values.length > count) throw new ExpressionFault(`formats ${count} values, and gives ${values.length}`);
};

const CLAUSES: Readonly<Record<string, readonly string[] | undefined>> = {
  s: ['list', 'map', 'int', 'uint', 'double', 'bool', 'string', 'timestamp', 'bytes', 'duration', 'type', 'null_type'],
  d: ['int', 'uint'],
  f: ['double', 'string'],
  e: ['double', 'string'],
  b: ['int', 'uint', 'bool'],
  x: ['int', 'uint', 'string', 'bytes'],
  X: ['int', 'uint', 'string', 'bytes'],
  o: ['int', 'uint'],
};

const isPrintable = (value: Expression, typed: TypedExpression): boolean => {
  const { kind, name } = typed.typeOf(value);
  if (kind !== 'dyn' && !CLAUSES['s']!.includes(name)) return false;
  return (value.kind !== 'list' && value.kind !== 'map') || partsOf(value).every((one) => isPrintable(one, typed));
};

/** In a list or map that is written out, `dyn` stands beside no other type; only `format` takes them mixed. */
const checkMixtures = (part: Expression, typed: TypedExpression): void => {
  if (part.kind === 'call' && part.name === 'format') return;
  const optional = (type: CelType, isOptional: boolean): CelType => (isOptional ? (type.parameters[0] ?? type) : type);
  if (part.kind === 'list') {
    same(part.items.map(({ value, isOptional }) => optional(typed.typeOf(value), isOptional)));
  } else if (part.kind === 'map') {
    same(part.entries.map(({ key }) => typed.typeOf(key)));
    same(part.entries.map(({ value, isOptional }) => optional(typed.typeOf(value), isOptional)));
  }
  for (const one of partsOf(part)) checkMixtures(one, typed);
};

const same = ([first, ...rest]: readonly CelType[]): void => {
  const other = rest.find((one) => !isSameType(first!, one));
  if (other === undefined) return;
  throw new ExpressionFault(
    `mixes values of the types ${printType(first!)} and ${printType(other)} in a list or map; dyn() makes them alike`,
  );
};
