import { EXACT_NUMBER } from '../schema/describe-violation.js';
import { contract } from '../schema/dialect.js';
import { openPatterns } from '../schema/patterns.js';
import { validate } from '../schema/validate.js';
import type { Violation, ViolationFacts } from '../schema/violation.js';
import { type JsonSchema, typeInWords } from './json-schema.js';

/** The kinds of violations that the schema of an infra input can have. */
export type MismatchKind = 'required' | 'unknown-key' | 'type' | 'inexact-number' | 'enum' | 'bound' | 'pattern';

/** What is wrong with a value: the place inside it, and what it should be. */
export type Mismatch = Extract<ViolationFacts, { kind: MismatchKind }> & Pick<Violation, 'path'>;

const isMismatch = (violation: Violation): violation is Violation & Mismatch => Object.hasOwn(KINDS, violation.kind);

const KINDS: Readonly<Record<MismatchKind, true>> = {
  required: true,
  'unknown-key': true,
  type: true,
  'inexact-number': true,
  enum: true,
  bound: true,
  pattern: true,
};

/** Everything in `value` that does not fit `schema`, in the order of its keys; empty where it fits. */
export const mismatches = (schema: JsonSchema, value: unknown): readonly Mismatch[] =>
  validate(schema, value, { dialect: contract, matcherOf: openPatterns().go }).filter(isMismatch);

export const matches = (schema: JsonSchema, value: unknown): boolean =>
  // Of a number that loses digits on the way the types know nothing; who reads one that is given tells.
  mismatches(schema, value).every(({ kind }) => kind === 'inexact-number');

/** What the contract wants in the place of a value, in words that continue `give …`; of an unknown key, the known ones. */
export const expectedWords = (mismatch: Mismatch): string => {
  switch (mismatch.kind) {
    case 'type':
      return mismatch.allowed === undefined
        ? typeInWords({ type: mismatch.types[0] as JsonSchema['type'] & string })
        : oneOf(mismatch.allowed);
    case 'enum':
      return oneOf(mismatch.allowed);
    case 'inexact-number':
      return EXACT_NUMBER;
    case 'bound':
      return `a number of at ${mismatch.keyword === 'minimum' ? 'least' : 'most'} ${mismatch.limit}`;
    case 'pattern':
      return `text that matches ${mismatch.pattern}`;
    case 'required': {
      const schema = (mismatch.schema ?? {}) as JsonSchema;
      return schema.enum === undefined ? typeInWords(schema) : oneOf(schema.enum);
    }
    case 'unknown-key':
      return `one of ${mismatch.known.map((key) => (key === '' ? '""' : key)).join(', ')}`;
  }
};

const oneOf = (values: readonly unknown[]): string =>
  `one of ${values.map((value) => JSON.stringify(value)).join(', ')}`;
