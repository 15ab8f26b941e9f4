import { spawnSync } from 'node:child_process';
import { FluxApp, type FluxSettings, HelmRelease, helmChart } from 'fluxspan';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runKustomize } from '../../../src/applied/build/run-kustomize.js';
import { parseObjects } from '../../../src/applied/parse-objects.js';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import type { Component } from '../../../src/flux/components.js';
import { synthApp } from '../../../src/synth/synth-app.js';
import { printYaml } from '../../../src/yaml/print-yaml.js';
import { builds } from '../../support/builds.js';
import { addon, clusterOf } from '../../support/synthesize.js';
import { Repository } from '../repository.js';

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
const FLUX = 'k8s/clusters/dev/flux-system';
const FILE = `${FLUX}/kustomization.yaml`;
const SETTINGS = 'k8s/flux-settings/dev/kustomization.yaml';
const CORE = ['source-controller', 'kustomize-controller', 'helm-controller', 'notification-controller'] as const;

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const deployment = (name: string, release: string) => `apiVersion: apps/v1
kind: Deployment
metadata:
  labels: { app.kubernetes.io/version: v${release} }
  name: ${name}
  namespace: flux-system
spec:
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec:
      containers:
        - name: manager
          image: ghcr.io/fluxcd/${name}:v1.0.0
          args: [--watch-all-namespaces=true, --log-level=info]
`;

/** What `flux bootstrap` writes, with controllers that have nothing but their flags. */
const bootstrap = (
  more = '',
  { release = '2.9.4', names = CORE }: { release?: string; names?: readonly Component[] } = {},
) => {
  repository.write(`${FLUX}/gotk-components.yaml`, names.map((name) => deployment(name, release)).join('---\n'));
  repository.write(
    `${FLUX}/gotk-sync.yaml`,
    `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: flux-system, namespace: flux-system }
spec: { interval: 1m, url: 'ssh://git@example.org/fleet', ref: { branch: main } }
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: flux-system, namespace: flux-system }
spec: { interval: 10m, path: ./k8s/clusters/dev, prune: true, sourceRef: { kind: GitRepository, name: flux-system } }
`,
  );
  const resources = 'resources:\n  - gotk-components.yaml\n  - gotk-sync.yaml\n';
  repository.write(FILE, `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n${resources}${more}`);
};
const INCLUDE = 'components:\n  - ../../../flux-settings/dev\n';

interface Run {
  readonly addons?: readonly unknown[];
  readonly base?: object;
}

const run = async (flux: object | undefined, { addons = [addon('web')], ...more }: Run = {}) => {
  const app = new FluxApp();
  clusterOf({ first: addons }, { app, options: flux === undefined ? {} : { flux } });
  const { diagnostics, written } = await synthApp(app, { project: repository.folder, builds, ...more });
  return {
    written,
    text: diagnostics
      .filter(({ code }) => code !== 'FX504')
      .map(printDiagnostic)
      .join(''),
  };
};
const settings = (more: object = {}): FluxSettings => ({ version: '2.9', requeueDependency: '5s', ...more }) as never;

/** The flags of each controller, as kustomize builds Flux's folder. */
const argsByName = (): Readonly<Record<string, readonly string[]>> => {
  const deployments = parseObjects(runKustomize(repository.folder, FLUX)).filter(({ kind }) => kind === 'Deployment');
  return Object.fromEntries(
    (deployments as never as readonly Controller[]).map(({ metadata, spec }) => [
      metadata.name,
      spec.template.spec.containers[0].args,
    ]),
  );
};
interface Controller {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly template: { readonly spec: { readonly containers: readonly [{ args: string[] }] } } };
}

describe('settings of Flux without kustomize', () => {
  it('are refused until a file includes them, with the lines to paste', async () => {
    bootstrap();
    const { text, written } = await run(settings());
    expect(text).toContain(
      `error FX019 flux-settings-not-included: "${FILE}" doesn't include the settings of Flux in cluster "dev", so nothing would apply them`,
    );
    expect(text).toContain(`add at its end:\n\n${INCLUDE}`);
    expect(written).toBe(false);
    expect(repository.has(SETTINGS)).toBe(false);
  });

  it('show the line to add to an existing list', async () => {
    bootstrap('components:\n  - ../more\n');
    expect((await run(settings())).text).toContain('add to its list "components":\n\n  - ../../../flux-settings/dev\n');
  });

  it('are written before the bootstrap, with a notice that shows the complete file', async () => {
    const { text, written } = await run(settings());
    expect(text).toContain(
      `notice FX019 flux-settings-not-included: nothing applies the settings of Flux in cluster "dev" yet`,
    );
    expect(text).toContain('empty files gotk-components.yaml and gotk-sync.yaml next to it');
    expect(text).toContain(`  - gotk-sync.yaml\n${INCLUDE}`);
    expect(written).toBe(true);
  });

  it('generate no files if the code declares only a version', async () => {
    bootstrap();
    expect(await run('2.9' as never)).toEqual({ text: '', written: true });
    expect(repository.has(SETTINGS)).toBe(false);
  });
});

describe.runIf(hasKubectl || process.env['CI'] === 'true')('settings of Flux', () => {
  it('set the flags of the controllers', async () => {
    bootstrap(INCLUDE);
    const all = settings({
      concurrency: 10,
      noCrossNamespaceRefs: true,
      watchLabelSelector: '!sharding.fluxcd.io/key',
      featureGates: { CancelHealthCheckOnNewRevision: { 'kustomize-controller': true } },
    });
    expect(await run(all)).toEqual({ text: '', written: true });
    const given = ['--watch-all-namespaces=true', '--log-level=info'];
    const both = [
      ...given,
      '--concurrent=10',
      '--requeue-dependency=5s',
      '--no-cross-namespace-refs=true',
      '--watch-label-selector=!sharding.fluxcd.io/key',
    ];
    expect(argsByName()).toEqual({
      'kustomize-controller': [...both, '--feature-gates=CancelHealthCheckOnNewRevision=true'],
      'helm-controller': both,
      'source-controller': [...given, '--watch-label-selector=!sharding.fluxcd.io/key'],
      'notification-controller': [...given, '--no-cross-namespace-refs=true'],
    });
    expect(await run(all)).toEqual({ text: '', written: true });
  });

  it("change only Flux's own objects from one commit to the next", async () => {
    bootstrap();
    await run('2.9' as never);
    repository.publish('a tree');
    const base = { base: {} };
    bootstrap(INCLUDE);
    const all = settings({ noCrossNamespaceRefs: true, concurrency: 10 });
    expect(await run(all, base)).toEqual({ text: '', written: true });
    repository.publish('settings');
    expect(await run(all, base)).toEqual({ text: '', written: true });
    expect(await run(settings(), base)).toEqual({ text: '', written: true });
    bootstrap();
    expect(await run('2.9' as never, base)).toEqual({ text: '', written: true });
    expect(repository.git('status', '--short').split('\n').sort().join('\n')).toBe(
      ['', ' D k8s/flux-settings/dev/kustomization.yaml', ' M k8s/clusters/dev/flux-system/kustomization.yaml'].join(
        '\n',
      ),
    );
  });

  it('report releases that get stuck if the change that enables lockdown also moves their sources', async () => {
    const chart = helmChart({ url: 'https://charts.example.org', chart: 'web', version: '1.0.0' });
    const web = () =>
      addon('web', {
        charts: { web: chart },
        build: (scope, { charts }) =>
          void new HelmRelease(scope, 'web', { chart: charts['web'] as typeof chart, values: {} as never }),
      });
    bootstrap(INCLUDE);
    expect((await run(settings(), { addons: [web()] })).text).toBe('');
    repository.publish('a release');
    const { text } = await run(settings({ noCrossNamespaceRefs: true }), { base: {}, addons: [web()] });
    expect(text).toContain(
      'FX525 lockdown-order: HelmRelease/web in default gets stuck if Flux gets --no-cross-namespace-refs',
    );
    expect(text).toContain('leave --no-cross-namespace-refs out of this change');
  });

  it('require the include to be removed with the folder', async () => {
    bootstrap(INCLUDE);
    await run(settings());
    const { text, written } = await run('2.9' as never);
    expect(text).toContain(`error FX019 flux-settings-not-included: "${FILE}" includes "k8s/flux-settings/dev"`);
    expect(text).toContain(`take these lines out of it in the same change:`);
    expect(written).toBe(false);
    bootstrap();
    expect(await run('2.9' as never)).toEqual({ text: '', written: true });
    expect(repository.has(SETTINGS)).toBe(false);
  });

  it('are refused if a hand-written patch overrides them', async () => {
    const patch = (value: string) =>
      `${INCLUDE}patches:\n  - target: { kind: Deployment, name: kustomize-controller }\n    patch: |\n      - op: add\n        path: /spec/template/spec/containers/0/args/-\n        value: ${value}\n`;
    bootstrap(patch('--requeue-dependency=10s'));
    expect((await run(settings())).text).toContain(
      'error FX707 flux-setting-overridden: kustomize-controller would run with --requeue-dependency=10s, but the settings have 5s',
    );
    bootstrap(patch('--no-cross-namespace-refs'));
    expect((await run(settings())).text).toContain(
      'kustomize-controller gets --no-cross-namespace-refs=true, and the settings of Flux have no noCrossNamespaceRefs',
    );
    // Gates add up, and what the settings have no word for is the user's own.
    bootstrap(patch('--feature-gates=GroupChangeLog=true'));
    const gates = settings({ featureGates: { CancelHealthCheckOnNewRevision: { 'kustomize-controller': true } } });
    expect((await run(gates)).text).toBe('');
    bootstrap(patch('--no-remote-bases=true'));
    expect((await run(gates)).text).toBe('');
  });

  it('are reported if they are for a controller that is not installed', async () => {
    bootstrap(INCLUDE);
    const told = async (more: object): Promise<readonly string[]> =>
      (await run(settings(more))).text.split('\n').filter((line) => line.includes('FX708'));
    const unused = (what: string, names: string) =>
      `warning FX708 flux-differs: ${what} changes nothing, since ${names} installed`;
    expect(await told({ concurrency: { 'image-reflector-controller': 5, 'helm-controller': 5 } })).toEqual([
      unused('concurrency.image-reflector-controller', "image-reflector-controller isn't"),
    ]);
    expect(await told({ concurrency: { 'image-reflector-controller': 5 }, components: CORE })).toEqual([
      unused('concurrency.image-reflector-controller', "image-reflector-controller isn't"),
    ]);
    expect(await told({ featureGates: { CacheSecretsAndConfigMaps: { 'image-reflector-controller': true } } })).toEqual(
      [unused('featureGates.CacheSecretsAndConfigMaps.image-reflector-controller', "image-reflector-controller isn't")],
    );
    expect(await told({ featureGates: { GitAllBranchReferences: true } })).toEqual([
      unused('featureGates.GitAllBranchReferences', "image-automation-controller isn't"),
    ]);
    expect(await told({ concurrency: 5, featureGates: { CacheSecretsAndConfigMaps: true } })).toEqual([]);
    bootstrap(INCLUDE, { names: [...CORE, 'image-reflector-controller'] });
    expect(await told({ concurrency: { 'image-reflector-controller': 5 } })).toEqual([]);
  });

  it('are compared with the installed Flux', async () => {
    bootstrap(INCLUDE, { release: '2.8.1' });
    const retry = { version: '2.8', featureGates: { DefaultToRetryOnFailure: true } };
    expect((await run(retry)).text).toContain(
      'error FX708 flux-differs: helm-controller of Flux 2.8.1 doesn\'t know the feature gate "DefaultToRetryOnFailure", which came with 2.8.2, and would end at its start',
    );
    bootstrap(INCLUDE, { release: '2.8.2' });
    expect((await run(retry)).text).toBe('');
    expect((await run(settings())).text).toContain(
      'notice FX708 flux-differs: the settings are for Flux 2.9, and gotk-components.yaml has 2.8.2',
    );
    bootstrap(INCLUDE);
    expect((await run(settings({ components: [...CORE, 'image-reflector-controller'] }))).text).toContain(
      "error FX708 flux-differs: the settings list image-reflector-controller, which gotk-components.yaml doesn't have",
    );
    expect((await run(settings({ components: CORE.slice(0, 3) }))).text).toContain(
      "notice FX708 flux-differs: gotk-components.yaml has notification-controller, which the settings don't list",
    );
  });

  it('are refused if the controllers would no longer watch the root', async () => {
    bootstrap(INCLUDE);
    const { text } = await run(settings({ watchLabelSelector: 'team=platform' }));
    expect(text).toContain(
      'error FX709 root-not-watched: watchLabelSelector "team=platform" leaves out Kustomization/flux-system: Flux would never look at it again',
    );
    expect(text).toContain('leaves out GitRepository/flux-system');
  });

  it('set the registry of the images', async () => {
    bootstrap(INCLUDE);
    expect((await run(settings({ registry: 'registry.example.org/flux' }))).text).toBe('');
    expect(runKustomize(repository.folder, FLUX)).toContain('image: registry.example.org/flux/helm-controller:v1.0.0');
  });

  it("report that Flux's own folder doesn't build", async () => {
    bootstrap(`${INCLUDE}  - ../more\n`);
    const { text, written } = await run(settings());
    expect(text).toContain(`error FX706 flux-not-built: "${FLUX}" doesn't build with the settings of Flux`);
    expect(written).toBe(false);
  });

  it('generate a FluxInstance for Flux Operator', async () => {
    const sync = { kind: 'GitRepository', url: 'https://example.org/fleet', ref: 'refs/heads/main' };
    const operator = settings({ concurrency: 10, operator: { sync } });
    repository.write(FILE, 'resources:\n  - ../../../flux-settings/dev\n');
    expect(await run(operator)).toEqual({ text: '', written: true });
    const [instance] = parseObjects(runKustomize(repository.folder, FLUX)) as never as [
      { spec: { kustomize: { patches: [{ patch: string; target: object }] } } },
    ];
    expect(instance).toMatchObject({
      kind: 'FluxInstance',
      metadata: { name: 'flux', annotations: { 'kustomize.toolkit.fluxcd.io/prune': 'disabled' } },
      spec: {
        components: [...CORE],
        distribution: { registry: 'ghcr.io/fluxcd', version: '2.9.x' },
        sync: { ...sync, path: './k8s/clusters/dev', interval: '1m' },
      },
    });
    expect(instance.spec.kustomize.patches.map(({ target }) => target)).toEqual(
      ['kustomize-controller', 'helm-controller'].map((name) => ({ group: 'apps', kind: 'Deployment', name })),
    );
    const to = (change: object | undefined) =>
      run(settings({ operator: change === undefined ? {} : { sync: change } }));
    const lost = await to(undefined);
    expect(lost.text).toContain(
      'error FX541 root-lost: Flux Operator would delete Kustomization "flux-system", Flux\'s root, and that deletes everything that it has applied: the FluxInstance loses its sync',
    );
    expect(lost.written).toBe(false);
    expect((await to({ ...sync, name: 'fleet' })).text).toContain('the FluxInstance calls it "fleet"');
    const moved = await to({ ...sync, ref: 'refs/heads/next' });
    expect(moved.text).toContain('would read another source: ref "refs/heads/main" → "refs/heads/next"');
    expect(moved.written).toBe(true);
    bootstrap(INCLUDE);
    expect((await run(operator)).text).toContain('as a component, and it is a resource: a FluxInstance');
  });

  it('are compared with what Flux has, not with the files of another synth on the branch', async () => {
    const sync = { kind: 'GitRepository', url: 'https://example.org/fleet', ref: 'refs/heads/main' };
    const to = (ref: string, more: object = {}) =>
      run(settings({ operator: { sync: { ...sync, ref, ...more } } }), { base: {} });
    repository.write(FILE, 'resources:\n  - ../../../flux-settings/dev\n');
    expect((await to('refs/heads/main')).written).toBe(true);
    repository.publish('a FluxInstance');
    const moved = 'would read another source: ref "refs/heads/main" → "refs/heads/next"';
    expect(await to('refs/heads/next')).toMatchObject({ text: expect.stringContaining(moved), written: true });
    expect((await to('refs/heads/next')).text).toContain(moved);
    repository.commit('a branch');
    expect((await to('refs/heads/next')).text).toContain(moved);
    expect(await to('refs/heads/main')).toEqual({ text: '', written: true });
    // Written by other means: the error stays.
    const path = 'k8s/flux-settings/dev/flux-instance.yaml';
    repository.write(path, repository.read(path).replace('name: flux\n', 'name: flux\n  # edited\n'));
    expect((await to('refs/heads/main', { name: 'fleet' })).text).toContain('the FluxInstance calls it "fleet"');
  });

  it('label the root and the source that the operator makes', async () => {
    const sync = { kind: 'GitRepository', url: 'https://example.org/fleet', ref: 'refs/heads/main' };
    repository.write(FILE, 'resources:\n  - ../../../flux-settings/dev\n');
    await run({ version: '2.9', watchLabelSelector: 'team=platform', operator: { sync } });
    const [instance] = parseObjects(runKustomize(repository.folder, FLUX)) as never as [
      { spec: { kustomize: { patches: readonly object[] } } },
    ];
    // As the operator does: it builds what it would apply with the patches.
    bootstrap(printYaml({ patches: instance.spec.kustomize.patches }));
    const labels = Object.fromEntries(
      parseObjects(runKustomize(repository.folder, FLUX))
        .filter(({ kind }) => kind !== 'Deployment')
        .map(({ kind, metadata }) => [kind, metadata]),
    );
    const metadata = { name: 'flux-system', namespace: 'flux-system', labels: { team: 'platform' } };
    expect(labels).toEqual({ GitRepository: metadata, Kustomization: metadata });
  });
});
