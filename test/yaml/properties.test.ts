import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { printYaml, unprintable } from '../../src/yaml/print-yaml.js';

/** Made of what means something to YAML: nearly each of these is a number, a word or an indicator for someone. */
const hostile = fc.oneof(
  ...[
    '0123456789_.:+-eE,',
    '0xXoObB1fF_.pP+-',
    'yYnNoOesfFtTrRuUlL~.iaI',
    '\n\n \tab#:-?',
    ' :#-?,[]{}&*!|>\'"%@`\\a$',
    '2024-10:T Z.+',
  ].map((alphabet) => fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 10 })),
  // What reads as a number or a date at its start, with anything behind it.
  fc
    .tuple(fc.constantFrom('2026-01-02', '2026-1-2T', '12:30', '0x1', '1e3', '1_0', '.5'), fc.string({ maxLength: 6 }))
    .map(([start, rest]) => `${start} ${rest}`),
  fc
    .tuple(
      fc.constantFrom('2026-01-02 ', '2026-01-02T', '12:30', '0x1', '1e3', '1_0', '.5'),
      fc.string({ unit: fc.constantFrom(...'\\"\' x41nt:#'), maxLength: 6 }),
    )
    .map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const text = fc.oneof(hostile, fc.string(), fc.string({ unit: 'grapheme' }));
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })).map((value) => value + 0);
const { value: json } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      text.filter((key) => key !== '<<'),
      tie('value'),
      { maxKeys: 4 },
    ),
  ),
}));

const options = { numRuns: 3_000 };

test.each(['1.1', '1.2'] as const)('what is printed reads back the same, as YAML %s', (version) => {
  fc.assert(
    fc.property(json, (value) => {
      expect(parse(printYaml(value), { version, logLevel: 'error' })).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    options,
  );
});

test('a text in a list, in a map and as a key reads back the same', () => {
  fc.assert(
    fc.property(text, (one) => {
      const value = { list: [one, [one, { one }]], ...(one === '<<' ? {} : { map: { [one]: one } }) };
      for (const version of ['1.1', '1.2'] as const) {
        expect(parse(printYaml(value), { version, logLevel: 'error' })).toEqual(JSON.parse(JSON.stringify(value)));
      }
    }),
    options,
  );
});

test('printing has no memory', () => {
  fc.assert(
    fc.property(json, json, (one, other) => {
      const first = printYaml(one);
      printYaml(other);
      unprintable(other);
      expect(printYaml(one)).toBe(first);
    }),
    { ...options, numRuns: 300 },
  );
});
