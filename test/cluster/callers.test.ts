import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineAddon } from '../../src/addon/define-addon.js';
import { FluxApp } from '../../src/cluster/flux-app.js';
import { FluxCluster } from '../../src/cluster/flux-cluster.js';
import { helmChart } from '../../src/constructs/helm-chart.js';
import { HelmRelease } from '../../src/constructs/helm-release.js';
import { planApp } from '../../src/tree/plan-app.js';
import { schemas } from '../support/schemas.js';

const HERE = /^called from test\/cluster\/callers\.test\.ts:\d+/;

it('a wrong option of shared code is said with the line that called it', () => {
  const web = defineAddon({ name: 'web', options: z.object({ size: z.number() }), build() {} });
  const shared = (size: unknown) => web({ size } as never);
  const cluster = new FluxCluster(new FluxApp(), 'dev').stage('all', [shared('big')] as never);
  expect(cluster.problems).toMatchObject([{ code: 'FX107', notes: [expect.stringMatching(HERE)] }]);
});

it('two clusters of a name are said with the line that called shared code', () => {
  const app = new FluxApp();
  const shared = () => new FluxCluster(app, 'dev');
  shared();
  expect(shared().problems).toMatchObject([{ code: 'FX201', notes: [expect.stringMatching(HERE)] }]);
});

it('a wrong release of infra.values is said once', () => {
  const app = new FluxApp();
  const charts = { checkout: helmChart({ url: 'oci://example.org/checkout', version: '1.0.0' }) };
  const values = { chekout: z.object({ host: z.string() }) };
  const checkout = defineAddon({
    name: 'checkout',
    charts,
    infra: { values: values as never },
    build: (scope, context) => {
      new HelmRelease(scope, 'checkout', { chart: context.charts.checkout });
    },
  });
  new FluxCluster(app, 'dev').stage('all', [checkout()]);
  const codes = planApp(app, [], { schemas }).diagnostics.map(({ code }) => code);
  expect(codes).toContain('FX105');
  expect(codes).not.toContain('FX309');
});
