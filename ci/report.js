/** The first line of the comment, by which it is found again. */
export const MARK = '<!-- fluxspan: one comment that is kept up to date -->';

/** GitHub takes 65,536 characters. */
export const MOST = 65_000;

/** The largest report, in bytes: a character has at most 4. */
export const MOST_BYTES = 4 * MOST;

/**
 * The body of a comment, from a file that the code of a pull request may have written: plain text of a limited length,
 * in which nobody is called by name, nothing is referred to, linked or commanded, and no markup of another site is loaded.
 *
 * @param {Uint8Array} bytes
 */
export const bodyOf = (bytes) => {
  if (bytes.length > MOST_BYTES) throw new Error(`the report has ${bytes.length} bytes, and a comment has fewer`);
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  const body = text
    // What can't be seen, or turns text around; a tab and a newline stay.
    .replace(/[^\P{C}\t\n]|[\u2028\u2029]/gu, '')
    // Comments could hold a second mark; tags other than these could load or hide something.
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/<(?!\/?(?:details|summary|code)>)/g, '<\u200b')
    .replace(/!\[/g, '!\u200b[')
    // Links with a target, by reference, and the definitions of their targets; GitLab's [[pages]] and [issue:1].
    .replace(/\](?=[([:])/g, ']\u200b')
    .replace(/\[(?=\[|\w+:)/g, '[\u200b')
    // Addresses that become links by themselves.
    .replace(/:(?=\/\/)/g, ':\u200b')
    .replace(/\bwww(?=\.)/gi, '$&\u200b')
    // Diagrams and formulas can hold links too.
    .replace(/(?:`{3,}|~{3,})[ \t]*(?=[^\s`~])/g, '$&\u200b')
    .replace(/\\(?=(?:href|url|html\w*|includegraphics|require)\b)/gi, '\\\u200b')
    // An entity could stand for any of these.
    .replace(/&(?!(?:amp|lt|gt);)/g, '&\u200b')
    .replace(/@(?=[\w-])/g, '@\u200b')
    // References leave a note at an issue or request, of another project too.
    .replace(/(?:[#!~%$]|\bGH-|\/(?:issues|pull|discussions|merge_requests)\/)(?=\d)/g, '$&\u200b')
    // GitLab takes a line that starts so for a command.
    .replace(/^([ \t]*)\/(?=[a-z])/gim, '$1\u200b/');
  // The end may be in the middle of a character.
  return `${MARK}\n${body.trimStart()}`.slice(0, MOST).replace(/[\ud800-\udbff]$/, '');
};
