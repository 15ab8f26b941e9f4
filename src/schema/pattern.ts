import { createRequire } from 'node:module';
import { thrownText } from '../diagnostics/index.js';

/** Whether a text has a match somewhere. */
export type Matcher = (text: string) => boolean;

/** What only one of V8 and RE2 has, or what they read differently outside classes: flags, assertions, most escapes. */
const DIFFERENT = /\(\?(?!:)|\\(?!x[\da-fA-F]{2})[^.*+?^$()[\]{}|/\\dw-]/;
/** In a class: none in it, a class of RE2 by its name, and a range from or to `\d` or `\w`. */
const DIFFERENT_CLASS = /^\[\^?\]|\[:|-\\[dw]|\\[dw]-[^\]]/;
const CLASSES = /\\.|\[\^?\]?(?:\\.|[^\]\\])*\]/g;

/** Patterns that V8 and RE2 read alike, over printable ASCII: no classes or escapes that differ, no flags. */
const isCommon = (source: string): boolean =>
  /^[\x20-\x7e]*$/.test(source) &&
  !DIFFERENT.test(source) &&
  !(source.match(CLASSES) ?? []).some((part) => part.startsWith('[') && DIFFERENT_CLASS.test(part));

/** RE2's limit for a repetition, and for repetitions in each other. */
const MOST_REPEATS = 1000;

/** Whether RE2's limits surely allow the repetitions of a pattern that V8 reads. */
const repeatsLittle = (source: string): boolean => {
  const counts = [...source.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].map(([, least, most]) => Number(most || least));
  // Only what repeats a group can repeat another repetition.
  const inEachOther = /\)\{\d/.test(source) ? counts.reduce((all, one) => all * Math.max(1, one), 1) : 0;
  return Math.max(inEachOther, ...counts) <= MOST_REPEATS;
};

/** A longer one may break limits that only RE2 has: of nesting, and of its size. */
const LONGEST_COMMON = 1000;

/** A pattern for V8, where Go surely reads it and means the same by it, over printable ASCII. */
const shared = (source: string, flags = ''): RegExp | undefined => {
  if (source.length > LONGEST_COMMON || !isCommon(source) || !repeatsLittle(source)) return undefined;
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
};

/** The longest text that is given to V8, which may take more than one step for each of its characters. */
const LONGEST = 256;
/**
 * In how many ways V8 may try a pattern on such a text before it gives up: those of three repetitions in a row, as ARNs
 * and addresses have them. That many take it some hundredths of a second.
 */
const MOST_WAYS = (LONGEST + 1) ** 3 * 2;

/**
 * In how many ways, at most, a pattern can be laid over a text of {@link LONGEST} characters. Backtracking may try all
 * of them: `(a+)+`, `(a|a)*`, `(a?){40}` and thirty `a?` in a row have more than anything ends on.
 */
const waysOf = (source: string): number => {
  interface Group {
    /** Of the branches that are complete. */
    before: number;
    /** Of the branch being read, without its last part, and of that part. */
    branch: number;
    part: number;
  }
  const open = (): Group => ({ before: 0, branch: 1, part: 1 });
  const close = ({ before, branch, part }: Group): number => before + branch * part;
  const groups: Group[] = [open()];
  const tokens = /\\x..|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?:|[*+?]\??|\{(\d+)(,?)(\d*)\}\??|[\s\S]/g;
  for (const [token, least, comma, most] of source.matchAll(tokens)) {
    const group = groups.at(-1)!;
    if (token[0] === '(') groups.push(open());
    else if (token === ')' && groups.length > 1) {
      const inner = close(groups.pop()!);
      const outer = groups.at(-1)!;
      outer.branch *= outer.part;
      outer.part = inner;
    } else if (token === '|') {
      group.before = close(group);
      group.branch = 1;
      group.part = 1;
    } else if (token[0] === '?') group.part += 1;
    else if (token[0] === '*' || token[0] === '+') group.part = repeat(group.part, 0, LONGEST);
    else if (least !== undefined) {
      group.part = repeat(group.part, Number(least), comma === '' ? Number(least) : Number(most || LONGEST));
    } else {
      group.branch *= group.part;
      group.part = 1;
    }
  }
  return close(groups[0]!) * (source.startsWith('^') ? 1 : LONGEST);
};

/** One that can be read in two ways can be read in 2^n ways where it is repeated. */
const repeat = (ways: number, least: number, most: number): number =>
  ways === 1 ? Math.max(1, most - least + 1) : ways ** Math.min(most, LONGEST);

interface Re2 {
  compile(source: string): { matcher(text: string): { find(): boolean; group(): string | null } };
}

const require = createRequire(import.meta.url);
/** Loaded for the first pattern that needs it, which most trees do not have. */
const engine = (): Re2 => (require('re2js') as { RE2JS: Re2 }).RE2JS;

/** Of the package's own patterns, those that V8 is slow on. */
const SLOW_OF_OURS: ReadonlySet<string> = new Set(['^(.?[/_a-zA-Z0-9]{1,})*$']);
/**
 * Patterns of the ready-made infra inputs that the estimate takes for slow. They aren't: each round of what they repeat
 * ends with a character that can't be elsewhere in it. So most platforms need no other engine.
 */
const QUICK_OF_OURS: ReadonlySet<string> = new Set([
  '^[a-z]{2}(-[a-z]+)+-\\d$',
  '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+([a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$',
]);
/** The longest text on which a test keeps the others from being slow. */
const LONGEST_OF_OURS = 5000;

const mayBeSlow = (source: string): boolean => !QUICK_OF_OURS.has(source) && waysOf(source) > MOST_WAYS;

/**
 * A pattern as Go reads it, in linear time; undefined where Go would not read it.
 *
 * @param vetted it is one of the package's own, which a test keeps from being slow on V8's faster engine
 */
export const compilePattern = (source: string, vetted = false): Matcher | undefined => {
  let linear: Matcher | undefined;
  const slow: Matcher = (text) => {
    if (linear === undefined) {
      const compiled = engine().compile(source);
      linear = (one) => compiled.matcher(one).find();
    }
    return linear(text);
  };
  try {
    const longest = vetted && !SLOW_OF_OURS.has(source) ? LONGEST_OF_OURS : mayBeSlow(source) ? 0 : LONGEST;
    const fast = longest > 0 ? shared(source) : undefined;
    if (fast !== undefined) {
      return (text) => (text.length <= longest && /^[\x20-\x7e]*$/.test(text) ? fast.test(text) : slow(text));
    }
    slow('');
    return slow;
  } catch {
    return undefined;
  }
};

/** What Go says of a pattern that it doesn't read, such as "missing closing ): `(`"; undefined where it reads it. */
export const re2Fault = (source: string): string | undefined => {
  if (shared(source) !== undefined) return undefined;
  try {
    engine().compile(source);
    return undefined;
  } catch (error) {
    const message = thrownText(error);
    // Go takes a name twice; this engine doesn't.
    return /duplicate capture group name/i.test(message) ? undefined : message.replace(/^error parsing regexp: /, '');
  }
};

/** All matches of a pattern, at most `limit`, as CEL's `find` and `findAll` give them. Throws where Go would not read it. */
export const findMatches = (source: string, text: string, limit: number): readonly string[] => {
  const isShort = text.length <= LONGEST && /^[\x20-\x7e]*$/.test(text);
  const fast = isShort && waysOf(source) <= MOST_WAYS ? shared(source, 'g') : undefined;
  if (fast !== undefined) return [...text.matchAll(fast)].slice(0, limit).map(([match]) => match);
  const matcher = engine().compile(source).matcher(text);
  const found: string[] = [];
  while (found.length < limit && matcher.find()) found.push(matcher.group() ?? '');
  return found;
};
