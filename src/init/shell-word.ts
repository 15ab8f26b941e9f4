/** As a shell reads one word. */
export const shellWord = (text: string): string =>
  /^[\w./@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
