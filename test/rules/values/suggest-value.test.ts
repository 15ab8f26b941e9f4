import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importChart } from '../../../src/charts/import-chart.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { checkValues } from './value-problems.js';

const folder = temporaryFolder();

const schemaOf = async (files: Readonly<Record<string, string>>): Promise<Readonly<Record<string, unknown>>> => {
  const root = join(mkdtempSync(join(folder, 'c-')), 'small');
  const all = { 'Chart.yaml': 'apiVersion: v2\nname: small\nversion: 1.0.0\n', ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const imported = await importChart(root, { name: 'small' });
  return JSON.parse(/String\.raw`([\s\S]*?)`/.exec(imported.files.get('small.schema.ts')!)![1]!) as Record<
    string,
    unknown
  >;
};

/** What is said of values: the path that isn't read, and what to do about it. */
const told = (schema: Readonly<Record<string, unknown>>, values: object) =>
  checkValues(schema, values).map(({ path, fix }) => [path, fix]);

const closed = (properties: object) => ({ type: 'object', properties, additionalProperties: false });

describe('a chart with sections', async () => {
  const schema = await schemaOf({
    'values.yaml': `replicas: 1
nameOverride: ""
podAnnotations: {}
image: { repository: nginx, tag: "1", pullPolicy: Always }
logLevel: info
controller:
  imagePullSecret: ""
  priority: high
  metrics: { enabled: true, interval: 30s }
worker:
  priority: low
  concurrency: 4
  persistence: { size: 1Gi }
service: { port: 80, extraPorts: [{ name: a, port: 1 }] }
`,
    'templates/a.yaml': `a: {{ .Values.replicas }}{{ .Values.nameOverride }}{{ .Values.image.repository }}{{ .Values.image.tag }}
b: {{ .Values.image.pullPolicy }}{{ .Values.logLevel }}{{ .Values.controller.imagePullSecret }}
c: {{ .Values.controller.priority }}{{ .Values.controller.metrics.enabled }}{{ .Values.controller.metrics.interval }}
d: {{ .Values.worker.priority }}{{ .Values.worker.concurrency }}{{ .Values.worker.persistence.size }}{{ .Values.service.port }}
e: {{ toYaml .Values.podAnnotations | nindent 2 }}
{{ range .Values.service.extraPorts }}
f: {{ .name }}{{ .port }}
{{ end }}
`,
  });

  test.each([
    ['a letter less', { replica: 2 }, 'replica', 'did you mean "replicas"?'],
    [
      'another case',
      { controller: { imagepullsecret: 'x' } },
      'controller.imagepullsecret',
      'did you mean "controller.imagePullSecret"?',
    ],
    [
      'in an item of a list',
      { service: { extraPorts: [{ nam: 'a' }] } },
      'service.extraPorts[0].nam',
      'did you mean "service.extraPorts[0].name"?',
    ],
    ['a longer name', { replicasCount: 2 }, 'replicasCount', 'did you mean "replicas"?'],
    ['another word', { service: { ports: 8080 } }, 'service.ports', 'did you mean "service.port"?'],
    [
      'a name that the chart splits',
      { imagePullPolicy: 'Never' },
      'imagePullPolicy',
      'did you mean "image.pullPolicy"?',
    ],
    [
      'one level too deep',
      { controller: { replicas: 2 } },
      'controller.replicas',
      'did you mean "replicas"? the chart reads this key there, one level up',
    ],
    [
      'two levels too deep',
      { worker: { persistence: { nameOverride: 'x' } } },
      'worker.persistence.nameOverride',
      'did you mean "nameOverride"? the chart reads this key there, 2 levels up',
    ],
    [
      'one level too high',
      { concurrency: 2 },
      'concurrency',
      'did you mean "worker.concurrency"? the chart reads this key there, one level down',
    ],
    [
      'two levels too high',
      { size: '2Gi' },
      'size',
      'did you mean "worker.persistence.size"? the chart reads this key there, 2 levels down',
    ],
    [
      'a map too many',
      { small: { replicas: 2, image: { tag: '2' } } },
      'small',
      'move what is in it one level up: the chart reads "replicas", "image" at the root of the values',
    ],
    [
      'a map in itself',
      { worker: { worker: { concurrency: 2 } } },
      'worker.worker',
      'move what is in it one level up: the chart reads "concurrency" in "worker"',
    ],
  ])('%s', (_, values, path, fix) => {
    expect(told(schema, values)).toEqual([[path, fix]]);
  });

  test.each([
    ['what another section reads', { worker: { interval: '1m' } }],
    ['what another section reads, misspelt', { worker: { imagePullSecrt: 'x' } }],
    ['a key that the release has at the right place too', { replicas: 1, controller: { replicas: 2 } }],
    ['a name that the release has, too', { replicas: 1, replica: 2 }],
    ['a value that does not fit there', { controller: { image: 'nginx' } }],
    ['a map around the same map', { worker: { persistence: { worker: {} } } }],
    ['what two sections read', { priority: 'high' }],
    ['what only begins with the name of another', { serviceMonitor: { port: 1 } }],
    ['what each section has', { service: { extra: { enabled: true } } }],
    ['a name like no other', { zzz: 1 }],
  ])('names no twin for %s', (_, values) => {
    const [[, fix]] = told(schema, values) as [[string, string | undefined]];
    expect(fix).toBeUndefined();
  });
});

describe('a chart whose maps the user names', async () => {
  const schema = await schemaOf({
    'values.yaml': 'controller: { imagePullPolicy: Always }\ncontrollers: {}\n',
    'templates/a.yaml': `x: {{ .Values.controller.imagePullPolicy }}
{{ range $n, $c := .Values.controllers }}
a: {{ $n }}{{ $c.type }}
{{ range $m, $k := $c.containers }}
b: {{ $m }}{{ $k.image.repository }}{{ $k.image.pullPolicy }}{{ $k.workingDir }}
{{ end }}
{{ end }}
`,
  });
  const main = (container: object, more: object = {}) => ({
    controllers: { main: { type: 'deployment', containers: { app: container }, ...more } },
  });

  test('names what the container reads, not what has the name elsewhere', () => {
    expect(told(schema, main({ imagePullPolicy: 'Never' }))).toEqual([
      [
        'controllers.main.containers.app.imagePullPolicy',
        'did you mean "controllers.main.containers.app.image.pullPolicy"?',
      ],
    ]);
    expect(told(schema, main({ image: { repository: 'x' }, imagePullSecret: 'x' }))).toEqual([
      ['controllers.main.containers.app.imagePullSecret', undefined],
    ]);
  });

  test('knows the names that the release chose', () => {
    expect(told(schema, main({}, { image: { repository: 'x' } }))).toEqual([
      [
        'controllers.main.image',
        'did you mean "controllers.main.containers.app.image"? the chart reads this key there, 2 levels down',
      ],
    ]);
    expect(told(schema, main({ type: 'deployment' }))).toHaveLength(1);
  });
});

test('a key around the place that has two of them is the nearest', () => {
  const text = { type: 'string' };
  const schema = closed({ name: text, a: closed({ name: text, b: closed({ c: text }) }) });
  expect(told(schema, { a: { b: { name: 'x' } } })).toEqual([
    ['a.b.name', 'did you mean "a.name"? the chart reads this key there, one level up'],
  ]);
});

test('a map that repeats the name around it is one too many, also for a key that many sections have', () => {
  const text = { type: 'string' };
  const section = () => closed({ retention: text, enabled: text });
  const schema = closed({ aSpec: section(), bSpec: section(), c: section(), d: section() });
  expect(told(schema, { aSpec: { spec: { retention: '10d' } } })).toEqual([
    ['aSpec.spec', 'move what is in it one level up: the chart reads "retention" in "aSpec"'],
  ]);
  // Here `spec` may be another thing.
  expect(told(schema, { c: { spec: { retention: '10d' } } })).toEqual([['c.spec', undefined]]);
  expect(told(schema, { aSpec: { spec: { other: 'x' } } })).toEqual([['aSpec.spec', undefined]]);
});

test('a key that the chart names after the map around it', () => {
  const schema = closed({ prometheus: closed({ prometheusSpec: closed({ retention: { type: 'string' } }) }) });
  expect(told(schema, { prometheus: { spec: { retention: '10d' } } })).toEqual([
    ['prometheus.spec', 'did you mean "prometheus.prometheusSpec"?'],
  ]);
  expect(told(schema, { prometheus: { spec: { other: 'x' } } })).toEqual([['prometheus.spec', undefined]]);
});

test('a schema that holds itself comes to an end', () => {
  const schema: Record<string, unknown> = { type: 'object', properties: {}, additionalProperties: false };
  Object.assign(schema['properties'] as object, { inner: schema, name: { type: 'string' } });
  expect(told(schema, { inner: { other: 'x' } })).toEqual([['inner.other', undefined]]);
});
