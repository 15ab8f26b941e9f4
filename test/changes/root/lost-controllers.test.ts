import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FluxApp } from '../../../src/cluster/flux-app.js';
import { FluxCluster } from '../../../src/cluster/flux-cluster.js';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import type { Component } from '../../../src/flux/components.js';
import { Repository } from '../repository.js';
import { type SampleObject, sampleApp } from '../sample-app.js';
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
const FOUR: readonly Component[] = [
  'source-controller',
  'kustomize-controller',
  'helm-controller',
  'notification-controller',
];
const without = (...names: readonly Component[]) => FOUR.filter((one) => !names.includes(one));
const textOf = ({ diagnostics }: Synthesized) => diagnostics.map(printDiagnostic).join('');
const configMap: SampleObject = { kind: 'ConfigMap', name: 'a', namespace: 'web' };
const release: SampleObject = { kind: 'HelmRelease', name: 'web', namespace: 'web' };
const dev = (...objects: readonly SampleObject[]) =>
  sampleApp({ dev: { addons: { web: { objects: [configMap, ...objects] } } } });

const instance = (components?: readonly string[], annotations = '') => `apiVersion: fluxcd.controlplane.io/v1
kind: FluxInstance
metadata: { name: flux, namespace: flux-system${annotations} }
spec:
  distribution: { version: 2.x, registry: ghcr.io/fluxcd }
${components === undefined ? '' : `  components: [${components.join(', ')}]\n`}  sync:
    kind: GitRepository
    url: https://example.org/fleet
    ref: refs/heads/main
    path: ./${FOLDER}
`;

const deployments = (names: readonly string[]) =>
  names
    .map(
      (name) => `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name}, namespace: flux-system }
spec: { template: { spec: { containers: [{ name: manager, image: 'ghcr.io/fluxcd/${name}:v1' }] } } }
`,
    )
    .join('---\n');

const sync = gotkSync(`./${FOLDER}`);

/** A cluster with a file that changes. */
const change = async (
  path: string,
  [before, after]: readonly [string, string],
  app: () => FluxApp = () => dev(release),
): Promise<Synthesized> => {
  repository.write(path, before);
  expect((await synth(repository, app())).written).toBe(true);
  repository.publish('a cluster');
  repository.write(path, after);
  return synth(repository, app());
};

describe.each([`${FLUX}/instance.yaml`, `${FOLDER}/instance.yaml`])('the controllers of a FluxInstance: %s', (path) => {
  it('must stay while objects need them', async () => {
    const found = await change(path, [instance(FOUR), instance(without('helm-controller'))]);
    expect(found.codes).toEqual(['FX549']);
    expect(found.written).toBe(false);
    expect(textOf(found)).toContain(
      'helm-controller leaves FluxInstance/flux in flux-system: Flux Operator deletes it, and may delete its CRDs with every object of them in the cluster. Nothing reconciles HelmRelease/web in web any more',
    );
    expect(textOf(found)).toContain(`at   ${path}`);
    expect(textOf(found)).toContain("fix  keep 'helm-controller' in spec.components; to do without it");
  });
});

describe('the controllers of a FluxInstance', () => {
  const path = `${FLUX}/instance.yaml`;
  const alert = `apiVersion: notification.toolkit.fluxcd.io/v1beta3
kind: Alert
metadata: { name: all, namespace: flux-system }
spec: { providerRef: { name: chat }, eventSources: [] }
`;

  it.each([
    ['those that it has by default', undefined, without('notification-controller'), 'notification-controller'],
    ['the one without which nothing is fetched', FOUR, without('source-controller'), 'source-controller'],
    ['the one without which nothing is applied', FOUR, without('kustomize-controller'), 'kustomize-controller'],
  ] as const)('are required: %s', async (_, from, to, name) => {
    repository.write(`${FOLDER}/alert.yaml`, alert);
    const found = await change(path, [instance(from), instance(to)]);
    expect(found.codes).toEqual(['FX549']);
    expect(textOf(found)).toContain(`${name} leaves`);
  });

  it.each([
    ['that no object needs', without('helm-controller'), () => dev()],
    ['that other objects would need', without('notification-controller'), () => dev(release)],
    ['that are added', [...FOUR, 'image-reflector-controller'], () => dev(release)],
  ] as const)('may change: those %s', async (_, to, app) => {
    expect((await change(path, [instance(FOUR), instance(to)], app)).codes).toEqual([]);
  });

  const patched = (patch: string) =>
    instance(FOUR).replace('  sync:', `  kustomize:\n    patches:\n      - ${patch}\n  sync:`);
  it.each([
    [
      'deletes one',
      '{ target: { kind: Deployment, name: helm-controller }, patch: "{ $patch: delete, kind: Deployment, apiVersion: apps/v1, metadata: { name: x } }" }',
      'helm-controller ends by a patch of FluxInstance/flux in flux-system',
    ],
    [
      'leaves one without pods',
      '{ target: { kind: Deployment, name: helm-controller }, patch: "- { op: replace, path: /spec/replicas, value: 0 }" }',
      'helm-controller ends by a patch of FluxInstance/flux in flux-system',
    ],
  ])('must not be stopped by a patch that %s', async (_, patch, words) => {
    const found = await change(path, [instance(FOUR), patched(patch)]);
    expect(found.codes).toEqual(['FX549']);
    expect(textOf(found)).toContain(words);
  });

  it('may be patched in other ways', async () => {
    const patch =
      '{ target: { kind: Deployment, name: helm-controller }, patch: "- { op: replace, path: /spec/replicas, value: 2 }" }';
    expect((await change(path, [instance(FOUR), patched(patch)])).codes).toEqual([]);
  });

  it('may stop all together if the change disables the instance', async () => {
    const off = ", annotations: { fluxcd.controlplane.io/reconcile: 'disabled' }";
    expect((await change(path, [instance(FOUR), instance(FOUR, off)])).codes).toEqual([]);
  });

  const set = (inputs: string, kind = 'HelmRelease'): SampleObject => ({
    kind: 'ResourceSet',
    name: 'apps',
    namespace: 'web',
    spec: {
      ...(inputs === 'unknown'
        ? { inputsFrom: [{ kind: 'ResourceSetInputProvider', name: 'pulls' }] }
        : { inputs: JSON.parse(inputs) as object }),
      resources: [
        {
          apiVersion: kind === 'HelmRelease' ? 'helm.toolkit.fluxcd.io/v2' : 'example.org/v1',
          kind,
          metadata: { name: '<< inputs.name >>', namespace: 'web' },
          spec: { interval: '10m', chartRef: { kind: 'OCIRepository', name: 'web' } },
        },
      ],
    },
  });
  const pulls: SampleObject = {
    kind: 'ResourceSetInputProvider',
    name: 'pulls',
    namespace: 'web',
    spec: { type: 'GitHubPullRequest', url: 'https://github.com/example/web' },
  };

  it.each([
    ['a warning, of inputs that are not known', 'unknown', 'HelmRelease', ['warning FX549']],
    ['an error, of inputs that are', '[{ "name": "web" }]', 'HelmRelease', ['error FX549']],
    ['nothing, of other kinds', 'unknown', 'Widget', []],
  ])('are checked for what ResourceSets make: %s', async (_, inputs, kind, codes) => {
    const app = () => dev(set(inputs, kind), ...(inputs === 'unknown' ? [pulls] : []));
    const found = await change(path, [instance(FOUR), instance(without('helm-controller'))], app);
    const lost = found.diagnostics.filter(({ code }) => code === 'FX549');
    expect(lost.map((one) => `${one.severity} ${one.code}`)).toEqual(codes);
    if (codes[0] === 'warning FX549')
      expect(textOf(found)).toContain('Nothing reconciles what ResourceSet/apps in web may make for it any more');
  });

  it('stay if the operator ignores the instance', async () => {
    const off = ", annotations: { fluxcd.controlplane.io/reconcile: 'disabled' }";
    expect((await change(path, [instance(FOUR, off), instance(without('helm-controller'), off)])).codes).toEqual([]);
  });

  it('are also checked if the code declares them', async () => {
    repository.write(`${FLUX}/kustomization.yaml`, 'resources: [../../../flux-settings/dev]\n');
    repository.write(`${FOLDER}/alert.yaml`, alert);
    const app = (components: readonly Component[]) => {
      const made = new FluxApp();
      const url = 'https://example.org/fleet';
      const operator = { sync: { kind: 'GitRepository', url, ref: 'refs/heads/main' } } as const;
      new FluxCluster(made, 'dev', { flux: { version: '2.9', components, operator } });
      return made;
    };
    expect((await synth(repository, app(FOUR))).written).toBe(true);
    repository.publish('a cluster');
    const found = await synth(repository, app(without('notification-controller')));
    expect(found.codes).toEqual(['FX549']);
  });
});

describe.runIf(hasKubectl || process.env['CI'] === 'true')('the controllers that flux bootstrap writes', () => {
  const path = `${FLUX}/gotk-components.yaml`;
  beforeEach(() => {
    repository.write(`${FLUX}/gotk-sync.yaml`, sync);
    repository.write(`${FLUX}/kustomization.yaml`, 'resources: [gotk-components.yaml, gotk-sync.yaml]\n');
  });
  const changeTo = (to: readonly string[]) => change(path, [deployments(FOUR), deployments(to)]);

  it('must stay while objects need them', async () => {
    const found = await changeTo(without('helm-controller'));
    expect(found.codes).toEqual(['FX549']);
    expect(textOf(found)).toContain(
      'helm-controller is removed: Flux deletes it. Nothing reconciles HelmRelease/web in web any more',
    );
  });

  it('must stay if no commit reaches the cluster without them', async () => {
    const found = await changeTo(without('source-controller'));
    expect(found.codes).toEqual(['FX549']);
    expect(textOf(found)).toContain('Flux deletes it. Without it, no commit reaches the cluster any more');
  });

  it('must keep a pod', async () => {
    const scaled = deployments(FOUR).replace(
      /(name: helm-controller, namespace: flux-system \}\nspec: \{)/,
      '$1 replicas: 0,',
    );
    const found = await change(path, [deployments(FOUR), scaled]);
    expect(found.codes).toEqual(['FX549']);
    expect(textOf(found)).toContain('helm-controller gets no pod any more (replicas: 0)');
    repository.write(path, scaled.replace('replicas: 0', 'replicas: 2'));
    expect((await synth(repository, dev(release))).codes).toEqual([]);
  });

  const list = (patch: string) =>
    repository.write(
      `${FLUX}/kustomization.yaml`,
      `resources: [gotk-components.yaml, gotk-sync.yaml]\npatches:\n  - ${patch}\n`,
    );
  const drop = (target: string) =>
    `{ target: ${target}, patch: "{ $patch: delete, kind: Deployment, apiVersion: apps/v1, metadata: { name: x } }" }`;

  it('must not be removed by a patch', async () => {
    expect((await change(path, [deployments(FOUR), deployments(FOUR)])).codes).toEqual([]);
    list(drop('{ kind: Deployment, name: helm-controller }'));
    expect((await synth(repository, dev(release))).codes).toEqual(['FX549']);
    list(drop('{ kind: Deployment, name: notification-controller }'));
    expect((await synth(repository, dev(release))).codes).toEqual([]);
  });

  it('must not be removed all together', async () => {
    expect((await change(path, [deployments(FOUR), deployments(FOUR)])).codes).toEqual([]);
    list(drop('{ kind: Deployment }'));
    const found = await synth(repository, dev());
    expect(found.codes).toEqual(expect.arrayContaining(['FX549']));
    expect(textOf(found)).toContain(
      'Flux ends its own controllers, source-controller, kustomize-controller, helm-controller, notification-controller: no commit reaches the cluster any more',
    );
    // Kept in the cluster, for whoever has them from now on.
    const kept = deployments(FOUR).replaceAll(
      'namespace: flux-system }',
      'namespace: flux-system, annotations: { kustomize.toolkit.fluxcd.io/prune: disabled } }',
    );
    repository.write(`${FLUX}/kustomization.yaml`, 'resources: [gotk-components.yaml, gotk-sync.yaml]\n');
    repository.write(path, kept);
    repository.publish('marks');
    list(drop('{ kind: Deployment }'));
    expect((await synth(repository, dev())).codes).not.toContain('FX549');
  });

  describe('that objects need', () => {
    const start = (names: readonly string[]) => {
      repository.write(path, deployments(names));
      repository.publish('flux bootstrap');
    };

    it("are an error if they're missing", async () => {
      start(without('helm-controller'));
      const found = await synth(repository, dev(release));
      expect(found.diagnostics.map((one) => `${one.severity} ${one.code}`)).toEqual(['error FX326']);
      expect(textOf(found)).toContain(
        `HelmRelease/web in web needs helm-controller, which Flux doesn't have: "${path}" has none`,
      );
      expect((await synth(repository, dev())).codes).toEqual([]);
    });

    it('may exist or be listed as external', async () => {
      start(FOUR);
      expect((await synth(repository, dev(release))).codes).toEqual([]);
      repository.write(path, deployments(without('helm-controller')));
      repository.publish('without a controller');
      const external = [{ kind: 'Deployment', name: 'helm-controller', namespace: 'flux-system' }];
      const app = sampleApp({ dev: { external, addons: { web: { objects: [configMap, release] } } } });
      expect((await synth(repository, app)).codes).toEqual([]);
    });

    it('are a warning if objects in the base already need them', async () => {
      start(without('helm-controller'));
      const releases = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: old, namespace: flux-system }
spec: { interval: 10m, chartRef: { kind: OCIRepository, name: old } }
`;
      repository.write(`${FOLDER}/old.yaml`, releases);
      repository.publish('a release');
      const found = await synth(repository, dev(release));
      expect(found.diagnostics.map((one) => `${one.severity} ${one.code}`)).toEqual(['warning FX326']);
    });
  });

  it('may be removed if no object needs them, or a FluxInstance runs them from now on', async () => {
    expect((await changeTo(without('notification-controller'))).codes).toEqual([]);
    repository.write(path, deployments(without('helm-controller')));
    repository.write(`${FOLDER}/instance.yaml`, instance(FOUR).replace(/ {2}sync:[\s\S]*/, ''));
    expect((await synth(repository, dev(release))).codes).toEqual([]);
  });
});
