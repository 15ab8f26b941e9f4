/**
 * A float as Go's `strconv.FormatFloat(value, 'g', -1, bits)` prints it (`1e+06`, `1.5`, `1e-07`), with the
 * YAML words for what is not finite.
 *
 * @param bits 32 rounds to single precision first
 */
export const printFloat = (value: number, bits: 32 | 64 = 64): string => {
  const rounded = bits === 32 ? Math.fround(value) : value;
  if (Number.isNaN(rounded)) return '.nan';
  if (!Number.isFinite(rounded)) return rounded > 0 ? '.inf' : '-.inf';
  const scientific = bits === 32 ? shortestSingle(rounded) : rounded.toExponential();
  const at = scientific.indexOf('e');
  const sign = rounded < 0 || Object.is(rounded, -0) ? '-' : '';
  const digits = scientific.slice(0, at).replace(/[-.]/g, '');
  const exponent = Number(scientific.slice(at + 1));
  // Go's rule for `g` with the fewest digits: plain from 1e-4 up to, but not including, 1e6.
  return sign + (exponent < -4 || exponent >= 6 ? printScientific(digits, exponent) : printPlain(digits, exponent));
};

const printScientific = (digits: string, exponent: number): string => {
  const mantissa = digits.length > 1 ? `${digits[0]}.${digits.slice(1)}` : digits;
  return `${mantissa}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
};

const printPlain = (digits: string, exponent: number): string => {
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  const fraction = digits.slice(exponent + 1);
  return fraction === '' ? whole : `${whole}.${fraction}`;
};

/** The fewest digits that give the same single precision number; nine always do. */
const shortestSingle = (value: number): string => {
  for (let fractionDigits = 0; fractionDigits < 8; fractionDigits++) {
    const text = roundHalfEven(value, fractionDigits);
    if (Math.fround(Number(text)) === value) return text;
  }
  return value.toExponential(8);
};

/** `toExponential`, which rounds a tie away from zero, but with the tie to the even digit, as Go. */
const roundHalfEven = (value: number, fractionDigits: number): string => {
  const text = value.toExponential(fractionDigits);
  const finer = value.toExponential(fractionDigits + 1);
  const isTie = Number(finer) === value && /5e/.test(finer);
  if (!isTie) return text;
  const down = finer.replace(/\.?5e/, 'e');
  return /[02468]e/.test(down) ? down : text;
};
