import { compilePattern } from '../schema/pattern.js';

/** What JavaScript's patterns have and RE2 (Terraform, Go) has not, or reads otherwise. */
const foreign: readonly (readonly [RegExp, string])[] = [
  [/\(\?<?[=!]/, 'a lookaround'],
  [/\(\?</, 'a named group'],
  [/\\[1-9]/, 'a back reference'],
  [/\\k</, 'a back reference'],
  [/\\c[A-Za-z]/, 'a control escape'],
  [/\\u/, 'a \\u escape'],
  [/(?<!\\)\[(?:\\.|[^\]\\])*\\b/, 'a backspace in a class'],
  [/\[\^?\]/, 'an empty class'],
  [/\[[^\]]*\[:/, 'a POSIX class'],
  [/\{(?:[1-9]\d{3,}|\d+,[1-9]\d{3,})/, 'a repetition above 1000'],
  [/\\[sSpP]/, 'a class that RE2 reads otherwise'],
];

/** What RE2 takes: https://github.com/google/re2/wiki/Syntax */
const MOST_REPETITIONS = 1000;

/** How often the innermost part of a pattern is repeated by counts that stand around each other. */
const largestRepetition = (source: string): number => {
  /** By depth of the groups that are open: the largest so far. */
  const largest = [1];
  let atom = 1;
  const part = /\\.|\[(?:\\.|[^\]\\])*\]|\{(\d+)(,?)(\d*)\}|[\s\S]/g;
  for (const [text, least, , most] of source.matchAll(part)) {
    if (text === '(') largest.push(1);
    else if (text === ')') atom = largest.pop() ?? 1;
    else if (least !== undefined) atom *= Number(most || least) || 1;
    else atom = 1;
    const top = largest.length - 1;
    if (text !== '(') largest[top] = Math.max(largest[top] ?? 1, atom);
  }
  return Math.max(...largest);
};

/** Why a pattern does not mean the same in JavaScript, JSON Schema and Terraform; undefined where it does. */
export const patternFault = (pattern: RegExp): string | undefined => {
  if (pattern.flags.replace(/[uv]/g, '') !== '') return `the flag "${pattern.flags}"`;
  // An escaped backslash must not pair with what follows it.
  const source = pattern.source.replace(/\\\\/g, '..');
  for (const [find, what] of foreign) if (find.test(source)) return what;
  if (largestRepetition(source) > MOST_REPETITIONS) return 'repetitions around repetitions of more than 1000 in all';
  try {
    new RegExp(pattern.source, 'u');
  } catch {
    return "an escape or bracket that only JavaScript's lenient mode takes";
  }
  return compilePattern(pattern.source) === undefined ? 'nesting or a size' : undefined;
};
