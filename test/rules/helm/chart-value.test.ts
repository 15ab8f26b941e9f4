import { expect, test } from 'vitest';
import { z } from 'zod';
import { asNumber, defineAddon, FluxApp, FluxCluster, HelmRelease, helmChart } from '../../../src/index.js';
import { synthCluster } from '../../../src/testing/index.js';

const schema = () => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  additionalProperties: false,
  properties: {
    replicas: { type: ['integer', 'null'] },
    postgresql: {
      type: ['object', 'null'],
      additionalProperties: false,
      properties: { name: { type: ['string', 'null'] }, host: { type: ['string', 'null'] }, port: { type: 'number' } },
    },
  },
});

const diagnosticsOf = (
  values: object,
  more: {
    infra?: object;
    settings?: object;
    version?: string;
    valuesSchema?: () => Readonly<Record<string, unknown>>;
  } = {},
) => {
  const addon = defineAddon({
    name: 'shop',
    namespace: 'kube-system',
    // The types say the same; here they are bypassed.
    charts: {
      shop: helmChart<Record<string, unknown>>({
        url: 'oci://registry.example.org/shop',
        version: '1.0.0',
        valuesSchema: more.valuesSchema ?? schema,
      }),
    },
    infra: { vars: { TF_REPLICAS: z.number() }, ...more.infra },
    build(scope, { charts, vars }) {
      new HelmRelease(scope, 'shop', {
        chart: charts.shop,
        values: { replicas: asNumber(vars.TF_REPLICAS), ...values },
      });
    },
  });
  const cluster = new FluxCluster(new FluxApp(), 'dev').stage('shop', [addon(more.settings as never)]);
  // Some cases leave the var unused, which is another rule's.
  const found = synthCluster(cluster).diagnostics.filter(({ code }) => code !== 'FX601');
  return found.map(({ code, severity, message, fix }) => ({
    code,
    severity,
    message,
    fix,
  }));
};

test('a var stands for a value of its own type', () => {
  expect(diagnosticsOf({ postgresql: { name: 'shop' } })).toEqual([]);
});

test('a key that the chart does not read is refused, with what was meant', () => {
  expect(diagnosticsOf({ postgresql: { nam: 'shop' } })).toEqual([
    {
      code: 'FX313',
      severity: 'error',
      message: 'the chart of release "shop" reads no value "postgresql.nam"',
      fix: 'did you mean "postgresql.name"?',
    },
  ]);
});

test('a value of the wrong type is refused', () => {
  expect(diagnosticsOf({ replicas: 'two' })).toMatchObject([
    {
      code: 'FX313',
      message: expect.stringContaining('the value "replicas" of release "shop" does not fit its chart'),
    },
  ]);
});

test('an infra value that the chart never reads is refused where it is declared', () => {
  const infra = { values: { shop: z.object({ postgresql: z.object({ hostname: z.string() }) }) } };
  expect(diagnosticsOf({}, { infra })).toMatchObject([
    { code: 'FX313', message: 'the chart of release "shop" reads no value "postgresql.hostname"' },
  ]);
});

test('an infra value of a type that the contract cannot carry is told once, and not judged by its place-holder', () => {
  const inner = z.object({ name: z.string(), port: z.record(z.string(), z.string()), hosts: z.string() });
  const infra = { values: { shop: z.object({ postgresql: inner, list: z.array(z.date()) }) } };
  expect(diagnosticsOf({}, { infra }).map(({ code, message }) => `${code} ${message}`)).toEqual([
    'FX102 infra input "values.shop.list[]" is a z.date(), which the contract cannot carry',
    'FX102 infra input "values.shop.postgresql.port" is a z.record(), which the contract cannot carry',
    // Its own type is good, and the chart does not read it.
    'FX313 the chart of release "shop" reads no value "list"',
    'FX313 the chart of release "shop" reads no value "postgresql.hosts"',
  ]);
});

test('infra values that are no map are told once', () => {
  for (const shop of [z.string(), z.array(z.string()), z.record(z.string(), z.string())]) {
    const found = diagnosticsOf({}, { infra: { values: { shop } } });
    expect(new Set(found.map(({ code }) => code))).toEqual(new Set(['FX102']));
  }
});

test("a value that the chart's author forgot is let through with a reason", () => {
  const settings = {
    unlistedValues: {
      'tls.extra.mode': { value: 'x', reason: 'read by a helper' },
      'postgresql.sslMode': { value: 'require', reason: 'read by the templates' },
    },
  };
  expect(diagnosticsOf({}, { settings })).toEqual([]);
  expect(diagnosticsOf({}, { settings: { unlistedValues: { 'a.b': { value: 1, reason: '' } } } })).toMatchObject([
    { code: 'FX107' },
  ]);
});

test('a schema with `if` and `then` at its root is one', () => {
  const valuesSchema = () => JSON.parse(`{ "if": true, "then": {}, ${JSON.stringify(schema()).slice(1)}`);
  expect(diagnosticsOf({ postgresql: { name: 'shop' } }, { valuesSchema })).toEqual([]);
  expect(diagnosticsOf({ postgresl: {} }, { valuesSchema })).toMatchObject([
    { code: 'FX313', fix: 'did you mean "postgresql"?' },
  ]);
});

test.each([
  async () => ({}),
  () => [],
  () => 1,
  () => {
    throw new Error('x');
  },
])('a function that gives no schema is told of: %#', (read) => {
  expect(diagnosticsOf({}, { valuesSchema: read as never })).toMatchObject([
    {
      code: 'FX313',
      message: '`valuesSchema` of the chart of release "shop" gives no schema, so its values cannot be checked',
    },
  ]);
});

test('there is one zero', () => {
  const valuesSchema = () => ({ properties: { n: { enum: [0, 1] } } });
  expect(diagnosticsOf({ n: -0 }, { valuesSchema })).toEqual([]);
});

test('a value of the wrong type that the chart lists is told of, wherever it is given', () => {
  const unlisted = (path: string, value: unknown) =>
    diagnosticsOf({}, { settings: { unlistedValues: { [path]: { value, reason: 'it is so' } } } });
  const problem = {
    code: 'FX313',
    severity: 'warning',
    message: 'the value "postgresql.port" of release "shop" does not fit its chart: takes a number, not a string',
  };
  expect(unlisted('postgresql.port', 'eighty')).toMatchObject([problem]);
  expect(unlisted('postgresql', { port: 'eighty', sslMode: 'require' })).toMatchObject([problem]);
  expect(unlisted('postgresql.port', 80)).toEqual([]);
});

test('with another version than the pinned one, what does not fit is an error where the types are of that version', () => {
  const typed = (version: string) => Object.assign(() => schema(), { version });
  const settings = { version: '2.0.0' };
  expect(diagnosticsOf({ extra: 1 }, { settings, valuesSchema: typed('2.0.0') })).toMatchObject([
    { code: 'FX313', severity: 'error' },
  ]);
  expect(
    diagnosticsOf({ extra: 1 }, { settings, valuesSchema: typed('1.5.0') }).filter(({ code }) => code === 'FX313'),
  ).toMatchObject([{ severity: 'warning' }]);
});

test('with another version than the pinned one, what does not fit is a warning', () => {
  expect(diagnosticsOf({ extra: 1 }, { settings: { version: '2.0.0' } })).toMatchObject([
    { code: 'FX313', severity: 'warning' },
  ]);
});

test("values that a patch of the addon's Kustomization puts in are checked", () => {
  const patched = (...operations: readonly object[]) =>
    diagnosticsOf(
      { postgresql: { name: 'shop' } },
      {
        settings: {
          kustomization: { patches: [{ target: { kind: 'HelmRelease' }, patch: JSON.stringify(operations) }] },
        },
      },
    );
  expect(patched({ op: 'add', path: '/spec/values/postgresql/host', value: 'db' })).toEqual([]);
  expect(patched({ op: 'add', path: '/spec/timeout', value: '9m' })).toEqual([]);
  expect(patched({ op: 'add', path: '/spec/values/postgresql/hots', value: 'db' })).toMatchObject([
    {
      code: 'FX313',
      severity: 'error',
      message: expect.stringContaining(
        'with the patch, the chart of release "shop" reads no value "postgresql.hots"',
      ) as string,
      fix: 'did you mean "postgresql.host"?',
    },
  ]);
  expect(patched({ op: 'replace', path: '/spec/values/postgresql/name', value: { a: 1 } })).toMatchObject([
    { code: 'FX313', message: expect.stringContaining('the value "postgresql.name"') as string },
  ]);
});

test('a value with which the chart fails is refused, with what the chart says', () => {
  const refused = (text: string) => ({ enum: [false, null], 'x-refused': text });
  const valuesSchema = () => ({
    ...schema(),
    properties: {
      ...schema().properties,
      database: { ...refused('`database` was renamed to `postgresql.name`') },
      legacy: refused(''),
      long: refused('x'.repeat(300)),
      paired: { enum: [false, null], 'x-refused-with-others': 'not with mode x' },
      silent: { enum: [false, null], 'x-refused-with-others': '' },
    },
  });
  const values = { database: 'shop', legacy: true, long: 1, paired: 1, silent: true };
  expect(diagnosticsOf(values, { valuesSchema })).toEqual([
    {
      code: 'FX313',
      severity: 'error',
      message:
        'the chart of release "shop" refuses the value "database": "`database` was renamed to `postgresql.name`"',
      fix: 'did you mean "postgresql.name"?',
    },
    {
      code: 'FX313',
      severity: 'error',
      message: 'the chart of release "shop" refuses the value "legacy": it fails where it is set',
      fix: 'take it out',
    },
    {
      code: 'FX313',
      severity: 'error',
      message: expect.stringMatching(/^the chart of release "shop" refuses the value "long": "x{240}…"$/) as string,
      fix: 'take it out',
    },
    {
      code: 'FX313',
      severity: 'error',
      message:
        'the chart of release "shop" reads the value "paired" for nothing but to fail with some other values: "not with mode x"',
      fix: 'take it out',
    },
    {
      code: 'FX313',
      severity: 'error',
      message: 'the chart of release "shop" reads the value "silent" for nothing but to fail with some other values',
      fix: 'take it out',
    },
  ]);
  expect(diagnosticsOf({ database: false, legacy: null, paired: false }, { valuesSchema })).toEqual([]);
});
