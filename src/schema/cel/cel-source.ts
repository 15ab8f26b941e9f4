/** A rule as the CEL library reads it. */
type Piece = { readonly text: string; readonly isCode: boolean };

/** Code and string literals of an expression, so that no rewriting touches the text of a literal. */
const pieces = (source: string): readonly Piece[] => {
  const found: Piece[] = [];
  const literal =
    /(?:\b[rRbB]{1,2})?(?:"""[\s\S]*?(?<!\\)"""|'''[\s\S]*?(?<!\\)'''|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\/\/.*/g;
  const raw = /^[bB]?[rR]/;
  let from = 0;
  for (let match = literal.exec(source); match !== null; match = literal.exec(source)) {
    let end = match.index + match[0].length;
    // In a raw literal a backslash escapes nothing, so the first closing quotes end it.
    if (raw.test(match[0])) {
      const quotes = /("""|'''|"|')/.exec(match[0])![0];
      const start = match.index + match[0].indexOf(quotes) + quotes.length;
      const close = source.indexOf(quotes, start);
      if (close >= 0) end = close + quotes.length;
    }
    if (match.index > from) found.push({ text: source.slice(from, match.index), isCode: true });
    if (!match[0].startsWith('//')) found.push({ text: source.slice(match.index, end), isCode: false });
    from = end;
    literal.lastIndex = end;
  }
  if (from < source.length) found.push({ text: source.slice(from), isCode: true });
  return found;
};

/**
 * `has(self[0].x)` → `(self[0].?x.hasValue())`: the library's `has` takes a chain of names alone. Literals are
 * placeholders by now.
 */
export const rewriteHas = (code: string): string => {
  let out = code;
  for (let at = out.search(/\bhas\s*\(/); at >= 0; ) {
    const open = out.indexOf('(', at);
    let close = open;
    for (let depth = 0; close < out.length; close++) {
      if (out[close] === '(') depth++;
      else if (out[close] === ')' && --depth === 0) break;
    }
    const inner = out.slice(open + 1, close);
    const field = /^([\s\S]*)\.\s*([A-Za-z_]\w*)\s*$/.exec(inner);
    let end = close + 1;
    if (field !== null && !/^[\w.\s]*$/.test(field[1]!)) {
      const text = `(${rewriteHas(field[1]!)}.?${field[2]}.hasValue())`;
      out = out.slice(0, at) + text + out.slice(close + 1);
      end = at + text.length;
    }
    const next = out.slice(end).search(/\bhas\s*\(/);
    at = next < 0 ? -1 : end + next;
  }
  return out;
};

/** Rewrites an expression without its literals and comments: each literal is a placeholder, which no rewriting touches. */
export const rewriteCode = (source: string, rewrite: (code: string) => string): string => {
  const literals: string[] = [];
  // No CEL identifier has such a name, and no bracket is in it.
  const code = pieces(source)
    .map(({ text, isCode }) => (isCode ? text : `\ue000${literals.push(text) - 1}\ue000`))
    .join('');
  return rewrite(code).replace(/\ue000(\d+)\ue000/g, (_, index) => literals[Number(index)]!);
};

/**
 * A rule of a CRD in the dialect of the CEL library: `has` of any expression, `matches` on a linear engine, and an `int`
 * that reads no empty text.
 *
 * @param vetted the rule is one of the package's own, whose patterns a test keeps from being slow on V8's faster engine
 */
export const rewriteRule = (source: string, vetted: boolean): string =>
  rewriteCode(source, (code) =>
    rewriteHas(code)
      .replace(/\bmatches(?=\s*\()/g, vetted ? 'matchesVetted' : 'matchesRe2')
      .replace(/(?<![.\w])int(?=\s*\()/g, 'intOf'),
  );

/** What CEL has and the library doesn't read: `.5`, `.name`, and optional members of lists and maps. */
const BEYOND = /(?:^|[^\w\])}"'\s?.])\s*\.\s*\w|[[{,]\s*\?/;

/** Whether an expression has what CEL reads and the library doesn't, so that it can't be judged. */
export const isBeyondLibrary = (source: string): boolean => BEYOND.test(source);

const LOOP = /\.\s*(?:all|exists|exists_one|existsOne|map|filter|transformList|transformMap|transformMapEntry)\s*\(/g;

/** How deep an expression's loops stand in each other: its time grows with the size of the lists to this power. */
export const loopDepth = (source: string): number => {
  const code = pieces(source)
    .map(({ text, isCode }) => (isCode ? text : '""'))
    .join('');
  const opens = new Set([...code.matchAll(LOOP)].map((match) => match.index + match[0].length - 1));
  let deepest = 0;
  const stack: boolean[] = [];
  for (let i = 0; i < code.length; i++) {
    if (code[i] === '(') {
      stack.push(opens.has(i));
      deepest = Math.max(deepest, stack.filter(Boolean).length);
    } else if (code[i] === ')') stack.pop();
  }
  return deepest;
};

/** A rule that compares with what was there before; nothing was, at synth. */
export const isTransitionRule = (source: string): boolean =>
  pieces(source).some(({ text, isCode }) => isCode && /\boldSelf\b/.test(text));

/** The fields that a rule reads of `self`; undefined where it reads `self` as a whole. */
export const fieldsOfSelf = (source: string): ReadonlySet<string> | undefined => {
  const code = pieces(source)
    .map(({ text, isCode }) => (isCode ? text : '""'))
    .join('');
  const fields = new Set<string>();
  // A call (`self.size()`) is one on the whole.
  for (const match of code.matchAll(/\bself\b(?:\s*\.\s*\??\s*([A-Za-z_]\w*)(\s*\()?)?/g)) {
    if (match[1] === undefined || match[2] !== undefined) return undefined;
    fields.add(match[1]);
  }
  return fields;
};
