/** What would break a line, hide, or turn the order of the text around in an editor. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unseen = /[\0-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

const loneSurrogate = /\p{Surrogate}/gu;

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escapeUnseen = (character: string): string =>
  named[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Text as it stands between the quotes of an HCL string, so that it stands for itself.
 * https://github.com/hashicorp/hcl/blob/main/hclsyntax/spec.md#quoted-templates
 *
 * Terraform reads every string in Unicode's normalization form C, so only text in that form comes back unchanged.
 * A surrogate without its other half is not Unicode: it becomes U+FFFD, which Terraform would make of it too.
 */
export const escapeText = (text: string): string => (plainText.test(text) ? text : escapeSpecial(text));

/** Most texts have nothing to escape, and one look finds that. */
const plainText = /^[ !#-[\]-z|}~]*$/;

const escapeSpecial = (text: string): string =>
  text
    .replace(loneSurrogate, '\ufffd')
    .replace(/[\\"]/g, '\\$&')
    .replace(unseen, escapeUnseen)
    // A `$` before `$${` must not be read as a part of it.
    .replace(/([$%]+)\{/g, (_, marks: string) => {
      const before = marks.slice(0, -1).replace(/[$%]/g, (mark) => escapeUnseen(mark));
      const last = marks.at(-1)!;
      return `${before}${last}${last}{`;
    });

/** A string literal with its quotes. */
export const quote = (text: string): string => `"${escapeText(text)}"`;

/** Words that would not be a name at the beginning of an object's entry or of a traversal. */
const words: ReadonlySet<string> = new Set(['true', 'false', 'null', 'for', 'if', 'in', 'else', 'endif', 'endfor']);

/** Whether a name can stand without quotes; HCL takes more, and dashes, which would look like a subtraction. */
export const isIdentifier = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !words.has(name);
