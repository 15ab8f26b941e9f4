import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ComposedValues, composeValues, type ValuesSource } from '../../../src/charts/values/compose-values.js';
import { valueAt } from '../../../src/json/json-path.js';

const from = (text: string | undefined, more: Partial<ValuesSource> = {}): ValuesSource => ({
  kind: 'ConfigMap',
  namespace: 'web',
  name: 'one',
  key: 'values.yaml',
  ...(text === undefined ? {} : { text }),
  ...more,
});
const composed = (sources: readonly ValuesSource[], inline: object = {}): ComposedValues => {
  const result = composeValues(sources, inline as Record<string, unknown>);
  if ('error' in result) throw new Error(result.error);
  return result;
};
const valuesOf = (sources: readonly ValuesSource[], inline: object = {}) => composed(sources, inline).values;
const errorOf = (sources: readonly ValuesSource[], inline: object = {}) => {
  const result = composeValues(sources, inline as Record<string, unknown>);
  return 'error' in result ? result.error : undefined;
};

describe('layers', () => {
  it('merge maps in their order, the inline values last', () => {
    const sources = [from('a: { x: 1, v: 1 }\nb: 1'), from('a: { v: 2, z: 2 }')];
    expect(valuesOf(sources, { a: { z: 3 } })).toEqual({ a: { x: 1, v: 2, z: 3 }, b: 1 });
  });

  it('replace lists, and let null stand for Helm to delete a default', () => {
    expect(valuesOf([from('l: [1, 2]\nm: { k: 1 }\no: { k: 1 }'), from('l: [3]\nm: null')], { o: null })).toEqual({
      l: [3],
      m: null,
      o: null,
    });
  });

  it('read YAML 1.1', () => {
    expect(valuesOf([from('a: yes\nb: 0123\nc: "0123"\nd: 1_000')])).toEqual({ a: true, b: 83, c: '0123', d: 1000 });
  });

  it('may be empty, and may miss where that is optional', () => {
    expect(valuesOf([from(''), from(undefined, { optional: true })], { a: 1 })).toEqual({ a: 1 });
    expect(errorOf([from(undefined)])).toBe(
      `could not resolve ConfigMap chart values reference 'web/one' with key 'values.yaml': configmaps "one" not found`,
    );
    expect(errorOf([from(undefined, { missing: 'key', kind: 'Secret' })])).toBe(
      "could not resolve Secret chart values reference 'web/one' with key 'values.yaml': key not found",
    );
  });

  it('must be mappings, whether optional or not', () => {
    expect(errorOf([from('[1]', { optional: true })])).toContain('cannot unmarshal array into Go value');
    expect(errorOf([from('a: b: c')])).toContain("with key 'values.yaml': ");
  });

  it('know where each value came from', () => {
    const result = composed([from('a: { x: 1, v: 1 }\nl: [1]'), from('a: { v: 2 }')], { a: { z: 3 } });
    expect(result.layerAt(['a', 'x'])).toBe(0);
    expect(result.layerAt(['a', 'v'])).toBe(1);
    expect(result.layerAt(['a', 'z'])).toBe(2);
    expect(result.layerAt(['l', 0])).toBe(0);
    expect(result.layerAt(['a', 'w'])).toBeUndefined();
    expect(result.layers).toEqual([{ a: { x: 1, v: 1 }, l: [1] }, { a: { v: 2 } }, { a: { z: 3 } }]);
  });
});

describe('targetPath', () => {
  const at = (targetPath: string, text: string, more: Partial<ValuesSource> = {}) =>
    from(text, { targetPath, ...more });

  it('writes one path, with the types of helm --set', () => {
    expect(valuesOf([at('a.b', '12')])).toEqual({ a: { b: 12 } });
    expect(valuesOf([at('a', '012')])).toEqual({ a: '012' });
    expect(valuesOf([at('a', 'True')])).toEqual({ a: true });
    expect(valuesOf([at('a', 'null')])).toEqual({ a: null });
    expect(valuesOf([at('a', '"12"')])).toEqual({ a: '12' });
    expect(valuesOf([at('a', "'true'")])).toEqual({ a: 'true' });
    expect(valuesOf([at('a', '{x,1}')])).toEqual({ a: ['x', 1] });
    expect(valuesOf([at('a\\.b', 'x')])).toEqual({ 'a.b': 'x' });
    expect(valuesOf([at('a[1].b', 'x')])).toEqual({ a: [null, { b: 'x' }] });
    expect(valuesOf([at('a', '99999999999999999999')])).toEqual({ a: '99999999999999999999' });
    expect(valuesOf([at('a', '')])).toEqual({ a: '' });
  });

  it('reads commas as further paths, unless literal', () => {
    expect(valuesOf([at('a', 'x,b=v')])).toEqual({ a: 'x', b: 'v' });
    expect(errorOf([at('a', 'x,v')])).toBe(
      `could not resolve ConfigMap chart values reference 'web/one' with key 'values.yaml': key "v" has no value`,
    );
    expect(valuesOf([at('a', '{x},\\[1]', { literal: true })])).toEqual({ a: '{x},\\[1]' });
    expect(valuesOf([at('a', '12', { literal: true })])).toEqual({ a: '12' });
  });

  it('loses to an inline value at the same path, but where it alone made what is around it', () => {
    expect(valuesOf([at('a', 'x')], { a: 'inline' })).toEqual({ a: 'inline' });
    expect(valuesOf([from('a: { c: 1 }'), at('a.b', 'x')], { a: { b: 'inline' } })).toEqual({
      a: { b: 'inline', c: 1 },
    });
    // Go writes into the very map, or list, that the inline values hold.
    expect(valuesOf([at('a.b', 'x')], { a: { b: 'inline' } })).toEqual({ a: { b: 'x' } });
    expect(valuesOf([at('l[0]', 'x')], { l: ['inline', 2] })).toEqual({ l: ['x', 2] });
    expect(valuesOf([at('a.b', 'x'), at('c', 'v')], { a: { b: 'inline' } })).toEqual({ a: { b: 'x' }, c: 'v' });
  });

  it('leaves the given values alone', () => {
    const inline = { a: { b: 'inline' } };
    composeValues([at('a.b', 'x')], inline);
    expect(inline).toEqual({ a: { b: 'inline' } });
  });

  it('fails where the path leads through something else', () => {
    expect(errorOf([from('a: 1'), at('a.b', 'x')])).toContain(
      'unable to parse key: interface conversion: interface {} is float64, not map[string]interface {}',
    );
    expect(errorOf([at('a[99999]', 'x')])).toContain('greater than maximum supported index of 65536');
  });
});

describe('hostile input', () => {
  it('touches no prototype', () => {
    const { values } = composed([from('__proto__: { polluted: 1 }\nconstructor: { prototype: { polluted: 1 } }')]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(Object.keys(values)).toEqual(['__proto__', 'constructor']);
    composed([from('x', { targetPath: '__proto__.polluted' })]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(valueAt(values, ['toString'])).toBeUndefined();
  });

  it('ends on anchors that hold themselves, on deep nesting, and on ten megabytes', () => {
    expect(errorOf([from('a: &a [*a]')])).toMatch(/anchor 'a' value contains itself/);
    expect(errorOf([from(`a: ${'['.repeat(2000)}${']'.repeat(2000)}`)])).toMatch(/nested deeper|exceeded/);
    expect(Object.keys(valuesOf([from(`a: "${'x'.repeat(10_000_000)}"`)]))).toEqual(['a']);
  });

  it('never throws, and says for every leaf which layer won', () => {
    const leaf = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant(null));
    const tree = fc.letrec((tie) => ({
      map: fc.dictionary(fc.constantFrom('a', 'b', '__proto__', 'constructor'), fc.oneof(leaf, tie('map')), {
        maxKeys: 3,
      }),
    })).map as fc.Arbitrary<Record<string, unknown>>;
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 3 }), tree, (documents, inline) => {
        const result = composed(
          documents.map((one) => from(JSON.stringify(one))),
          inline,
        );
        for (const key of Object.keys(result.values)) {
          const layer = result.layerAt([key]);
          expect(layer).toBeDefined();
          expect(Object.hasOwn(result.layers[layer!]!, key)).toBe(true);
        }
      }),
    );
  });
});
