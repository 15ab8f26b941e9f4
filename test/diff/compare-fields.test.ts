import { describe, expect, it } from 'vitest';
import { compareFields } from '../../src/diff/compare-fields.js';
import { printField } from '../../src/diff/print/print-field.js';

const linesOf = (from: unknown, to: unknown) =>
  compareFields(from, to).flatMap((field) => {
    const { line, lines } = printField(field);
    return [line, ...lines];
  });

describe('compareFields', () => {
  it('goes as far down as both have something', () => {
    expect(linesOf({ a: { b: 1, c: 2 }, d: [1] }, { a: { b: 1, c: 3, e: {} }, d: [1] })).toEqual([
      'a.c  2 → 3',
      'a.e  + {}',
    ]);
  });

  it('tells an empty map from none, since emptyDir: {} is a volume', () => {
    expect(linesOf({ v: { emptyDir: {} } }, { v: { configMap: { name: 'a' } } })).toEqual([
      'v.configMap.name  + "a"',
      'v.emptyDir  - {}',
    ]);
  });

  it('tells items apart by their name, and says where only their order changes', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => ({ name, value: 1 }));
    expect(linesOf({ env: [a, b] }, { env: [{ ...b, value: 2 }, c] })).toEqual([
      'env[a]  - {"name":"a","value":1}',
      'env[b].value  1 → 2',
      'env[c]  + {"name":"c","value":1}',
    ]);
    expect(linesOf({ env: [a, b] }, { env: [b, a] })).toEqual(['env  is in another order']);
  });

  it('compares other lists between what is the same at both ends', () => {
    expect(linesOf({ args: ['a', 'b', 'z'] }, { args: ['a', 'c', 'd', 'z'] })).toEqual([
      'args[1]  "b" → "c"',
      'args[2]  + "d"',
    ]);
    expect(linesOf({ args: ['a', 'b'] }, { args: ['b', 'a'] })).toEqual(['args  is in another order']);
  });

  it('has names that keys of Kubernetes have', () => {
    expect(linesOf({ data: { 'tls.crt': 'a' } }, { data: { 'tls.crt': 'b' } })).toEqual(['data["tls.crt"]  "a" → "b"']);
  });

  it('shows of a text the lines that differ', () => {
    expect(linesOf({ t: 'a\nb\nc\nd\ne\n' }, { t: 'a\nb\nx\nd\ne\n' })).toEqual(['t', ' b', '-c', '+x', ' d']);
  });

  it('prints integers that JSON has no place for', () => {
    expect(linesOf({ a: 1n }, { a: 9007199254740993n })).toEqual(['a  1 → 9007199254740993']);
  });
});
