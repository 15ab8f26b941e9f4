const NUMBER = '[0-9xX*|]+';
const SUFFIX = '[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*';
const VERSION = `v?${NUMBER}(?:\\.${NUMBER})?(?:\\.${NUMBER})?(?:-${SUFFIX})?(?:\\+${SUFFIX})?`;
const PARTS = new RegExp(`v?(${NUMBER})(?:\\.(${NUMBER}))?(?:\\.(${NUMBER}))?(?:-(${SUFFIX}))?(?:\\+${SUFFIX})?`, 'g');
const OPERATOR = '(?:!=|>=|=>|<=|=<|~>|[=<>~^])?';
const ONE = `${OPERATOR}\\s*${VERSION}`;
const ALL = new RegExp(`^\\s*${ONE}\\s*(?:(?:\\s+|,\\s*)${ONE}\\s*)*$`);
const SPAN = new RegExp(`\\s*(${VERSION})\\s+-\\s+(${VERSION})\\s*`, 'g');

const LONGEST = 512;
const MOST_GROUPS = 32;

/**
 * What is wrong with a version range as Flux reads it; undefined if it's valid.
 * https://github.com/Masterminds/semver#checking-version-constraints
 */
export const semverRangeFault = (text: string): string | undefined => {
  if (Buffer.byteLength(text) > LONGEST) return `it is longer than ${LONGEST} bytes`;
  const groups = text.replace(SPAN, '>=$1, <=$2').split('||');
  if (groups.length > MOST_GROUPS) return `it has more than ${MOST_GROUPS} parts between "||"`;
  for (const group of groups) {
    if (!ALL.test(group)) return `improper constraint: ${JSON.stringify(group)}`;
    for (const [version, ...parts] of group.matchAll(PARTS)) {
      if (!isVersion(parts)) return `"${version}" isn't a version`;
    }
  }
  return undefined;
};

const COMPARISON = new RegExp(`(${OPERATOR})\\s*(${VERSION})`, 'g');

/**
 * Whether a valid range (see {@link semverRangeFault}) includes versions of a minor release, or its pre-releases.
 *
 * @param minor `2.9`
 */
export const mayBeOfMinor = (range: string, minor: string): boolean => {
  const [wantedMajor = 0, wantedMinor = 0] = minor.split('.').map(Number);
  return range
    .replace(SPAN, '>=$1, <=$2')
    .split('||')
    .some((group) =>
      [...group.matchAll(COMPARISON)].every(([, operator, version = '']) => {
        const [numbers = ''] = version.replace(/^v/, '').split(/[-+]/);
        // NaN is an open part, as in 2.x.
        const [major = Number.NaN, minor = Number.NaN, patch = Number.NaN] = numbers.split('.').map(Number);
        if (Number.isNaN(major)) return true;
        const order = wantedMajor - major || (Number.isNaN(minor) ? 0 : wantedMinor - minor);
        switch (operator) {
          case '!=':
            return order !== 0 || !Number.isNaN(patch);
          case '^':
            return wantedMajor === major && order >= 0;
          case '>':
            return order > 0 || (order === 0 && !Number.isNaN(patch));
          case '>=':
          case '=>':
            return order >= 0;
          case '<':
            return order < 0 || (order === 0 && patch > 0);
          case '<=':
          case '=<':
            return order <= 0;
          default:
            return order === 0;
        }
      }),
    );
};

const LARGEST = 2n ** 64n - 1n;

/** Numbers up to the first `x`, and a pre-release whose numbers don't begin with 0. */
const isVersion = (parts: readonly (string | undefined)[]): boolean => {
  const numbers = parts.slice(0, 3);
  const open = numbers.findIndex((part) => part === undefined || /^[xX*]$/.test(part));
  const known = open < 0 ? numbers : numbers.slice(0, open);
  const labels = parts[3]?.split('.') ?? [];
  return (
    known.every((part) => /^\d+$/.test(part!) && BigInt(part!) <= LARGEST) && !labels.some((one) => /^0\d+$/.test(one))
  );
};
