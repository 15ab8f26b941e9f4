import type { Construct } from 'constructs';
import { defineAddon, FluxApp, FluxCluster, HelmRelease, helmChart } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { expect, it } from 'vitest';

type Context = { readonly charts: Readonly<Record<string, never>> };
const codesOf = (build: (scope: Construct, context: Context) => void) => {
  const charts = { other: helmChart({ url: 'oci://example.org/other', version: '1.0.0' }) };
  const addon = defineAddon({ name: 'web', namespace: 'default', charts, build } as never) as unknown as () => never;
  return synthCluster(new FluxCluster(new FluxApp(), 'dev').stage('apps', [addon()]))
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ code }) => code);
};

it('is one error of a release with a chart that its addon does not declare', () => {
  expect(codesOf((scope, { charts }) => void new HelmRelease(scope, 'web', { chart: charts['web']! }))).toEqual([
    'FX108',
  ]);
});

it('leaves a release that names no chart at all an error of its own', () => {
  expect(
    codesOf((scope, { charts }) => {
      new HelmRelease(scope, 'web', { chart: charts['web']! });
      new HelmRelease(scope, 'second', {} as never);
    }),
  ).toEqual(['FX108', 'FX309']);
  expect(codesOf((scope) => void new HelmRelease(scope, 'web', { chart: undefined } as never))).toEqual(['FX309']);
});
