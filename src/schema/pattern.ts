import { createRequire } from 'node:module';

/** Whether a text has a match somewhere. */
export type Matcher = (text: string) => boolean;

/** Patterns that V8 and RE2 read alike, over printable ASCII: no classes or escapes that differ, no flags. */
const isCommon = (source: string): boolean =>
  /^[\x20-\x7e]*$/.test(source) && !/\(\?(?!:)|\[\[:|\\(?!x[\da-fA-F]{2})[^.*+?^$()[\]{}|/\\dw-]/.test(source);

/** `(a+)+`, `(a|a)*`, `(a?){40}`, and several unbounded repetitions side by side: what backtracking is slow on. */
const hasNestedRepetition = (source: string): boolean => {
  // For each open group: whether there is more than one way to read what it holds.
  const choices: boolean[] = [false];
  let inClass = false;
  let unbounded = 0;
  for (let i = 0; i < source.length; i++) {
    const char = source[i]!;
    if (char === '\\') i++;
    else if (inClass) inClass = char !== ']';
    else if (char === '[') {
      inClass = true;
      if (source[i + 1] === '^') i++;
      if (source[i + 1] === ']') i++;
    } else if (char === '(') choices.push(false);
    else if (char === ')') {
      const inner = choices.pop() ?? false;
      const next = source[i + 1] ?? '';
      if (inner && '*+{'.includes(next) && next !== '') return true;
      if (inner || next === '?') choices[choices.length - 1] = true;
    } else if ('*+?{|'.includes(char) && !(char === '?' && source[i - 1] === '(')) {
      choices[choices.length - 1] = true;
      if (char === '*' || char === '+' || /^\{\d+,\}/.test(source.slice(i))) unbounded++;
    }
  }
  // Each multiplies the time by the length of the text.
  return unbounded > 2;
};

interface Re2 {
  compile(source: string): { matcher(text: string): { find(): boolean; group(): string | null } };
}

const require = createRequire(import.meta.url);
/** Loaded for the first pattern that needs it, which most trees do not have. */
const engine = (): Re2 => (require('re2js') as { RE2JS: Re2 }).RE2JS;

/** Of the package's own patterns, those that V8 is slow on. */
const SLOW_OF_OURS: ReadonlySet<string> = new Set(['^(.?[/_a-zA-Z0-9]{1,})*$']);

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
    if (isCommon(source) && ((vetted && !SLOW_OF_OURS.has(source)) || !hasNestedRepetition(source))) {
      const fast = new RegExp(source);
      return (text) => (/^[\x20-\x7e]*$/.test(text) ? fast.test(text) : slow(text));
    }
    slow('');
    return slow;
  } catch {
    return undefined;
  }
};

/** All matches of a pattern, at most `limit`, as CEL's `find` and `findAll` give them. Throws where Go would not read it. */
export const findMatches = (source: string, text: string, limit: number): readonly string[] => {
  if (isCommon(source) && !hasNestedRepetition(source) && /^[\x20-\x7e]*$/.test(text)) {
    return [...text.matchAll(new RegExp(source, 'g'))].slice(0, limit).map(([match]) => match);
  }
  const matcher = engine().compile(source).matcher(text);
  const found: string[] = [];
  while (found.length < limit && matcher.find()) found.push(matcher.group() ?? '');
  return found;
};
