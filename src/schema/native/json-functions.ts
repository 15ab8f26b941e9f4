import { isQuantity } from '../formats.js';
import { type Cidr, cidrContains, parseCidr, parseIp } from '../ip.js';
import { type Json, sizeOf, UNKNOWN } from './json-value.js';
import { nativeFormats } from './native-formats.js';
import { nanosOf, ONE } from './quantity.js';

type Function = (...args: Json[]) => Json;

const size: Function = (of) => sizeOf(of!) ?? UNKNOWN;

const ofText =
  (run: (text: string) => Json): Function =>
  (text) =>
    typeof text === 'string' ? run(text) : UNKNOWN;

const ofTexts =
  (run: (on: string, arg: string) => Json): Function =>
  (on, arg) =>
    typeof on === 'string' && typeof arg === 'string' ? run(on, arg) : UNKNOWN;

const ofQuantities =
  (run: (a: bigint, b: bigint) => Json): Function =>
  (a, b) =>
    typeof a === 'bigint' && typeof b === 'bigint' ? run(a, b) : UNKNOWN;

const cidrOf = (text: Json | undefined): Cidr | undefined => (typeof text === 'string' ? parseCidr(text) : undefined);

/** Unspecified, loopback, link-local, or multicast on a link: no address of a host that others reach. */
const isSpecialIp = (text: string): boolean => {
  const ip = parseIp(text);
  if (ip === undefined) return false;
  const [a, b, c] = ip.bytes as [number, number, number];
  if (ip.bytes.every((byte) => byte === 0)) return true;
  if (ip.family === 4) return a === 127 || (a === 169 && b === 254) || (a === 224 && b === 0 && c === 0);
  const isLoopback = ip.bytes.every((byte, index) => byte === (index === 15 ? 1 : 0));
  return isLoopback || (a === 0xfe && b >> 6 === 2) || (a === 0xff && (b & 0x0f) === 2);
};

/** The functions that expressions on JSON may call; a quantity is a bigint, and an address its text. */
export const functions: Readonly<Record<string, Function>> = {
  size,
  intOf: (value) => {
    if (typeof value === 'number') return Math.trunc(value);
    return typeof value === 'string' && /^[-+]?\d{1,15}$/.test(value) ? Number(value) : UNKNOWN;
  },
  string: (value) => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : UNKNOWN),
  isQuantity: (value) => typeof value === 'number' || (typeof value === 'string' ? isQuantity(value) : UNKNOWN),
  quantity: (value) => (typeof value === 'string' || typeof value === 'number' ? (nanosOf(value) ?? UNKNOWN) : UNKNOWN),
  isIP: ofText((text) => parseIp(text) !== undefined),
  isCIDR: ofText((text) => parseCidr(text) !== undefined),
  ip: ofText((text) => (parseIp(text) === undefined ? UNKNOWN : text)),
  cidr: ofText((text) => (parseCidr(text) === undefined ? UNKNOWN : text)),
  hasFormat: ofTexts((text, format) => (Object.hasOwn(nativeFormats, format) ? nativeFormats[format]!(text) : UNKNOWN)),
  isSpecialIP: ofText(isSpecialIp),
  // Dealing the queues of a flow takes this many bits of its hash, which has 60 to give.
  // Go divides floats; what is equal by them must not be told apart here.
  fitsRatio: (ratio, min, max) =>
    typeof ratio === 'bigint' && typeof min === 'bigint' && typeof max === 'bigint'
      ? ratio * min <= (max + 1n) * ONE
      : UNKNOWN,
  fitsShuffleShard: (queues, hand) =>
    typeof queues === 'number' && typeof hand === 'number' ? Math.ceil(Math.log2(queues) * hand) <= 60 : UNKNOWN,
};

/** Those of them that CEL and Kubernetes lack. */
export const nativeSignatures = [
  'hasFormat(string, string): bool',
  'isSpecialIP(string): bool',
  'fitsShuffleShard(int, int): bool',
  'fitsRatio(kubernetes.Quantity, kubernetes.Quantity, kubernetes.Quantity): bool',
  'net.CIDR.ip(): net.IP',
] as const;

/** The same, of those that are called on a value. */
export const methods: Readonly<Record<string, Function>> = {
  size,
  startsWith: ofTexts((on, arg) => on.startsWith(arg)),
  endsWith: ofTexts((on, arg) => on.endsWith(arg)),
  contains: ofTexts((on, arg) => on.includes(arg)),
  split: ofTexts((on, arg) => on.split(arg)),
  lowerAscii: ofText((on) => on.replace(/[A-Z]/g, (one) => one.toLowerCase())),
  trim: ofText((on) => on.trim()),
  indexOf: ofTexts((on, arg) => on.indexOf(arg)),
  substring: (on, from, to) =>
    typeof on === 'string' && typeof from === 'number'
      ? on.substring(from, typeof to === 'number' ? to : on.length)
      : UNKNOWN,
  compareTo: ofQuantities((a, b) => (a < b ? -1 : a > b ? 1 : 0)),
  isLessThan: ofQuantities((a, b) => a < b),
  isGreaterThan: ofQuantities((a, b) => a > b),
  sign: (a) => (typeof a === 'bigint' ? (a < 0n ? -1 : a > 0n ? 1 : 0) : UNKNOWN),
  asInteger: (a) => (typeof a === 'bigint' && a % ONE === 0n ? Number(a / ONE) : UNKNOWN),
  isInteger: (a) => (typeof a === 'bigint' ? a % ONE === 0n : UNKNOWN),
  ip: ofText((on) => (on.includes('/') ? on.slice(0, on.indexOf('/')) : UNKNOWN)),
  family: ofText((on) => parseIp(on)?.family ?? UNKNOWN),
  prefixLength: ofText((on) => cidrOf(on)?.length ?? UNKNOWN),
  containsIP: ofTexts((on, arg) => {
    const [block, ip] = [parseCidr(on), parseIp(arg)];
    return block === undefined || ip === undefined ? UNKNOWN : cidrContains(block, ip);
  }),
  containsCIDR: ofTexts((on, arg) => {
    const [outer, inner] = [parseCidr(on), parseCidr(arg)];
    if (outer === undefined || inner === undefined) return UNKNOWN;
    return inner.length >= outer.length && cidrContains(outer, inner);
  }),
};
