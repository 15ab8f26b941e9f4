/** The tokens that the library's messages name. */
const TOKENS: Readonly<Record<string, string>> = {
  EOF: 'the end',
  LPAREN: '"("',
  RPAREN: '")"',
  LBRACKET: '"["',
  RBRACKET: '"]"',
  LBRACE: '"{"',
  RBRACE: '"}"',
  DOT: '"."',
  COMMA: '","',
  COLON: '":"',
  QUESTION: '"?"',
  IDENTIFIER: 'a name',
  STRING: 'a text',
  NUMBER: 'a number',
};

/** A message of the CEL library's parser in words for users. */
export const parseWords = (message: string): string =>
  message.replaceAll(/\b[A-Z]{3,}\b/g, (token) => (Object.hasOwn(TOKENS, token) ? TOKENS[token]! : token));
