import { isLabelValue, isQualifiedName } from '../../schema/object-meta.js';

const SYMBOLS: ReadonlySet<string> = new Set(['!', '=', '==', '!=', '(', ')', ',', '>', '<']);
const OPERATORS: ReadonlySet<string> = new Set(['in', 'notin', '=', '==', '!=', '>', '<']);
const TOKEN = /[!=()<>,]+|[^!=()<>,\s]+/g;

/** Thrown only inside this module. */
class Fault extends Error {}

/** Symbols need no space between them (`)`, `,`), and the longest match counts (`==`). */
const tokensOf = (text: string): readonly string[] =>
  [...text.matchAll(TOKEN)].flatMap(([token]) => {
    if (!/[!=()<>,]/.test(token[0]!)) return [token];
    const found: string[] = [];
    for (let at = 0; at < token.length; at += found.at(-1)!.length) {
      const two = token.slice(at, at + 2);
      found.push(SYMBOLS.has(two) ? two : token[at]!);
    }
    return found;
  });

/**
 * What is wrong with a selector of labels or annotations, such as `app=web,tier in (a, b),!old`; undefined if it's
 * valid. https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors
 */
export const labelSelectorFault = (text: string): string | undefined => {
  const tokens = tokensOf(text);
  let at = 0;
  const shown = (): string => (tokens[at] === undefined ? 'its end' : `"${tokens[at]}"`);
  const isWord = (): boolean => tokens[at] !== undefined && !SYMBOLS.has(tokens[at]!);
  const refuse = (expected: string): never => {
    throw new Fault(`expected ${expected}, not ${shown()}`);
  };
  const checkValue = (value: string): void => {
    if (!isLabelValue(value)) throw new Fault(`"${value}" isn't a valid label value`);
  };
  const list = (): void => {
    if (tokens[at++] !== '(') {
      at--;
      refuse('"("');
    }
    while (tokens[at] !== ')') {
      if (isWord()) {
        checkValue(tokens[at++]!);
        if (tokens[at] !== ',' && tokens[at] !== ')') refuse('"," or ")"');
        // After a comma comes another value, or the end of the list.
      } else if (tokens[at] !== ',') refuse('a value');
      if (tokens[at] === ',') at++;
    }
    at++;
  };
  const requirement = (): void => {
    const isAbsent = tokens[at] === '!';
    if (isAbsent) at++;
    if (!isWord()) refuse('a label');
    const key = tokens[at++]!;
    if (!isQualifiedName(key)) throw new Fault(`"${key}" isn't a valid label`);
    if (isAbsent || tokens[at] === undefined || tokens[at] === ',') return;
    if (!OPERATORS.has(tokens[at]!)) refuse('"=", "==", "!=", "in", "notin", ">" or "<"');
    const operator = tokens[at++]!;
    if (operator === 'in' || operator === 'notin') {
      list();
      return;
    }
    const isEmpty = tokens[at] === undefined || tokens[at] === ',';
    if (!isEmpty && !isWord()) refuse('a value');
    const value = isEmpty ? '' : tokens[at++]!;
    if (operator === '>' || operator === '<') {
      if (!/^[-+]?\d+$/.test(value)) throw new Fault(`"${operator}" needs a whole number, not "${value}"`);
    }
    checkValue(value);
  };
  try {
    while (at < tokens.length) {
      requirement();
      if (at === tokens.length) break;
      if (tokens[at] !== ',') refuse('","');
      at++;
      if (!isWord() && tokens[at] !== '!') refuse('a label');
    }
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return error.message;
    throw error;
  }
};
