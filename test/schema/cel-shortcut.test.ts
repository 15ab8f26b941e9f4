import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Environment } from '@marcbachmann/cel-js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { registerKubernetesFunctions } from '../../src/check/schema/cel-functions.js';
import { celShortcut } from '../../src/check/schema/cel-shortcut.js';
import { isTransitionRule, rewriteRule } from '../../src/check/schema/cel-source.js';

const env = registerKubernetesFunctions(
  new Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: false }),
).registerVariable('self', 'dyn');

const both = (rule: string) => {
  const parsed = env.parse(rewriteRule(rule, true));
  return { shortcut: celShortcut(parsed.ast, true), library: (self: unknown): unknown => parsed({ self }) };
};

const tryLibrary = (library: (self: unknown) => unknown, self: unknown): unknown => {
  try {
    return library(self);
  } catch {
    return 'an error';
  }
};

/** All rules of the package's own CRDs. */
const rules = [
  ...new Set(
    ['gateway.networking.k8s.io', 'karpenter.k8s.aws', 'karpenter.sh', 'helm.toolkit.fluxcd.io', 'external-secrets.io']
      .map((group) => fileURLToPath(new URL(`../../imports/schemas/${group}.json`, import.meta.url)))
      .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/"rule":("(?:[^"\\]|\\.)*")/g)])
      .map((match) => JSON.parse(match[1]!) as string)
      .filter((rule) => !isTransitionRule(rule)),
  ),
];

/** Values of every type that CEL has here, with the names that the rules read, so that some rules hold. */
const fields = [...new Set(rules.flatMap((rule) => [...rule.matchAll(/\.([a-z]\w*)/gi)].map((match) => match[1]!)))];
const words = [...new Set(rules.flatMap((rule) => [...rule.matchAll(/'([^']*)'/g)].map((match) => match[1]!)))];
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...words),
    fc.constantFrom('', 'a', '/a', 'ä€😀', 'a.b', 'x/y'),
    fc.constantFrom(0n, 1n, 2n, 5n, 300n, -1n),
    fc.constantFrom(1.5, true, false, null, new Date(0), new Uint8Array([1]), new Set(['a', 'b'])),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...fields), tie('value'), { maxKeys: 4 }),
    fc.array(fc.tuple(fc.constantFrom('a', 'x/y', ''), tie('value')), { maxLength: 2 }).map((list) => new Map(list)),
  ),
}));

describe('the shortcut for CEL rules', () => {
  it('knows most rules of the package’s schemas', () => {
    const known = rules.filter((rule) => both(rule).shortcut !== undefined);
    expect(rules.length).toBeGreaterThan(130);
    expect(known.length / rules.length).toBeGreaterThan(0.75);
  });

  it('says that a rule holds only where the library does', () => {
    const all = rules.map((rule) => ({ rule, ...both(rule) })).filter(({ shortcut }) => shortcut !== undefined);
    let held = 0;
    fc.assert(
      fc.property(fc.constantFrom(...all), value, ({ rule, shortcut, library }, self) => {
        if (!shortcut!(self)) return;
        held++;
        expect([rule, tryLibrary(library, self)]).toEqual([rule, true]);
      }),
      { numRuns: 20_000 },
    );
    expect(held).toBeGreaterThan(500);
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
  ])('leaves %s of %o to the library', (rule, self) => {
    expect(both(rule).shortcut?.(self) ?? false).toBe(false);
  });

  it.each(['self.split("a")[0] == "b"', 'self.find("a") == "b"', 'duration(self) > duration("1s")', 'self == 1.5'])(
    'does not know %s',
    (rule) => {
      expect(both(rule).shortcut).toBeUndefined();
    },
  );
});
