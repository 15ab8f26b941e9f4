type Labels = Readonly<Record<string, unknown>>;

/** Whether labels fit a selector, or one of its requirements. */
export type MatchesLabels = (labels: Labels) => boolean;

/** The rest of a selector's text, and what was read of it. */
type Read<T> = readonly [rest: string, value: T] | undefined;

/**
 * Parses a selector as Kubernetes does; `undefined` if Kubernetes rejects it.
 * https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors
 */
export const tryParseSelector = (selector: string): MatchesLabels | undefined => {
  const all: MatchesLabels[] = [];
  let rest = skipSpace(selector);
  while (rest !== '') {
    const read = readRequirement(rest);
    if (read === undefined) return undefined;
    all.push(read[1]);
    rest = skipSpace(read[0]);
    if (rest === '') break;
    rest = rest.startsWith(',') ? skipSpace(rest.slice(1)) : '';
    if (rest === '') return undefined;
  }
  return (labels) => all.every((matches) => matches(labels));
};

const readRequirement = (text: string): Read<MatchesLabels> => {
  const isAbsent = text.startsWith('!');
  const [afterKey, key] = readWord(isAbsent ? skipSpace(text.slice(1)) : text);
  if (!isKey(key)) return undefined;
  const has = (labels: Labels) => Object.hasOwn(labels, key);
  const rest = skipSpace(afterKey);
  if (isAbsent) return [rest, (labels) => !has(labels)];
  if (rest === '' || rest.startsWith(',')) return [rest, has];
  const [, operator = ''] = /^([=!<>]+|(?:in|notin)(?=[\s=!(),<>]|$))/.exec(rest) ?? [];
  const after = skipSpace(rest.slice(operator.length));
  if (operator === 'in' || operator === 'notin') {
    const read = readValues(after);
    if (read?.[1].every(isValue) !== true) return undefined;
    const isIn = (labels: Labels) => has(labels) && read[1].includes(String(labels[key]));
    return [read[0], operator === 'in' ? isIn : (labels) => !isIn(labels)];
  }
  const [left, value] = readWord(after);
  if (!isValue(value)) return undefined;
  const isIt = (labels: Labels) => has(labels) && String(labels[key]) === value;
  if (operator === '=' || operator === '==') return [left, isIt];
  if (operator === '!=') return [left, (labels) => !isIt(labels)];
  const limit = tryInteger(value);
  if ((operator !== '>' && operator !== '<') || limit === undefined) return undefined;
  return [
    left,
    (labels) => {
      const number = has(labels) ? tryInteger(String(labels[key])) : undefined;
      return number !== undefined && (operator === '>' ? number > limit : number < limit);
    },
  ];
};

/** Reads `(a, b)`; a value between two commas may be missing. */
const readValues = (text: string): Read<readonly string[]> => {
  const [whole, inner = ''] = /^\(([^()=!<>]*)\)/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const values = inner.split(',').map((one) => one.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, ''));
  // Kubernetes reads commas in pairs, and expects a value after a pair.
  const commas = /[, \t\r\n]*$/.exec(inner)![0].replace(/[^,]/g, '').length;
  if (commas > 0 && commas % 2 === 0) return undefined;
  return [text.slice(whole.length), values];
};

const readWord = (text: string): readonly [rest: string, word: string] => {
  const [word = ''] = /^[^\s=!(),<>]*/.exec(text) ?? [];
  return [text.slice(word.length), word];
};

const skipSpace = (text: string): string => text.replace(/^[ \t\r\n]+/, '');

const NAME = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const PREFIX = /^(?=.{1,253}$)[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;

const isKey = (text: string): boolean => {
  const [name = '', prefix, ...more] = text.split('/').reverse();
  return more.length === 0 && NAME.test(name) && (prefix === undefined || PREFIX.test(prefix));
};

const isValue = (text: string): boolean => text === '' || NAME.test(text);

/** An integer of 64 bits. */
const tryInteger = (text: string): bigint | undefined => {
  const number = /^[+-]?\d+$/.test(text) ? BigInt(text.replace(/^\+/, '')) : undefined;
  return number !== undefined && BigInt.asIntN(64, number) === number ? number : undefined;
};

/**
 * The labels that a selector asks for: `{ team: 'platform', tier: 'a' }` of `team=platform, tier in (a, b), !old`. Of several
 * values it is the first, and of a key alone `true`.
 */
export const labelsAskedFor = (selector: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    partsOf(selector).flatMap((text): readonly (readonly [string, string])[] => {
      const [, key, first] =
        /^([^\s!=]+)\s+in\s*\(\s*([^\s,)]*)/.exec(text) ?? /^([^\s!=]+)\s*==?\s*(\S*)$/.exec(text) ?? [];
      if (key !== undefined) return [[key, first ?? '']];
      return /^[^\s!=]+$/.test(text) ? [[text, 'true']] : [];
    }),
  );

// A comma inside of parentheses parts values.
const partsOf = (selector: string): readonly string[] => selector.split(/,(?![^(]*\))/).map((text) => text.trim());

/**
 * Whether a selector takes an object with these labels.
 *
 * @param selector one that Kubernetes can parse: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors
 */
export const matchesSelector = (selector: string, labels: Labels): boolean =>
  tryParseSelector(selector)?.(labels) ?? false;
