const SIMPLE: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
};

const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3})|([\s\S]))/g;

/** What stands between Go's quotes, with its escapes read; undefined where Go knows one of them not. */
export const unquote = (text: string): string | undefined => {
  let isGood = true;
  const read = text.replace(ESCAPE, (_, hex?: string, short?: string, long?: string, octal?: string, one?: string) => {
    const code = hex ?? short ?? long;
    if (code !== undefined || octal !== undefined) {
      const point = code !== undefined ? Number.parseInt(code, 16) : Number.parseInt(octal!, 8);
      if (point <= 0x10ffff) return String.fromCodePoint(point);
    }
    const simple = one === undefined ? undefined : SIMPLE[one];
    isGood &&= simple !== undefined;
    return simple ?? '';
  });
  return isGood ? read : undefined;
};
