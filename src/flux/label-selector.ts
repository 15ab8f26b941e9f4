type Labels = Readonly<Record<string, unknown>>;

/** A requirement of a selector, as a test of labels. */
const requirement = (text: string): ((labels: Labels) => boolean) => {
  const set = /^([^\s!=]+)\s+(in|notin)\s*\(([^)]*)\)$/.exec(text);
  if (set !== null) {
    const [, key = '', operator, values = ''] = set;
    const all = values.split(',').map((one) => one.trim());
    const isIn = (labels: Labels) => Object.hasOwn(labels, key) && all.includes(String(labels[key]));
    return operator === 'in' ? isIn : (labels) => !isIn(labels);
  }
  const pair = /^([^\s!=]+)\s*(==?|!=)\s*(\S*)$/.exec(text);
  if (pair !== null) {
    const [, key = '', operator, value] = pair;
    const isIt = (labels: Labels) => Object.hasOwn(labels, key) && String(labels[key]) === value;
    return operator === '!=' ? (labels) => !isIt(labels) : isIt;
  }
  const key = text.replace(/^!\s*/, '');
  return text.startsWith('!') ? (labels) => !Object.hasOwn(labels, key) : (labels) => Object.hasOwn(labels, key);
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
  partsOf(selector).every((text) => requirement(text)(labels));
