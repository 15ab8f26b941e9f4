/** More of a bad value than this hides the sentence around it. */
const LONGEST = 120;

/** A bad value as a message shows it, whatever it is: as JSON where it has one. Nothing is thrown. */
export const formatValue = (value: unknown): string => {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  if (value === undefined) return 'nothing';
  try {
    const text = JSON.stringify(value) ?? `a ${typeof value}`;
    return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  } catch {
    return Array.isArray(value) ? 'a list that is not plain data' : 'an object that is not plain data';
  }
};
