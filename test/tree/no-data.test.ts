import { ApiObject, Lazy } from 'cdk8s';
import type { Construct } from 'constructs';
import { ConfigMap, HelmRelease, helmChart } from 'fluxspan';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { type diagnosticsOf, diagnosticsOfAddon } from '../support/synthesize.js';

const errorsOf = (diagnostics: ReturnType<typeof diagnosticsOf>) =>
  diagnostics.filter(({ severity }) => severity === 'error').map(({ code, message }) => `${code} ${message}`);

it('names each value that is none, of our objects and of others, with its path', () => {
  class Foo {}
  const found = diagnosticsOfAddon({
    build: (scope) => {
      const values = { a: { 'b.c': [Lazy.any({ produce: () => 1 }), new Foo(), new Date(0)] }, d: new Map() };
      new ConfigMap(scope, 'ours', { name: 'ours', data: {}, extra: values });
      const data = { a: new Foo(), b: { c: new Set(), d: Lazy.any({ produce: () => [new Foo()] }) } };
      new ApiObject(scope, 'theirs', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'theirs' }, data });
    },
  });
  const said = found
    .filter(({ code }) => code === 'FX301')
    .map(({ at, message }) => `${at.object} ${at.path} ${message}`);
  expect(said).toEqual([
    'ConfigMap/ours a["b.c"][1] ConfigMap/ours cannot be made into JSON: an object of class Foo is not a plain value',
    'ConfigMap/ours a["b.c"][2] ConfigMap/ours cannot be made into JSON: an object of class Date is not a plain value',
    'ConfigMap/ours d ConfigMap/ours cannot be made into JSON: an object of class Map is not a plain value',
    'ConfigMap/theirs data.a ConfigMap/theirs cannot be made into JSON: an object of class Foo is not a plain value',
    'ConfigMap/theirs data.b.c ConfigMap/theirs cannot be made into JSON: an object of class Set is not a plain value',
    'ConfigMap/theirs data.b.d[0] ConfigMap/theirs cannot be made into JSON: an object of class Foo is not a plain value',
  ]);
});

it.each([
  [
    'a getter that throws',
    Object.defineProperty({}, 'x', {
      get: () => {
        throw new Error('no value');
      },
      enumerable: true,
    }),
    'no value',
  ],
  [
    'a Lazy that throws',
    Lazy.any({
      produce: () => {
        throw new Error('lazy');
      },
    }),
    'lazy',
  ],
  [
    'a class without a name',
    new (class {
      readonly a = 1;
      static get name(): string {
        throw new Error('x');
      }
    })(),
    'without a name',
  ],
  ['a value too deep', JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`), 'too deep'],
])('that cannot be made plain is a diagnostic: %s', (_, value, said) => {
  for (const build of [
    (scope: Construct) => void new ConfigMap(scope, 'a', { name: 'a', data: {}, extra: { a: value } }),
    (scope: Construct) =>
      void new ApiObject(scope, 'a', { apiVersion: 'v1', kind: 'Thing', metadata: { name: 'a' }, a: value } as never),
  ]) {
    const errors = errorsOf(diagnosticsOfAddon({ build }));
    expect(errors).toEqual([expect.stringMatching(/^FX301 (?:ConfigMap|Thing)/)]);
    expect(errors[0]).toContain(said);
  }
});

it.each([undefined, 10n, () => 1, Number.NaN, Number.POSITIVE_INFINITY])(
  'an example that is not data is refused: %s',
  (example) => {
    const chart = helmChart({ url: 'oci://example.org/web', version: '1.0.0' });
    const errors = errorsOf(
      diagnosticsOfAddon({
        namespace: 'default',
        charts: { web: chart },
        infra: { values: { web: z.object({ n: z.number().meta({ examples: [example] }) }) } },
        build: (scope, { charts }) => void new HelmRelease(scope, 'web', { chart: charts['web'] as typeof chart }),
      }),
    );
    expect(errors).toEqual([
      expect.stringMatching(/^FX103 the example .* of infra input "values.web.n" does not fit its own type$/),
    ]);
  },
);
