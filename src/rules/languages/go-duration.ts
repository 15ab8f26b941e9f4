import { isGoDuration } from '../../schema/formats.js';

const UNITS: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  μs: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 60e9,
  h: 3600e9,
};

/** What is wrong with a Go duration; undefined if it's valid. */
export const goDurationFault = (text: string): string | undefined => {
  if (!isGoDuration(text))
    return /^[-+]?[\d.]+$/.test(text) ? 'its unit is missing' : 'it has to be such as 90s, 5m or 1h30m';
  return Math.abs(nanosecondsOf(text)) > 2 ** 63 ? 'it is longer than Go can count' : undefined;
};

/** The nanoseconds of a valid Go duration. */
export const nanosecondsOf = (text: string): number => {
  let total = 0;
  for (const [, count, unit] of text.matchAll(/([\d.]+)(\D+)/g)) total += Number(count) * (UNITS[unit!] ?? 0);
  return text.startsWith('-') ? -total : total;
};
