import { expect, test } from 'vitest';
import { checkValues } from '../../../src/rules/values/check-values.js';

const closed = (properties: object) => ({ type: ['object', 'null'], properties, additionalProperties: false });
const refused = (text: string) => ({ enum: [false, '', 0, [], {}, null], 'x-refused': text });
const scalar = { type: ['string', 'number', 'null'] };

const section = (text: string) => ({
  old: refused(text),
  older: refused('gone too'),
  image: closed({ tag: scalar, repository: scalar }),
  controller: closed({ replicas: scalar, hostNetwork: { type: 'boolean' } }),
  serviceAccount: scalar,
  plain: scalar,
});

/** What is named instead of `old`, by what the chart says. */
const twinOf = (text: string, values: object = { old: 2 }, schema: object = closed(section(text))) =>
  checkValues(schema as never, values).map(({ refusal, twin }) => ({
    refusal: refusal?.text,
    twin: twin?.kind === 'name' ? twin.name : twin,
  }));

test.each([
  ['old was renamed to controller.replicas', 'controller.replicas'],
  ['use .Values.controller.replicas instead.', 'controller.replicas'],
  ['`old` has moved to `plain`', 'plain'],
  ["'old' is now 'serviceAccount'", 'serviceAccount'],
  ['old is serviceAccount now', 'serviceAccount'],
  ['Please set image.tag. (image.tag is what counts)', 'image.tag'],
])('what the chart says in its place: %s', (text, name) => {
  expect(twinOf(text)).toEqual([{ refusal: text, twin: name }]);
});

test.each([
  // Words, not names.
  'old is plain wrong: there is one image and one controller',
  // The value doesn't fit.
  'old was renamed to controller.hostNetwork',
  'old was renamed to `controller`',
  // More than one, or none that the chart has.
  'old is image.tag and image.repository now',
  'old was renamed to controller.count',
  'old was renamed to `older`',
  '',
])('nothing is named by: %s', (text) => {
  expect(twinOf(text)).toEqual([{ refusal: text, twin: undefined }]);
});

test('what the release sets already is not named', () => {
  const text = 'old was renamed to plain_name or `plain`';
  expect(twinOf(text, { old: 2, plain: 1 })).toEqual([{ refusal: text, twin: undefined }]);
});

test('a chart in another one speaks of its own values', () => {
  const text = 'old was renamed to controller.replicas';
  expect(twinOf(text, { sub: { old: 2 } }, closed({ sub: closed(section(text)) }))).toEqual([
    { refusal: text, twin: 'sub.controller.replicas' },
  ]);
});

test('what the chart lets pass is taken', () => {
  for (const old of [false, '', 0, null, {}, []]) expect(twinOf('gone', { old })).toEqual([]);
});
