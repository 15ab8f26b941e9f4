/** The first line of the comment, by which it is found again. */
export const MARK = '<!-- fluxspan: one comment that is kept up to date -->';

/** GitHub takes 65,536 characters. */
export const MOST = 65_000;

/**
 * The body of a comment, from a file that the code of a pull request may have written: plain text of a limited length,
 * in which nobody is called by name, nothing is referred to or commanded, and no markup of another site is loaded.
 *
 * @param {Uint8Array} bytes
 */
export const bodyOf = (bytes) => {
  if (bytes.length > 4 * MOST) throw new Error(`the report has ${bytes.length} bytes, and a comment has fewer`);
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  const body = text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out; a tab and a newline stay
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '')
    // Comments could hold a second mark; tags other than these could load or hide something.
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/<(?!\/?(?:details|summary|code)>)/g, '<\u200b')
    .replace(/!\[/g, '!\u200b[')
    // An entity could stand for any of these.
    .replace(/&(?!(?:amp|lt|gt);)/g, '&\u200b')
    .replace(/@(?=[\w-])/g, '@\u200b')
    // References leave a note at an issue or request, of another project too.
    .replace(/(?:[#!]|\bGH-|\/(?:issues|pull|discussions|merge_requests)\/)(?=\d)/g, '$&\u200b')
    // GitLab takes a line that starts so for a command.
    .replace(/^([ \t]*)\/(?=[a-z])/gim, '$1\u200b/');
  return `${MARK}\n${body.trimStart()}`.slice(0, MOST);
};
