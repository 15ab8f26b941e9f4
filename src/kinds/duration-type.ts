import type { OpenApi } from './crd-kind.js';

/** Texts that Go reads as durations, and that a pattern of one takes. */
const DURATIONS = ['90s', '5m', '2h'];
/** No duration is one of these. */
const OTHERS = ['5', 'x', 'a-b', '2026-01-01', 'm', 'name'];
/** A longer pattern is of something else, and what people write for durations is a third of it. */
const LONGEST = 200;

/** The type of a duration that Go's own parser reads: zero needs no unit. */
export const GO_DURATION = "Duration | '0'";

/** The type of a text whose pattern takes durations and little else, or whose format is one; undefined for others. */
export const durationType = ({ pattern, format }: Pick<OpenApi, 'pattern' | 'format'>): string | undefined =>
  typeOfPattern(pattern) ?? (format === 'duration' ? GO_DURATION : undefined);

const typeOfPattern = (pattern: string | undefined): string | undefined => {
  if (pattern === undefined || pattern.length > LONGEST) return undefined;
  let takes: (value: string) => boolean;
  try {
    const regExp = new RegExp(pattern, 'u');
    takes = (value) => regExp.test(value);
  } catch {
    return undefined;
  }
  if (!DURATIONS.every(takes) || OTHERS.some(takes)) return undefined;
  const words = ['Never', '0'].filter(takes).map((word) => ` | '${word}'`);
  return `${takes('1d') ? 'LongDuration' : 'Duration'}${words.join('')}`;
};
