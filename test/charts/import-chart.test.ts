import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ImportChartOptions, type ImportedChart, importChart } from '../../src/charts/import-chart.js';
import { ImportError } from '../../src/charts/import-problem.js';
import { pullChart } from '../../src/charts/pull-chart.js';
import { planChartFiles, writeChart } from '../../src/charts/write-chart.js';
import { checkValues } from '../rules/values/value-problems.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { writeFiles as writeAll } from '../support/write-files.js';
import { packChart } from './pack-chart.js';
import { runTsc } from './run-tsc.js';

const folder = temporaryFolder();

type Files = Readonly<Record<string, string | Buffer>>;

const writeFiles = (files: Files): string => {
  const path = mkdtempSync(join(folder, 'chart-'));
  writeAll(path, files);
  return path;
};

const schemaOf = (chart: ImportedChart): Readonly<Record<string, unknown>> => {
  const text = chart.files.get(`${chart.name}.schema.ts`)!;
  return JSON.parse(/String\.raw`(.*)`;/s.exec(text)![1]!) as Record<string, unknown>;
};

/** Four levels of nine aliases each. */
const bomb = `a: &a [x]\n${['b', 'c', 'd', 'e'].map((name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcd'[i]}`).join(',')}]\n`).join('')}`;

const failure = async (source: string, options: ImportChartOptions = {}): Promise<string> => {
  const error = await importChart(source, options).then(
    () => undefined,
    (e: unknown) => e,
  );
  if (!(error instanceof ImportError)) throw new Error(`expected an ImportError, got ${String(error)}`);
  return error.message;
};

const shop: Files = {
  'Chart.yaml': `apiVersion: v2
name: my-shop
version: 1.2.3
dependencies:
  - { name: postgresql, version: 1.x, condition: postgresql.enabled }
  - { name: worker, alias: jobs, version: 1.x, tags: [background] }
  - { name: not-packed, version: 1.x }
`,
  'values.yaml': 'replicas: 1\nglobal: { domain: x }\npostgresql: { auth: { user: shop } }\n',
  'values.schema.json': JSON.stringify({ type: 'object', properties: { replicas: { type: 'integer', minimum: 1 } } }),
  'templates/values.yaml': 'notAValue: true\n',
  'charts/postgresql/Chart.yaml': 'name: postgresql\nversion: 1.0.0\n',
  'charts/postgresql/values.yaml': 'auth: { user: "", password: "" }\nglobal: { storageClass: "" }\n',
};
const worker: Files = { 'Chart.yaml': 'name: worker\nversion: 0.1.0\n', 'values.yaml': 'concurrency: 4\n' };
const whole: Files = { ...shop, 'charts/worker-0.1.0.tgz': packChart('worker', worker) };

describe('sources', () => {
  test('a folder and its .tgz give the same modules', async () => {
    const path = writeFiles(whole);
    const archive = join(path, 'my-shop-1.2.3.tgz');
    writeFileSync(archive, packChart('my-shop', whole));
    const fromFolder = await importChart(path, { origin: 'here' });
    const fromArchive = await importChart(archive, { origin: 'here' });
    expect([...fromFolder.files.keys()]).toEqual(['my-shop.ts', 'my-shop.schema.ts']);
    expect(fromArchive).toEqual(fromFolder);
    expect(fromFolder.problems.map(({ message }) => message)).toEqual([
      'the dependency "not-packed" isn\'t in charts/: the values below "not-packed" stay open',
    ]);
    expect(fromFolder.files.get('my-shop.ts')).toMatch(/^\/\/ Values of the chart my-shop 1\.2\.3, here\.\n/);
  });

  test('a local chart is of no other version than it says', async () => {
    const path = writeFiles(shop);
    expect(await failure(path, { version: '2.0.0' })).toContain('the chart is of version 1.2.3, not 2.0.0');
    expect([...(await importChart(path, { version: '1.2.3' })).files.keys()]).toHaveLength(2);
  });

  test('a values.yaml and a values.schema.json alone are enough', async () => {
    const path = writeFiles({
      'shop/values.yaml': 'a: 1\n',
      'shop/values.schema.json': '{"properties":{"b":{"type":"string"}}}',
    });
    const fromValues = await importChart(join(path, 'shop', 'values.yaml'));
    const fromSchema = await importChart(join(path, 'shop', 'values.schema.json'));
    expect(fromValues.files.get('shop.ts')).toContain('export interface ShopValues {\n  a?: number | null;\n}');
    expect(fromSchema.files.get('shop.ts')).toContain('export interface ShopValues {\n  b?: string;\n}');
  });

  test('JSON that is no schema is refused, whatever it is', async () => {
    const schemas = ['{"type":"object"}', '{"properties":{}}', '{"$ref":"#/$defs/a"}', '{"anyOf":[]}'];
    const others = [
      '{"name":"platform","type":"module","dependencies":{}}',
      '{"$schema":"https://docs.renovatebot.com/renovate-schema.json","extends":[]}',
      '[]',
      '1',
    ];
    const files = Object.fromEntries([...schemas, ...others].map((text, index) => [`f${index}.json`, text]));
    const path = writeFiles({ ...files, 'values.schema.json': '{}' });
    for (const [index, text] of [...schemas, ...others].entries()) {
      const file = join(path, `f${index}.json`);
      if (schemas.includes(text)) expect((await importChart(file)).files.size, text).toBe(2);
      else expect(await failure(file), text).toContain(`"f${index}.json" is not a JSON Schema`);
    }
    expect((await importChart(join(path, 'values.schema.json'))).files.size).toBe(2);
  });

  test('a file of values is called by what stands before the word', async () => {
    const names = ['webapp-values.yaml', 'webapp.values.yaml', 'webapp_values.yml', 'webapp-values.schema.json'];
    const path = writeFiles(Object.fromEntries(names.map((name) => [name, '{}'])));
    for (const name of names) expect((await importChart(join(path, name))).name, name).toBe('webapp');
    expect((await importChart(join(path, 'webapp-values.yaml'))).files.get('webapp.ts')).toContain(
      "export { webappValuesSchema } from './webapp.schema.js';",
    );
  });

  test("one key like a label's opens nothing; a map of them alone is a map of text", async () => {
    const path = writeFiles({
      'shop/values.yaml': `service: { port: 80, example.org/part: web }
pods: { example.org/part: web }
example.org/root: web
`,
    });
    const [types = ''] = (await importChart(join(path, 'shop', 'values.yaml'))).files.values();
    expect(types).not.toContain('[k: string]: unknown');
    expect(types).toContain("'example.org/part'?: string | null;\n  [k: string]: string | null | undefined;");
  });

  test('the code compiles, and is the same each time', async () => {
    const path = writeFiles(whole);
    const [one, two] = [await importChart(path, { origin: 'x' }), await importChart(path, { origin: 'x' })];
    expect(two).toEqual(one);
    const use = `import type { MyShopValues } from './my-shop.js';
export const good: MyShopValues = { replicas: 2, jobs: { concurrency: 1 }, tags: { background: false } };
// @ts-expect-error a number
export const bad: MyShopValues = { jobs: { concurrency: 'x' } };
`;
    expect(runTsc({ ...Object.fromEntries(one.files), 'use.ts': use })).toEqual([]);
  });

  test('what a user names is checked beside keys of other types', async () => {
    const port = { type: 'object', properties: { port: { type: 'number' } }, additionalProperties: false };
    const web = { ...port, properties: { ...port.properties, http3: { type: 'boolean' } } };
    const ports = { type: 'object', properties: { web, all: { type: 'boolean' } }, additionalProperties: port };
    const path = writeFiles({ 'shop/values.schema.json': JSON.stringify({ type: 'object', properties: { ports } }) });
    const { files } = await importChart(join(path, 'shop', 'values.schema.json'));
    const use = `import type { ShopValues } from './shop.js';
export const good: ShopValues = { ports: { web: { port: 80, http3: true }, all: true, mqtt: { port: 1883 } } };
// @ts-expect-error misspelt
export const bad: ShopValues = { ports: { mqtt: { prot: 1883 } } };
// @ts-expect-error a number
export const other: ShopValues = { ports: { mqtt: { port: '1883' } } };
`;
    expect(runTsc({ ...Object.fromEntries(files), 'use.ts': use })).toEqual([]);
  });

  test('the type of a value with which the chart fails takes what the chart lets pass, and has what it says', async () => {
    const root = writeFiles({
      'Chart.yaml':
        'apiVersion: v2\nname: old\nversion: 1.0.0\ndependencies: [{ name: gone, version: 1.x, repository: https://example.org }]\n',
      'values.yaml': 'a: 1\ngone: {}\n',
      'templates/a.yaml':
        '{{ if .Values.old }}{{ fail "old was renamed\\n  to `a`" }}{{ end }}{{ if hasKey .Values "older" }}{{ fail .Values.a }}{{ end }}{{ if and .Values.a .Values.gone.b }}{{ fail "not both" }}{{ end }}a: {{ .Values.a }}\n',
    });
    const chart = await importChart(root, { name: 'old' });
    const text = chart.files.get('old.ts')!;
    expect(text).toContain("  old?: false | '' | 0 | never[] | Record<string, never> | null;");
    expect(text).toContain('   * @deprecated The chart fails where it is set: old was renamed to `a`\n');
    expect(text).toContain('   * @deprecated The chart fails where it is set\n   */\n  older?: null;');
    // A chart that isn't here may read what the templates of the parent only refuse.
    expect(checkValues(schemaOf(chart), { gone: { b: 1 } })).toEqual([]);
    const use = (values: string) => ({
      ...Object.fromEntries(chart.files),
      'use.ts': `import type { OldValues } from './old.js';\nexport const values: OldValues = ${values};\n`,
    });
    expect(runTsc(use('{ old: {} }'))).toEqual([]);
    expect(runTsc(use("{ old: 'x' }"))).toMatchObject([
      { file: 'use.ts', message: expect.stringContaining('TS2322') as string },
    ]);
  });

  test('what is not a chart is refused, with what would be one', async () => {
    expect(await failure(join(folder, 'nowhere'))).toContain('there is no file or folder');
    expect(await failure(writeFiles({ 'README.md': 'x' }))).toContain(
      'this is not a chart: it has no Chart.yaml, values.yaml or values.schema.json',
    );
    const path = writeFiles({ 'x.tgz': 'no archive', 'x.txt': 'x', 'values.yaml': 'a: [1' });
    expect(await failure(join(path, 'x.tgz'))).toContain('the archive cannot be unpacked');
    expect(await failure(join(path, 'x.txt'))).toContain('"x.txt" is neither .yaml, .json nor .tgz');
    expect(await failure(join(path, 'values.yaml'))).toContain('neither default values nor a schema that can be read');
  });

  test.each([
    ['a: 1\nb: [1\nc: 2\n', 'values.yaml:3:2', "did not find expected ',' or ']'"],
    ['a: 1\nb: &b\n  c: *b\n', 'values.yaml:3:6', 'the alias *b stands inside of what it names'],
    ['a: 1\nb: *c\n', 'values.yaml:2:4', 'Unresolved alias'],
    [bomb, 'values.yaml:2:8', 'its aliases of aliases unfold to too many values'],
  ])('values that cannot be read are told with their line and the reason: %j', async (text, at, reason) => {
    const values = { 'Chart.yaml': 'name: some', 'values.yaml': text };
    const message = await failure(writeFiles(values));
    expect(message).toContain(`at   ${at}\n`);
    expect(message).toContain(`values.yaml cannot be read: ${reason}`);
    const besideSchema = await importChart(writeFiles({ ...values, 'values.schema.json': '{"type":"object"}' }));
    expect(besideSchema.problems).toEqual([
      expect.objectContaining({ severity: 'warning', at, message: expect.stringContaining(reason) }),
    ]);
    const both = await failure(writeFiles({ ...values, 'values.schema.json': '{' }));
    expect(both).toMatch(/values\.yaml cannot be read: .*; values\.schema\.json is not JSON: /);
  });

  test('an anchor of the same name inside of another is not a loop', async () => {
    const { problems, files } = await importChart(writeFiles({ 'values.yaml': 'a: &a\n  b: &a 1\n  c: *a\n' }));
    expect(problems).toEqual([]);
    expect([...files.values()].join('')).toContain('c?: number | null;');
  });

  test('a list as a key is refused, as Helm refuses it', async () => {
    const message = await failure(writeFiles({ 'values.yaml': '? [a, b]\n: 1\n' }));
    expect(message).toContain('values.yaml cannot be read: invalid map key: ');
    expect(message).toContain('at   values.yaml:1:3\n');
  });

  test('several documents are refused: Helm would read the first and drop the others', async () => {
    const message = await failure(writeFiles({ 'values.yaml': 'a: 1\n---\nb: 2\n' }));
    expect(message).toContain('values.yaml cannot be read: it has several documents, and Helm reads only the first');
  });

  test('numbers and bytes are what Helm makes of them', async () => {
    const text = 'octal: 0o17\ntext: !!binary aGVsbG8=\non: yes\nday: 2024-01-01\na: 1\na: b\n';
    const chart = await importChart(writeFiles({ 'values.yaml': text }));
    expect(chart.problems).toEqual([]);
    const properties = { octal: 15, text: 'hello', true: true, day: '2024-01-01', a: 'b' };
    expect(schemaOf(chart)).toEqual(
      schemaOf(await importChart(writeFiles({ 'values.yaml': JSON.stringify(properties) }))),
    );
  });
});

describe('keys that the root of a schema takes by a pattern', () => {
  const plain = { type: 'object', properties: { p: { type: 'integer' } } };
  const pattern = { patternProperties: { '^x-': { type: 'string' } } };
  const good = { p: 2, 'x-foo': 'bar' };
  const cases: Readonly<Record<string, readonly [schema: object, good: object, bad: readonly object[]]>> = {
    'and no others': [
      { ...plain, ...pattern, additionalProperties: false },
      good,
      [{ 'x-foo': 1 }, { y: 'bar' }, { more: { known: 1, unknown: 2 } }],
    ],
    'and others of a type': [
      { ...plain, ...pattern, additionalProperties: { type: 'integer' } },
      { ...good, y: 1 },
      [{ 'x-foo': 1 }, { y: 'bar' }],
    ],
    'in a branch': [{ ...plain, allOf: [pattern] }, good, [{ 'x-foo': 1 }]],
    'in a choice': [{ ...plain, anyOf: [{ type: 'object', ...pattern }] }, good, [{ 'x-foo': 1 }]],
  };
  for (const [name, [schema, fits, misfits]] of Object.entries(cases)) {
    test(name, async () => {
      const path = writeFiles({ 'values.schema.json': JSON.stringify(schema), 'values.yaml': 'p: 1\n' });
      const imported = await importChart(path, { name: 'some' });
      expect(imported.problems).toEqual([]);
      expect(checkValues(schemaOf(imported), fits)).toEqual([]);
      for (const bad of misfits) expect(checkValues(schemaOf(imported), bad), JSON.stringify(bad)).not.toEqual([]);
      const use = `import type { SomeValues } from './some.js';
export const good: SomeValues = ${JSON.stringify(fits)};
// @ts-expect-error a number
export const bad: SomeValues = { p: 'x' };
`;
      expect(runTsc({ ...Object.fromEntries(imported.files), 'use.ts': use })).toEqual([]);
    });
  }

  test('what is below a default is as closed as without a pattern', async () => {
    const schema = JSON.stringify({ ...plain, ...pattern });
    const closed = await importChart(writeFiles({ 'values.schema.json': schema, 'values.yaml': 'm: { known: 1 }\n' }));
    expect(checkValues(schemaOf(closed), { 'x-y': 'z', m: { known: 2 } })).toEqual([]);
    expect(checkValues(schemaOf(closed), { m: { unknown: 2 } })).not.toEqual([]);
  });

  test('without one the root is closed, also where the schema says that it is open', async () => {
    const schema = JSON.stringify({ ...plain, additionalProperties: true });
    const closed = await importChart(writeFiles({ 'values.schema.json': schema, 'values.yaml': 'p: 1\n' }));
    expect(checkValues(schemaOf(closed), { q: 1 })).not.toEqual([]);
  });
});

describe('charts in charts', () => {
  test('their values lie under their key, and global is shared', async () => {
    const schema = schemaOf(await importChart(writeFiles(whole)));
    const good = {
      replicas: 2,
      global: { domain: 'y', storageClass: 'gp3' },
      postgresql: { enabled: false, auth: { user: 'a', password: 'b' } },
      jobs: { concurrency: 8 },
      tags: { background: false },
      'not-packed': { anything: { goes: true } },
    };
    expect(checkValues(schema, good)).toEqual([]);
    const bad = {
      jobs: { concurency: 8 },
      global: { storageclas: 'x' },
      postgresql: { auth: { pass: 'x' } },
      worker: {},
      replicas: 0,
    };
    expect(checkValues(schema, bad).map(({ path, fix }) => [path, fix])).toEqual(
      [
        ['replicas', undefined],
        ['global.storageclas', 'did you mean "global.storageClass"?'],
        ['jobs.concurency', 'did you mean "jobs.concurrency"?'],
        ['postgresql.auth.pass', 'did you mean "postgresql.auth.password"?'],
        ['worker', undefined],
      ].sort(),
    );
  });

  test('the defaults are those that Helm would coalesce', async () => {
    expect(schemaOf(await importChart(writeFiles(whole)))['default']).toEqual({
      replicas: 1,
      global: { domain: 'x', storageClass: '' },
      postgresql: { auth: { user: 'shop', password: '' }, global: { storageClass: '' } },
      jobs: { concurrency: 4 },
    });
  });

  test('of a values.yaml alone, the keys that are named as subcharts stay open', async () => {
    const path = writeFiles({ 'values.yaml': 'db: { auth: { user: x } }\na: { b: 1 }\n' });
    const schema = schemaOf(await importChart(path, { subcharts: ['db'] }));
    expect(checkValues(schema, { db: { auth: { password: 'y' }, size: 1 } })).toEqual([]);
    expect(checkValues(schema, { a: { c: 1 } })).toHaveLength(1);
  });
});

describe('remote charts', () => {
  test('without helm, the message says what to do', async () => {
    const message = await failure('oci://registry.example/charts/x', { helm: join(folder, 'no-helm-here') });
    expect(message).toContain('helm is not installed');
    expect(message).toContain('a folder, a .tgz, a values.yaml');
  });

  test('a Helm repository needs a chart', async () => {
    expect(await failure('https://charts.example')).toContain('a Helm repository holds many charts, and none is named');
    expect(await failure('https://charts.example', { chart: '--post-renderer=x' })).toContain(
      'is not an address, chart or version',
    );
  });

  // A stand-in that records its arguments and hands out a chart: the network is not needed to test what we ask of helm.
  const fakeHelm = (archive: string, log: string): string => {
    const path = join(folder, 'helm.js');
    writeFileSync(
      path,
      `#!/usr/bin/env node
const { copyFileSync, writeFileSync } = require('node:fs');
const args = process.argv.slice(2);
writeFileSync(${JSON.stringify(log)}, JSON.stringify(args.slice(0, -1)));
if (args.includes('9.9.9')) { console.error('Error: not found at ' + args.at(-4)); process.exit(1); }
copyFileSync(${JSON.stringify(archive)}, args.at(-1) + '/chart.tgz');
`,
    );
    chmodSync(path, 0o755);
    return path;
  };

  test('are pulled by name and version, and a password is not shown', async () => {
    const path = writeFiles({});
    writeFileSync(join(path, 'a.tgz'), packChart('my-shop', whole));
    const log = join(path, 'log.json');
    const helm = fakeHelm(join(path, 'a.tgz'), log);
    const args = (): unknown => JSON.parse(readFileSync(log, 'utf8'));
    const fromOci = await importChart('oci://registry.example/charts/my-shop', { version: '1.2.3', helm });
    expect(args()).toEqual(['pull', 'oci://registry.example/charts/my-shop', '--version', '1.2.3', '--destination']);
    expect(fromOci.files.get('my-shop.ts')).toContain('my-shop 1.2.3, oci://registry.example/charts/my-shop.');
    const options = { chart: 'my-shop', version: '1.2.3', helm };
    const fromRepository = await importChart('https://me:hidden@charts.example', options);
    expect(args()).toEqual([
      'pull',
      'my-shop',
      '--repo',
      'https://me:hidden@charts.example',
      '--version',
      '1.2.3',
      '--destination',
    ]);
    expect(JSON.stringify([...fromRepository.files])).not.toContain('hidden');
    const message = await failure('https://me:hidden@charts.example', { ...options, version: '9.9.9' });
    expect(message).toContain('helm could not pull the chart: Error: not found');
    expect(message).not.toContain('hidden');
  });

  test.skipIf(process.platform === 'win32')('are pulled within limits, which the error names', async () => {
    const limits = { seconds: 1, outputMegabytes: 1, chartMegabytes: 1 };
    const pull = (script: string): Promise<unknown> => {
      const path = join(writeFiles({}), 'helm.sh');
      writeFileSync(path, `#!/bin/sh\nfor folder; do :; done\n${script}\n`);
      chmodSync(path, 0o755);
      return pullChart({ url: 'oci://registry.example/x' }, path, limits);
    };
    await expect(pull('trap "" TERM; sleep 20')).rejects.toThrow('helm takes more than the 1 seconds');
    await expect(pull('yes | head -c 3000000')).rejects.toThrow('helm takes more than the 1 MB of output');
    const large = 'head -c 3000000 /dev/zero > "$folder/a.tgz"';
    await expect(pull(large)).rejects.toThrow('what helm pulled cannot be read: it is larger than the 1 MB');
    await expect(pull('mkfifo "$folder/a.tgz"')).rejects.toThrow('it is a FIFO, not a regular file');
  });
});

describe('names', () => {
  test.each([
    ['aws-load-balancer-controller', 'AwsLoadBalancerControllerValues', 'awsLoadBalancerControllerValuesSchema'],
    ['k8s2json', 'K8S2JsonValues', 'k8S2JsonValuesSchema'],
    ['3scale', 'Chart3ScaleValues', 'chart3ScaleValuesSchema'],
    ['日本', 'ChartValues', 'chartValuesSchema'],
  ])('%s gives %s', async (name, type, schema) => {
    const imported = await importChart(writeFiles({ 'values.yaml': 'a: { b: 1 }' }), { name });
    const types = imported.files.get(`${imported.name}.ts`)!;
    expect(types).toContain(`export interface ${type} {`);
    expect(types).toContain(`export { ${schema} } from './${imported.name}.schema.js';`);
    expect(runTsc(Object.fromEntries(imported.files))).toEqual([]);
  });

  test('a name is not a path, and a header is one comment', async () => {
    const imported = await importChart(writeFiles({ 'values.yaml': 'a: 1' }), {
      name: '../../x/y',
      version: '1\nexport const evil = 1;',
      origin: 'a\u2028b',
    });
    expect(imported.name).toBe('x-y');
    expect(imported.files.get('x-y.ts')!.split('\n').slice(0, 3)).toEqual([
      expect.stringContaining('export const evil = 1;, a b.'),
      "// Generated by fluxspan's import; never edited.",
      "export { xYValuesSchema } from './x-y.schema.js';",
    ]);
    expect(imported.files.get('x-y.ts')).not.toMatch(/^export const evil/m);
    // What is not a version is none that synth could compare.
    expect(imported.files.get('x-y.schema.ts')).toMatch(/\n {2}\{ text \},\n\);\n$/);
  });

  test('the schema says which version it is of', async () => {
    const imported = await importChart(writeFiles(shop));
    expect(imported.files.get('my-shop.schema.ts')).toMatch(/\n {2}\{ text, version: '1\.2\.3' \},\n\);\n$/);
  });
});

test('writing leaves alone what is there already, what it did not write, and what was edited', async () => {
  const of = (values: string) => importChart(writeFiles({ 'values.yaml': values }), { name: 'one' });
  const out = join(writeFiles({}), 'imports', 'charts');
  const a = await of('a: 1');
  const b = await of('b: 1');
  const write = async (imported: typeof a) => {
    const { stale, problems } = await planChartFiles(out, imported);
    await writeChart(out, imported, stale);
    return problems.length === 0 ? stale : problems.map(({ message }) => message);
  };
  expect(await write(a)).toEqual(['one.ts', 'one.schema.ts']);
  expect(await write(a)).toEqual([]);
  expect(await write(b)).toEqual(['one.ts', 'one.schema.ts']);
  const written = readFileSync(join(out, 'one.ts'), 'utf8');
  writeFileSync(join(out, 'one.ts'), `${written}export const more = 1;\n`);
  expect(await write(b)).toEqual(['"one.ts" was edited by hand, and is kept as it is']);
  for (const mine of [
    'export const mine = 1;\n',
    "export const mine = 1; // not Generated by fluxspan's import; never edited.\n",
    `const quoted = String.raw\`\n${written}\`;\n`,
  ]) {
    writeFileSync(join(out, 'one.ts'), mine);
    expect(await write(b)).toEqual(['"one.ts" is there already, and the import did not write it']);
    expect(planChartFiles(out, b, { force: true }).problems).toHaveLength(1);
  }
});

test.each(['../evil', '../../evil', 'a/../../../evil', '/etc/evil'])(
  'no chart is written elsewhere: %s',
  async (name) => {
    const folder = join(writeFiles({ 'values.yaml': 'a: 1' }), 'values.yaml');
    const { files } = await importChart(folder, { name });
    expect([...files.keys()].every((file) => /^\w[\w.-]*$/.test(file))).toBe(true);
  },
);

test('writing refuses a name that leads out of the folder', () => {
  const folder = writeFiles({});
  const out = join(folder, 'imports');
  for (const name of ['../evil.ts', 'charts/../../evil.ts', '..']) {
    const files = new Map([[name, 'export {};\n']]);
    const refused = /leads out of the folder of imports/;
    expect(() => planChartFiles(out, { files })).toThrow(refused);
    expect(() => writeChart(out, { files }, [name])).toThrow(refused);
  }
  expect(existsSync(join(folder, 'evil.ts'))).toBe(false);
  expect(planChartFiles(out, { files: new Map([['..a.ts', '']]) }).stale).toEqual(['..a.ts']);
});

test('writing follows no symlink, and keeps the mode of a file', async () => {
  const imported = await importChart(writeFiles({ 'values.yaml': 'a: 1' }), { name: 'one' });
  const folder = writeFiles({ 'mine.ts': 'export const mine = 1;\n', 'charts/one.ts.tmp': 'mine too\n' });
  const out = join(folder, 'charts');
  symlinkSync('../mine.ts', join(out, 'one.ts'));
  symlinkSync('charts', join(folder, 'link'));
  expect(planChartFiles(out, imported, { within: folder }).problems).toMatchObject([
    { at: join(out, 'one.ts'), message: '"one.ts" is a symlink, and a module is not written through one' },
  ]);
  expect(planChartFiles(join(folder, 'link'), imported, { within: folder })).toMatchObject({
    stale: [],
    problems: [{ at: join(folder, 'link') }],
  });
  unlinkSync(join(out, 'one.ts'));
  writeChart(out, imported, [...imported.files.keys()]);
  chmodSync(join(out, 'one.ts'), 0o640);
  writeChart(out, imported, [...imported.files.keys()]);
  expect(statSync(join(out, 'one.ts')).mode & 0o777).toBe(0o640);
  expect(readFileSync(join(folder, 'mine.ts'), 'utf8')).toBe('export const mine = 1;\n');
  expect(readFileSync(join(out, 'one.ts.tmp'), 'utf8')).toBe('mine too\n');
});
