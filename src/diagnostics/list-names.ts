/** As many names as a person reads; `--json` has all. */
const MOST_NAMES = 10;

export const isLongList = ({ length }: readonly unknown[]): boolean => length > MOST_NAMES;

/** `a, b and 3 more`: the first of many, and how many are left. */
export const nameSome = (names: readonly string[], most: number): string => {
  const left = names.length - most;
  return `${names.slice(0, most).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
};

export const listNames = (names: readonly string[]): string =>
  `${nameSome(names, MOST_NAMES)}${isLongList(names) ? ' (--json has all)' : ''}`;
