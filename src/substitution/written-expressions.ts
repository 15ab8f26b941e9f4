/** An expression as it is written in a text. */
export interface WrittenExpression {
  /** With its braces, and with the expressions in it. */
  readonly source: string;
  /** Where it begins in the text. */
  readonly start: number;
  /** The variables that it names, those of expressions in it included. */
  readonly names: readonly string[];
}

/** The outer expressions of a text, in its order: `$$` is an escape, and an expression may hold others. */
export const writtenExpressions = (text: string): readonly WrittenExpression[] => {
  const found: WrittenExpression[] = [];
  for (let at = text.indexOf('$'); at >= 0; at = text.indexOf('$', at)) {
    const end = text.startsWith('${', at) ? endOf(text, at) : undefined;
    if (end === undefined) {
      at += text.startsWith('$$', at) ? 2 : 1;
      continue;
    }
    const source = text.slice(at, end);
    found.push({ source, start: at, names: [...source.matchAll(/\$\{#?(\w+)/g)].map(([, name]) => name!) });
    at = end;
  }
  return found;
};

/** A text with something else in the place of each outer expression. */
export const replaceExpressions = (text: string, change: (expression: WrittenExpression) => string): string => {
  let result = '';
  let end = 0;
  for (const one of writtenExpressions(text)) {
    result += text.slice(end, one.start) + change(one);
    end = one.start + one.source.length;
  }
  return result + text.slice(end);
};

/** A text in which expressions of these variables are escaped, so that Flux leaves them alone. */
export const escapeNames = (text: string, names: ReadonlySet<string>): string =>
  text.replace(/\$\{(\w+)/g, (all, name: string) => (names.has(name) ? `$${all}` : all));

const endOf = (text: string, start: number): number | undefined => {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text.startsWith('${', at)) depth++;
    else if (text[at] === '}') {
      depth--;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
};
