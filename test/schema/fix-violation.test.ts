import { describe, expect, it } from 'vitest';
import { describeViolation } from '../../src/schema/describe-violation.js';
import { fixViolation } from '../../src/schema/fix-violation.js';
import type { ViolationFacts, ViolationKind } from '../../src/schema/violation.js';

/** What is said of a violation: the message and the fix of the API server, then those of a chart. */
type Told = readonly [server: string, fix: string, chart: string, chartFix: string];
type Row<K extends ViolationKind> = readonly [facts: Extract<ViolationFacts, { kind: K }>, ...told: Told];

const numbers = (count: number): string => Array.from({ length: count }, (_, index) => index).join(', ');
const alike = (message: string, fix: string): Told => [message, fix, message, fix];
const FORM = 'write it in the form that the schema asks for';
const CHART_FORM = 'write one of the forms that the values schema of the chart has';

/** By kind, so that a new kind without a row does not compile. */
const table: { readonly [K in ViolationKind]: readonly Row<K>[] } = {
  type: [
    [
      { kind: 'type', types: ['null', 'string', 'integer'], got: 'boolean' },
      ...alike('takes a string, a whole number or null, not true or false', 'give a string, a whole number or null'),
    ],
    [
      { kind: 'type', types: ['string'], got: 'object' },
      ...alike(
        'takes a string, not an object',
        'give a string; text with a colon and a blank in it is a map in YAML unless it is in quotes',
      ),
    ],
    [{ kind: 'type', types: ['int32'] }, ...alike('takes a whole number of 32 bits', 'give a whole number of 32 bits')],
    [{ kind: 'type', types: ['quantity'], got: 'array' }, ...alike('takes a quantity, not a list', 'give a quantity')],
  ],
  enum: [
    [{ kind: 'enum', allowed: ['a', 1, null] }, ...alike('takes "a", 1 or null', 'give "a", 1 or null')],
    [
      { kind: 'enum', allowed: ['slack', 'discord'], near: 'slack' },
      ...alike('takes "slack" or "discord"', 'did you mean "slack"?'),
    ],
    [
      { kind: 'enum', allowed: Array.from({ length: 22 }, (_, index) => index) },
      `takes ${numbers(20)} or one of 2 more values`,
      `give ${numbers(20)} or one of 2 more values`,
      `takes ${numbers(21)} or 21`,
      `give ${numbers(21)} or 21`,
    ],
    // What a reader of the message would take for its end.
    [{ kind: 'enum', allowed: ['a, not b'] }, ...alike('takes "a, not b"', 'give "a, not b"')],
  ],
  'newer-field': [
    [
      { kind: 'newer-field', key: 'a', since: '1.35', kubernetes: '1.34' },
      ...alike(
        "is a field since Kubernetes 1.35, and the cluster says kubernetes: '1.34'",
        "Leave it out of this cluster until it runs Kubernetes 1.35, or set kubernetes: '1.35' if it does",
      ),
    ],
  ],
  'native-rule': [
    [
      { kind: 'native-rule', message: 'is too late', fix: 'be early', upstream: 'ValidateTime' },
      ...alike('is too late', 'be early'),
    ],
  ],
  bound: [
    [{ kind: 'bound', keyword: 'minimum', limit: 1 }, ...alike('takes at least 1', 'give at least 1')],
    [{ kind: 'bound', keyword: 'exclusiveMaximum', limit: 3 }, ...alike('takes less than 3', 'give less than 3')],
    [{ kind: 'bound', keyword: 'multipleOf', limit: 2 }, ...alike('takes a multiple of 2', 'give a multiple of 2')],
    [
      { kind: 'bound', keyword: 'maxLength', limit: 1 },
      'takes at most 1 character',
      'give at most 1 character',
      'takes text of at most 1 character',
      'give text of at most 1 character',
    ],
  ],
  count: [
    [
      { kind: 'count', keyword: 'maxItems', limit: 2, count: 3 },
      'takes at most 2 items, not 3',
      'give at most 2 items',
      'takes at most 2 items',
      'give at most 2 items',
    ],
    [
      { kind: 'count', keyword: 'minProperties', limit: 1, count: 0 },
      'takes at least 1 key, not 0',
      'give at least 1 key',
      'takes at least 1 key',
      'give at least 1 key',
    ],
  ],
  'inexact-number': [
    [
      { kind: 'inexact-number' },
      ...alike(
        'takes a number between -9007199254740991 and 9007199254740991',
        'give a number between -9007199254740991 and 9007199254740991',
      ),
    ],
  ],
  pattern: [
    [
      { kind: 'pattern', pattern: '^a, not b$' },
      ...alike('takes text that matches ^a, not b$', 'give text that matches ^a, not b$'),
    ],
  ],
  format: [
    [
      { kind: 'format', format: 'duration' },
      ...alike('takes a duration such as 1h30m', 'give a duration such as 1h30m'),
    ],
  ],
  required: [
    [{ kind: 'required', key: 'a' }, 'is required', 'set "a"', 'lacks "a", which the chart requires', 'set "a"'],
  ],
  'unknown-key': [
    [
      { kind: 'unknown-key', key: 'nmae', known: ['name', 'kind'] },
      'is a field that nothing reads',
      'did you mean "name"?',
      'the chart reads no "nmae" here',
      'did you mean "name"?',
    ],
    [
      { kind: 'unknown-key', key: 'x', known: ['name', 'kind'] },
      'is a field that nothing reads',
      'take it out; there is "name", "kind"',
      'the chart reads no "x" here',
      'take it out; there is "name", "kind"',
    ],
    [
      { kind: 'unknown-key', key: 'x', known: [] },
      'is a field that nothing reads',
      'take it out',
      'the chart reads no "x" here',
      'take it out',
    ],
  ],
  'duplicate-item': [
    [
      { kind: 'duplicate-item', first: 0, by: ['name', 'port'] },
      'is in the list twice by "name" and "port": it is also item 0',
      'take one of the two out, or give it another "name" or "port"',
      'is in the list twice',
      'take one of the two out',
    ],
    [
      { kind: 'duplicate-item', first: 0, by: [] },
      'is in the list twice: it is also item 0',
      'take one of the two out',
      'is in the list twice',
      'take one of the two out',
    ],
  ],
  'no-item': [
    [
      { kind: 'no-item' },
      'lacks an item that the schema requires',
      'add the item',
      'lacks an item that the chart requires',
      'add the item',
    ],
  ],
  'no-form': [
    [
      { kind: 'no-form' },
      'fits none of the forms that the schema allows',
      FORM,
      'fits none of the forms that the schema allows',
      CHART_FORM,
    ],
  ],
  'several-forms': [
    [
      { kind: 'several-forms' },
      'fits more than one of the forms',
      FORM,
      'fits more than one of the forms that exclude each other',
      CHART_FORM,
    ],
  ],
  'forbidden-form': [
    [
      { kind: 'forbidden-form' },
      'has a form that the schema refuses',
      FORM,
      'has a form that the chart refuses',
      CHART_FORM,
    ],
  ],
  'nothing-allowed': [[{ kind: 'nothing-allowed' }, ...alike('nothing may be set here', 'take it out')]],
  'key-name': [
    [{ kind: 'key-name', key: 'A', of: 'key' }, ...alike('"A" is not a name for a key here', 'rename the key')],
    [
      { kind: 'key-name', key: 'a b', of: 'label' },
      ...alike(
        'is not a name for a label: it takes letters, digits, ".", "_" and "-", 63 at most, with or without a DNS name and "/" before it',
        FORM,
      ),
    ],
  ],
  'label-value': [
    [
      { kind: 'label-value' },
      ...alike(
        'takes letters, digits, ".", "_" and "-", 63 at most, a letter or digit at both ends',
        'give letters, digits, ".", "_" and "-", 63 at most, a letter or digit at both ends',
      ),
    ],
  ],
  'annotations-size': [
    [{ kind: 'annotations-size' }, ...alike('takes 256 KiB together at most', 'give 256 KiB together at most')],
  ],
  finalizer: [
    [
      { kind: 'finalizer' },
      ...alike(
        'takes a name with a domain, such as "example.org/guard"',
        'give a name with a domain, such as "example.org/guard"',
      ),
    ],
  ],
  'needed-key': [[{ kind: 'needed-key', key: 'a', needs: 'b' }, ...alike('"a" needs "b" beside it', 'set "b"')]],
  rule: [
    [
      { kind: 'rule', rule: 'self % 2 == 1', outcome: { kind: 'broken', message: 'must be odd' } },
      ...alike('must be odd', 'change it so that the rule holds'),
    ],
    [
      { kind: 'rule', rule: "self != ''", outcome: { kind: 'broken', message: undefined } },
      ...alike('is empty', 'change it so that the rule holds'),
    ],
    [
      { kind: 'rule', rule: 'self.a', outcome: { kind: 'failed', error: 'No such key: a' } },
      ...alike('a rule cannot be evaluated: No such key: a', 'change it so that the rule holds'),
    ],
    [
      { kind: 'rule', rule: 'self.all(a, a)', outcome: { kind: 'too-costly' } },
      ...alike(
        'is too large for a rule, whose loops would cost more than the API server allows',
        'change it so that the rule holds',
      ),
    ],
  ],
};

describe.each(Object.entries(table))('a violation of kind %s', (_, rows) => {
  it.each<readonly [ViolationFacts, ...Told]>(rows)(
    '%j has its words and its fix',
    (facts, server, fix, chart, chartFix) => {
      expect([describeViolation(facts, 'api-server'), fixViolation(facts, 'api-server')]).toEqual([server, fix]);
      expect([describeViolation(facts, 'chart'), fixViolation(facts, 'chart')]).toEqual([chart, chartFix]);
    },
  );
});
