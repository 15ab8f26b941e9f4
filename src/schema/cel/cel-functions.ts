import type { Environment } from '@marcbachmann/cel-js';
import { canonicalText } from '../canonical-text.js';
import { isQuantity } from '../formats.js';
import { type Cidr, cidrContains, maskIp, parseCidr, parseIp } from '../ip.js';
import { findMatches, type Matcher } from '../pattern.js';
import type { Patterns } from '../patterns.js';

class Ip {
  readonly address: NonNullable<ReturnType<typeof parseIp>>;
  constructor(text: string) {
    const found = parseIp(text);
    if (found === undefined) throw new TypeError('not an IP address');
    this.address = found;
  }
}

class CidrBlock {
  readonly block: Cidr;
  constructor(text: string) {
    const found = parseCidr(text);
    if (found === undefined) throw new TypeError('not a CIDR');
    this.block = found;
  }
}

class Url {
  readonly parsed: URL;
  /** As it was written: URL adds a slash to a bare host. */
  readonly text: string;
  constructor(text: string) {
    this.parsed = new URL(text, text.startsWith('/') ? 'x-none://' : undefined);
    this.text = text;
  }
}

const UNITS: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
};

class Quantity {
  readonly value: number;
  constructor(from: string | number) {
    if (typeof from === 'number') this.value = from;
    else {
      if (!isQuantity(from)) throw new TypeError('not a quantity');
      const found = /^(.*?\d\.?(?:[eE][-+]?\d+)?)([numkMGTPE]?i?)$/.exec(from)!;
      this.value = Number(found[1]) * (UNITS[found[2]!] ?? 1);
    }
  }
}

type Value = string | bigint | number | boolean;
const less = (a: Value, b: Value): boolean => a < b;
const all = (list: Iterable<unknown>): Value[] => [...list] as Value[];

const best = (list: Iterable<unknown>, better: (a: Value, b: Value) => boolean): Value => {
  const [first, ...rest] = all(list);
  if (first === undefined) throw new TypeError('the list is empty');
  return rest.reduce((kept, one) => (better(one, kept) ? one : kept), first);
};

const positionOf = (list: Iterable<unknown>, value: unknown, last: boolean): bigint => {
  const texts = [...list].map(textOf);
  return BigInt(last ? texts.lastIndexOf(textOf(value)) : texts.indexOf(textOf(value)));
};

const textOf = (value: unknown): string => (typeof value === 'bigint' ? `${value}` : canonicalText(value));

const matches =
  (matcherOf: (pattern: string) => Matcher | undefined) =>
  (text: string, pattern: string): boolean => {
    const matcher = matcherOf(pattern);
    if (matcher === undefined) throw new TypeError('the pattern is none that RE2 reads');
    return matcher(text);
  };

const holds = (test: () => unknown): boolean => {
  try {
    test();
    return true;
  } catch {
    return false;
  }
};

/** Whether Go's url.ParseRequestURI takes it: absolute, or a path. */
const isUrl = (text: string): boolean => holds(() => new Url(text)) && !/\s/.test(text);

/**
 * What Kubernetes adds to CEL, and the library lacks.
 * https://kubernetes.io/docs/reference/using-api/cel/#cel-options-language-features-and-libraries
 */
export const registerKubernetesFunctions = (env: Environment, { go, vetted }: Patterns): Environment => {
  registerKubernetesTypes(env);
  for (const [name, matcherOf] of [
    ['matchesRe2', go],
    ['matchesVetted', vetted],
  ] as const) {
    env.registerFunction(`string.${name}(string): bool`, matches(matcherOf));
    env.registerFunction(`${name}(string, string): bool`, matches(matcherOf));
  }
  return env;
};

/** The types and functions that need no patterns. */
export const registerKubernetesTypes = (env: Environment): void => {
  env.registerType('net.IP', Ip);
  env.registerType('net.CIDR', CidrBlock);
  env.registerType('kubernetes.URL', Url);
  env.registerType('kubernetes.Quantity', Quantity);
  for (const [signature, handler] of functions) env.registerFunction(signature, handler);
};

const host = (url: Url): string => (url.parsed.protocol === 'x-none:' ? '' : url.parsed.host);

// Each handler's parameters are what its signature says; the library takes handlers of unknown values alone.
const functions: readonly (readonly [string, (...args: never[]) => unknown])[] = [
  ['intOf(int): int', (value: bigint) => value],
  ['intOf(double): int', (value: number) => BigInt(Math.trunc(value))],
  ['intOf(google.protobuf.Timestamp): int', (value: Date) => BigInt(Math.floor(value.getTime() / 1000))],
  [
    'intOf(string): int',
    (text: string) => {
      if (!/^[-+]?\d{1,19}$/.test(text)) throw new TypeError('the text is not a whole number');
      return BigInt.asIntN(64, BigInt(text.replace('+', '')));
    },
  ],
  ['string.find(string): string', (text: string, pattern: string) => findMatches(pattern, text, 1)[0] ?? ''],
  ['string.findAll(string): list<string>', (text: string, pattern: string) => findMatches(pattern, text, 1000)],
  [
    'string.findAll(string, int): list<string>',
    (text: string, pattern: string, limit: bigint) => findMatches(pattern, text, limit < 0n ? 1000 : Number(limit)),
  ],
  ['string.charAt(int): string', (text: string, index: bigint) => [...text][Number(index)] ?? ''],
  ['string.replace(string, string): string', (text: string, a: string, b: string) => text.replaceAll(a, () => b)],
  [
    'string.replace(string, string, int): string',
    (text: string, a: string, b: string, limit: bigint) => {
      if (limit < 0n) return text.replaceAll(a, () => b);
      let left = limit;
      return text.replaceAll(a, (found) => (left-- > 0n ? b : found));
    },
  ],
  ['string.reverse(): string', (text: string) => [...text].reverse().join('')],
  [
    'list.isSorted(): bool',
    (list: unknown[]) => all(list).every((one, i, rest) => i === 0 || !less(one, rest[i - 1]!)),
  ],
  [
    'list<A>.sum(): A',
    (list: unknown[]) =>
      all(list).reduce<Value>(
        (sum, one) => (typeof one === 'bigint' ? BigInt(sum) + one : Number(sum) + Number(one)),
        0n,
      ),
  ],
  ['list<A>.min(): A', (list: unknown[]) => best(list, less)],
  ['list<A>.max(): A', (list: unknown[]) => best(list, (a, b) => less(b, a))],
  ['list.indexOf(dyn): int', (list: unknown[], value: unknown) => positionOf(list, value, false)],
  ['list.lastIndexOf(dyn): int', (list: unknown[], value: unknown) => positionOf(list, value, true)],
  ['isIP(string): bool', (text: string) => parseIp(text) !== undefined],
  ['ip(string): net.IP', (text: string) => new Ip(text)],
  ['net.IP.family(): int', (ip: Ip) => BigInt(ip.address.family)],
  ['net.IP.isUnspecified(): bool', ({ address: { bytes } }: Ip) => bytes.every((byte) => byte === 0)],
  [
    'net.IP.isLoopback(): bool',
    ({ address: { family, bytes } }: Ip) =>
      family === 4 ? bytes[0] === 127 : bytes.every((byte, i) => byte === (i === 15 ? 1 : 0)),
  ],
  ['isCIDR(string): bool', (text: string) => parseCidr(text) !== undefined],
  ['cidr(string): net.CIDR', (text: string) => new CidrBlock(text)],
  ['net.CIDR.prefixLength(): int', (cidr: CidrBlock) => BigInt(cidr.block.length)],
  [
    'net.CIDR.containsIP(string): bool',
    (cidr: CidrBlock, text: string) => cidrContains(cidr.block, new Ip(text).address),
  ],
  ['net.CIDR.containsIP(net.IP): bool', (cidr: CidrBlock, ip: Ip) => cidrContains(cidr.block, ip.address)],
  [
    'net.CIDR.containsCIDR(string): bool',
    ({ block }: CidrBlock, text: string) => {
      const inner = new CidrBlock(text).block;
      return inner.length >= block.length && cidrContains(block, inner);
    },
  ],
  [
    'net.CIDR.masked(): net.CIDR',
    ({ block }: CidrBlock) =>
      Object.assign(new CidrBlock('0.0.0.0/0'), { block: { ...block, bytes: maskIp(block.bytes, block.length) } }),
  ],
  ['isURL(string): bool', isUrl],
  ['url(string): kubernetes.URL', (text: string) => new Url(text)],
  [
    'kubernetes.URL.getScheme(): string',
    (url: Url) => (url.parsed.protocol === 'x-none:' ? '' : url.parsed.protocol.slice(0, -1)),
  ],
  ['kubernetes.URL.getHost(): string', host],
  ['kubernetes.URL.getHostname(): string', (url: Url) => url.parsed.hostname.replace(/^\[|\]$/g, '')],
  ['kubernetes.URL.getPort(): string', (url: Url) => url.parsed.port],
  [
    'kubernetes.URL.getEscapedPath(): string',
    (url: Url) =>
      url.parsed.pathname === '/' && !/^[^:]+:\/\/[^/]*\//.test(url.text) && !url.text.startsWith('/')
        ? ''
        : url.parsed.pathname,
  ],
  ['isQuantity(string): bool', (text: string) => isQuantity(text)],
  ['quantity(string): kubernetes.Quantity', (text: string) => new Quantity(text)],
  ['kubernetes.Quantity.sign(): int', (one: Quantity) => BigInt(Math.sign(one.value))],
  ['kubernetes.Quantity.isInteger(): bool', (one: Quantity) => Number.isInteger(one.value)],
  ['kubernetes.Quantity.asInteger(): int', (one: Quantity) => BigInt(one.value)],
  ['kubernetes.Quantity.asApproximateFloat(): double', (one: Quantity) => one.value],
  ['kubernetes.Quantity.isGreaterThan(kubernetes.Quantity): bool', (a: Quantity, b: Quantity) => a.value > b.value],
  ['kubernetes.Quantity.isLessThan(kubernetes.Quantity): bool', (a: Quantity, b: Quantity) => a.value < b.value],
  [
    'kubernetes.Quantity.compareTo(kubernetes.Quantity): int',
    (a: Quantity, b: Quantity) => BigInt(Math.sign(a.value - b.value)),
  ],
  [
    'kubernetes.Quantity.add(kubernetes.Quantity): kubernetes.Quantity',
    (a: Quantity, b: Quantity) => new Quantity(a.value + b.value),
  ],
  [
    'kubernetes.Quantity.sub(kubernetes.Quantity): kubernetes.Quantity',
    (a: Quantity, b: Quantity) => new Quantity(a.value - b.value),
  ],
];
