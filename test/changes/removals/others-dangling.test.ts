import { afterEach, beforeEach, expect, it } from 'vitest';
import { printChanges } from '../../../src/changes/print/print-changes.js';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import { Repository } from '../repository.js';
import { sampleApp } from '../sample-app.js';
import { type Synthesized, synth } from '../synth.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const app = (external: readonly { kind: string; name: string; namespace: string }[] = []) =>
  sampleApp({ dev: { addons: { other: { objects: [{ kind: 'ConfigMap', name: 'other' }] } }, external } });
const textOf = ({ diagnostics }: Synthesized) => diagnostics.map(printDiagnostic).join('');
const helmRepository = `apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata: { name: charts, namespace: flux-system }
spec: { interval: 1h, url: https://charts.example.org }
`;
const release = (name: string) => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: ${name}, namespace: apps }
spec:
  interval: 1h
  chart:
    spec:
      chart: ${name}
      sourceRef:
        kind: HelmRepository
        name: charts
        namespace: flux-system
`;
const publish = async (): Promise<void> => {
  repository.write('k8s/clusters/dev/charts.yaml', helmRepository);
  repository.write('k8s/clusters/dev/web.yaml', release('web'));
  repository.write('k8s/clusters/dev/shop.yaml', release('shop'));
  await synth(repository, app());
  repository.publish('by hand');
};

it('refuses to delete a source that hand-written releases name', async () => {
  await publish();
  repository.delete('k8s/clusters/dev/charts.yaml');
  const result = await synth(repository, app());
  expect(result.clusters.flatMap(({ changes }) => printChanges(changes))).toEqual([
    '- HelmRepository/charts in flux-system (flux-system)',
  ]);
  expect(textOf(result)).toMatchInlineSnapshot(`
    "error FX523 dangling-reference: HelmRepository/charts in flux-system is removed, and HelmRelease/shop in apps and 1 more, which fluxspan did not write, still name it
      at   k8s/clusters/dev/shop.yaml:11  spec.chart.spec.sourceRef
      note Kustomization "flux-system" deletes it with this change
      note it is also named by HelmRelease/web in apps
      fix  keep it in "k8s/clusters/dev/charts.yaml", or change what names it first; if something that synth doesn't see makes it from now on, list it in the cluster's options: external: [{ kind: 'HelmRepository', name: 'charts', namespace: 'flux-system' }]
    "
  `);
  repository.delete('k8s/clusters/dev/shop.yaml');
  expect(textOf(await synth(repository, app()))).toContain(
    'HelmRelease/web in apps, which fluxspan did not write, still names it',
  );
});

it('reports nothing if the readers are deleted too, or another object makes the target', async () => {
  await publish();
  repository.delete('k8s/clusters/dev/charts.yaml');
  const listed = [{ kind: 'HelmRepository', name: 'charts', namespace: 'flux-system' }];
  expect((await synth(repository, app(listed))).codes).toEqual([]);
  repository.delete('k8s/clusters/dev/web.yaml');
  repository.write('k8s/clusters/dev/shop.yaml', release('shop').replaceAll('charts', 'elsewhere'));
  expect((await synth(repository, app())).codes).not.toContain('FX523');
});

it('accepts a deleted Secret that an ExternalSecret may make from now on', async () => {
  const pod = `apiVersion: v1
kind: Pod
metadata: { name: web, namespace: apps }
spec: { containers: [{ name: web, image: web, envFrom: [{ secretRef: { name: db } }] }] }
`;
  repository.write('k8s/clusters/dev/pod.yaml', pod);
  repository.write(
    'k8s/clusters/dev/db.yaml',
    'apiVersion: v1\nkind: Secret\nmetadata: { name: db, namespace: apps }\n',
  );
  await synth(repository, app());
  repository.publish('by hand');
  repository.delete('k8s/clusters/dev/db.yaml');
  expect((await synth(repository, app())).codes).toEqual(['FX523']);
  repository.write(
    'k8s/clusters/dev/db.yaml',
    'apiVersion: external-secrets.io/v1\nkind: ExternalSecret\nmetadata: { name: db, namespace: apps }\n',
  );
  expect((await synth(repository, app())).codes).toEqual([]);
});

const kustomization = (name: string, more = '') => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: ${name}, namespace: flux-system }
spec:
  interval: 10m
  path: ./apps/${name}
  prune: true
  sourceRef: { kind: GitRepository, name: flux-system }
${more}`;
const waits = '  dependsOn: [{ name: first }]\n';

it('refuses to remove a hand-written Kustomization that another one depends on', async () => {
  const files = {
    'k8s/clusters/dev/first.yaml': kustomization('first'),
    'k8s/clusters/dev/second.yaml': kustomization('second', waits),
  };
  for (const [path, text] of Object.entries(files)) repository.write(path, text);
  for (const name of ['first', 'second'])
    repository.write(
      `apps/${name}/config.yaml`,
      `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name}, namespace: apps }\n`,
    );
  const other = { other: { objects: [{ kind: 'ConfigMap', name: 'other' }] } };
  const declared = () => sampleApp({ dev: { addons: other, removed: ['first'] } });
  await synth(repository, app());
  repository.publish('by hand');
  repository.delete('k8s/clusters/dev/first.yaml');
  const result = await synth(repository, declared());
  expect(result.codes).toEqual(['FX523']);
  expect(textOf(result)).toContain(
    'Kustomization/first in flux-system is removed, and Kustomization/second in flux-system, which fluxspan did not write, still names it',
  );
  expect(textOf(result)).toContain('at   k8s/clusters/dev/second.yaml:9  spec.dependsOn[0]');
  repository.write('k8s/clusters/dev/second.yaml', kustomization('second'));
  expect((await synth(repository, declared())).codes).toEqual([]);
});

it('refuses to remove an addon that a hand-written Kustomization depends on', async () => {
  const first = { first: { objects: [{ kind: 'ConfigMap', name: 'first' }] } };
  const other = { other: { objects: [{ kind: 'ConfigMap', name: 'other' }] } };
  repository.write('k8s/clusters/dev/second.yaml', kustomization('second', waits));
  repository.write('apps/second/config.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: x, namespace: x }\n');
  expect((await synth(repository, sampleApp({ dev: { addons: { ...first, ...other } } }))).codes).toEqual([]);
  repository.publish('an addon');
  const found = await synth(repository, sampleApp({ dev: { addons: other, removed: ['first'] } }));
  expect(found.codes).toEqual(['FX523']);
});

it("refuses to remove a Kustomization that an addon's Kustomization depends on", async () => {
  const inner = {
    kind: 'Kustomization',
    name: 'inner',
    namespace: 'flux-system',
    spec: { dependsOn: [{ name: 'first' }] },
  };
  const make = (removed: readonly string[] = []) =>
    sampleApp({ dev: { addons: { other: { objects: [{ kind: 'ConfigMap', name: 'other' }, inner] } }, removed } });
  repository.write('k8s/clusters/dev/first.yaml', kustomization('first'));
  repository.write('apps/first/config.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: x, namespace: x }\n');
  expect((await synth(repository, make())).written).toBe(true);
  repository.publish('by hand');
  repository.delete('k8s/clusters/dev/first.yaml');
  expect((await synth(repository, make(['first']))).codes).toContain('FX523');
});
