import { ConfigMap, HelmRelease, HTTPRoute, helmChart } from 'fluxspan';
import {
  externalSecrets,
  externalSecretsCrds,
  gatewayApi,
  gatewayApiCrds,
  headlamp,
  istio,
  secretsManagerStore,
} from 'fluxspan/addons';
import { synthCluster } from 'fluxspan/testing';
import { expect, it } from 'vitest';
import { printDiagnostics } from '../../src/diagnostics/print.js';
import { addon, clusterOf } from '../support/synthesize.js';

const crds = [externalSecretsCrds(), gatewayApiCrds()];
const operators = [externalSecrets(), istio()];
const services = [gatewayApi(), secretsManagerStore()];

/** Errors as a user reads them, of stages by name. */
const told = (stages: Readonly<Record<string, readonly unknown[]>>) => {
  const cluster = clusterOf(stages, { options: { flux: '2.9', external: ['storage-class', 'nodes'] } });
  const errors = synthCluster(cluster).diagnostics.filter(({ severity }) => severity === 'error');
  return { errors, ...printDiagnostics(errors) };
};

it('finds nothing in the right order', () => {
  expect(told({ crds, operators, services, apps: [headlamp()] }).text).toBe('');
});

it('tells of a store that was removed once', () => {
  const { errors, text, counts } = told({ crds, operators, services: [gatewayApi()], apps: [headlamp()] });
  expect(errors.length).toBeGreaterThan(2);
  expect(text.match(/^error .*/gm)).toEqual([
    "error FX203 missing-provider: addon 'headlamp' requires 'secret-store', which no earlier stage provides",
  ]);
  expect(counts).toBe(`1 error (${errors.length - 1} more because of it)`);
  for (const { message } of errors) expect(text).toContain(message);
});

it('tells of a stage that comes too early once, and how to move it', () => {
  const { errors, text } = told({ crds, operators, apps: [headlamp()], services });
  expect(errors.length).toBeGreaterThan(2);
  expect(text.match(/^error .*/gm)).toHaveLength(1);
  expect(text).toContain('  fix  move stage "services" before stage "apps"; or move ');
});

it('tells of one addon that comes too late by itself', () => {
  const { text } = told({
    crds,
    operators,
    services: [gatewayApi()],
    apps: [headlamp()],
    late: [secretsManagerStore()],
  });
  expect(text.match(/^error .*/gm)).toHaveLength(1);
  expect(text).toContain('  fix  move "secrets-manager-store" to a stage before "apps", or "headlamp" to one after');
});

it('tells of what has another cause, also in an addon that lacks something', () => {
  const web = addon('web', {
    requires: ['gateway.networking.k8s.io', 'secret-store'],
    build(scope) {
      const parentRefs = [{ name: 'other', namespace: 'default' }];
      new HTTPRoute(scope, 'route', { namespace: 'default', spec: { parentRefs } });
    },
  });
  const { text } = told({ crds, operators, services: [gatewayApi()], apps: [web] });
  expect(text.match(/^error FX\d+/gm)).toEqual(['error FX203', 'error FX307']);
});

it('tells of a watch label in small letters once, by what Flux misses', () => {
  const labels = { 'reconcile.fluxcd.io/watch': 'enabled' };
  const web = (valuesFrom: readonly object[]) =>
    addon('web', {
      charts: { web: helmChart({ url: 'oci://registry.example.org/web', version: '1.0.0' }) },
      build: (scope, { charts }) => {
        new HelmRelease(scope, 'release', { chart: charts['web'], valuesFrom } as never);
        new ConfigMap(scope, 'settings', { name: 'settings', labels, data: { 'values.yaml': 'a: 1' } });
      },
    });
  const codes = (valuesFrom: readonly object[]) =>
    synthCluster(clusterOf({ first: [web(valuesFrom)] })).diagnostics.map(({ code }) => code);
  expect(codes([{ kind: 'ConfigMap', name: 'settings' }])).toEqual(['FX609']);
  expect(codes([])).toEqual(['FX671']);
});
