import { nearest } from '../diagnostics/did-you-mean.js';
import { isTaken, takenWords, type Voice } from './describe-violation.js';
import type { ViolationFacts } from './violation.js';

/** What to do about a violation, in the imperative. */
export const fixViolation = (violation: ViolationFacts, voice: Voice): string => {
  if (violation.kind === 'enum' && violation.near !== undefined) return `did you mean "${violation.near}"?`;
  if (isTaken(violation)) return `give ${takenWords(violation, voice)}${isUnquoted(violation) ? QUOTING : ''}`;
  switch (violation.kind) {
    case 'required':
      return `set "${violation.key}"`;
    case 'needed-key':
      return `set "${violation.needs}"`;
    case 'unknown-key':
      return fixKey(violation.key, violation.known);
    case 'newer-field':
      return `Leave it out of this cluster until it runs Kubernetes ${violation.since}, or set kubernetes: '${violation.since}' if it does`;
    case 'duplicate-item':
      return violation.by.length === 0 || voice === 'chart'
        ? 'take one of the two out'
        : `take one of the two out, or give it another ${violation.by.map((key) => `"${key}"`).join(' or ')}`;
    case 'no-item':
      return 'add the item';
    case 'nothing-allowed':
      return 'take it out';
    case 'key-name':
      return violation.of === 'key' ? 'rename the key' : FORM;
    case 'rule':
      return 'change it so that the rule holds';
    case 'native-rule':
      return violation.fix;
    case 'no-form':
    case 'several-forms':
    case 'forbidden-form':
      return voice === 'chart' ? 'write one of the forms that the values schema of the chart has' : FORM;
  }
};

/** `image: { nginx: 1.27 }`: text with a colon that YAML takes for a map. */
const isUnquoted = (violation: ViolationFacts): boolean =>
  violation.kind === 'type' && violation.got === 'object' && violation.types.includes('string');

const QUOTING = '; text with a colon and a blank in it is a map in YAML unless it is in quotes';

const FORM = 'write it in the form that the schema asks for';

const fixKey = (key: string, known: readonly string[]): string => {
  const near = nearest(key, known);
  if (near !== undefined) return `did you mean "${near}"?`;
  return known.length === 0 ? 'take it out' : `take it out; there is ${known.map((name) => `"${name}"`).join(', ')}`;
};
