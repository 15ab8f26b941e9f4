/** Names for the var that holds a double quote: the first that no addon declares. `q` is what Flux's documentation says. */
export const QUOTE_NAMES = ['q', 'quote', 'fluxspan_quote'] as const;

const QUOTED = new RegExp(`^\\$\\{(${QUOTE_NAMES.join('|')})\\}(.*)\\$\\{\\1\\}$`, 's');

/** The text between quotes that Flux puts there, or undefined where there are none. */
export const tryUnquote = (text: string): string | undefined => QUOTED.exec(text)?.[2];
