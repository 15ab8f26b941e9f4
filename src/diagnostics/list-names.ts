/** As many names as a person reads; `--json` has all. */
const MOST_NAMES = 10;

export const isLongList = ({ length }: readonly unknown[]): boolean => length > MOST_NAMES;

export const listNames = (names: readonly string[]): string =>
  isLongList(names)
    ? `${names.slice(0, MOST_NAMES).join(', ')} and ${names.length - MOST_NAMES} more (--json has all)`
    : names.join(', ');
