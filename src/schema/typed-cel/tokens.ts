import { ExpressionFault, type LiteralExpression } from './expression.js';

/** A word, number, text or sign of an expression. */
export interface Token {
  readonly kind: 'name' | 'literal' | 'sign' | 'end';
  /** A name or sign as it is written; of a literal, its text. */
  readonly text: string;
  readonly literal?: Pick<LiteralExpression, 'type' | 'value'>;
}

const BLANK = /(?:[\t \r\n\f]+|\/\/[^\n]*)+/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const FLOAT = /\d+\.\d+(?:[eE][-+]?\d+)?|\d+[eE][-+]?\d+|\.\d+(?:[eE][-+]?\d+)?/y;
const INTEGER = /(0x[0-9a-fA-F]+|\d+)([uU]?)/y;
const SIGN = /==|!=|<=|>=|&&|\|\||[-+*/%!?:.,<>()[\]{}]/y;

const ESCAPE = String.raw`\\(?:[abfnrtv"'\\?${'`'}]|x[0-9a-fA-F]{2}|X[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7][0-7])`;
const TEXT = new RegExp(
  [
    String.raw`[rR]"""[\s\S]*?"""`,
    String.raw`[rR]'''[\s\S]*?'''`,
    String.raw`[rR]"[^"\n\r]*"`,
    String.raw`[rR]'[^'\n\r]*'`,
    String.raw`"""(?:${ESCAPE}|[^\\])*?"""`,
    String.raw`'''(?:${ESCAPE}|[^\\])*?'''`,
    String.raw`"(?:${ESCAPE}|[^\\"\n\r])*"`,
    String.raw`'(?:${ESCAPE}|[^\\'\n\r])*'`,
  ].join('|'),
  'y',
);

/** The most characters that the API server reads. */
const LONGEST = 100_000;

/** @throws ExpressionFault for a character that begins nothing */
export const tokensOf = (source: string): readonly Token[] => {
  if ([...source].length > LONGEST) throw new ExpressionFault(`is longer than ${LONGEST} characters`);
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp, from = at): RegExpExecArray | null => {
    pattern.lastIndex = from;
    return pattern.exec(source);
  };
  while (at < source.length) {
    const blank = match(BLANK);
    if (blank !== null) {
      at += blank[0].length;
      continue;
    }
    const isBytes = /[bB]/.test(source[at]!);
    const text = (isBytes ? match(TEXT, at + 1) : null) ?? match(TEXT);
    if (text !== null) {
      const prefix = text.index - at;
      const value = unquote(text[0], prefix > 0);
      tokens.push({
        kind: 'literal',
        text: text[0],
        literal: { type: prefix > 0 ? 'bytes' : 'string', value },
      });
      at += prefix + text[0].length;
      continue;
    }
    const found = match(NAME) ?? match(FLOAT) ?? match(INTEGER) ?? match(SIGN);
    if (found === null) throw new ExpressionFault(`has "${[...source.slice(at)][0]}" where CEL has no such character`);
    at += found[0].length;
    tokens.push(tokenOf(found));
  }
  tokens.push({ kind: 'end', text: 'the end' });
  return tokens;
};

const tokenOf = ([text, digits, isUnsigned]: readonly string[]): Token => {
  if (/^[A-Za-z_]/.test(text!)) {
    if (text === 'true' || text === 'false') return literal(text, 'bool', text === 'true');
    if (text === 'null') return literal(text, 'null_type', null);
    return { kind: text === 'in' ? 'sign' : 'name', text: text! };
  }
  if (digits !== undefined && /^\d/.test(text!)) {
    const value = BigInt(digits);
    const isInteger = isUnsigned === '';
    if (value > (isInteger ? 2n ** 63n : 2n ** 64n - 1n)) {
      throw new ExpressionFault(`has the number ${digits}, which is too large for a whole number`);
    }
    return literal(text!, isInteger ? 'int' : 'uint', value);
  }
  if (/\d/.test(text!)) {
    if (!Number.isFinite(Number(text))) throw new ExpressionFault(`has the number ${text}, which is too large`);
    return literal(text!, 'double', Number(text));
  }
  return { kind: 'sign', text: text! };
};

const literal = (text: string, type: LiteralExpression['type'], value: LiteralExpression['value']): Token => ({
  kind: 'literal',
  text,
  literal: { type, value },
});

const ESCAPED: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

const unquote = (literalText: string, isBytes: boolean): string => {
  const isRaw = /^[rR]/.test(literalText);
  const quoted = (isRaw ? literalText.slice(1) : literalText).replace(/\r\n?/g, '\n');
  const width = /^("""|''')/.test(quoted) && quoted.length >= 6 ? 3 : 1;
  const inner = quoted.slice(width, -width);
  if (isRaw) return inner;
  return inner.replace(
    /\\(?:[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2})|(.))/g,
    (_, byte?: string, short?: string, long?: string, octal?: string, char?: string) => {
      if (char !== undefined) return ESCAPED[char] ?? char;
      const code = octal === undefined ? Number.parseInt((byte ?? short ?? long)!, 16) : Number.parseInt(octal, 8);
      if ((short ?? long) !== undefined && (isBytes || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))) {
        throw new ExpressionFault(
          `has the escape \\${short === undefined ? 'U' : 'u'}${short ?? long}, which isn't a character`,
        );
      }
      return String.fromCodePoint(code);
    },
  );
};
