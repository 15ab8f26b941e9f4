import {
  asNumber,
  ConfigMap,
  FluxApp,
  Gateway,
  HelmRelease,
  HTTPRoute,
  helmChart,
  type Ref,
  StorageClass,
} from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { sortDiagnostics } from '../../src/diagnostics/index.js';
import { printDiagnostic } from '../../src/diagnostics/print.js';
import { planApp } from '../../src/tree/plan-app.js';
import { addon, clusterOf } from '../support/synthesize.js';

const chart = helmChart({ url: 'oci://example.org/web', version: '1.0.0' });
const withoutPlaces = (text: string): string =>
  text.replaceAll(
    /(?:\n {2}note (?:addon "[^"]*" is used at|called from(?: test\/[\w/.-]+\.ts:\d+,)*) | {2})test\/[\w/.-]+\.ts:\d+/g,
    '',
  );

/** An app with every bad input that there is a rule for, one addon each; `order` arranges the addons of a stage. */
const badApp = (order: <T>(addons: readonly T[]) => readonly T[]): FluxApp => {
  const app = new FluxApp();
  let foreign: Gateway | undefined;
  const gateway = addon('gateway', {
    build: (scope) => {
      foreign = new Gateway(scope, 'gateway', { spec: { gatewayClassName: 'a', listeners: [] } });
    },
  });
  synthCluster(clusterOf({ first: [gateway] }, { app, name: 'other' }));
  const first = [
    addon('broken-build', {
      build: () => {
        throw new Error('no such file');
      },
    }),
    addon('missing-provider', { requires: ['nobody.example.org'] }),
    addon('number-var', { infra: { vars: { TF_SHARED: z.number() } } }),
    addon('object-name', {
      build: (scope) => {
        new StorageClass(scope, 'class', { name: 'Upper_Case', provisioner: 'example.org' });
      },
    }),
    addon('other-cluster', {
      build: (scope) => {
        new HTTPRoute(scope, 'route', { spec: { parentRefs: [foreign as Gateway] } });
      },
    }),
    addon('smuggled-var', {
      infra: { vars: { TF_REPLICAS: z.number() } },
      build: (scope, { vars }) => {
        const replicas = asNumber(vars['TF_REPLICAS'] as unknown as Ref<number>);
        new ConfigMap(scope, 'data', { data: { text: 'from ${TF_SMUGGLED}', replicas: String(replicas) } });
      },
    }),
    addon('string-var', { infra: { vars: { TF_SHARED: z.string() } } }),
    addon('twice'),
    addon('two-charts', {
      build: (scope) => {
        new HelmRelease(scope, 'web', { chart, chartRef: { kind: 'OCIRepository', name: 'web' } } as never);
      },
    }),
    addon('unknown-option', { options: z.object({ size: z.number() }) }, { sise: 1, size: 'large' }),
    addon('unknown-setting', {}, { kustomization: { intervall: '5m', timeout: 'soon' } }),
    addon('wrong-input', { infra: { vars: { TF_WHEN: z.date() } } }),
  ];
  clusterOf({ first: order(first), second: { addons: [addon('twice')], dependsOn: ['third'] } }, { app });
  return app;
};

it('reports every bad input of a cluster at once, with place, cause and fix', () => {
  const diagnostics = sortDiagnostics(planApp(badApp((addons) => addons)).diagnostics);
  // What Flux would make of it is said elsewhere.
  const said = diagnostics.filter(({ code }) => !code.startsWith('FX6'));
  const found = new Set(diagnostics.map(({ at }) => at.addon));
  for (const name of [
    'broken-build',
    'missing-provider',
    'object-name',
    'other-cluster',
    'smuggled-var',
    'string-var',
    'twice',
    'two-charts',
    'unknown-option',
    'unknown-setting',
    'wrong-input',
  ]) {
    expect(found, name).toContain(name);
  }
  expect(withoutPlaces(said.map(printDiagnostic).join('\n'))).toMatchSnapshot();
});

it('reports them in one order, whatever the order of the code', () => {
  const printed = (app: FluxApp) =>
    withoutPlaces(sortDiagnostics(planApp(app).diagnostics).map(printDiagnostic).join('\n'));
  const expected = printed(badApp((addons) => addons));
  expect(printed(badApp((addons) => [...addons].reverse()))).toBe(expected);
  expect(printed(badApp((addons) => [...addons.slice(5), ...addons.slice(0, 5)]))).toBe(expected);
});

it('gives one diagnostic for a build that throws, and goes on with the others', () => {
  const cluster = clusterOf({
    first: [
      addon('bad', {
        build: () => {
          throw new Error('first line\nsecond line');
        },
      }),
      addon('good'),
    ],
  });
  const { diagnostics, files } = synthCluster(cluster);
  expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
    ['FX301', '`build` of addon "bad" failed: first line'],
  ]);
  expect(files['addons/dev/good/config-map.yaml']).toContain('name: good');
});
