import { fromBytes, isAscii, toBytes } from '../yaml/byte-text.js';
import { globPrefixLength } from './match-glob.js';
import { toLowerSimple, toUpperSimple } from './simple-case.js';
import { SubstitutionError } from './substitution-error.js';
import type { Operator } from './template.js';

const INTEGER = /^[-+]?[0-9]+$/;
const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/**
 * What `${name<operator><args>}` makes of the value (empty if the variable is not set).
 *
 * @throws SubstitutionError where Flux's code panics: a substring with a negative length
 */
export const applyOperator = (operator: Operator, value: string, args: readonly string[]): string => {
  switch (operator) {
    case '':
      return value;
    case ',':
      return mapFirst(value, toLowerSimple);
    case ',,':
      return toLowerSimple(value);
    case '^':
      return mapFirst(value, toUpperSimple);
    case '^^':
      return toUpperSimple(value);
    case '#':
      if (args.length === 0) return String(Buffer.byteLength(value));
      return onBytes(value, args, (text, pattern) => trimStart(text, pattern, 'shortest'));
    case '##':
      return onBytes(value, args, (text, pattern) => trimStart(text, pattern, 'longest'));
    case '%':
      return trimEnd(value, args[0]!, 'shortest');
    case '%%':
      return trimEnd(value, args[0]!, 'longest');
    case ':':
      return onBytes(value, args, substring);
    case '/':
      return onBytes(value, args, replaceFirst);
    case '//':
      return onBytes(value, args, (text, old, by = '') =>
        old === '' ? interleave(text, by) : text.split(old).join(by),
      );
    case '/#':
      return onBytes(value, args, (text, old, by) =>
        by !== undefined && text.startsWith(old) ? by + text.slice(old.length) : text,
      );
    case '/%':
      return onBytes(value, args, (text, old, by) =>
        by !== undefined && text.endsWith(old) ? text.slice(0, text.length - old.length) + by : text,
      );
    default:
      return value === '' ? args.join('') : value;
  }
};

type ByteOperation = (value: string, first: string, second?: string) => string;

/** Runs an operation on bytes, one per character; plain ASCII, the usual case, is that already. */
const onBytes = (value: string, args: readonly string[], operation: ByteOperation): string => {
  if (isAscii(value) && args.every(isAscii)) return operation(value, args[0]!, args[1]);
  const [first, second] = args.map(toBytes);
  return fromBytes(operation(toBytes(value), first!, second));
};

const mapFirst = (text: string, map: (character: string) => string): string => {
  const code = text.codePointAt(0);
  if (code === undefined) return text;
  const first = String.fromCodePoint(code);
  return map(first) + text.slice(first.length);
};

const trimStart = (text: string, pattern: string, want: 'shortest' | 'longest'): string =>
  text.slice(globPrefixLength(pattern, text, want));

/** Upstream reverses value and pattern, character by character, and trims the start: `[a-z]` becomes `]z-a[`. */
const trimEnd = (value: string, pattern: string, want: 'shortest' | 'longest'): string => {
  const trimmed = onBytes(reverse(value), [reverse(pattern)], (text, reversed) => trimStart(text, reversed, want));
  return reverse(trimmed);
};

const reverse = (text: string): string => {
  const reversed = Array.from(text).reverse().join('');
  // Reversing reads characters, and a stray byte is read as U+FFFD.
  return reversed.replace(/\p{Surrogate}/gu, '\ufffd');
};

const replaceFirst = (text: string, old: string, by = ''): string => {
  const at = text.indexOf(old);
  return at < 0 ? text : text.slice(0, at) + by + text.slice(at + old.length);
};

/** Replacing the empty string puts the replacement before each character and at the end. */
const interleave = (bytes: string, by: string): string =>
  by + Array.from(fromBytes(bytes), (character) => toBytes(character) + by).join('');

const substring = (text: string, offset: string, length?: string): string => {
  const from = parseInteger(offset);
  if (from === undefined) return text;
  const size = BigInt(text.length);
  let start = from;
  if (start < 0n) start = start + size > 0n ? start + size : 0n;
  if (length === undefined) return start < size ? text.slice(Number(start)) : '';
  const count = parseInteger(length);
  if (count === undefined) return text;
  const end = BigInt.asIntN(64, start + count);
  if (end >= size) return start < size ? text.slice(Number(start)) : '';
  if (end < 0n) throw new SubstitutionError(`PANIC runtime error: slice bounds out of range [:${end}]`, true);
  if (end < start)
    throw new SubstitutionError(`PANIC runtime error: slice bounds out of range [${start}:${end}]`, true);
  return text.slice(Number(start), Number(end));
};

/** Decimal and within 64 bits, or undefined. */
const parseInteger = (text: string): bigint | undefined => {
  if (!INTEGER.test(text)) return undefined;
  const value = text.startsWith('+') ? BigInt(text.slice(1)) : BigInt(text);
  return value >= INT64_MIN && value <= INT64_MAX ? value : undefined;
};
