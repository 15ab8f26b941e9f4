import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../src/contract/index.js';
import { matches } from '../../src/contract/index.js';
import { substituteObject, type YamlObject } from '../../src/substitution/index.js';
import { parseTemplate } from '../../src/substitution/parse-template.js';
import { mayCoerce, PLAIN } from '../../src/var-safety/hazards.js';
import { planPlace } from '../../src/var-safety/plan-place.js';
import { openVarSafety } from '../../src/var-safety/var-safety.js';
import { resolvesToString } from '../../src/yaml/resolve-scalar.js';

const varSafety = openVarSafety();
const { possibleValue } = varSafety;
const text = (pattern?: string): JsonSchema =>
  pattern === undefined ? { type: 'string' } : { type: 'string', pattern };
const plan = (place: string, schema: JsonSchema, isText = true) =>
  planPlace(
    { text: place, template: parseTemplate(place) },
    (name) => (name === 'X' ? schema : undefined),
    isText,
    varSafety,
  );

describe('a var alone', () => {
  it.each([
    ['^\\d{12}$', true],
    ['^[a-z]{2}(-[a-z]+)+-\\d$', false],
    ['^[A-Za-z][A-Za-z0-9_-]{0,99}$', true],
    ['^sg-[0-9a-f]{8,17}$', false],
    ['^https?://[^ "]+$', true],
    ['^v\\d+$', false],
    ['^[0-9.]+/\\d{1,2}$', false],
    ['a', true],
    ['^(eu|us)-(west|east)-[1-3]$', false],
    ['^x.*$', true],
    ['^x\\w*$', false],
  ])('of pattern %s is wrapped: %s', (pattern, wrapped) => {
    expect(plan('${X}', text(pattern)).wrap).toBe(wrapped);
  });

  it('of an enum is judged by each of its values', () => {
    expect(plan('${X}', { type: 'string', enum: ['yes', 'never'] }).wrap).toBe(true);
    expect(plan('${X}', { type: 'string', enum: ['always', 'never'] }).wrap).toBe(false);
  });

  it('of a number is text where only text may be, and a number elsewhere', () => {
    expect(plan('${X}', { type: 'number' }, true)).toMatchObject({ wrap: true, risks: [] });
    expect(plan('${X}', { type: 'number' }, false)).toMatchObject({ wrap: false, risks: [] });
    expect(plan('${X:=true}', { type: 'boolean' }, false).wrap).toBe(false);
  });

  it('tells what even quotes do not carry', () => {
    expect(plan('${X}', text()).risks).toEqual([{ name: 'X', value: '"' }]);
    expect(plan('${X}', text('^[^"\\\\]*$')).risks).toEqual([{ name: 'X', value: expect.stringMatching(/^[^ -~]$/) }]);
    expect(plan('${X}', text('^[ !#-[\\]-~]*$')).risks).toEqual([]);
    expect(plan('${X}', text('^[\\w:]+$')).risks).toEqual([]);
  });
});

describe('a var inside of text', () => {
  it.each([
    ['https://${X}/', '^[a-z.]+$', false],
    ['https://${X}', '^[^ ]+$', true],
    ['1${X}', '^\\d+$', true],
    ['${X}.${X}', '^\\d+$', true],
    ['o${X}', '^[a-z]$', true],
    ['app-${X}', '^\\d+$', false],
    ['${X}-app', '^\\d+$', false],
    ['${X}-app', '^.+$', true],
  ])('%s with %s is wrapped: %s', (place, pattern, wrapped) => {
    expect(plan(place, text(pattern)).wrap).toBe(wrapped);
  });

  it('minds the quotes that the writer of the YAML sets', () => {
    expect(plan('*.${X}', text('^.*$'))).toMatchObject({ wrap: false, risks: [{ name: 'X', value: "'" }] });
    expect(plan('*.${X}', text('^[a-z.]+$'))).toMatchObject({ wrap: false, risks: [] });
    expect(plan('say "${X}"', text('^[^ ]+$')).wrap).toBe(false);
    expect(plan('a\nb: ${X}\n', text('^[ -~]+$'))).toMatchObject({ wrap: false, risks: [] });
  });
});

it('gives an example that fits the pattern', () => {
  expect(possibleValue(text('^\\d{12}$'), '^[0-9]+$')).toMatch(/^\d{12}$/);
  expect(possibleValue({ type: 'string', allOf: [{ pattern: '^a' }, { pattern: 'b$' }] }, '.')).toBe('ab');
  expect(possibleValue({ type: 'string', allOf: [{ pattern: '^a$' }, { pattern: '^b$' }] }, '.')).toBeUndefined();
});

it('proves nothing of a pattern that it cannot read, and ends on hostile ones', () => {
  expect(possibleValue(text('\\bx\\b'), '^$|"')).toBeDefined();
  expect(possibleValue(text('^((a+)+)+b{0,900}(c|d|e){900}$'), '"')).toBeUndefined();
  expect(possibleValue(text(`^${'(a|b|c)?'.repeat(60)}${'x*'.repeat(60)}$`), '^[0-9]+$')).toBeUndefined();
  // No value of it has a digit, but to prove that takes 2^30 states: the search gives up and assumes the worst.
  expect(possibleValue(text('^(a|b)*a(a|b){30}$'), '[0-9]')).toMatch(/[0-9]/);
});

/** What is at the place after Flux has put the value there. */
const arrives = (place: string, value: string, wrap: boolean): unknown => {
  const written = wrap ? `\${q}${place}\${q}` : place;
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { k: written } };
  const outcome = substituteObject(object, { X: value, q: '"' });
  return outcome.kind === 'object' ? (outcome.object['data'] as YamlObject)['k'] : outcome;
};

const hostile = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      '0123',
      '1e3',
      'yes',
      'null',
      '~',
      '.inf',
      '0x1F',
      '1_000',
      ' a',
      'a ',
      'a: b',
      'a:',
      'a #b',
      '#a',
      '*a',
      '&a b',
    ],
    ...[
      '!t a',
      '%a',
      '@a',
      '`a',
      '- a',
      '? a',
      '> a',
      '| a',
      "'a'",
      '"a"',
      '"',
      '\\',
      '[a]',
      '{a: b}',
      '[',
      '2024-01-01',
    ],
    ...[
      '12:30',
      '+1',
      '-0',
      '08',
      '0o17',
      '0b1',
      '<<',
      '=',
      '---',
      '...',
      'é',
      '😀',
      'a\rb',
      'a\tb',
      'a\u0085b',
      '\u2028',
    ],
  ),
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.stringMatching(/^[-+.0-9a-fxXobOB_eE:~]{0,6}$/),
);

/** All texts that YAML takes for a number, of at most five of the characters that make one. */
const shortNumbers = (): readonly string[] => {
  const byLength = [['']];
  for (let length = 1; length <= 5; length++) {
    byLength.push(byLength.at(-1)!.flatMap((start) => [...'-+._018aexXboOB'].map((next) => start + next)));
  }
  return byLength
    .slice(1)
    .flat()
    .filter((value) => !resolvesToString(value));
};

it('each short text that YAML takes for a number is at risk, as a value and as what literal text and a value make', () => {
  const hazard = new RegExp(PLAIN, 'u');
  const numbers = shortNumbers();
  expect(numbers.length).toBeGreaterThan(5000);
  expect(numbers.filter((number) => !hazard.test(number))).toEqual([]);
  const missed = numbers.flatMap((number) =>
    [...number].flatMap((_, end) =>
      mayCoerce([number.slice(0, end), number.slice(end + 1)]) ? [] : [`${number} without ${number[end]}`],
    ),
  );
  expect(missed).toEqual([]);
});

it('what is not said to be at risk arrives as it is, at any place', () => {
  const places = [
    '${X}',
    'a-${X}',
    '${X}-z',
    'https://${X}/',
    '*.${X}',
    '${X}${X}',
    'n: ${X}',
    'a\n${X}\n',
    '1${X}',
    'o${X}',
  ];
  fc.assert(
    fc.property(fc.constantFrom(...places), hostile, (place, value) => {
      // A type that lets through this value alone: what is ruled out is then ruled out rightly.
      const own = { type: 'string' as const, enum: [value] };
      const { wrap, risks } = plan(place, own);
      if (risks.length > 0) return;
      const expected = place.replaceAll('${X}', () => value);
      expect(arrives(place, value, wrap)).toBe(expected);
    }),
    { numRuns: 3000 },
  );
});

it('and so with patterns', () => {
  const patterns = [
    '^[\\w.-]+$',
    '^\\d+$',
    '^[a-z ]*$',
    '^[^"\\\\]+$',
    '^[!-~]+$',
    '^(a|0)[x1]?$',
    'a|b',
    '^[A-Za-z][\\w+=,.@-]{0,63}$',
  ];
  fc.assert(
    fc.property(
      fc
        .constantFrom(...patterns)
        .chain((pattern) => fc.tuple(fc.constant(pattern), fc.stringMatching(new RegExp(pattern, 'u')))),
      fc.constantFrom('${X}', 'a ${X}', '${X}/b'),
      ([pattern, value], place) => {
        if (!matches(text(pattern), value)) return;
        const { wrap, risks } = plan(place, text(pattern));
        if (risks.length > 0) return;
        expect(arrives(place, value, wrap)).toBe(place.replaceAll('${X}', () => value));
      },
    ),
    { numRuns: 2000 },
  );
});
