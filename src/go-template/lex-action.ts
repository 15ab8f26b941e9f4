import { TemplateError } from './template-node.js';
import { unquote } from './unquote.js';

/** A word of an action. `space` stands between arguments: `.a .b` are two, `.a.b` is one. */
export type Token =
  | { readonly kind: 'space' | 'pipe' | 'declare' | 'assign' | 'comma' | 'open' | 'close' | 'dot' | 'nil' | 'end' }
  /** `.name`; its dot may follow a variable, a parenthesis or another field. */
  | { readonly kind: 'field' | 'variable' | 'word' | 'keyword'; readonly name: string }
  | { readonly kind: 'constant'; readonly value: string | number | boolean };

const KEYWORDS: ReadonlySet<string> = new Set([
  'block',
  'break',
  'continue',
  'define',
  'else',
  'end',
  'if',
  'range',
  'template',
  'with',
]);

const SPACE = /[ \t\r\n]+/y;
const WORD = /[\p{L}\p{Nd}_]+/uy;
const NUMBER =
  /[+-]?(?:0[xX][0-9a-fA-F_]+(?:\.[0-9a-fA-F_]*)?(?:[pP][+-]?\d+)?|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?)i?/y;
const QUOTED = /"(?:[^"\\\n]|\\[^\n])*"/y;
const RAW = /`[^`]*`/y;
const CHARACTER = /'(?:[^'\\\n]|\\[^\n])*'/y;
/** What may follow a field, a variable or a word. */
const TERMINATOR = /[ \t\r\n.,|:)(]|=|$/y;

const SIGNS: Readonly<Record<string, 'pipe' | 'comma' | 'open' | 'close' | 'assign'>> = {
  '|': 'pipe',
  ',': 'comma',
  '(': 'open',
  ')': 'close',
  '=': 'assign',
};

const numberOf = (text: string): number => {
  const plain = text.replaceAll('_', '').replace(/i$/, '');
  const sign = plain.startsWith('-') ? -1 : 1;
  const digits = plain.replace(/^[+-]/, '');
  const [, whole, part = '', exponent] = /^0x([0-9a-f]*)\.?([0-9a-f]*)p([+-]?\d+)$/i.exec(digits) ?? [];
  if (whole !== undefined) return sign * Number(`0x${whole}${part}`) * 2 ** (Number(exponent) - 4 * part.length);
  return sign * Number(/^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : digits);
};

/**
 * The words between two delimiters.
 *
 * @param lineOf the line of an offset, for errors
 * @throws TemplateError
 */
export const lexAction = (text: string, lineOf: (offset: number) => number): readonly Token[] => {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  const fail = (message: string): never => {
    throw new TemplateError(message, lineOf(at));
  };
  const take = (found: string): string => {
    at += found.length;
    return found;
  };
  const takeWord = (found: string): string => {
    take(found);
    if (match(TERMINATOR) === undefined) fail(`bad character ${JSON.stringify(text[at])}`);
    return found;
  };
  while (at < text.length) {
    const char = text[at]!;
    const space = match(SPACE);
    if (space !== undefined) {
      take(space);
      tokens.push({ kind: 'space' });
      continue;
    }
    const sign = SIGNS[char];
    if (sign !== undefined) {
      at += 1;
      tokens.push({ kind: sign });
      continue;
    }
    if (char === ':') {
      if (text[at + 1] !== '=') fail('expected :=');
      at += 2;
      tokens.push({ kind: 'declare' });
      continue;
    }
    if (char === '"' || char === '`' || char === "'") {
      const quoted = match(char === '"' ? QUOTED : char === '`' ? RAW : CHARACTER);
      if (quoted === undefined) return fail('unterminated quoted string');
      const value = char === '`' ? quoted.slice(1, -1) : unquote(quoted.slice(1, -1));
      if (value === undefined) return fail(`invalid syntax: ${quoted}`);
      take(quoted);
      tokens.push({ kind: 'constant', value: char === "'" ? (value.codePointAt(0) ?? 0) : value });
      continue;
    }
    if (char === '$') {
      at += 1;
      tokens.push({ kind: 'variable', name: takeWord(match(WORD) ?? '') });
      continue;
    }
    if (char === '.' && !/[0-9]/.test(text[at + 1] ?? '')) {
      at += 1;
      const name = match(WORD);
      if (name !== undefined) tokens.push({ kind: 'field', name: takeWord(name) });
      else {
        if (match(TERMINATOR) === undefined) fail(`bad character ${JSON.stringify(text[at])}`);
        tokens.push({ kind: 'dot' });
      }
      continue;
    }
    const number = /[0-9.+-]/.test(char) ? match(NUMBER) : undefined;
    if (number !== undefined && number !== '') {
      take(number);
      if (match(/[\p{L}\p{Nd}_]/uy) !== undefined) fail(`bad number syntax: ${number}${text[at]}`);
      tokens.push({ kind: 'constant', value: numberOf(number) });
      continue;
    }
    const word = match(WORD) ?? fail(`unexpected ${JSON.stringify(char)} in an action`);
    takeWord(word);
    if (word === 'true' || word === 'false') tokens.push({ kind: 'constant', value: word === 'true' });
    else if (word === 'nil') tokens.push({ kind: 'nil' });
    else tokens.push({ kind: KEYWORDS.has(word) ? 'keyword' : 'word', name: word });
  }
  tokens.push({ kind: 'end' });
  return tokens;
};
