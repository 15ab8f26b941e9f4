/** The edit distance of two words, transpositions counted as one; `limit + 1` as soon as it is above `limit`. */
const distance = (a: string, b: string, limit: number): number => {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, beforeLast[j - 2]! + 1);
      row.push(cost);
      if (cost < least) least = cost;
    }
    if (least > limit) return limit + 1;
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
};

/**
 * The candidate that was probably meant, or undefined. Case does not count; of equals, the first in order.
 *
 * @param limit how many letters may differ
 */
export const nearest = (
  word: string,
  candidates: Iterable<string>,
  limit = Math.max(1, Math.floor(word.length / 3)),
): string | undefined => {
  const lower = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    const d = distance(lower, candidate.toLowerCase(), limit);
    if (d < bestDistance || (d === bestDistance && best !== undefined && candidate < best)) {
      best = candidate;
      bestDistance = d;
    }
  }
  return best;
};

/** `did you mean "x"?`, or what there is. */
export const suggest = (word: string, candidates: Iterable<string>): string => {
  const all = [...candidates].sort();
  const near = nearest(word, all);
  if (near !== undefined) return `did you mean "${near}"?`;
  return all.length === 0 ? 'there is none' : `there is ${all.map((name) => `"${name}"`).join(', ')}`;
};
