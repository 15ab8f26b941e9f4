import fc from 'fast-check';
import { ConfigMap, FluxApp, HelmRelease, helmChart } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compileCluster } from '../../src/compile/compile-cluster.js';
import { openCompileContext } from '../../src/compile/compile-context.js';
import {
  appliedProblems,
  applyCluster,
  explainValue,
  parseGivenInfra,
  parseQuestion,
  printApplied,
  printExplained,
} from '../../src/preview/index.js';
import { runs } from '../support/runs.js';
import { addon, clusterOf } from '../support/synthesize.js';

const chart = helmChart({ url: 'oci://example.org/web', version: '1.0.0' });
const label = { 'reconcile.fluxcd.io/watch': 'Enabled' };
const clusterWith = (document = 'a: 1') =>
  clusterOf(
    {
      all: [
        addon('web', {
          charts: { web: chart },
          infra: {
            vars: { TF_TEXT: z.string().meta({ examples: ['a'] }) },
            values: { web: z.object({ host: z.string() }) },
          },
          build: (scope, { charts, vars }) => {
            new ConfigMap(scope, 'data', { data: { text: vars['TF_TEXT']!, lines: `a\n${vars['TF_TEXT']}\n` } });
            new ConfigMap(scope, 'more', { name: 'more', labels: label, data: { 'values.yaml': document } });
            new HelmRelease(scope, 'web', {
              chart: charts['web'] as typeof chart,
              valuesFrom: [{ kind: 'ConfigMap', name: 'more' }],
              values: { text: vars['TF_TEXT'] } as never,
            });
          },
        }),
      ],
    },
    { app: new FluxApp() },
  );

const cluster = clusterWith();
const compiled = compileCluster(
  cluster.node.root as FluxApp,
  cluster,
  openCompileContext(cluster.node.root as FluxApp),
);

/** All that `render` does with what it is given, but for the reading of the file. */
const renderWith = (bytes: Uint8Array): { readonly codes: readonly string[]; readonly text: string } => {
  const parsed = parseGivenInfra(bytes, 'infra.json', compiled.contract);
  if (!parsed.ok) return { codes: [parsed.problem.code], text: '' };
  const given = parsed.value;
  const applied = applyCluster(compiled, given);
  const explained = ['text', 'host', 'data.text', 'spec', '__proto__', 'constructor.prototype'].flatMap((question) =>
    explainValue(compiled, applied, parseQuestion(question)!, given).map(printExplained),
  );
  expect(explained.length).toBeGreaterThan(0);
  return { codes: appliedProblems('dev', applied).map(({ code }) => code), text: printApplied(applied) };
};
const infra = (vars: unknown, values: unknown = { web: { host: 'a' } }) =>
  Buffer.from(JSON.stringify({ vars, values }));
const configMaps = (...items: readonly unknown[]) => Buffer.from(JSON.stringify({ kind: 'List', items }));

const prototype = () => [Object.prototype, Array.prototype].map((one) => Object.getOwnPropertyNames(one).join()).join();

describe('what render is given', () => {
  it.each<[string, Uint8Array]>([
    ['nothing', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(1000)],
    ['a plan file', Buffer.from('PK\u0003\u0004')],
    ['YAML', Buffer.from('vars:\n  TF_TEXT: a\n')],
    ['a list', Buffer.from('[{"vars": {}}]')],
    ['null', Buffer.from('null')],
    ['JSON that is cut off', infra({ TF_TEXT: 'a' }).subarray(0, 20)],
    ['100,000 open brackets', Buffer.from('['.repeat(100_000))],
    ['50,000 levels', Buffer.from(`{"vars":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`)],
    ['200,000 keys', Buffer.from(`{"vars":{${Array.from({ length: 200_000 }, (_, i) => `"K${i}":1`).join()}}}`)],
    ['vars that are a list', Buffer.from('{"vars": [], "values": 1}')],
  ])('%s ends with a diagnostic', (_, bytes) => {
    const { codes } = renderWith(bytes);
    expect(codes.length).toBeGreaterThan(0);
    expect(codes.every((code) => ['FX412', 'FX416', 'FX690'].includes(code))).toBe(true);
  });

  it('may be anything: there is an outcome, and no prototype is touched', () => {
    const before = prototype();
    const key = fc.oneof(fc.constantFrom('TF_TEXT', '__proto__', 'constructor', 'web', 'host'), fc.string());
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string({ unit: 'binary' }),
        fc.double(),
        fc.constantFrom(
          null,
          true,
          'yes',
          '0123',
          'a: b',
          '${TF_TEXT}',
          '"',
          "'",
          '\r',
          '*a',
          '{{',
          '__proto__: {a: 1}',
        ),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(key, tie('value'), { maxKeys: 3 }),
      ),
    }));
    const metadata = fc.record({
      namespace: fc.oneof(fc.constantFrom('flux-system', 'default'), value),
      name: fc.oneof(fc.constantFrom('cluster-vars-terraform', 'web-values-terraform'), value),
    });
    const map = fc.record({ kind: fc.constant('ConfigMap'), metadata, data: value });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.tuple(value, value).map(([vars, values]) => infra(vars, values)),
          fc.array(fc.oneof(map, value), { maxLength: 3 }).map((items) => configMaps(...items)),
          fc.uint8Array().map((bytes) => Buffer.from(bytes)),
          fc.dictionary(key, value).map((one) => Buffer.from(JSON.stringify(one))),
        ),
        (bytes) => {
          for (const code of renderWith(bytes).codes) expect(code).toMatch(/^FX(412|413|414|415|690)$/);
        },
      ),
      { numRuns: runs(134) },
    );
    expect(prototype()).toBe(before);
  });

  it.each<[string, string]>([
    ['a million $', '$'.repeat(1_000_000)],
    ['a million {', '{'.repeat(1_000_000)],
    ['a million expressions', '${A}'.repeat(250_000)],
    ['ten megabytes', 'x'.repeat(10_000_000)],
    ['ten megabytes of lines', 'line\n'.repeat(2_000_000)],
    ['a hundred thousand levels', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['aliases that hold themselves', '&a [*a]'],
  ])('a var of %s has an outcome', (_, text) => {
    const { codes } = renderWith(infra({ TF_TEXT: text }));
    expect(codes.every((code) => code === 'FX690')).toBe(true);
  });
});

describe('a document of values in the tree', () => {
  it.each<[string, string, string]>([
    ['an anchor that holds itself', 'a: &a [*a]', "anchor 'a' value contains itself"],
    ['a bomb of aliases', bomb(), 'excessive aliasing'],
    ['100,000 levels', `a: ${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'exceeded max depth'],
    ['a list', '- a', 'is not a mapping'],
    ['a control character', 'a: \u0001', 'control characters are not allowed'],
  ])('%s is refused', (_, document, words) => {
    const { diagnostics } = synthCluster(clusterWith(document));
    expect(diagnostics.find(({ code }) => code === 'FX621')?.message).toContain(words);
  });

  it('with keys of a prototype is taken for what it is', () => {
    const before = prototype();
    const hostile = clusterWith(
      '__proto__: { polluted: 1 }\nconstructor: { prototype: { polluted: 1 } }\ntoString: 1\n',
    );
    expect(synthCluster(hostile).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(prototype()).toBe(before);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('of ten megabytes is too large for a ConfigMap, and is told so', () => {
    const lines = 'key: "some text"\n'.repeat(600_000).replaceAll('key', () => `k${Math.floor(++count)}`);
    const { diagnostics } = synthCluster(clusterWith(lines));
    expect(diagnostics.map(({ code }) => code)).toContain('FX611');
  });
});

let count = 0;

/** Nine levels of nine aliases each: 400 million items. */
const bomb = (): string => {
  const levels = Array.from(
    'bcdefghi',
    (name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[i]}`).join()}]`,
  );
  return `a: &a [x, x, x, x, x, x, x, x, x]\n${levels.join('\n')}\n`;
};
