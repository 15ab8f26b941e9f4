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
  stage(name: string, addons: readonly AddonInstance[], options?: object): LooseCluster;
}
const synth = (external: readonly unknown[], declare: (cluster: LooseCluster) => LooseCluster) => {
  const cluster = new FluxCluster(new FluxApp(), 'dev', { external } as never);
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
const other = (name: string, more: object = {}) => ({ kind: 'Kustomization', name, ...more });
const crd = { requires: ['monitoring.coreos.com'] };
const provides = ['monitoring.coreos.com'];

describe('an external Kustomization', () => {
  it('is depended on by those that require what it provides, and by those that name it', () => {
    const { waits, text } = synth(
      [other('monitoring', { provides }), other('monitoring', { namespace: 'apps' })],
      (dev) =>
        dev
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
      [{ kind: 'Namespace', name: 'apps' }, other('monitoring'), other('logs', { namespace: 'apps' })],
      (dev) =>
        dev.stage('first', [addon('web', {}, { kustomization: { namespace: 'apps' } })], {
          dependsOn: ['monitoring', { name: 'logs', namespace: 'apps' }],
        }),
    );
    expect(waits['web']).toEqual([{ name: 'logs' }, { name: 'monitoring', namespace: 'flux-system' }]);
  });

  it('is in the graph and the table of the README', () => {
    const { readme } = synth([other('kube-prom', { dependsOn: ['nodes'], provides })], (dev) =>
      dev.stage('first', [addon('nodes')]).stage('second', [addon('web', crd)]),
    );
    expect(readme).toContain('x_flux_system_kube_prom(["kube-prom (external)"])');
    expect(readme).toContain('a_nodes --> x_flux_system_kube_prom\n');
    expect(readme).toContain('x_flux_system_kube_prom --> a_web\n');
    expect(readme).toMatch(/\| \*\*web\*\* .*kube-prom \(external\) \|/);
  });

  it('is not an unknown reference of a Kustomization that an addon makes', () => {
    const { text } = synth([other('monitoring')], (dev) =>
      dev.stage('first', [
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
    const { text } = synth([other('monitoring', { provides })], (dev) => dev.stage('first', [addon('web')]));
    expect(text).toMatchInlineSnapshot(`
      "notice FX638 external-unused: no addon waits for Kustomization "flux-system/monitoring", which the cluster declares as external
        at   dev  <place>
        fix  Let an addon require what it provides, or a later stage say dependsOn: ['monitoring']; otherwise remove it from external
      "
    `);
  });
});

describe('what is there without fluxspan', () => {
  it('is one list: capabilities, namespaces, Kustomizations and objects', () => {
    const { diagnostics } = synthCluster(
      new FluxCluster(new FluxApp(), 'dev', {
        external: ['example.org', { kind: 'Namespace', name: 'shop' }, { kind: 'Kustomization', name: 'flux-system' }],
      }).stage('first', [addon('web', { namespace: 'shop', requires: ['example.org'] })] as never),
    );
    expect(diagnostics).toEqual([]);
  });
});

describe('what is wrong with an external Kustomization', () => {
  it('is reported all at once', () => {
    const { text } = synth(
      [
        other('Monitoring'),
        other('logs', { namespace: 'a b', provides: 'logs' }),
        other('web'),
        other('web'),
        other('a', { dependsOn: ['nobody', { name: 'web', namespace: 'apps' }] }),
        other('b', { provide: ['b.example.org'] }),
        '',
        7,
        { kind: 'Secret' },
        { kind: 'Secret', name: 'pull', namespace: 3 },
        { name: 'web' },
      ],
      (dev) =>
        dev.stage('first', [addon('web'), addon('x', { requires: ['a'] })], { dependsOn: [{ name: 'logs' }] as never }),
    );
    expect(text).toMatchInlineSnapshot(`
      "error FX202 depends-on-unknown: external Kustomization "a" depends on "nobody", which is not a stage or addon
        at   dev  <place>
        fix  there is "a", "first", "web", "x"
      error FX202 depends-on-unknown: external Kustomization "a" depends on { name: 'web', namespace: 'apps' }, which the cluster does not declare
        at   dev  <place>
        fix  add { kind: 'Kustomization', namespace: 'apps', name: 'web' } to the cluster's external
      notice FX638 external-unused: no addon waits for Kustomization "flux-system/web", which the cluster declares as external
        at   dev  <place>
        fix  Let an addon require what it provides, or a later stage say dependsOn: ['web']; otherwise remove it from external
      error FX209 cluster-options: stage "first" has dependsOn [{"name":"logs"}]
        at   dev  dependsOn  <place>
        fix  give a list of stages and addons: ['crds'], or of external Kustomizations: { name: 'monitoring', namespace: 'apps' }
      error FX209 cluster-options: external[0] has name "Monitoring"
        at   dev  external[0].name  <place>
        fix  give its metadata.name: { kind: 'Kustomization', name: 'monitoring' }
      error FX209 cluster-options: external[10] has no kind or no name
        at   dev  external[10]  <place>
        fix  give both: { kind: 'Secret', namespace: 'web', name: 'pull' }
      error FX209 cluster-options: external[1] has namespace "a b"
        at   dev  external[1].namespace  <place>
        fix  give the namespace of the Kustomization itself: 'flux-system'
      error FX209 cluster-options: external[1] has provides "logs"
        at   dev  external[1].provides  <place>
        fix  give a list of capabilities: ['monitoring.coreos.com']
      error FX201 duplicate-name: external has Kustomization "flux-system/web" twice
        at   dev  external[3]  <place>
        fix  take one { kind: 'Kustomization', name: 'web' } out
      error FX209 cluster-options: an entry of external has no option "provide"
        at   dev  external[5].provide  <place>
        fix  did you mean "provides"?
      error FX209 cluster-options: external[6] is ""
        at   dev  external[6]  <place>
        fix  give the name of a capability, or an object with its kind and name: external: ['cert-manager.io', { kind: 'Namespace', name: 'web' }]
      error FX209 cluster-options: external[7] is 7
        at   dev  external[7]  <place>
        fix  give the name of a capability, or an object with its kind and name: external: ['cert-manager.io', { kind: 'Namespace', name: 'web' }]
      error FX209 cluster-options: external[8] has no kind or no name
        at   dev  external[8]  <place>
        fix  give both: { kind: 'Secret', namespace: 'web', name: 'pull' }
      error FX209 cluster-options: external[9] has namespace 3
        at   dev  external[9].namespace  <place>
        fix  give its namespace: 'web'
      error FX201 duplicate-name: the name 'web' is taken by an earlier stage or addon
        at   dev/web  <place>
        fix  an addon is in a cluster once; define another one under a name of its own
      "
    `);
  });

  it('is an API group that another one provides', () => {
    const { text } = synth([other('monitoring', { provides }), other('other', { provides })], (dev) =>
      dev.stage('first', [addon('one', { provides })]).stage('second', [addon('web', crd)], { dependsOn: ['other'] }),
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
    const { text } = synth([{ kind: 'Namespace', name: 'apps' }, other('web', { namespace: 'apps' })], (dev) =>
      dev
        .stage('first', [addon('web', {}, { kustomization: { namespace: 'apps' } })])
        .stage('second', [addon('shop')], { dependsOn: [{ name: 'web', namespace: 'apps' }] }),
    );
    expect(text).toMatchInlineSnapshot(`
      "error FX201 duplicate-name: the Kustomization of addon "web" is in namespace "apps", and so is the external one of that name
        at   dev/web  <place>
        fix  rename the addon, or take { kind: 'Kustomization', namespace: 'apps', name: 'web' } out of external if the addon replaces it
      "
    `);
  });

  it('is a namespace that is there twice', () => {
    const web = { kind: 'Namespace', name: 'web' };
    const { text } = synth([web, 'example.org', web], (dev) => dev.stage('first', [addon('web')]));
    expect(text).toMatchInlineSnapshot(`
      "error FX201 duplicate-name: external has Namespace "web" twice
        at   dev  external[2]  <place>
        fix  take one { kind: 'Namespace', name: 'web' } out
      "
    `);
  });

  it('is a Kustomization without a name', () => {
    const { text } = synth([{ kind: 'Kustomization' }], (dev) => dev.stage('first', [addon('web')]));
    expect(text).toMatchInlineSnapshot(`
      "error FX209 cluster-options: external[0] has no kind or no name
        at   dev  external[0]  <place>
        fix  give its metadata.name: { kind: 'Kustomization', name: 'monitoring' }
      "
    `);
  });

  it('is an option of its own for capabilities or namespaces', () => {
    const options = { provides: ['example.org'], namespaces: ['web'] } as never;
    const cluster = new FluxCluster(new FluxApp(), 'dev', options).stage('first', [addon('web')] as never);
    const { diagnostics } = synthCluster(cluster);
    expect(
      diagnostics.map(({ code, message, fix, at }) => [code, message, fix, at.path, at.source !== undefined]),
    ).toEqual([
      [
        'FX209',
        'a FluxCluster has no option "namespaces"',
        "list them in external: [{ kind: 'Namespace', name: 'web' }]",
        'namespaces',
        true,
      ],
      [
        'FX209',
        'a FluxCluster has no option "provides"',
        "list the capabilities in external: ['cert-manager.io']",
        'provides',
        true,
      ],
    ]);
  });

  it('is that it is no list', () => {
    const { text } = synth('cert-manager.io' as never, (dev) => dev.stage('first', [addon('web')]));
    expect(text).toContain('error FX209 cluster-options: external is "cert-manager.io"');
  });

  it('is that it waits for an addon that requires what it provides', () => {
    const { text } = synth([other('monitoring', { provides, dependsOn: ['web'] })], (dev) =>
      dev.stage('first', [addon('web', crd)]),
    );
    expect(text).toMatchInlineSnapshot(`
      "error FX640 deadlock: Kustomization/monitoring waits for Kustomization/web, which itself comes only after Kustomization/monitoring
        at   dev  <place>
        note 1. Kustomization/monitoring depends on Kustomization/web (<place>)
        note 2. Kustomization/web depends on Kustomization/monitoring (spec.dependsOn[0], <place>)
        fix  take one of these dependencies out; Kustomization/monitoring must not wait for what depends on it
      "
    `);
  });

  it('is a circle: it waits for an addon that reads what comes only after it', () => {
    const chart = helmChart({ url: 'oci://example.org/web', version: '1.0.0' });
    const { text } = synth(['external-secrets.io', other('monitoring', { dependsOn: ['web'] })], (dev) =>
      dev
        .stage('first', [
          addon('web', {
            charts: { web: chart },
            build: (scope) => {
              new HelmRelease(scope, 'web', { chart, valuesFrom: [{ kind: 'Secret', name: 'db' }] });
            },
          }),
        ])
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
