import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Environment } from '@marcbachmann/cel-js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CelAst, decodeAst, encodeAst } from '../../../src/schema/cel/cel-ast.js';
import { registerKubernetesFunctions } from '../../../src/schema/cel/cel-functions.js';
import { celShortcut } from '../../../src/schema/cel/cel-shortcut.js';
import { isTransitionRule, rewriteRule } from '../../../src/schema/cel/cel-source.js';
import { openPatterns } from '../../../src/schema/patterns.js';

const env = registerKubernetesFunctions(
  new Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: false }),
  openPatterns(),
).registerVariable('self', 'dyn');

const both = (rule: string) => {
  const parsed = env.parse(rewriteRule(rule, true));
  return { shortcut: celShortcut(parsed.ast, true), library: (self: unknown): unknown => parsed({ self }), parsed };
};

/** The shortcut of a rule's AST as the package ships it. */
const shipped = (rule: string) =>
  celShortcut(decodeAst(JSON.parse(JSON.stringify(encodeAst(both(rule).parsed.ast))) as CelAst), true);

const tryLibrary = (library: (self: unknown) => unknown, self: unknown): unknown => {
  try {
    return library(self);
  } catch {
    return 'an error';
  }
};

const folder = fileURLToPath(new URL('../../../imports/schemas', import.meta.url));

/** All rules of the package's own CRDs. */
const rules = [
  ...new Set(
    readdirSync(folder)
      .flatMap((file) => [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/"rule":("(?:[^"\\]|\\.)*")/g)])
      .map((match) => JSON.parse(match[1]!) as string)
      .filter((rule) => !isTransitionRule(rule)),
  ),
];

/** Values of every type that CEL has here, with the names that the rules read, so that some rules hold. */
const fields = [...new Set(rules.flatMap((rule) => [...rule.matchAll(/\.([a-z]\w*)/gi)].map((match) => match[1]!)))];
const words = [
  ...new Set(rules.flatMap((rule) => [...rule.matchAll(/'([^']*)'|"([^"]*)"/g)].map((match) => match[1] ?? match[2]!))),
];
const text = fc.constantFrom(
  ...['', 'a', '/a', 'ä€😀', 'a.b', 'x/y', 'al2@latest', '*.a.b', '10.0.0.1', '::1', '::ffff:10.0.0.1'],
  ...['5', '-5', '+5', '007', ' 5', '1e3', '9223372036854775807', '99999999999999999999'],
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...words),
    text,
    fc.constantFrom(0n, 1n, 2n, 5n, 300n, -1n),
    fc.constantFrom(1.5, true, false, null, new Date(0), new Uint8Array([1]), new Set(['a', 'b'])),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...fields), tie('value'), { maxKeys: 4 }),
    fc.array(fc.tuple(fc.constantFrom('a', 'x/y', ''), tie('value')), { maxLength: 2 }).map((list) => new Map(list)),
  ),
}));

describe('the shortcut for CEL rules', () => {
  it("knows all rules of the package's schemas but those on durations", () => {
    const unknown = rules.filter((rule) => both(rule).shortcut === undefined);
    expect(rules.length).toBeGreaterThan(150);
    expect(unknown).toEqual([expect.stringContaining('duration(self.backendRequest) > duration(self.request)')]);
  });

  it('says that a rule holds only where the library does', () => {
    const known = rules.filter((rule) => both(rule).shortcut !== undefined);
    const all = known.map((rule) => ({ rule, ...both(rule), again: shipped(rule) }));
    let held = 0;
    fc.assert(
      fc.property(fc.constantFrom(...all), value, ({ rule, shortcut, library, again }, self) => {
        const holds = shortcut!(self);
        expect([rule, again!(self)]).toEqual([rule, holds]);
        if (!holds) return;
        held++;
        expect([rule, tryLibrary(library, self)]).toEqual([rule, true]);
      }),
      { numRuns: 20_000 },
    );
    expect(held).toBeGreaterThan(500);
  });

  it.each([
    'int(self) >= 0',
    'int(self) < 6',
    'isIP(self)',
    '!isIP(self)',
    "self.split('/')[1] == 'y'",
    "self.split('')[0] == 'a'",
    "self.split('.').size() == 3",
    "self.split('@').exists(x, x == 'latest')",
    "self.find('[a-z]+') == 'a'",
    "!self.find('^([^/]+)').endsWith('x')",
    "self.substring(2) == 'a.b'",
    "self.substring(1) != 'a'",
    "self.startsWith('*') && self.substring(2).matches('^[a-z.]+$')",
  ])('says of any text and number that %s only where the library does', (rule) => {
    const { shortcut, library } = both(rule);
    const held = new Set<unknown>();
    fc.assert(
      fc.property(fc.oneof(text, value, fc.bigInt(), fc.double(), fc.string({ unit: 'grapheme' })), (self) => {
        if (!shortcut!(self)) return;
        held.add(self);
        expect(tryLibrary(library, self)).toBe(true);
      }),
      { numRuns: 2000 },
    );
    expect(held.size).toBeGreaterThan(0);
  });

  it.each([
    ['self.a == self.b', { a: 1n, b: 1 }],
    ['self.a == self.b', { a: null, b: null }],
    ['self.a == self.b', { a: [], b: [] }],
    ['self.a < self.b', { a: 'a', b: 'b' }],
    ['!has(self.a)', { a: null }],
    ['size(self) == 1', '😀'],
    ["self.matches('^a$')", 1n],
    ["self[3] == 'a'", ['a']],
    ["self.all(x, x != 'b')", new Set(['a'])],
    ['self.a + 1 > 0', { a: 9223372036854775807n }],
    ['int(self) > 0', '9223372036854775807'],
    ['int(self) > 0', 1.5],
    ["self.find('(') == ''", 'a'],
    ["self.substring(2) == ''", 'a'],
    ["self.split('/')[1] == 'a'", 'a'],
    ['!isIP(self)', 1n],
  ])('leaves %s of %o to the library', (rule, self) => {
    expect(both(rule).shortcut?.(self) ?? false).toBe(false);
  });

  it.each([
    'self.split("a", 1)[0] == "b"',
    'self.substring(0, 1) == "b"',
    'duration(self) > duration("1s")',
    'self == 1.5',
  ])('does not know %s', (rule) => {
    expect(both(rule).shortcut).toBeUndefined();
  });
});
