/**
 * What is reached through another one of those that something waits for, and so needs no arrow of its own.
 *
 * @param orderOf what comes up later never has a smaller number, so no way leads back from before the first of `direct`
 */
export const reachedThroughOthers = (
  direct: readonly string[],
  waitsOf: (name: string) => readonly string[],
  orderOf: (name: string) => number,
): ReadonlySet<string> => {
  const found = new Set<string>();
  if (direct.length < 2) return found;
  const first = direct.reduce((least, name) => Math.min(least, orderOf(name)), Number.POSITIVE_INFINITY);
  const open = [...direct];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    for (const next of waitsOf(name)) {
      if (found.has(next) || orderOf(next) < first) continue;
      found.add(next);
      open.push(next);
    }
  }
  return found;
};
