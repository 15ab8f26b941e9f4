import { isQuantity } from '../formats.js';

/** Of a quantity's suffix: the power of ten, or of two. */
const DECIMAL: Readonly<Record<string, number>> = { n: -9, u: -6, m: -3, '': 0, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 };
const BINARY: Readonly<Record<string, bigint>> = {
  Ki: 1n << 10n,
  Mi: 1n << 20n,
  Gi: 1n << 30n,
  Ti: 1n << 40n,
  Pi: 1n << 50n,
  Ei: 1n << 60n,
};
/** No quantity that anything could have is larger; a larger exponent would only cost memory. */
const MAX_EXPONENT = 60;

/**
 * A quantity in billionths, the smallest that Kubernetes keeps: it rounds up what is smaller.
 *
 * @returns undefined for what isn't a quantity, and for one too large to be any
 */
export const nanosOf = (quantity: string | number): bigint | undefined => {
  const text = String(quantity).trim();
  if (!isQuantity(text)) return undefined;
  const [, sign, whole = '', fraction = '', rest = ''] = /^([-+]?)(\d*)\.?(\d*)(.*)$/.exec(text)!;
  const exponent = /^[eE]([-+]?\d+)$/.exec(rest);
  const power = (exponent === null ? (DECIMAL[rest] ?? 0) : Number(exponent[1])) + 9 - fraction.length;
  if (Math.abs(power) > MAX_EXPONENT + fraction.length || text.length > 200) return undefined;
  const digits = BigInt(`${whole}${fraction}` || '0') * (BINARY[rest] ?? 1n);
  const nanos = power >= 0 ? digits * 10n ** BigInt(power) : roundedUp(digits, 10n ** BigInt(-power));
  return sign === '-' ? -nanos : nanos;
};

const roundedUp = (a: bigint, b: bigint): bigint => (a + b - 1n) / b;

/** One, in billionths. */
export const ONE = 1_000_000_000n;
