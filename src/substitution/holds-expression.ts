/** Whether Flux may find an expression in a text. A quick look: what it would read there, the text's site says. */
export const holdsExpression = (text: string): boolean => text.includes('${');

/** Whether an author has escaped an expression in a text, so that Flux leaves it alone. */
export const holdsEscape = (text: string): boolean => text.includes('$${');

/** Finds an expression of a var in a text, or of any one: for a place to show, not to read it. */
export const expressionPattern = (name?: string): RegExp =>
  name === undefined ? /\$\{/ : new RegExp(`\\$\\{#?${name}\\b`);
