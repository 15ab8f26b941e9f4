import { ApiObject } from 'cdk8s';
import { defineAddon, FluxApp, FluxCluster } from 'fluxspan';
import { expect, it } from 'vitest';
import { sortDiagnostics } from '../../src/diagnostics/index.js';
import { planApp } from '../../src/tree/plan-app.js';

it('points at the line of the tree that the API server would refuse', () => {
  const app = new FluxApp({ root: 'platform/k8s' });
  const addon = defineAddon({
    name: 'web',
    namespace: 'default',
    build(scope) {
      for (const name of ['a', 'b']) {
        new ApiObject(scope, name, {
          apiVersion: 'v1',
          kind: 'Service',
          metadata: { name },
          spec: { ports: [{ port: 80 }, name === 'a' ? { port: 81 } : { prot: 81 }] },
        } as never);
      }
    },
  });
  new FluxCluster(app, 'dev', { flux: '2.9' }).stage('web', [addon()]);
  const plan = planApp(app);
  const places = sortDiagnostics(plan.diagnostics)
    .filter(({ code }) => code === 'FX315')
    .map(({ at, notes }) => [at.path, notes.find((note) => note.startsWith('in the tree'))]);
  const lines = plan.files.get('addons/dev/web/service.yaml')?.split('\n') ?? [];
  const lineOf = (text: string) => lines.findIndex((line) => line.includes(text)) + 1;
  expect(places).toEqual([
    ['spec.ports[1].port', `in the tree, once written, platform/k8s/addons/dev/web/service.yaml:${lineOf('prot: 81')}`],
    ['spec.ports[1].prot', `in the tree, once written, platform/k8s/addons/dev/web/service.yaml:${lineOf('prot: 81')}`],
  ]);
  expect(lineOf('prot: 81')).toBeGreaterThan(10);
});
