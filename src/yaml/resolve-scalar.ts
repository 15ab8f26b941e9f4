import { fromBytes, wellFormed } from './byte-text.js';
import { isTimestamp } from './is-timestamp.js';
import { YamlError } from './yaml-error.js';
import { placeOf, type ScalarNode } from './yaml-node.js';

/** What a YAML 1.1 scalar means to go-yaml v2. An integer beyond 2^53 is a bigint; `uint` is one beyond int64. */
export type ResolvedScalar =
  | { readonly kind: 'null'; readonly value: null }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'int'; readonly value: number | bigint }
  | { readonly kind: 'uint'; readonly value: bigint }
  | { readonly kind: 'float'; readonly value: number }
  | { readonly kind: 'str' | 'timestamp'; readonly value: string };

const TAG_PREFIX = 'tag:yaml.org,2002:';
const RESOLVABLE_TAGS: ReadonlySet<string> = new Set(['str', 'bool', 'int', 'float', 'null', 'timestamp']);

const words = (scalar: ResolvedScalar, list: string): [string, ResolvedScalar][] =>
  list.split(' ').map((word) => [word, scalar]);

const NULL: ResolvedScalar = { kind: 'null', value: null };
const WORDS: ReadonlyMap<string, ResolvedScalar> = new Map([
  ...words({ kind: 'bool', value: true }, 'y Y yes Yes YES true True TRUE on On ON'),
  ...words({ kind: 'bool', value: false }, 'n N no No NO false False FALSE off Off OFF'),
  ...words(NULL, '~ null Null NULL'),
  ...words({ kind: 'float', value: Number.NaN }, '.nan .NaN .NAN'),
  ...words({ kind: 'float', value: Number.POSITIVE_INFINITY }, '.inf .Inf .INF +.inf +.Inf +.INF'),
  ...words({ kind: 'float', value: Number.NEGATIVE_INFINITY }, '-.inf -.Inf -.INF'),
]);

const INTEGER = /^([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|(0|[1-9][0-9]*))$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
// Go's own syntax, where an underscore must stand between two digits.
const POINT_FLOAT = /^\.[0-9]+(?:_[0-9]+)*(?:[eE][-+]?[0-9]+(?:_[0-9]+)*)?$/;
const SIGNED_BINARY = /^0b[-+][01]+$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;
const UINT64_MAX = 2n ** 64n - 1n;

/**
 * What a scalar of a document is: quotes make a string, a tag decides, and else its looks do.
 *
 * @throws YamlError if the text does not fit its tag
 */
export const resolveNode = (node: ScalarNode): ResolvedScalar => {
  if (node.tag !== '') return resolveTagged(node);
  return (node.isPlain ? tryResolve(node.value, true) : undefined) ?? { kind: 'str', value: node.value };
};

/** True if an untagged plain scalar is a string, so that a string may be written without quotes. */
export const resolvesToString = (text: string): boolean => tryResolve(text, true) === undefined;

/** Unknown tags (`!mine`) make a string. */
const resolveTagged = (node: ScalarNode): ResolvedScalar => {
  const { tag, value: text } = node;
  const short = tag.startsWith(TAG_PREFIX) ? tag.slice(TAG_PREFIX.length) : undefined;
  if (short === 'binary') return { kind: 'str', value: decodeBase64(node) };
  if (short === undefined || short === 'str' || !RESOLVABLE_TAGS.has(short)) return { kind: 'str', value: text };
  const resolved = tryResolve(text, short === 'timestamp') ?? { kind: 'str', value: text };
  if (resolved.kind === short || (resolved.kind === 'uint' && short === 'int')) return resolved;
  if (resolved.kind === 'int' && short === 'float') return { kind: 'float', value: Number(resolved.value) };
  const kind = resolved.kind === 'uint' ? 'int' : resolved.kind;
  const problem = `cannot decode !!${kind} \`${text}\` as a !!${short}`;
  throw new YamlError(`yaml: ${problem}`, { ...placeOf(node), problem });
};

// Only these first characters start anything but a string.
const HINT = /^[-+0-9.yYnNtTfFoO~]/;

const tryResolve = (text: string, timestamps: boolean): ResolvedScalar | undefined => {
  if (text === '') return NULL;
  if (!HINT.test(text)) return undefined;
  const word = WORDS.get(text);
  if (word !== undefined) return word;
  const first = text.charCodeAt(0);
  if (first === 0x2e /* . */) return POINT_FLOAT.test(text) ? resolveFloat(text.replaceAll('_', '')) : undefined;
  if (first > 0x39 /* 9 */) return undefined;
  if (timestamps && isTimestamp(text)) return { kind: 'timestamp', value: text };
  const digits = text.includes('_') ? text.replaceAll('_', '') : text;
  return resolveInteger(digits) ?? (FLOAT.test(digits) ? resolveFloat(digits) : resolveSignedBinary(digits));
};

const resolveInteger = (text: string): ResolvedScalar | undefined => {
  const match = INTEGER.exec(text);
  if (match === null) return undefined;
  const [, sign, hex, binary, octal, decimal] = match;
  const radix = hex !== undefined ? 16 : binary !== undefined ? 2 : octal !== undefined ? 8 : 10;
  const digits = (hex ?? binary ?? octal ?? decimal)!;
  const small = Number.parseInt(digits, radix);
  if (small <= Number.MAX_SAFE_INTEGER) return { kind: 'int', value: sign === '-' && small !== 0 ? -small : small };
  // Leading zeros aside, 64 bits have at most 64 digits; a longer run need not be converted to see that it is too large.
  if (digits.replace(/^0+/, '').length > 64) return undefined;
  const prefix = { 16: '0x', 8: '0o', 2: '0b', 10: '' }[radix];
  const magnitude = BigInt(prefix + digits);
  const value = sign === '-' ? -magnitude : magnitude;
  if (value >= INT64_MIN && value <= INT64_MAX) return { kind: 'int', value };
  return sign === '' && value <= UINT64_MAX ? { kind: 'uint', value } : undefined;
};

/** Out of range is not a number. */
const resolveFloat = (text: string): ResolvedScalar | undefined => {
  const value = Number(text);
  return Number.isFinite(value) ? { kind: 'float', value } : undefined;
};

/** go-yaml retries what follows a `0b` by itself, so that `0b-101` is -5. */
const resolveSignedBinary = (text: string): ResolvedScalar | undefined => {
  if (!SIGNED_BINARY.test(text)) return undefined;
  return resolveInteger(`${text[2]}0b${text.slice(3)}`);
};

const decodeBase64 = (node: ScalarNode): string => {
  const compact = node.value.replace(/[\r\n]/g, '');
  if (!BASE64.test(compact)) {
    const problem = '!!binary value contains invalid base64 data';
    throw new YamlError(`yaml: ${problem}`, { ...placeOf(node), problem });
  }
  return wellFormed(fromBytes(Buffer.from(compact, 'base64').toString('latin1')));
};
