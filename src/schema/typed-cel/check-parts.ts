import type { TypeDeclaration } from '@marcbachmann/cel-js';
import { partsOf } from '../cel/parts-of.js';
import { isGoDuration } from '../formats.js';
import { isType, printType } from './cel-type.js';
import { ExpressionFault } from './expression-fault.js';
import type { TypedNode } from './fault-words.js';
import { lacking } from './kubernetes-functions.js';
import { MESSAGE } from './messages.js';

/** What the checks of a part ask. */
export interface PartCheck {
  /** Whether RE2 reads a pattern. */
  isPattern(pattern: string): boolean;
  /** Why a type lacks a field; undefined where it may have it. */
  lackOf(type: TypeDeclaration, field: string): string | undefined;
}

/**
 * What the API server refuses when it compiles an expression, and the library takes: patterns, durations and numbers in
 * texts that are written out, formats, lists of several types, keys of a wrong type, fields of what has none.
 *
 * @throws ExpressionFault
 */
export const checkParts = (node: TypedNode, check: PartCheck): void => {
  const { op, args } = node;
  if (op === '.' || op === '.?') checkField(args, check);
  else if (op === '[]' || op === '[?]') checkIndex(args);
  else if (op === 'list') checkMixture(args);
  else if (op === 'map') {
    checkMixture(args.map(([key]) => key));
    checkMixture(args.map(([, value]) => value));
  } else if (op === 'call') checkCall(args[0], undefined, args[1], check);
  else if (op === 'rcall') checkCall(args[0], args[1], args[2], check);
  // `format` takes values of several types, and so does an object.
  const isMixed = (op === 'rcall' && args[0] === 'format') || (op === 'call' && args[0] === MESSAGE);
  for (const one of partsOf(node)) {
    if (!isMixed || (one.op !== 'list' && one.op !== 'map')) checkParts(one, check);
    else for (const value of partsOf(one)) checkParts(value, check);
  }
};

const checkField = ([on, field]: readonly [TypedNode, string], { lackOf }: PartCheck): void => {
  const type = on.checkedType?.kind === 'optional' ? on.checkedType.valueType : on.checkedType;
  const lack = type === undefined ? undefined : lackOf(type, field);
  if (lack !== undefined) throw new ExpressionFault(lack);
};

const checkIndex = ([on, key]: readonly [TypedNode, TypedNode]): void => {
  const [type, by] = [on.checkedType, key.checkedType];
  if (type === undefined || by === undefined) return;
  const isWrongKey = type.kind === 'map' && !isType(by, type.keyType!.unwrappedType.name);
  if ((type.kind !== 'message' || by.kind === 'dyn') && !isWrongKey) return;
  throw new ExpressionFault(`reads a value of type ${printType(type)} by a value of type ${printType(by)}`);
};

/** In a list or map that is written out, `dyn` stands next to no other type. */
const checkMixture = (values: readonly TypedNode[]): void => {
  const types = values.flatMap(({ checkedType }) =>
    checkedType === undefined || checkedType.hasPlaceholderType ? [] : [checkedType],
  );
  const other = types.find(({ name }) => name !== types[0]!.name);
  if (other === undefined) return;
  throw new ExpressionFault(
    `mixes values of the types ${printType(types[0]!)} and ${printType(other)} in a list or map; dyn() makes them alike`,
  );
};

const checkCall = (
  name: string,
  target: TypedNode | undefined,
  args: readonly TypedNode[],
  { isPattern }: PartCheck,
): void => {
  if (target !== undefined && Object.hasOwn(lacking, name) && receiverOf(target) === lacking[name]) {
    throw new ExpressionFault(`calls "${name}", which isn't a function`);
  }
  const [first] = args;
  if (name === 'format' && target?.op === 'value' && first?.op === 'list') checkFormat(String(target.args), first.args);
  if (first?.op !== 'value' || typeof first.args !== 'string') return;
  const text = first.args;
  if (target !== undefined && PATTERNS.has(name) && !isPattern(text)) {
    throw new ExpressionFault(`has the pattern ${JSON.stringify(text)}, which RE2 doesn't read`);
  }
  const conversion = args.length === 1 && target === undefined ? CONVERSIONS[name] : undefined;
  if (conversion !== undefined && !conversion.takes(text)) {
    throw new ExpressionFault(`has the ${conversion.words} ${JSON.stringify(text)}, which Go doesn't read`);
  }
};

/** What a function is called on: a type, or the name of a library. */
const receiverOf = ({ op, args, checkedType }: TypedNode): string | undefined =>
  checkedType?.name ?? (op === 'id' ? args : undefined);

const PATTERNS: ReadonlySet<string> = new Set(['matches', 'find', 'findAll']);

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
const checkFormat = (format: string, values: readonly TypedNode[]): void => {
  let count = 0;
  for (const [clause, precision, letter] of format.matchAll(/%(?:%|(\.\d*)?([\s\S]?))/g)) {
    if (clause === '%%') continue;
    const takes = CLAUSES[letter ?? ''];
    if (takes === undefined || (precision !== undefined && !'fe'.includes(letter!))) {
      throw new ExpressionFault(`has the format ${JSON.stringify(clause)}, which CEL doesn't have`);
    }
    const type = values[count++]?.checkedType;
    if (values.length < count) throw new ExpressionFault(`formats ${count} values, and gives ${values.length}`);
    if (type !== undefined && !isTaken(type, takes)) {
      throw new ExpressionFault(`formats a value of type ${printType(type)} by "${clause}", which doesn't take it`);
    }
  }
  if (values.length > count) throw new ExpressionFault(`formats ${count} values, and gives ${values.length}`);
};

const isTaken = ({ kind, type }: TypeDeclaration, takes: readonly string[]): boolean =>
  kind === 'dyn' || kind === 'param' || takes.includes(type);

const WHOLE = ['int', 'uint'];
const CLAUSES: Readonly<Record<string, readonly string[] | undefined>> = {
  s: 'list map int uint double bool string bytes type null google.protobuf.Timestamp google.protobuf.Duration'.split(
    ' ',
  ),
  d: WHOLE,
  f: ['double', 'string'],
  e: ['double', 'string'],
  b: [...WHOLE, 'bool'],
  x: [...WHOLE, 'string', 'bytes'],
  X: [...WHOLE, 'string', 'bytes'],
  o: WHOLE,
};
