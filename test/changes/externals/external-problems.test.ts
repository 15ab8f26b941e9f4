import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FluxApp } from '../../../src/cluster/flux-app.js';
import { FluxCluster } from '../../../src/cluster/flux-cluster.js';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import { addon } from '../../support/synthesize.js';
import { Repository } from '../repository.js';
import { synth } from '../synth.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

interface LooseCluster {
  stage(name: string, addons: readonly object[], options?: object): LooseCluster;
}
/** Declares stages in a cluster that lists this in `external`. */
type Declare = readonly [external: readonly object[], stages: (cluster: LooseCluster) => unknown];
const other = (more: object = {}) => ({ kind: 'Kustomization', name: 'monitoring', ...more });

const provides = ['monitoring.coreos.com'];
const withMonitoring: Declare = [
  [other({ provides })],
  (dev) => dev.stage('first', [addon('shop', { requires: provides })]),
];

/** The diagnostics of synth, without this file's line numbers. */
const said = async ([external, declare]: Declare): Promise<string> => {
  const app = new FluxApp();
  declare(new FluxCluster(app, 'dev', { external } as never) as never);
  const { diagnostics } = await synth(repository, app);
  return diagnostics
    .map(printDiagnostic)
    .join('')
    .replaceAll(/test\/[\w/.-]+:\d+/g, '<place>');
};

const flux = (name: string, path: string, more = '', namespace = 'flux-system') =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: ${name}
  namespace: ${namespace}
spec:
  interval: 10m
  path: ./${path}
  prune: true
  sourceRef: { kind: GitRepository, name: flux-system, namespace: flux-system }
${more}`;
const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: servicemonitors.monitoring.coreos.com }
spec:
  group: monitoring.coreos.com
  names: { kind: ServiceMonitor, plural: servicemonitors }
  scope: Namespaced
  versions: [{ name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }]
`;
const release = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: prometheus, namespace: monitoring }
spec: { interval: 10m, chartRef: { kind: OCIRepository, name: prometheus } }
`;

/** Root → infra → monitoring, in folders outside of the tree. */
const nested = (more = '  wait: true\n', files: Readonly<Record<string, string>> = { 'release.yaml': release }) => {
  repository.write('k8s/clusters/dev/infra.yaml', flux('infra', 'infrastructure'));
  repository.write('infrastructure/monitoring.yaml', flux('monitoring', 'monitoring', more));
  for (const [path, text] of Object.entries(files)) repository.write(`monitoring/${path}`, text);
};

describe('an external Kustomization that addons depend on', () => {
  it('is found in a nested tree of the base, and must wait for what it provides', async () => {
    nested();
    repository.publish('by hand');
    expect(await said(withMonitoring)).toBe('');
  });

  it('may be added by the same change', async () => {
    nested();
    expect(await said(withMonitoring)).toBe('');
  });

  it('is required to exist', async () => {
    repository.write('k8s/clusters/dev/infra.yaml', flux('infra', 'infrastructure'));
    repository.write('infrastructure/monitorin.yaml', flux('monitorin', 'monitoring', '  wait: true\n'));
    repository.write('monitoring/release.yaml', release);
    repository.publish('by hand');
    expect(await said(withMonitoring)).toMatchInlineSnapshot(`
      "error FX534 external-missing: nothing that the root of cluster "dev" reads has Kustomization "flux-system/monitoring", which addon "shop" depends on
        at   dev  <place>
        note Flux reports: dependency 'flux-system/monitoring' not found
        fix  did you mean "flux-system/monitorin"?
      "
    `);
  });

  it("is only noted if someone may have applied it by hand or its file isn't in the repository", async () => {
    nested();
    repository.delete('k8s/clusters/dev/infra.yaml');
    repository.publish('by hand');
    expect(await said(withMonitoring)).toMatchInlineSnapshot(`
      "notice FX536 external-unproven: Kustomization "flux-system/monitoring", which addon "shop" depends on, is in nothing that the root of cluster "dev" reads
        at   infrastructure/monitoring.yaml  <place>
        note "infrastructure/monitoring.yaml" has it, and somebody may have applied that by hand
        note Flux reports: dependency 'flux-system/monitoring' not found
        fix  check that it is in the cluster: flux get kustomization monitoring --namespace flux-system; if it isn't, let a Kustomization of the cluster read "infrastructure/monitoring.yaml"
      "
    `);
    repository.delete('infrastructure');
    repository.write('k8s/clusters/dev/web.yaml', flux('web', 'web', '  dependsOn: [{ name: monitoring }]\n'));
    repository.write('web/web.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: web, namespace: web }\n');
    repository.publish('another one waits for it');
    expect(await said(withMonitoring)).toMatchInlineSnapshot(`
      "notice FX536 external-unproven: Kustomization "flux-system/monitoring", which addon "shop" depends on, is in nothing that the root of cluster "dev" reads
        at   dev  <place>
        note Kustomization "flux-system/web" depends on it already
        note Flux reports: dependency 'flux-system/monitoring' not found
        fix  check that it is in the cluster: flux get kustomization monitoring --namespace flux-system
      "
    `);
  });

  it("is refused if the change adds it where the root doesn't read it", async () => {
    nested();
    repository.delete('k8s/clusters/dev/infra.yaml');
    expect(await said(withMonitoring)).toMatchInlineSnapshot(`
      "error FX534 external-missing: nothing that the root of cluster "dev" reads has Kustomization "flux-system/monitoring", which addon "shop" depends on
        at   infrastructure/monitoring.yaml  <place>
        note "infrastructure/monitoring.yaml" has it, and no Kustomization reads that file
        note Flux reports: dependency 'flux-system/monitoring' not found
        fix  let a Kustomization of the cluster read "infrastructure/monitoring.yaml"
      "
    `);
  });

  it('is looked up in one namespace', async () => {
    repository.write('k8s/clusters/dev/monitoring.yaml', flux('monitoring', 'monitoring', '  wait: true\n', 'apps'));
    repository.write('monitoring/release.yaml', release);
    repository.publish('by hand');
    expect(await said(withMonitoring)).toContain('did you mean "apps/monitoring"?');
    expect(
      await said([
        [other({ namespace: 'apps' })],
        (dev) => dev.stage('first', [addon('shop')], { dependsOn: [{ name: 'monitoring', namespace: 'apps' }] }),
      ]),
    ).toBe('');
  });

  it('is refused if the same change removes it', async () => {
    nested();
    repository.publish('by hand');
    expect(await said(withMonitoring)).toBe('');
    repository.publish('with an addon');
    repository.delete('infrastructure/monitoring.yaml');
    repository.write('infrastructure/kustomization.yaml', 'resources: []\n');
    expect(await said(withMonitoring)).toMatchInlineSnapshot(`
      "error FX502 removal-not-declared: Kustomization "monitoring" is removed, and Flux deletes its object
        at   dev/Kustomization/monitoring in flux-system
        note deletes HelmRelease/prometheus in monitoring, and with it the release: all that its chart installed
        fix  to keep HelmRelease/prometheus in monitoring, set spec.suspend: true; merge that first, and remove the addon when Flux has applied it; if that is intended, declare it in the cluster's code: .removed('monitoring', { reason: '…' })
      error FX534 external-missing: the change removes Kustomization "flux-system/monitoring" from cluster "dev", where addon "shop" still depends on it
        at   infrastructure/monitoring.yaml  <place>
        note Flux reports: dependency 'flux-system/monitoring' not found
        fix  keep it in "infrastructure/monitoring.yaml", or take { kind: 'Kustomization', name: 'monitoring' } out of external first, with what requires it
      "
    `);
  });

  it("is a notice if it may be in a source that can't be seen", async () => {
    repository.write(
      'k8s/clusters/dev/infra.yaml',
      flux('infra', 'deploy').replace('name: flux-system, namespace: flux-system', 'name: fleet'),
    );
    repository.publish('by hand');
    const text = await said(withMonitoring);
    expect(text).toContain('notice FX536');
    expect(text).not.toContain('FX534');
    expect(text).toContain('flux get kustomization monitoring --namespace flux-system');
  });
});

describe('a suspended external Kustomization', () => {
  it('is refused if an addon depends on it', async () => {
    nested('  suspend: true\n  wait: true\n');
    repository.publish('by hand');
    expect(await said(withMonitoring)).toMatchInlineSnapshot(`
      "error FX535 external-suspended: Kustomization "flux-system/monitoring", which addon "shop" depends on, is suspended: Flux applies no change of the addon until it is resumed
        at   infrastructure/monitoring.yaml  <place>
        note Flux reports: dependency 'flux-system/monitoring' is not ready
        fix  take suspend: true out of its spec in "infrastructure/monitoring.yaml", or let no addon depend on it meanwhile
      "
    `);
  });

  it('is refused if the external Kustomization depends on it', async () => {
    nested('  wait: true\n  dependsOn: [{ name: nodes }]\n');
    repository.write('infrastructure/nodes.yaml', flux('nodes', 'nodes', '  suspend: true\n'));
    repository.publish('by hand');
    expect(await said(withMonitoring)).toContain(
      'error FX535 external-suspended: Kustomization "flux-system/monitoring", which addon "shop" depends on, waits for Kustomization "flux-system/nodes", which is suspended',
    );
  });

  it('is ignored if no addon depends on it', async () => {
    nested('  suspend: true\n');
    repository.publish('by hand');
    expect(await said([[], (dev) => dev.stage('first', [addon('shop')])])).toBe('');
  });
});

describe('the readiness of an external Kustomization', () => {
  const cases: Readonly<
    Record<string, readonly [more: string, files: Readonly<Record<string, string>>, proven: boolean]>
  > = {
    'a release, without wait': ['', { 'release.yaml': release }, false],
    'a release, with wait': ['  wait: true\n', { 'release.yaml': release }, true],
    'a release that is checked': [
      '  healthChecks: [{ apiVersion: helm.toolkit.fluxcd.io/v2, kind: HelmRelease, name: prometheus, namespace: monitoring }]\n',
      { 'release.yaml': release },
      true,
    ],
    'a release next to a checked ConfigMap': [
      '  healthChecks: [{ apiVersion: v1, kind: ConfigMap, name: a, namespace: monitoring }]\n',
      { 'release.yaml': release },
      false,
    ],
    'a check of the CRD': [
      '  healthChecks: [{ apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, name: servicemonitors.monitoring.coreos.com }]\n',
      { 'release.yaml': release },
      true,
    ],
    'a CRD as a plain manifest, which Flux applies first': ['', { 'crd.yaml': crd, 'release.yaml': release }, true],
    'a nested Kustomization that waits': [
      '  wait: true\n',
      { 'inner.yaml': flux('inner', 'inner', '  wait: true\n') },
      true,
    ],
    'a nested Kustomization that does not wait': ['  wait: true\n', { 'inner.yaml': flux('inner', 'inner') }, false],
  };
  it.each(Object.entries(cases))('is proven or not by %s', async (_, [more, files, proven]) => {
    nested(more, files);
    repository.write('inner/release.yaml', release);
    repository.publish('by hand');
    const text = await said(withMonitoring);
    expect(text.includes('notice FX536 external-unproven')).toBe(!proven);
    if (proven) expect(text).toBe('');
  });

  it("gets a notice with the reason if it isn't proven", async () => {
    nested('');
    repository.publish('by hand');
    expect(await said(withMonitoring)).toMatchInlineSnapshot(`
      "notice FX536 external-unproven: Kustomization "flux-system/monitoring" may be ready before "monitoring.coreos.com" is there, and addon "shop" depends on it
        at   infrastructure/monitoring.yaml  <place>
        note it has neither wait nor healthChecks, so it is ready as soon as its objects are applied
        fix  set wait: true in its spec, or list in healthChecks what brings "monitoring.coreos.com"
      "
    `);
    nested('  wait: true\n', { 'release.yaml': '', 'inner.yaml': flux('inner', 'inner') });
    repository.write('inner/release.yaml', release);
    repository.publish('nested');
    expect(await said(withMonitoring)).toContain(
      'note it waits for Kustomization/inner in flux-system, which is ready as soon as its own objects are applied',
    );
  });

  it("isn't checked if the addon only names the Kustomization for its order and all objects are ready immediately", async () => {
    nested('', { 'config.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: default }\n' });
    repository.publish('by hand');
    const named: Declare = [[other()], (dev) => dev.stage('first', [addon('shop')], { dependsOn: ['monitoring'] })];
    expect(await said(named)).toBe('');
    repository.write('monitoring/release.yaml', release);
    repository.publish('more');
    expect(await said(named)).toContain('may be ready before what it applies is there');
  });
});

describe('circles through external Kustomizations', () => {
  it('are found in dependencies between their files', async () => {
    nested('  wait: true\n  dependsOn: [{ name: shop }]\n');
    repository.publish('by hand');
    expect(await said(withMonitoring)).toMatchInlineSnapshot(`
      "error FX640 deadlock: Kustomization/monitoring waits for Kustomization/shop, which itself comes only after Kustomization/monitoring
        at   infrastructure/monitoring.yaml
        note 1. Kustomization/monitoring depends on Kustomization/shop (infrastructure/monitoring.yaml)
        note 2. Kustomization/shop depends on Kustomization/monitoring (spec.dependsOn[0], <place>)
        fix  take one of these dependencies out; Kustomization/monitoring must not wait for what depends on it
      "
    `);
  });

  it('are found through nested Kustomizations that they wait for', async () => {
    nested('  wait: true\n', { 'rules.yaml': flux('rules', 'rules', '  dependsOn: [{ name: shop }]\n') });
    repository.write('rules/crd.yaml', crd);
    repository.publish('by hand');
    expect(await said(withMonitoring)).toMatchInlineSnapshot(`
      "error FX640 deadlock: Kustomization/rules waits for Kustomization/shop, which itself comes only after Kustomization/rules
        at   monitoring/rules.yaml
        note 1. Kustomization/rules depends on Kustomization/shop (monitoring/rules.yaml)
        note 2. Kustomization/shop depends on Kustomization/monitoring (spec.dependsOn[0], <place>)
        note 3. Kustomization/monitoring waits until Kustomization/rules is ready (infrastructure/monitoring.yaml)
        fix  take one of these dependencies out; Kustomization/rules must not wait for what depends on it
      "
    `);
  });

  it('are found through a root that waits for what it applies', async () => {
    const root = (more: string) =>
      repository.write('k8s/clusters/dev/flux-system/gotk-sync.yaml', flux('flux-system', 'k8s/clusters/dev', more));
    const onRoot = '  wait: true\n  dependsOn: [{ name: flux-system }]\n';
    repository.write('k8s/clusters/dev/monitoring.yaml', flux('monitoring', 'monitoring', onRoot));
    repository.write('monitoring/release.yaml', release);
    root('  wait: true\n');
    repository.publish('by hand');
    expect(await said(withMonitoring)).toMatchInlineSnapshot(`
      "error FX640 deadlock: Kustomization/monitoring waits for Kustomization/flux-system, which itself comes only after Kustomization/monitoring
        at   k8s/clusters/dev/monitoring.yaml
        note 1. Kustomization/monitoring depends on Kustomization/flux-system (k8s/clusters/dev/monitoring.yaml)
        note 2. Kustomization/flux-system waits until Kustomization/monitoring is ready (k8s/clusters/dev/flux-system/gotk-sync.yaml)
        fix  take one of these dependencies out; Kustomization/monitoring must not wait for what depends on it
      "
    `);
    // It is ready once it has applied all.
    root('');
    repository.publish('without wait');
    expect(await said(withMonitoring)).toBe('');
    // It waits for an addon that waits for nothing of the root.
    repository.write(
      'k8s/clusters/dev/monitoring.yaml',
      flux('monitoring', 'monitoring', '  wait: true\n  dependsOn: [{ name: nodes }]\n'),
    );
    root('  wait: true\n');
    repository.publish('on an addon');
    const afterNodes: Declare = [
      [other({ provides })],
      (dev) =>
        dev.stage('nodes-first', [addon('nodes')]).stage('last', [addon('shop', { requires: [...provides, 'nodes'] })]),
    ];
    expect(await said(afterNodes)).toBe('');
  });

  it("aren't reported if an external Kustomization depends on an earlier addon", async () => {
    nested('  wait: true\n  dependsOn: [{ name: nodes }]\n');
    repository.publish('by hand');
    expect(
      await said([
        [other({ provides })],
        (dev) =>
          dev
            .stage('nodes-first', [addon('nodes')])
            .stage('last', [addon('shop', { requires: [...provides, 'nodes'] })]),
      ]),
    ).toBe('');
  });
});
