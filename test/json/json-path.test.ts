import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePath, parseTypedPath, printPath, startsWith, valueAt } from '../../src/json/json-path.js';

describe('a path', () => {
  it.each([
    [[], ''],
    [['spec', 'rules', 0, 'host'], 'spec.rules[0].host'],
    [['data', 'tls.crt'], 'data["tls.crt"]'],
    [['data', 'a"b'], 'data["a\\"b"]'],
    [['data', 'a\\b'], 'data["a\\\\b"]'],
    [['data', ''], 'data[""]'],
    [['$fluxspan', 'x-y'], '$fluxspan.x-y'],
    [['a', '0', 0], 'a.0[0]'],
    [['${TF_HOST}'], '["${TF_HOST}"]'],
  ] as const)('%j is printed as %s, and read back', (path, text) => {
    expect(printPath(path)).toBe(text);
    expect(parsePath(text)).toEqual(path);
  });

  it('with any keys is read back as it was', () => {
    const step = fc.oneof(fc.string({ unit: 'binary' }), fc.nat(), fc.constantFrom('__proto__', '"', '\\', ']', '\n'));
    fc.assert(
      fc.property(fc.array(step), (path) => {
        expect(parsePath(printPath(path))).toEqual(path);
      }),
    );
  });

  it.each(['.a', 'a.', 'a..b', 'a[', 'a[x]', 'a["b]', 'a b', 'a["\\q"]', 'a]'])('%s is none', (text) => {
    expect(parsePath(text)).toBeUndefined();
  });

  it.each([
    ['a..b', ['a', 'b']],
    ['.a["b.c"][0].', ['a', 'b.c', 0]],
    ['a b.c', ['a b', 'c']],
    ['data["a\\"b"]', ['data', 'a"b']],
    ['a[', undefined],
    ['a[x]', undefined],
  ] as const)('%s may be typed', (text, path) => {
    expect(parseTypedPath(text)).toEqual(path);
  });

  it('leads to own members only', () => {
    expect(valueAt({ a: [{ b: 1 }] }, ['a', 0, 'b'])).toBe(1);
    expect(valueAt({}, ['constructor'])).toBeUndefined();
    expect(valueAt({ a: null }, ['a', 'b'])).toBeUndefined();
  });

  it('starts with another', () => {
    expect(startsWith(['a', 0, 'b'], ['a', 0])).toBe(true);
    expect(startsWith(['a', 0], ['a', 0, 'b'])).toBe(false);
    expect(startsWith(['a', '0'], ['a', 0])).toBe(false);
  });
});
