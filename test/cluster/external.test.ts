import {
  type AddonInstance,
  ExternalSecret,
  FluxApp,
  FluxCluster,
  HelmRelease,
  helmChart,
  Kustomization,
} from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { printDiagnostic } from '../../src/diagnostics/print.js';
import { addon } from '../support/synthesize.js';

/** As somebody without a compiler writes it. */
interface LooseCluster {
  external(name: unknown, options?: unknown): LooseCluster;
  stage(name: string, addons: readonly AddonInstance[], options?: object): LooseCluster;
}
const synth = (declare: (cluster: LooseCluster) => LooseCluster, options: object = {}) => {
  const cluster = new FluxCluster(new FluxApp(), 'dev', options);
  declare(cluster as never);
  const { diagnostics, objects, files } = synthCluster(cluster);
  const waits = objects
    .filter(({ kind }) => kind === 'Kustomization')
    .map(({ metadata, spec }) => [(metadata as { name: string }).name, (spec as { dependsOn?: unknown }).dependsOn]);
  return {
    waits: Object.fromEntries(waits) as Record<string, unknown>,
    text: diagnostics
      .map(printDiagnostic)
      .join('')
      .replaceAll(/test\/[\w/.-]+:\d+/g, '<place>'),
    readme: files['clusters/dev/README.md'] ?? '',
  };
};
const crd = { requires: ['monitoring.coreos.com'] };
const provides = ['monitoring.coreos.com'];

describe('an external Kustomization', () => {
  it('is depended on by those that require what it provides, and by those that name it', () => {
    const { waits, text } = synth((dev) =>
      dev
        .external('monitoring', { provides })
        .external('monitoring', { namespace: 'apps' })
        .stage('first', [addon('alpha', crd), addon('zeta', { requires: ['monitoring'] }), addon('free')])
        .stage('second', [addon('web')], {
          dependsOn: ['alpha', 'monitoring', { name: 'monitoring', namespace: 'apps' }],
        }),
    );
    expect(text).toBe('');
    expect(waits).toEqual({
      alpha: [{ name: 'monitoring' }],
      zeta: [{ name: 'monitoring' }],
      free: undefined,
      web: [{ name: 'alpha' }, { name: 'monitoring', namespace: 'apps' }, { name: 'monitoring' }],
    });
  });

  it('is named by its namespace where the addon lives in another one', () => {
    const { waits } = synth(
      (dev) =>
        dev
          .external('monitoring')
          .external('logs', { namespace: 'apps' })
          .stage('first', [addon('web', {}, { kustomization: { namespace: 'apps' } })], {
            dependsOn: ['monitoring', { name: 'logs', namespace: 'apps' }],
          }),
      { namespaces: ['apps'] },
    );
    expect(waits['web']).toEqual([{ name: 'logs' }, { name: 'monitoring', namespace: 'flux-system' }]);
  });

  it('is in the graph and the table of the README', () => {
    const { readme } = synth((dev) =>
      dev
        .stage('first', [addon('nodes')])
        .external('kube-prom', { dependsOn: ['nodes'], provides })
        .stage('second', [addon('web', crd)]),
    );
    expect(readme).toContain('x_flux_system_kube_prom(["kube-prom (external)"])');
    expect(readme).toContain('a_nodes --> x_flux_system_kube_prom\n');
    expect(readme).toContain('x_flux_system_kube_prom --> a_web\n');
    expect(readme).toMatch(/\| \*\*web\*\* .*kube-prom \(external\) \|/);
  });

  it('is not an unknown reference of a Kustomization that an addon makes', () => {
    const { text } = synth((dev) =>
      dev.external('monitoring').stage('first', [
        addon('web', {
          requires: ['monitoring'],
          build: (scope) => {
            new Kustomization(scope, 'inner', {
              name: 'inner',
              path: './inner',
              sourceRef: { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' },
              dependsOn: [{ name: 'monitoring', namespace: 'flux-system' }],
            });
          },
        }),
      ]),
    );
    expect(text).toBe('');
  });

  it('is a notice where nothing waits for it', () => {
    const { text } = synth((dev) => dev.external('monitoring', { provides }).stage('first', [addon('web')]));
    expect(text).toMatchInlineSnapshot(`
      "notice FX638 external-unused: no addon waits for Kustomization "flux-system/monitoring", which the cluster declares as external
        at   dev  <place>
        fix  Let an addon require what it provides, or a later stage say dependsOn: ['monitoring']; otherwise remove .external(…)
      "
    `);
  });
});

describe('what is wrong with an external Kustomization', () => {
  it('is reported all at once', () => {
    const { text } = synth((dev) =>
      dev
        .external('Monitoring')
        .external('flux-system')
        .external('logs', { namespace: 'a b', provides: 'logs' })
        .external('web')
        .external('web')
        .external('a', { dependsOn: ['nobody', { name: 'web', namespace: 'apps' }] })
        .stage('first', [addon('web'), addon('x', { requires: ['a'] })], { dependsOn: [{ name: 'logs' }] as never }),
    );
    expect(text).toMatchInlineSnapshot(`
      "error FX201 duplicate-name: the name 'web' is taken by an earlier stage, addon or external Kustomization
        at   dev  <place>
        fix  take .external('web', …) out, or rename the other one
      error FX202 depends-on-unknown: external Kustomization "a" depends on "nobody", which is not an earlier stage or addon
        at   dev  <place>
        fix  there is "logs", "web"
      error FX202 depends-on-unknown: external Kustomization "a" depends on { name: 'web', namespace: 'apps' }, which the cluster does not declare before
        at   dev  <place>
        fix  declare it first: .external('web', { namespace: 'apps' })
      error FX209 cluster-options: external Kustomization "Monitoring" has no name that a Kustomization can have
        at   dev  <place>
        fix  give its metadata.name: .external('monitoring')
      error FX209 cluster-options: external Kustomization "flux-system" is the cluster's root, which no addon waits for
        at   dev  <place>
        fix  name the Kustomization that provides what you need
      notice FX638 external-unused: no addon waits for Kustomization "flux-system/logs", which the cluster declares as external
        at   dev  <place>
        fix  Let an addon require what it provides, or a later stage say dependsOn: ['logs']; otherwise remove .external(…)
      notice FX638 external-unused: no addon waits for Kustomization "flux-system/web", which the cluster declares as external
        at   dev  <place>
        fix  Let an addon require what it provides, or a later stage say dependsOn: ['web']; otherwise remove .external(…)
      error FX209 cluster-options: stage "first" has dependsOn [{"name":"logs"}]
        at   dev  dependsOn  <place>
        fix  give a list of earlier stages and addons: ['crds'], or of external Kustomizations: { name: 'monitoring', namespace: 'apps' }
      error FX209 cluster-options: external Kustomization "logs" has namespace "a b"
        at   dev  namespace  <place>
        fix  give the namespace of the Kustomization itself: 'flux-system'
      error FX209 cluster-options: external Kustomization "logs" has provides "logs"
        at   dev  provides  <place>
        fix  give a list of capabilities: ['monitoring.coreos.com']
      error FX201 duplicate-name: the name 'web' is taken by an earlier stage or addon
        at   dev/web  <place>
        fix  an addon is in a cluster once; define another one under a name of its own
      "
    `);
  });

  it('is an API group that another one provides', () => {
    const { text } = synth((dev) =>
      dev
        .external('monitoring', { provides })
        .external('other', { provides })
        .stage('first', [addon('one', { provides })])
        .stage('second', [addon('web', crd)], { dependsOn: ['other'] }),
    );
    expect(text).toMatchInlineSnapshot(`
      "error FX204 two-providers: external Kustomization "monitoring" and "one" both provide the API group "monitoring.coreos.com"
        at   dev  provides  <place>
        fix  let one of them have the CRDs: two owners of one CRD overwrite each other
      error FX204 two-providers: external Kustomization "other" and "one" both provide the API group "monitoring.coreos.com"
        at   dev  provides  <place>
        fix  let one of them have the CRDs: two owners of one CRD overwrite each other
      "
    `);
  });

  it('is a Kustomization of an addon that has its name and namespace', () => {
    const { text } = synth(
      (dev) =>
        dev
          .external('web', { namespace: 'apps' })
          .stage('first', [addon('web', {}, { kustomization: { namespace: 'apps' } })])
          .stage('second', [addon('shop')], { dependsOn: [{ name: 'web', namespace: 'apps' }] }),
      { namespaces: ['apps'] },
    );
    expect(text).toMatchInlineSnapshot(`
      "error FX201 duplicate-name: the Kustomization of addon "web" is in namespace "apps", and so is the external one of that name
        at   dev/web  <place>
        fix  rename the addon, or take .external('web', { namespace: 'apps', … }) out if the addon replaces it
      "
    `);
  });

  it('is that it comes after those that require it', () => {
    const { text } = synth((dev) => dev.stage('first', [addon('web', crd)]).external('monitoring', { provides }));
    expect(text).toMatchInlineSnapshot(`
      "error FX203 missing-provider: addon 'web' requires 'monitoring.coreos.com', which no earlier stage provides
        at   dev/web  requires  <place>
        note external Kustomization "monitoring" provides it, and is declared after the stage
        fix  move .external('monitoring', …) before stage "first"
      "
    `);
  });

  it('is a circle: it waits for an addon that reads what comes only after it', () => {
    const chart = helmChart({ url: 'oci://example.org/web', version: '1.0.0' });
    const { text } = synth(
      (dev) =>
        dev
          .stage('first', [
            addon('web', {
              charts: { web: chart },
              build: (scope) => {
                new HelmRelease(scope, 'web', { chart, valuesFrom: [{ kind: 'Secret', name: 'db' }] });
              },
            }),
          ])
          .external('monitoring', { dependsOn: ['web'] })
          .stage('second', [
            addon('secrets', {
              requires: ['monitoring'],
              build: (scope) => {
                new ExternalSecret(scope, 'db', {
                  name: 'db',
                  secretStoreRef: { kind: 'ClusterSecretStore', name: 'main', external: true },
                  data: [{ secretKey: 'values.yaml', remoteRef: { key: 'db' } }],
                });
              },
            }),
          ]),
      { provides: ['external-secrets.io'] },
    );
    expect(text).toMatchInlineSnapshot(`
      "error FX640 deadlock: HelmRelease/web waits for Secret/db in namespace "default", which itself comes only after HelmRelease/web
        at   dev/web/HelmRelease/web  spec.valuesFrom[0]  <place>
        note 1. HelmRelease/web needs Secret/db (spec.valuesFrom[0], <place>)
        note 2. ExternalSecret/db makes Secret/db in namespace "default" (<place>)
        note 3. Kustomization/secrets applies ExternalSecret/db (<place>)
        note 4. Kustomization/secrets depends on Kustomization/monitoring (spec.dependsOn[0], <place>)
        note 5. Kustomization/monitoring depends on Kustomization/web
        note 6. Kustomization/web waits until HelmRelease/web is ready (spec.wait, <place>)
        note addon "web" is used at <place>
        fix  move ExternalSecret/db into addon "web" or one before it, or remove spec.valuesFrom[0]
      "
    `);
  });
});
