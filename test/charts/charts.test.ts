import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { chartNames } from '../../src/charts/print-chart-module.js';
import { checkValues } from '../rules/values/value-problems.js';
import { root } from '../support/root.js';
import { runTsc } from './run-tsc.js';

type Values = Record<string, unknown>;

const charts = readdirSync(join(root, 'schemas', 'charts')).sort();

/** A chart's default values as a user would set them: istio's without the level that hides them. */
const defaultsOf = (chart: string): Values => {
  const values = parse(readFileSync(join(root, 'schemas', 'charts', chart, 'values.yaml'), 'utf8')) as Values;
  return (values['_internal_defaults_do_not_set'] as Values | undefined) ?? values;
};

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Each object in the defaults that has keys, by its path. */
const objectsIn = (values: Values, path: readonly string[] = []): { path: readonly string[]; keys: string[] }[] => [
  ...(Object.keys(values).length > 0 ? [{ path, keys: Object.keys(values) }] : []),
  ...Object.entries(values).flatMap(([key, value]) => (isObject(value) ? objectsIn(value, [...path, key]) : [])),
];

const importOf = (chart: string): string =>
  `import type { ${chartNames(chart).type} as V } from '../../imports/charts/${chart}.js';\n`;

const loadSchema = async (chart: string): Promise<Readonly<Record<string, unknown>>> => {
  const module = (await import(join(root, 'imports', 'charts', `${chart}.ts`))) as Record<string, () => Values>;
  return module[chartNames(chart).schema]!();
};

test('the charts are those that schemas/sources.yaml lists', () => {
  const sources = parse(readFileSync(join(root, 'schemas', 'sources.yaml'), 'utf8')) as {
    readonly charts: readonly { readonly name: string }[];
  };
  expect(charts).toEqual(sources.charts.map(({ name }) => name).sort());
  expect(charts).not.toEqual([]);
});

describe('default values', () => {
  test('satisfy the type of their chart', () => {
    const files = Object.fromEntries(
      charts.map((chart) => [
        `${chart}.ts`,
        `${importOf(chart)}export const defaults: V = ${JSON.stringify(defaultsOf(chart), null, 1)};\n`,
      ]),
    );
    expect(runTsc(files)).toEqual([]);
  });

  test('have no key that the type does not declare by name', () => {
    let keys = 0;
    const files: Record<string, string> = {};
    for (const chart of charts) {
      const lines = [
        importOf(chart),
        // An index signature would take any key, so it is left out of what counts as declared.
        'type Keys<T> = keyof { [K in keyof T as string extends K ? never : K]: T[K] };',
        'export type In<T, K> = T extends object ? (T extends readonly unknown[] ? never : K extends keyof T ? NonNullable<T[K]> : never) : never;',
        'type Declared<T> = T extends object ? (T extends readonly unknown[] ? never : Keys<T>) : never;',
      ];
      for (const { path, keys: names } of objectsIn(defaultsOf(chart))) {
        const type = path.reduce((inner, key) => `In<${inner}, ${JSON.stringify(key)}>`, 'V');
        lines.push(`export const k${lines.length}: Declared<${type}>[] = ${JSON.stringify(names)};`);
        keys += names.length;
      }
      files[`${chart}.ts`] = `${lines.join('\n')}\n`;
    }
    expect(keys).toBeGreaterThan(1000);
    expect(runTsc(files)).toEqual([]);
  });

  test.each(charts)('of %s pass the check at synth, each key known', async (chart) => {
    const schema = await loadSchema(chart);
    expect(checkValues(schema, defaultsOf(chart))).toEqual([]);
    for (const { path, keys } of objectsIn(defaultsOf(chart))) {
      let node = schema;
      for (const key of path) node = (node['properties'] as Record<string, Values>)[key]!;
      expect(Object.keys(node['properties'] as Values)).toEqual(expect.arrayContaining(keys));
    }
  });

  test.each(charts)('of %s with one key misspelt do not pass, wherever keys are closed', async (chart) => {
    const schema = await loadSchema(chart);
    let closed = 0;
    const maps = objectsIn(defaultsOf(chart));
    for (const { path } of maps) {
      let node = schema;
      for (const key of path) node = (node['properties'] as Record<string, Values>)[key]!;
      if (node['additionalProperties'] !== false) continue;
      closed += 1;
      const wrong = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), { notAKeyOfThisChart: 1 });
      expect(checkValues(schema, wrong)).toMatchObject([{ unknown: true }]);
    }
    // At least the chart's own, unless it has no defaults at all.
    expect(closed, `the schema of ${chart} takes any key wherever its defaults have some`).toBeGreaterThanOrEqual(
      Math.min(maps.length, 1),
    );
  });
});

interface WrongCase {
  readonly chart: string;
  readonly values: string;
  /** Where the error is: the first occurrence of this text. */
  readonly at: string;
  readonly message: string;
}

const wrongCases: readonly WrongCase[] = [
  {
    chart: 'karpenter',
    values: "{ settings: { clusterNam: 'dev' } }",
    at: 'clusterNam',
    message:
      "TS2561: Object literal may only specify known properties, but 'clusterNam' does not exist in type 'KarpenterValuesSettings'. Did you mean to write 'clusterName'?",
  },
  {
    chart: 'karpenter',
    values: "{ clusterName: 'dev' }",
    at: 'clusterName',
    message:
      "TS2353: Object literal may only specify known properties, and 'clusterName' does not exist in type 'KarpenterValues'.",
  },
  {
    chart: 'karpenter',
    values: '{ settings: { clusterName: 5 } }',
    at: 'clusterName',
    message: "TS2322: Type 'number' is not assignable to type 'string'.",
  },
  {
    chart: 'karpenter',
    values: "{ replicas: 'two' }",
    at: 'replicas',
    message: "TS2322: Type 'string' is not assignable to type 'number'.",
  },
  {
    chart: 'karpenter',
    values: "{ nodeSelector: { 'node.kubernetes.io/role': 7 } }",
    at: 'nodeSelector',
    message:
      "TS2322: Type '{ 'node.kubernetes.io/role': number; }' is not assignable to type 'boolean | unknown[] | KarpenterValuesNodeSelector | null'.",
  },
  {
    chart: 'authentik',
    values: "{ authentik: { postgresql: { database: 'authentik' } } }",
    at: 'database',
    message:
      "TS2353: Object literal may only specify known properties, and 'database' does not exist in type 'AuthentikValuesAuthentikPostgresql'.",
  },
  {
    chart: 'authentik',
    values: '{ server: { replica: 2 } }',
    at: 'replica',
    message:
      "TS2561: Object literal may only specify known properties, but 'replica' does not exist in type 'AuthentikValuesServer'. Did you mean to write 'replicas'?",
  },
  {
    chart: 'aws-load-balancer-controller',
    values: "{ serviceAccount: { nam: 'lb' } }",
    at: 'nam:',
    message:
      "TS2561: Object literal may only specify known properties, but 'nam' does not exist in type 'AwsLoadBalancerControllerValuesServiceAccount'. Did you mean to write 'name'?",
  },
  {
    chart: 'external-dns',
    values: "{ policy: 'upsert' }",
    at: 'policy',
    message: `TS2322: Type '"upsert"' is not assignable to type '"create-only" | "sync" | "upsert-only" | null'.`,
  },
  {
    chart: 'external-dns',
    values: "{ logLevl: 'debug' }",
    at: 'logLevl',
    message:
      "TS2561: Object literal may only specify known properties, but 'logLevl' does not exist in type 'ExternalDnsValues'. Did you mean to write 'logLevel'?",
  },
  {
    chart: 'external-secrets',
    values: '{ webhook: { creat: true } }',
    at: 'creat:',
    message:
      "TS2561: Object literal may only specify known properties, but 'creat' does not exist in type 'ExternalSecretsValuesWebhook'. Did you mean to write 'create'?",
  },
  {
    chart: 'headlamp',
    values: "{ replicaCount: '2' }",
    at: 'replicaCount',
    message: "TS2322: Type 'string' is not assignable to type 'number'.",
  },
  {
    chart: 'istio-base',
    values: "{ _internal_defaults_do_not_set: { defaultRevision: 'x' } }",
    at: '_internal_defaults_do_not_set',
    message:
      "TS2353: Object literal may only specify known properties, and '_internal_defaults_do_not_set' does not exist in type 'IstioBaseValues'.",
  },
  {
    chart: 'istiod',
    values: "{ global: { proxy: { logLevel: 'info', imag: 'x' } } }",
    at: 'imag:',
    message:
      "TS2561: Object literal may only specify known properties, but 'imag' does not exist in type 'IstiodValuesGlobalProxy'. Did you mean to write 'image'?",
  },
  {
    chart: 'metrics-server',
    values: '{ hostNetwork: true }',
    at: 'hostNetwork',
    message: "TS2559: Type 'true' has no properties in common with type 'MetricsServerValuesHostNetwork'.",
  },
  {
    chart: 'reloader',
    values: '{ reloader: { watchGlobaly: true } }',
    at: 'watchGlobaly',
    message:
      "TS2561: Object literal may only specify known properties, but 'watchGlobaly' does not exist in type 'ReloaderValuesReloader'. Did you mean to write 'watchGlobally'?",
  },
];

describe('wrong values', () => {
  test('do not compile, with the message at the key', () => {
    const prefix = 'export const values: V = ';
    const files = Object.fromEntries(
      wrongCases.map((one, i) => [`case-${i}.ts`, `${importOf(one.chart)}${prefix}${one.values};\n`]),
    );
    const errors = runTsc(files);
    const seen = wrongCases.map((_, i) => errors.filter((error) => error.file === `case-${i}.ts`));
    const wanted = wrongCases.map(({ values, at, message }, i) => [
      { file: `case-${i}.ts`, line: 2, column: prefix.length + values.indexOf(at) + 1, message },
    ]);
    expect(seen).toEqual(wanted);
  });

  test.each(wrongCases)('$chart refuses $values at synth too', async ({ chart, values }) => {
    const value: unknown = new Function(`return (${values});`)();
    expect(checkValues(await loadSchema(chart), value)).toHaveLength(1);
  });
});

describe('values that the defaults do not show', () => {
  const right: readonly (readonly [chart: string, values: string])[] = [
    ['karpenter', "{ nodeSelector: { 'topology.kubernetes.io/zone': 'eu-central-1a' } }"],
    ['karpenter', "{ nodeSelector: { 'kubernetes.io/os': null } }"],
    ['karpenter', "{ initContainers: [{ name: 'wait', image: 'busybox' }] }"],
    ['karpenter', "{ podDisruptionBudget: { maxUnavailable: '50%' } }"],
    ['karpenter', "{ strategy: { rollingUpdate: { maxUnavailable: '25%', maxSurge: 1 } } }"],
    ['karpenter', '{ terminationGracePeriodSeconds: 30, settings: null }'],
    ['karpenter', "{ controller: { resources: { limits: { memory: '1Gi' } }, env: [{ name: 'A', value: 'b' }] } }"],
    ['karpenter', '{ podSecurityContext: { runAsNonRoot: true } }'],
    ['karpenter', "{ tolerations: [{ operator: 'Exists', effect: 'NoSchedule' }] }"],
    ['authentik', "{ postgresql: { primary: { persistence: { size: '8Gi' } } } }"],
    ['authentik', '{ server: { livenessProbe: { httpGet: { port: 8080 } }, pdb: { minAvailable: 1 } } }'],
    ['external-secrets', "{ 'bitwarden-sdk-server': { image: { tag: 'v1' } } }"],
    ['external-dns', "{ provider: { name: 'aws' }, extraArgs: ['--aws-zone-type=public'] }"],
    ['external-dns', "{ provider: 'aws', extraArgs: { 'aws-zone-type': 'public' } }"],
    ['istiod', "{ resources: { limits: { cpu: 2 } }, global: { imagePullSecrets: ['pull'] } }"],
  ];

  test('compile', () => {
    const files = Object.fromEntries(
      right.map(([chart, values], i) => [`case-${i}.ts`, `${importOf(chart)}export const values: V = ${values};\n`]),
    );
    expect(runTsc(files)).toEqual([]);
  });

  test.each(right)('%s takes %s at synth', async (chart, values) => {
    const value: unknown = new Function(`return (${values});`)();
    expect(checkValues(await loadSchema(chart), value)).toEqual([]);
  });
});

test('the fault of a hand-written tree is found, and the right key named', async () => {
  const values = { authentik: { postgresql: { host: 'db', database: 'authentik' } } };
  expect(checkValues(await loadSchema('authentik'), values)).toEqual([
    {
      path: 'authentik.postgresql.database',
      message: 'the chart reads no "database" here',
      unknown: true,
      fix: 'did you mean "authentik.postgresql.name"?',
    },
  ]);
});
