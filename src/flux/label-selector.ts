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
 * Whether a selector takes an object with these labels.
 *
 * @param selector one that Kubernetes can parse: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors
 */
export const matchesSelector = (selector: string, labels: Labels): boolean =>
  // A comma inside of parentheses parts values.
  selector.split(/,(?![^(]*\))/).every((text) => requirement(text.trim())(labels));
