import { describe, expect, test } from 'vitest';
import { type SubstituteOptions, substituteObject } from '../../src/substitution/substitute-object.js';

const LABEL = 'kustomize.toolkit.fluxcd.io/substitute';

const configMap = (data: unknown, metadata: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a', ...metadata },
  data,
});

const dataOf = (data: unknown, vars: Record<string, string>, options?: SubstituteOptions): unknown => {
  const outcome = substituteObject(configMap(data), vars, options);
  return outcome.kind === 'object' ? outcome.object['data'] : outcome;
};

describe('substituteObject', () => {
  test('changes the type where YAML does', () => {
    expect(dataOf({ a: '${v}', b: '${q}${v}${q}', c: 'x-${v}' }, { v: '012345678901', q: '"' })).toEqual({
      a: 12345678901,
      b: '012345678901',
      c: 'x-012345678901',
    });
  });

  test('takes line feeds out of values, and no other breaks', () => {
    expect(dataOf('${v}', { v: '[\n1,\n2\n]\n' })).toEqual([1, 2]);
    expect(dataOf('${v}', { v: 'a\nb' })).toBe('ab');
  });

  test.each(['labels', 'annotations'])('leaves a resource alone that is disabled in its %s', (where) => {
    const object = configMap('${v', { [where]: { [LABEL]: 'disabled' } });
    expect(substituteObject(object, { v: 'x' })).toEqual({ kind: 'object', object, isSubstituted: false });
    const other = configMap('${v', { [where]: { [LABEL]: 'Disabled' } });
    expect(substituteObject(other, { v: 'x' })).toMatchObject({ kind: 'error' });
  });

  test('substitutes nothing without variables, unless always', () => {
    expect(substituteObject(configMap('${v:=d}'), {})).toMatchObject({
      isSubstituted: false,
      object: { data: '${v:=d}' },
    });
    expect(dataOf('${v:=d}', {}, { strategy: 'Always' })).toBe('d');
  });

  test('refuses a name that is none, whether it is used or not', () => {
    expect(dataOf('x', { good: '', 'values.yaml': '', '1x': '' })).toEqual({
      kind: 'error',
      message: "'1x' var name is invalid, must match '^[_[:alpha:]][_[:alpha:][:digit:]]*$'",
    });
  });

  test.each([
    ['${missing}', 'variable substitution failed: variable not set (strict mode): "missing"'],
    ['${v', 'variable substitution failed: missing closing brace'],
    ['${v}: x', 'YAMLToJSON: yaml: line 1: did not find expected key'],
    ['${u:1}', 'YAMLToJSON: yaml: invalid leading UTF-8 octet'],
    ['${v:0:-9}', 'PANIC runtime error: slice bounds out of range [:-9]'],
  ])('reports %s in the words of Flux', (text, message) => {
    expect(dataOf(text, { v: "it's", u: 'ü' })).toEqual({ kind: 'error', message });
  });

  test('reports a resource that is not a mapping any more', () => {
    expect(substituteObject({ '${v}': 'x' }, { v: '- a' })).toEqual({
      kind: 'error',
      message: 'UnmarshalJSON: json: cannot unmarshal array into Go value of type map[string]interface {}',
    });
    expect(substituteObject({ '${v}': '' }, { v: '--- a #' })).toEqual({
      kind: 'error',
      message: 'UnmarshalJSON: json: cannot unmarshal string into Go value of type map[string]interface {}',
    });
  });

  test.each([
    ['metadata.name', '0123'],
    ['metadata.name', ''],
    ['metadata.name', 'yes'],
  ])('a resource whose %s becomes %j is dropped', (field, v) => {
    expect(substituteObject(configMap('x', { name: '${v}' }), { v })).toMatchObject({ kind: 'dropped', field });
  });

  test('touches no prototype', () => {
    const data = dataOf('${v}', { v: '{__proto__: {polluted: yes}, constructor: {a: 1}}' }) as object;
    expect(Object.hasOwn(data, '__proto__')).toBe(true);
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(dataOf(JSON.parse('{"__proto__": "${v}"}'), { v: 'x' })).toEqual(JSON.parse('{"__proto__": "x"}'));
  });

  test('bounds what aliases in a value come to', () => {
    const levels = Array.from(
      'bcdefghi',
      (name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[i]}`).join()}]`,
    );
    const bomb = `{a: &a [x, x, x, x, x, x, x, x, x], ${levels.join(', ')}}`;
    expect(dataOf('${v}', { v: bomb })).toEqual({
      kind: 'error',
      message: 'YAMLToJSON: yaml: document contains excessive aliasing',
    });
  });

  test('goes as deep as Flux does, and says where that ends', () => {
    const nest = (depth: number) => {
      let value: unknown = '${v}';
      for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value };
      return value;
    };
    expect(substituteObject(configMap(nest(9000)), { v: 'x' }).kind).toBe('object');
    expect(dataOf(nest(10_000), { v: 'x' })).toEqual({
      kind: 'error',
      message: 'yaml: exceeded max depth of 10000',
    });
  });

  // Quadratic time would be more than the timeout of a test.
  test('is done with 10 MB in seconds', () => {
    const data = { text: 'a line of text with ${v} in it\n'.repeat(330_000), list: Array(50_000).fill('${v}') };
    const result = dataOf(data, { v: 'x' }) as { text: string; list: unknown[] };
    expect(result.text.startsWith('a line of text with x in it\n')).toBe(true);
    expect(result.list).toHaveLength(50_000);
  });
});
