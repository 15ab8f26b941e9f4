import { isIdentifier } from '../charts/identifier.js';

/** All that a reader wouldn't see, or that would end a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that must not be in code
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;
const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escapeUnseen = (text: string, kept = ''): string =>
  text
    .replace(UNSEEN, (char) =>
      kept.includes(char) ? char : (SHORT[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
    )
    .replace(LONE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A text of several lines is a template, in which each line is a line. */
const isTemplate = (text: string): boolean => text.includes('\n') && text.trim() !== '';

/** A literal that means the text, whatever is in it. */
export const printText = (text: string): string => {
  if (isTemplate(text)) return printTemplate([text]);
  const backslashes = text.replaceAll('\\', '\\\\');
  const singles = text.split("'").length;
  const doubles = text.split('"').length;
  const quote = singles > doubles ? '"' : "'";
  return `${quote}${escapeUnseen(backslashes.replaceAll(quote, `\\${quote}`))}${quote}`;
};

/** A template literal. */
export const printTemplate = (parts: readonly (string | { readonly code: string })[]): string =>
  `\`${parts
    .map((part) =>
      typeof part === 'string'
        ? escapeUnseen(part.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${'), '\n')
        : `\${${part.code}}`,
    )
    .join('')}\``;

/** The key of a member. `__proto__` would set the prototype. */
export const printKey = (key: string): string =>
  key === '__proto__' ? "['__proto__']" : isIdentifier(key) ? key : printText(key).replace(/^`[\s\S]*`$/, '[$&]');

/** A comment of one line: nothing in it ends it. */
export const commentText = (text: string): string => text.replace(/[\r\n\u2028\u2029]+/g, ' ').trimEnd();
