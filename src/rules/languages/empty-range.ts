/** A version, as far as a range gives it: what is open is undefined. */
type Numbers = readonly (bigint | undefined)[];

/** The versions from `low` up to, and without, `high`; undefined is without end. */
interface Span {
  readonly low: readonly bigint[];
  readonly high: readonly bigint[] | undefined;
}

const ONE = /(!=|>=|=>|<=|=<|~>|[=<>~^])?\s*v?([0-9xX*]+(?:\.[0-9xX*]+){0,2})((?:[-+][0-9A-Za-z.+-]*)?)/g;
const SPAN = /(\S+)\s+-\s+(\S+)/g;
const ALL: Span = { low: [0n, 0n, 0n], high: undefined };

/**
 * Why no version can be in a valid range, such as `6,9.4`; undefined if one may be. Pre-releases have an order of their
 * own, so a range that names one is never empty here.
 */
export const emptyRangeFault = (range: string): string | undefined => {
  const faults = range.replace(SPAN, '>=$1, <=$2').split('||').map(conflictIn);
  return faults.every((fault) => fault !== undefined) ? faults[0] : undefined;
};

const conflictIn = (group: string): string | undefined => {
  const seen: { readonly text: string; readonly span: Span }[] = [];
  for (const [text, operator = '', version = '', label = ''] of group.matchAll(ONE)) {
    if (label.startsWith('-') || operator === '!=') return undefined;
    const span = spanOf(operator, numbersOf(version));
    const other = seen.find((one) => !overlap(one.span, span));
    if (other !== undefined) return `no version is both ${other.text.trim()} and ${text.trim()}`;
    seen.push({ text, span });
  }
  return undefined;
};

const numbersOf = (version: string): Numbers => {
  const parts = version.split('.');
  const open = parts.findIndex((part) => !/^\d+$/.test(part));
  const known = open < 0 ? parts : parts.slice(0, open);
  return [0, 1, 2].map((at) => (known[at] === undefined ? undefined : BigInt(known[at])));
};

const spanOf = (operator: string, numbers: Numbers): Span => {
  if (numbers[0] === undefined) return ALL;
  const low = numbers.map((part) => part ?? 0n);
  // The first version after all that the numbers leave open.
  const known = numbers.filter((part) => part !== undefined).length;
  const after = next(low, known - 1);
  switch (operator) {
    case '>':
      return { low: after, high: undefined };
    case '>=':
    case '=>':
      return { low, high: undefined };
    case '<':
      return { low: ALL.low, high: low };
    case '<=':
    case '=<':
      return { low: ALL.low, high: after };
    case '~':
    case '~>':
      return { low, high: next(low, Math.min(known - 1, 1)) };
    case '^': {
      const first = low.findIndex((part, at) => part !== 0n || at === known - 1);
      return { low, high: next(low, first) };
    }
    default:
      return { low, high: after };
  }
};

/** The version after all that begin with these numbers, up to the one at `at`. */
const next = (numbers: readonly bigint[], at: number): readonly bigint[] =>
  numbers.map((part, index) => (index < at ? part : index === at ? part + 1n : 0n));

const isBefore = (a: readonly bigint[], b: readonly bigint[]): boolean => {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at >= 0 && a[at]! < b[at]!;
};

const overlap = (a: Span, b: Span): boolean =>
  (a.high === undefined || isBefore(b.low, a.high)) && (b.high === undefined || isBefore(a.low, b.high));
