import { ruleWords } from './cel/rule-words.js';
import type { Dialect } from './dialect.js';
import { formatWords } from './formats.js';
import { typeWords } from './json-type.js';
import { nativeFormatWords } from './native/native-formats.js';
import type { BoundKeyword, CountKeyword, RuleOutcome, ViolationFacts } from './violation.js';

/** Who refuses the value: each says it in its own words. What a contract refuses is told with its own sentences. */
export type Voice = Exclude<Dialect['name'], 'contract'>;

/** A violation in words that continue `"spec.rules[0]" …`; the value is never in them. Empty where there are none. */
export const describeViolation = (violation: ViolationFacts, voice: Voice): string => {
  if (isTaken(violation)) return `takes ${takenWords(violation, voice)}${insteadOf(violation, voice)}`;
  switch (violation.kind) {
    case 'required':
      return voice === 'chart' ? `lacks "${violation.key}", which the chart requires` : 'is required';
    case 'unknown-key':
      return voice === 'chart' ? `the chart reads no "${violation.key}" here` : 'is a field that nothing reads';
    case 'newer-field':
      return `is a field since Kubernetes ${violation.since}, and the cluster says kubernetes: '${violation.kubernetes}'`;
    case 'duplicate-item':
      return voice === 'chart'
        ? 'is in the list twice'
        : `is in the list twice${by(violation.by)}: it is also item ${violation.first}`;
    case 'no-item':
      return `lacks an item that the ${voice === 'chart' ? 'chart' : 'schema'} requires`;
    case 'no-form':
      return 'fits none of the forms that the schema allows';
    case 'several-forms':
      return `fits more than one of the forms${voice === 'chart' ? ' that exclude each other' : ''}`;
    case 'forbidden-form':
      return `has a form that the ${voice === 'chart' ? 'chart' : 'schema'} refuses`;
    case 'nothing-allowed':
      return 'nothing may be set here';
    case 'key-name':
      return violation.of === 'key'
        ? `"${violation.key}" is not a name for a key here`
        : `is not a name for ${violation.of === 'label' ? 'a label' : 'an annotation'}: it takes ${QUALIFIED_NAME}`;
    case 'needed-key':
      return `"${violation.key}" needs "${violation.needs}" beside it`;
    case 'rule':
      return ruleWords(violation.rule) ?? outcomeWords(violation.outcome);
    case 'native-rule':
      return violation.message;
  }
};

const QUALIFIED_NAME = 'letters, digits, ".", "_" and "-", 63 at most, with or without a DNS name and "/" before it';

/** Those that say what is taken in the place of the value. */
type Taken = Extract<
  ViolationFacts,
  {
    kind:
      | 'type'
      | 'enum'
      | 'bound'
      | 'count'
      | 'inexact-number'
      | 'pattern'
      | 'format'
      | 'label-value'
      | 'annotations-size'
      | 'finalizer';
  }
>;

const TAKEN: Readonly<Record<Taken['kind'], true>> = {
  type: true,
  enum: true,
  bound: true,
  count: true,
  'inexact-number': true,
  pattern: true,
  format: true,
  'label-value': true,
  'annotations-size': true,
  finalizer: true,
};

const MOST_VALUES = 20;

/** Whether a violation says what is taken in the place of the value, so that {@link takenWords} has words for it. */
export const isTaken = (violation: ViolationFacts): violation is Taken => Object.hasOwn(TAKEN, violation.kind);

/** What is taken in the place of the value, in words that continue `takes …` and `give …`. */
export const takenWords = (violation: Taken, voice: Voice): string => {
  switch (violation.kind) {
    case 'type': {
      const types = violation.types.filter((type) => type !== 'null');
      if (types.length < violation.types.length) types.push('null');
      return listed(types.map((type) => typeWords[type] ?? type));
    }
    case 'enum': {
      // Of the API server's lists, what a line can hold.
      const shown = voice === 'chart' ? violation.allowed : violation.allowed.slice(0, MOST_VALUES);
      const more = violation.allowed.length - shown.length;
      return listed([
        ...shown.map((one) => JSON.stringify(one)),
        ...(more === 0 ? [] : [`one of ${more} more values`]),
      ]);
    }
    case 'bound':
      return boundWords[violation.keyword](violation.limit, voice);
    case 'count':
      return countWords(violation.keyword, violation.limit);
    case 'inexact-number':
      return EXACT_NUMBER;
    case 'pattern':
      return PATTERNS[violation.pattern] ?? `text that matches ${violation.pattern}`;
    case 'format':
      return formatWords[violation.format] ?? nativeFormatWords[violation.format] ?? violation.format;
    case 'label-value':
      return 'letters, digits, ".", "_" and "-", 63 at most, a letter or digit at both ends';
    case 'annotations-size':
      return '256 KiB together at most';
    case 'finalizer':
      return 'a name with a domain, such as "example.org/guard"';
  }
};

/** What a pattern means, where that is shorter. */
const PATTERNS: Readonly<Record<string, string>> = { '^-?[0-9]+$': 'a whole number' };

/** The numbers that arrive as they are wherever a float is read. */
export const EXACT_NUMBER = `a number between -${Number.MAX_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`;

const insteadOf = (violation: Taken, voice: Voice): string => {
  if (violation.kind === 'type' && violation.got !== undefined) return `, not ${typeWords[violation.got]}`;
  if (violation.kind === 'count' && voice !== 'chart') return `, not ${violation.count}`;
  return '';
};

const counted = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;
const characters = (voice: Voice): string => (voice === 'chart' ? 'text of ' : '');

const boundWords: Readonly<Record<BoundKeyword, (limit: number, voice: Voice) => string>> = {
  minimum: (limit) => `at least ${limit}`,
  maximum: (limit) => `at most ${limit}`,
  exclusiveMinimum: (limit) => `more than ${limit}`,
  exclusiveMaximum: (limit) => `less than ${limit}`,
  multipleOf: (limit) => `a multiple of ${limit}`,
  minLength: (limit, voice) => `${characters(voice)}at least ${counted(limit, 'character')}`,
  maxLength: (limit, voice) => `${characters(voice)}at most ${counted(limit, 'character')}`,
};

const countWords = (keyword: CountKeyword, limit: number): string =>
  `${keyword.startsWith('max') ? 'at most' : 'at least'} ${counted(limit, keyword.endsWith('Items') ? 'item' : 'key')}`;

const by = (keys: readonly string[]): string =>
  keys.length === 0 ? '' : ` by ${keys.map((key) => `"${key}"`).join(' and ')}`;

const listed = (words: readonly (string | undefined)[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

const outcomeWords = (outcome: RuleOutcome): string => {
  switch (outcome.kind) {
    case 'broken':
      return outcome.message ?? '';
    case 'too-costly':
      return 'is too large for a rule, whose loops would cost more than the API server allows';
    case 'failed':
      return `a rule cannot be evaluated: ${outcome.error}`;
  }
};
