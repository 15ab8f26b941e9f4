/** Shorter names often differ in one letter on purpose. */
const MIN_LENGTH = 4;

/**
 * Whether one name is most likely a misspelling of the other: they differ by one letter that is missing, wrong, or
 * swapped with the next one. Names that differ in a digit, or in a part of one letter, are usually numbered on purpose.
 */
export const isTwin = (a: string, b: string): boolean => {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < MIN_LENGTH || long.length - short.length > 1 || short === long) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  let end = 0;
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end++;
  const ours = short.slice(start, short.length - end);
  const theirs = long.slice(start, long.length - end);
  if (/\d/.test(ours + theirs)) return false;
  if (ours.length === 2 && theirs.length === 2) return ours[0] === theirs[1] && ours[1] === theirs[0];
  if (ours.length > 1 || theirs.length > 1) return false;
  // `shard-a` and `shard-b`.
  const isPart = (start === 0 || /\W/.test(long[start - 1]!)) && (end === 0 || /\W/.test(long.at(-end)!));
  return !isPart || !/\w/.test(theirs);
};
