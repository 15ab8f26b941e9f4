import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runKustomize } from '../../src/applied/build/run-kustomize.js';
import { parseObjects } from '../../src/applied/parse-objects.js';
import type { FluxSettings } from '../../src/flux/flux-settings.js';
import { planSettings } from '../../src/flux/plan-settings.js';
import { printYaml } from '../../src/yaml/print-yaml.js';
import { Repository } from '../changes/repository.js';
import { withoutKubectl } from '../reference/kubectl.js';
import { binaryPath } from './binaries.js';
import { describeLive } from './describe-live.js';
import { kustomization } from './flux-kinds.js';
import { isReady, readyOf } from './kustomization-state.js';

const settings: FluxSettings = {
  version: '2.9',
  featureGates: { CancelHealthCheckOnNewRevision: { 'kustomize-controller': true } },
  concurrency: 10,
  requeueDependency: '5s',
  noCrossNamespaceRefs: true,
  noRemoteBases: true,
};
/** Milliseconds that the measure itself may cost: two polls, and a build and an apply of a ConfigMap on a busy machine. */
const MEASURE = 3_000;
const controllers = ['kustomize-controller', 'helm-controller'] as const;

/** The flags that kustomize adds to a Deployment that has none, from what synth generates. */
const builtArgs = (name: string): readonly string[] => {
  const repository = new Repository();
  try {
    const folder = join(repository.folder, 'flux-settings');
    mkdirSync(folder);
    for (const [file, json] of planSettings(settings, './k8s/clusters/dev', printYaml).files)
      writeFileSync(join(folder, file), printYaml(json));
    const container = { name: 'manager', image: `ghcr.io/fluxcd/${name}`, args: ['--log-level=info'] };
    const spec = { template: { spec: { containers: [container] } } };
    const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name }, spec };
    repository.write('flux-system/controller.yaml', printYaml(deployment));
    const file = { resources: ['controller.yaml'], components: ['../flux-settings'] };
    repository.write('flux-system/kustomization.yaml', printYaml(file));
    const [built] = parseObjects(runKustomize(repository.folder, 'flux-system')) as never as [
      { spec: { template: { spec: { containers: [{ args: string[] }] } } } },
    ];
    return built.spec.template.spec.containers[0].args;
  } finally {
    repository.remove();
  }
};

const SOURCE = { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' };
const reading = (name: string, spec: object = {}, namespace = 'flux-system') => ({
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  metadata: { name, namespace },
  spec: { interval: '10m', path: `./${name}`, prune: true, sourceRef: SOURCE, ...spec },
});
const configMap = (name: string) =>
  printYaml({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' }, data: {} });

describeLive(
  'settings of Flux in the running controllers',
  (live) => {
    it('are the flags that kustomize builds, and the controllers take them', async () => {
      for (const name of controllers) {
        const args = builtArgs(name);
        expect(args).toContain('--requeue-dependency=5s');
        // One that doesn't know a flag would end, and this would throw.
        await live().restart(name, args);
      }
      const tree = { 'first/a.yaml': configMap('a'), 'second/b.yaml': configMap('b'), 'k8s/c.yaml': configMap('c') };
      await live().applyTree(tree, { path: 'k8s' });
      await live().untilReady();
    });

    it('notice within 5 s that a dependency is ready', async () => {
      await live().apply(reading('first', { suspend: true }), reading('second', { dependsOn: [{ name: 'first' }] }));
      const second = kustomization('second');
      await live().until('it waits', async () => readyOf((await live().get(second))!)?.reason === 'DependencyNotReady');
      await live().patch(kustomization('first'), { spec: { suspend: false } });
      await live().until('the first is ready', async () => isReady((await live().get(kustomization('first')))!));
      // By default it would ask again after 30 s.
      await live().until('the second is ready', async () => isReady((await live().get(second))!), {
        timeout: 5_000 + MEASURE,
      });
    });

    it('refuse a cross-namespace reference', async () => {
      await live().apply(reading('elsewhere', {}, 'default'));
      const ref = { ...kustomization('elsewhere'), namespace: 'default' };
      await live().until('it is refused', async () =>
        readyOf((await live().get(ref))!)?.message?.includes(
          "can't access 'GitRepository/flux-system/flux-system', cross-namespace references have been blocked",
        ),
      );
    });

    it('end a controller that does not know a feature gate, as FX109 says', () => {
      for (const name of controllers) {
        const { status, stdout, stderr } = spawnSync(binaryPath(name), ['--feature-gates=CancelHealthChecks=true'], {
          encoding: 'utf8',
          timeout: 30_000,
          env: { ...process.env, RUNTIME_NAMESPACE: 'flux-system', KUBECONFIG: live().kubeconfig },
        });
        expect(status).toBe(1);
        expect(stdout + stderr).toContain("feature-gate 'CancelHealthChecks' not supported");
      }
    });
  },
  { long: true, missing: withoutKubectl() },
);
