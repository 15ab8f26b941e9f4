const QUANTITY = /^([-+]?)(\d+\.?\d*|\.\d+)(?:[eE]([-+]?\d+)|([numkMGTPE]|[KMGTPE]i)?)$/;

/** Powers of ten. */
const decimal: Readonly<Record<string, number>> = { n: -9, u: -6, m: -3, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 };
/** Powers of 1024. */
const binary = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
/** More than any quantity that a cluster has; a text is an attack before it is such a number. */
const MAX_EXPONENT = 100;
const MAX_LENGTH = 100;

/**
 * A quantity in billionths, the smallest that Kubernetes tells apart (it rounds up): `1Gi` and `1024Mi` are equal.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/api/resource#Quantity
 *
 * @returns undefined for what isn't a quantity
 */
export const parseQuantity = (value: unknown): bigint | undefined => {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value);
  if (text.length > MAX_LENGTH) return undefined;
  const found = QUANTITY.exec(text);
  if (found === null) return undefined;
  const [, sign, digits = '', exponent, suffix = ''] = found;
  const point = digits.indexOf('.');
  const whole = BigInt(digits.replace('.', ''));
  const places = point < 0 ? 0 : digits.length - point - 1;
  const power = exponent === undefined ? (decimal[suffix] ?? 0) : Number(exponent);
  if (Math.abs(power) > MAX_EXPONENT) return undefined;
  const factor = 1024n ** BigInt(binary.indexOf(suffix) + 1);
  const shift = 9 + power - places;
  const scaled = whole * factor * 10n ** BigInt(Math.max(shift, 0));
  const divisor = 10n ** BigInt(Math.max(-shift, 0));
  const rounded = (scaled + divisor - 1n) / divisor;
  return sign === '-' ? -rounded : rounded;
};
