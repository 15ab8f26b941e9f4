import { nearest } from '../diagnostics/index.js';
import { isTwin } from '../rules/references/is-twin.js';

/** The shortest words whose letters are swapped, left out or wrong by mistake: `UID` and `GID` are two words. */
const SHORTEST = { swapped: 4, missing: 4, missingAtStart: 6, wrong: 6 } as const;

/**
 * Whether one name of a var is the other misspelt: `same-letters`, if they differ by an underscore, two letters that are
 * swapped or one that is left out; `wrong-letter`, which is less certain.
 */
export const nearVars = (a: string, b: string): 'same-letters' | 'wrong-letter' | undefined => {
  if (a === b || a.toLowerCase() === b.toLowerCase()) return undefined;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (bare(short) === bare(long)) return 'same-letters';
  if (!isTwin(short, long)) return undefined;
  let at = 0;
  while (short[at] === long[at]) at++;
  const start = long.lastIndexOf('_', at - 1) + 1;
  const end = long.indexOf('_', at);
  const word = long.slice(start, end < 0 ? undefined : end);
  if (short.length < long.length) {
    // `DOMAIN` and `DOMAINS`.
    if (/s$/i.test(word) && at - start >= word.length - 1) return undefined;
    return word.length >= (at === start ? SHORTEST.missingAtStart : SHORTEST.missing) ? 'same-letters' : undefined;
  }
  if (short[at] === long[at + 1] && short[at + 1] === long[at])
    return word.length >= SHORTEST.swapped ? 'same-letters' : undefined;
  // `APP_URL` and `APP_URI`.
  return word.length >= SHORTEST.wrong && at - start < word.length - 1 ? 'wrong-letter' : undefined;
};

const bare = (name: string): string => name.replaceAll('_', '');

/** The var that a name most likely stands for: `uptrace_version` is none for `jupyterhub_version`. */
export const nearestVar = (name: string, names: Iterable<string>): string | undefined => {
  const near = nearest(name, names);
  if (near === undefined) return undefined;
  const [ours, theirs] = withoutSharedWords(name.split('_'), near.split('_'));
  return ours === '' || theirs === '' || nearest(ours, [theirs]) !== undefined ? near : undefined;
};

const withoutSharedWords = (a: readonly string[], b: readonly string[]): readonly [string, string] => {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start++;
  let end = 0;
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return [a.slice(start, a.length - end).join('_'), b.slice(start, b.length - end).join('_')];
};
