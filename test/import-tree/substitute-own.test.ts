import { describe, expect, it } from 'vitest';
import { substituteOwn } from '../../src/import-tree/substitute-own.js';
import { inferVar } from '../../src/var-safety/infer-var.js';

const object = (data: Readonly<Record<string, string>>) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'web' },
  data,
});

describe('vars that a Kustomization sets itself', () => {
  it('are put in as Flux does, and others stay', () => {
    const { json, names } = substituteOwn(
      object({
        a: '${APP}',
        n: '${COUNT}',
        other: 'x-${HOST}',
        both: '${APP}.${HOST:=none}',
        escaped: '$${HOST} $${SHELL}',
      }),
      { APP: 'shop', COUNT: '3' },
      true,
    );
    expect(json['data']).toEqual({
      a: 'shop',
      n: 3,
      other: 'x-${HOST}',
      both: 'shop.${HOST:=none}',
      escaped: '$${HOST} ${SHELL}',
    });
    expect([...names]).toEqual(['HOST']);
  });

  it('leave nothing where nothing else supplies any, and tell what Flux refuses', () => {
    expect(substituteOwn(object({ a: '${APP}${NONE}' }), { APP: 'shop' }, false).json['data']).toEqual({ a: 'shop' });
    expect(substituteOwn(object({ a: '${A-b}' }), { APP: 'shop' }, false).problem).toMatch(/closing brace/);
    expect(substituteOwn(object({ a: '${APP}' }), {}, false).json['data']).toEqual({ a: '${APP}' });
  });
});

describe('the type of a var', () => {
  const typeOf = (name: string, value: string | undefined, fields: readonly string[] = [], isWhole = true) =>
    inferVar({ name, value, fields, isWhole }).code;

  it('follows from its value, its fields and its name', () => {
    expect(typeOf('X', '3', ['integer'])).toBe('z.int()');
    expect(typeOf('X', undefined, ['boolean'])).toBe('z.boolean()');
    expect(typeOf('WEB_REPLICAS', undefined)).toBe('z.int()');
    expect(typeOf('WEB_REPLICAS', undefined, [], false)).toBe('z.string()');
    expect(typeOf('DOMAIN', 'example.org', [], false)).toBe('hostname()');
    expect(typeOf('DOMAIN', 'not a host', [], false)).toBe('z.string()');
    expect(typeOf('X', '0123', [])).toBe('z.string()');
    expect(typeOf('X', '3', ['string'])).toBe('z.string()');
  });
});
