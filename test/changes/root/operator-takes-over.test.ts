import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { printDiagnostic, printDiagnostics } from '../../../src/diagnostics/print.js';
import { Repository } from '../repository.js';
import { type SampleCluster, sampleApp } from '../sample-app.js';
import { type Synthesized, synth } from '../synth.js';
import { gotkSync } from './flux-files.js';

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const FOLDER = 'k8s/clusters/dev';
const FLUX = `${FOLDER}/flux-system`;
const LIST = `${FLUX}/kustomization.yaml`;
const dev = (external: SampleCluster['external'] = []) =>
  sampleApp({
    dev: {
      external,
      addons: { web: { objects: [{ kind: 'PersistentVolumeClaim', name: 'data', namespace: 'web' }] } },
    },
  });
const listed = [{ kind: 'FluxInstance', name: 'flux', namespace: 'flux-system' }];
const textOf = ({ diagnostics }: Synthesized) => diagnostics.map(printDiagnostic).join('');
const deletedOf = ({ clusters }: Synthesized) =>
  clusters.flatMap(({ changes }) =>
    [...changes.deleted, ...changes.leftBehind].map(({ object: { id } }) => `${id.kind}/${id.name}`),
  );

const labels = (component = '') =>
  `labels: { app.kubernetes.io/instance: flux-system, app.kubernetes.io/part-of: flux${component === '' ? '' : `, app.kubernetes.io/component: ${component}`} }`;
const COMPONENTS = `apiVersion: v1
kind: Namespace
metadata: { name: flux-system, ${labels()} }
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: allow-egress, namespace: flux-system, ${labels()} }
spec: { podSelector: {}, policyTypes: [Egress] }
${[
  ['source', 'gitrepositories', 'GitRepository', 'source-controller'],
  ['kustomize', 'kustomizations', 'Kustomization', 'kustomize-controller'],
  ['image', 'imagepolicies', 'ImagePolicy', 'image-reflector-controller'],
]
  .map(
    ([group, plural, kind, controller = '']) => `---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ${plural}.${group}.toolkit.fluxcd.io, ${labels(controller)} }
spec: { group: ${group}.toolkit.fluxcd.io, names: { kind: ${kind}, plural: ${plural} }, scope: Namespaced, versions: [] }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: ${controller}, namespace: flux-system, ${labels(controller)} }
spec: { template: { spec: { containers: [{ name: manager, image: 'ghcr.io/fluxcd/${controller}:v1' }] } } }
`,
  )
  .join('')}`;
const SYNC = gotkSync(`./${FOLDER}`);
const ALL = 'source-controller, kustomize-controller, image-reflector-controller';
const instance = ({ components = ALL, sync = '', annotations = '' } = {}) => `apiVersion: fluxcd.controlplane.io/v1
kind: FluxInstance
metadata: { name: flux, namespace: flux-system${annotations} }
spec:
  distribution: { version: 2.x, registry: ghcr.io/fluxcd }
  components: [${components}]
  sync:
    kind: GitRepository
    url: https://example.org/fleet
    ref: refs/heads/main
    path: ./${FOLDER}
${sync}`;

describe.runIf(hasKubectl || process.env['CI'] === 'true')('bootstrap files that a FluxInstance replaces', () => {
  const start = async (more: string | undefined) => {
    repository.write(`${FLUX}/gotk-components.yaml`, COMPONENTS);
    repository.write(`${FLUX}/gotk-sync.yaml`, SYNC);
    repository.write(LIST, 'resources: [gotk-components.yaml, gotk-sync.yaml]\n');
    expect((await synth(repository, dev())).codes).toEqual([]);
    repository.publish('flux bootstrap');
    if (more === undefined) return;
    beside(more);
    // The first step of the fix.
    const found = await synth(repository, dev());
    expect(found.diagnostics).toEqual([]);
    repository.publish('a FluxInstance');
  };
  const beside = (text: string) => {
    repository.write(`${FLUX}/instance.yaml`, text);
    repository.write(LIST, 'resources: [gotk-components.yaml, gotk-sync.yaml, instance.yaml]\n');
  };
  const goes = (text?: string) => {
    repository.delete(`${FLUX}/gotk-components.yaml`);
    repository.delete(`${FLUX}/gotk-sync.yaml`);
    if (text !== undefined) repository.write(`${FLUX}/instance.yaml`, text);
    repository.write(LIST, text === undefined ? 'resources: []\n' : 'resources: [instance.yaml]\n');
  };

  it("must stay in the change that adds the instance: Flux would prune objects that the operator hasn't marked yet", async () => {
    await start(undefined);
    goes(instance());
    const found = await synth(repository, dev());
    expect(found.codes).toContain('FX541');
    expect(found.written).toBe(false);
    const text = textOf(found);
    expect(text).toContain('FluxInstance/flux in flux-system comes with the same change');
    expect(text).toContain('kubectl -n flux-system wait fluxinstance/flux --for=condition=Ready');
    expect(text).toContain("external: [{ kind: 'FluxInstance', name: 'flux', namespace: 'flux-system' }]");
    // No declaration can allow the removal of the root.
    expect(printDiagnostics(found.diagnostics).text).not.toContain(".removed('flux-system'");
  });

  it('may be removed once Flux has applied the instance', async () => {
    await start(instance());
    goes(instance());
    const found = await synth(repository, dev());
    expect(found.diagnostics).toEqual([]);
    expect(deletedOf(found)).toEqual([]);
    repository.publish('without the files');
    expect((await synth(repository, dev())).diagnostics).toEqual([]);
  });

  it('may be removed if the instance was applied by hand and the code lists it', async () => {
    await start(undefined);
    goes(instance());
    const found = await synth(repository, dev(listed));
    expect(found.diagnostics).toEqual([]);
    expect(deletedOf(found)).toEqual([]);
  });

  it('may be removed if the instance is kept elsewhere and the code lists it', async () => {
    await start(undefined);
    goes();
    const found = await synth(repository, dev(listed));
    expect(found.diagnostics).toEqual([]);
    expect(deletedOf(found)).toEqual([]);
    repository.publish('without the files');
    expect((await synth(repository, dev(listed))).diagnostics).toEqual([]);
  });

  it.each([
    ['that gives the root another name', instance({ sync: '    name: fleet\n' })],
    [
      'that the operator ignores',
      instance({ annotations: ', annotations: { fluxcd.controlplane.io/reconcile: disabled }' }),
    ],
    ['without sync', instance().replace(/ {2}sync:[\s\S]*/, '')],
  ])('must stay with an instance %s', async (_, text) => {
    await start(undefined);
    beside(text);
    repository.publish('a FluxInstance');
    goes(text);
    expect((await synth(repository, dev())).codes).toContain('FX541');
  });

  it('delete the CRDs of a controller that the instance lacks, with their objects', async () => {
    await start(undefined);
    const few = instance({ components: 'source-controller, kustomize-controller' });
    beside(few);
    repository.publish('a FluxInstance');
    goes(few);
    const found = await synth(repository, dev());
    expect(deletedOf(found).sort()).toEqual([
      'CustomResourceDefinition/imagepolicies.image.toolkit.fluxcd.io',
      'Deployment/image-reflector-controller',
    ]);
    expect(found.codes).toEqual(['FX502']);
  });

  it('are reported if the instance reads another source', async () => {
    await start(undefined);
    beside(instance().replace('refs/heads/main', 'refs/heads/next'));
    const found = await synth(repository, dev());
    expect(found.codes).toEqual(['FX542']);
    expect(textOf(found)).toContain('branch "main" → "next"');
  });

  it('must stay without any instance', async () => {
    await start(undefined);
    goes();
    expect((await synth(repository, dev())).codes).toContain('FX541');
  });

  it('must stay if the change also removes the instance', async () => {
    await start(instance());
    goes();
    expect((await synth(repository, dev())).codes).toContain('FX541');
  });
});
