import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  emitYaml,
  evaluate,
  parseTemplate,
  parseYaml,
  substituteObject,
  variablesOf,
} from '../../src/substitution/index.js';

// Scalars that YAML reads in ways of its own, and the pieces that such scalars are made of.
const hostileText = fc.oneof(
  fc.string({ unit: 'grapheme-composite', maxLength: 40 }),
  fc
    .array(
      fc.constantFrom(
        ...['yes', 'no', '~', 'null', '0123', '1e3', '0x1F', '.inf', '2024-01-01', '12:30', '<', '=', '*', '&a', '!t'],
        ...[': ', ' #', '- ', '? ', '|', '>', "'", '"', '\\', '%', '@', '`', '{', '}', '[', ']', ',', ' ', '  ', '\n'],
        ...['\n ', '\t', '\r', '\u2028', '\ufeff', '😀', '---', '...', 'word '.repeat(20), '$$', '${v}', 'é', '\0'],
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join('')),
);
// What go-yaml cannot carry from JSON to YAML and back, whoever writes it: a key `<<`, C1 characters and NEL.
const isCarried = (text: string) => text !== '<<' && !/[\u007f-\u009f\ufffe\uffff]|\p{Surrogate}/u.test(text);
// With its line feeds taken out, as Flux does; other breaks and control characters stay.
const isOneLine = (text: string) => !/[\p{Cc}\u2028\u2029]/u.test(text.replace(/[\t\n]/g, ''));
const text = hostileText.filter(isCarried);

const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    text,
    fc.constantFrom(null, true, false),
    fc.integer(),
    fc.double({ noDefaultInfinity: true, noNaN: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(text, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

/** A place within a tree for a value of ours, and the way to get at what became of it. */
const place = fc.array(fc.constantFrom('list', 'map', 'deep list'), { maxLength: 6 }).map((steps) => ({
  wrap: (value: unknown) =>
    steps.reduceRight<unknown>(
      (inner, step) => (step === 'list' ? ['x', inner] : step === 'map' ? { a: 1, k: inner } : [[inner], 'y']),
      value,
    ),
  find: (root: unknown) =>
    steps.reduce<unknown>((at, step) => {
      if (step === 'list') return (at as unknown[])[1];
      return step === 'map' ? (at as { k: unknown }).k : (at as unknown[][])[0]![0];
    }, root),
}));

const substituteAt = (
  where: { wrap(value: unknown): unknown; find(root: unknown): unknown },
  leaf: string,
  vars: Record<string, string>,
) => {
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: where.wrap(leaf) };
  const outcome = substituteObject(object, vars);
  return outcome.kind === 'object' ? where.find(outcome.object['data']) : outcome;
};

test('what is written is what is read', () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(parseYaml(emitYaml(value))).toEqual(value);
    }),
    { numRuns: 1500 },
  );
});

test('the order of keys does not show', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-zA-Z][a-z]{0,6}$/), json, { noNullPrototype: true }), (object) => {
      expect(emitYaml(Object.fromEntries(Object.entries(object).reverse()))).toBe(emitYaml(object));
    }),
  );
});

test('a bare value takes the type that the reference documents', () => {
  const documented = fc.oneof(
    fc.bigInt({ min: 1n, max: 2n ** 53n }).map((n): [string, unknown] => [String(n), Number(n)]),
    fc.integer({ min: 0, max: 0o777777 }).map((n): [string, unknown] => [`0${n.toString(8)}`, n]),
    fc.nat().map((n): [string, unknown] => [`0x${n.toString(16)}`, n]),
    fc.tuple(fc.nat(999), fc.nat(999)).map(([a, b]): [string, unknown] => [`${a}.${b}`, Number(`${a}.${b}`)]),
    fc
      .constantFrom('true', 'True', 'TRUE', 'yes', 'Yes', 'YES', 'on', 'On', 'ON', 'y', 'Y')
      .map((w): [string, unknown] => [w, true]),
    fc
      .constantFrom('false', 'False', 'no', 'No', 'NO', 'off', 'Off', 'n', 'N')
      .map((w): [string, unknown] => [w, false]),
    fc.constantFrom('', '~', 'null', 'Null', 'NULL', '  ', '#comment').map((w): [string, unknown] => [w, null]),
    // Safe as they are: ARNs, host names, URLs, versions, CIDRs, dates.
    fc.stringMatching(/^arn:aws:[a-z]{2,8}::[0-9]{12}:role\/[a-z]{1,9}$/).map((s): [string, unknown] => [s, s]),
    fc.stringMatching(/^[a-z]{2,5}-[a-z0-9]{1,9}\.example\.com$/).map((s): [string, unknown] => [s, s]),
    fc.stringMatching(/^https:\/\/[a-z]{2,9}:[0-9]{4}\/[a-z#?=&]{0,9}$/).map((s): [string, unknown] => [s, s]),
    fc
      .tuple(fc.nat(255), fc.nat(255), fc.nat(32))
      .map(([a, b, c]): [string, unknown] => [`10.${a}.${b}.0/${c}`, `10.${a}.${b}.0/${c}`]),
    fc.constantFrom('1.2.3', '2024-01-01', '12:30', '0 5 * * *', '100%', '-a').map((s): [string, unknown] => [s, s]),
  );
  fc.assert(
    fc.property(documented, place, ([value, expected], where) => {
      expect(substituteAt(where, '${v}', { v: value })).toEqual(expected);
    }),
    { numRuns: 1500 },
  );
});

test('inside of text a value stays text, cut at a comment, and breaks it as documented', () => {
  // Reference: a string always; `: ` and a colon at the end break it, ` #` cuts, a space at the end is trimmed.
  const model = (value: string): string | 'breaks' => {
    const written = `pre-${value.replaceAll('\n', '')}`;
    const text = written.replace(/[ \t]#.*$/, '').replace(/[ \t]+$/, '');
    return /:([ \t]|$)/.test(text) ? 'breaks' : text;
  };
  const value = hostileText.filter((v) => isCarried(v) && isOneLine(v) && !v.includes('\t'));
  fc.assert(
    fc.property(value, place, (v, where) => {
      const arrived = substituteAt(where, 'pre-${v}', { v });
      const expected = model(v);
      // What breaks it is an error, or makes a mapping where an item of a list was text.
      if (expected === 'breaks') expect(typeof arrived).not.toBe('string');
      else expect(arrived).toBe(expected);
    }),
    { numRuns: 1500 },
  );
});

test('quotes from a variable keep a value a string', () => {
  const value = hostileText.filter((v) => !/["\\]/.test(v) && isCarried(v) && isOneLine(v));
  fc.assert(
    fc.property(value, place, (v, where) => {
      expect(substituteAt(where, '${q}${v}${q}', { v, q: '"' })).toBe(v.replaceAll('\n', ''));
    }),
    { numRuns: 1500 },
  );
});

test('text of several lines takes a value as it is', () => {
  const value = hostileText.filter((v) => isCarried(v) && isOneLine(v));
  fc.assert(
    fc.property(value, place, (v, where) => {
      expect(substituteAt(where, 'first\nx=${v}.\nlast\n', { v })).toBe(`first\nx=${v.replaceAll('\n', '')}.\nlast\n`);
    }),
    { numRuns: 1500 },
  );
});

test('whatever a value does, there is an outcome, and no prototype is touched', () => {
  const before = Object.getOwnPropertyNames(Object.prototype).join();
  const leaf = fc.array(
    fc.oneof(fc.constantFrom('${v}', '${w:=d}', '${v', '${v^^}', '${v:1}', 'x', ' '), hostileText),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(leaf, hostileText, hostileText, place, fc.boolean(), (parts, v, key, where, strict) => {
      const object = {
        apiVersion: 'v1',
        kind: 'X',
        metadata: { name: 'a' },
        [key]: where.wrap(parts.join('')),
        '${v}': 1,
      };
      const outcome = substituteObject(object, { v }, { strict });
      expect(outcome.kind).toMatch(/^(object|dropped|error)$/);
      if (outcome.kind === 'error')
        expect(outcome.message).toMatch(/^(variable substitution failed|YAMLToJSON|UnmarshalJSON|yaml|PANIC)/);
    }),
    { numRuns: 2000 },
  );
  expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(before);
});

test('evaluation is the pieces put together, and strict mode misses what variablesOf names', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'constructor', '__proto__');
  const literal = fc.stringMatching(/^[^${}]{0,6}$/);
  const vars: Record<string, string> = { a: '1', b: '', constructor: 'x' };
  const piece = fc.oneof(
    literal.map((s) => ({ source: s, model: s, needs: '' })),
    fc.constant({ source: '$$', model: '$', needs: '' }),
    name.map((n) => ({ source: `\${${n}}`, model: Object.hasOwn(vars, n) ? vars[n]! : '', needs: n })),
    fc.tuple(name, fc.constantFrom(':=', ':-', '=', ':?', ':+'), literal).map(([n, operator, d]) => ({
      source: `\${${n}${operator}${d}}`,
      model: (Object.hasOwn(vars, n) ? vars[n]! : '') || d,
      needs: '',
    })),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const source = pieces.map((p) => p.source).join('');
      const template = parseTemplate(source);
      expect(evaluate(template, vars, { strict: false })).toBe(pieces.map((p) => p.model).join(''));
      const missing = variablesOf(source).filter((use) => !use.exempt && !Object.hasOwn(vars, use.name));
      const first = pieces.find((p) => p.needs !== '' && !Object.hasOwn(vars, p.needs))?.needs;
      expect(missing.some((use) => use.name === first)).toBe(first !== undefined);
      if (first === undefined) expect(() => evaluate(template, vars)).not.toThrow();
      else expect(() => evaluate(template, vars)).toThrow(`variable not set (strict mode): "${first}"`);
    }),
    { numRuns: 1500 },
  );
});
