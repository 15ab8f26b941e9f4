import { ApiObject } from 'cdk8s';
import { ExternalSecret, existingSource, HelmRelease, helmChart, Namespace } from 'fluxspan';
import { describe, expect, it } from 'vitest';
import { addon, type clusterOf, diagnosticsOf, type LooseDefinition } from '../../support/synthesize.js';
import { both, object } from '../rule-programs.js';

type Build = NonNullable<LooseDefinition['build']>;

const chartOf = (name: string) => helmChart({ url: `oci://example.org/${name}`, version: '1.0.0' });
const release = (name: string, more: object = {}): LooseDefinition => ({
  charts: { [name]: chartOf(name) },
  build: (scope, { charts }) => {
    new HelmRelease(scope, name, { chart: charts[name] as never, ...more });
  },
});
/** Makes the Secret of its name. */
const externalSecret =
  (name: string, more: object = {}): Build =>
  (scope) => {
    new ExternalSecret(scope, 'secret', {
      name,
      secretStoreRef: { kind: 'ClusterSecretStore', name: 'main', external: true },
      data: [{ secretKey: 'values.yaml', remoteRef: { key: 'a' } }],
      ...more,
    });
  };
const deployment = (pod: object, more: object = {}): Build =>
  object('apps/v1', 'Deployment', {
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'web:1' }], ...pod } },
    ...more,
  });
const kustomization = (spec: object): Build =>
  object(
    'kustomize.toolkit.fluxcd.io/v1',
    'Kustomization',
    {
      interval: '10m',
      retryInterval: '1m',
      path: './inner',
      prune: true,
      sourceRef: { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' },
      ...spec,
    },
    { name: 'inner', namespace: 'flux-system' },
  );
const secretVolume = { volumes: [{ name: 'a', secret: { secretName: 'db' } }] };
const later = (definition: LooseDefinition) => [addon('later', { requires: ['web'], ...definition })];
const laterSecret = later({ build: externalSecret('db') });
const valuesFrom = [{ kind: 'Secret', name: 'db' }];

const storageClass =
  (more: object = {}): Build =>
  (scope) => {
    const json = { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name: 'fast' } };
    new ApiObject(scope, 'class', { ...json, provisioner: 'ebs.csi.aws.com', ...more } as never);
  };
const claimSpec = {
  accessModes: ['ReadWriteOnce'],
  resources: { requests: { storage: '1Gi' } },
  storageClassName: 'fast',
};
const claim = (more: object = {}, name = 'data'): Build =>
  object('v1', 'PersistentVolumeClaim', { ...claimSpec, ...more }, { name });
const setOfClaims = (more: object = {}): Build =>
  object('apps/v1', 'StatefulSet', {
    serviceName: 'db',
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'web:1' }] } },
    volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: { ...claimSpec, ...more } }],
  });
const volume: Build = object(
  'v1',
  'PersistentVolume',
  {
    accessModes: ['ReadWriteOnce'],
    capacity: { storage: '1Gi' },
    storageClassName: 'fast',
    nfs: { server: 'a', path: '/a' },
  },
  { name: 'volume' },
);
const laterClass = later({ build: storageClass() });
const set =
  (name: string, dependsOn: readonly object[] = [], more: object = {}): Build =>
  (scope) => {
    const json = {
      apiVersion: 'fluxcd.controlplane.io/v1',
      kind: 'ResourceSet',
      metadata: { name, namespace: 'default' },
    };
    new ApiObject(scope, name, { ...json, spec: { resources: [], dependsOn, ...more } } as never);
  };
const onSet = (name: string, more: object = { ready: true }) => ({
  apiVersion: 'fluxcd.controlplane.io/v1',
  kind: 'ResourceSet',
  name,
  namespace: 'default',
  ...more,
});
/** A set that makes a release, which depends on others. */
const makes = (dependsOn: readonly object[], more: object = {}) => ({
  inputs: [{ name: 'made' }],
  resources: [
    {
      apiVersion: 'helm.toolkit.fluxcd.io/v2',
      kind: 'HelmRelease',
      metadata: { name: '<< inputs.name >>', namespace: 'default' },
      spec: { interval: '10m', chartRef: { kind: 'OCIRepository', name: 'made', namespace: 'default' }, dependsOn },
    },
  ],
  ...more,
});
const onLater = [{ name: 'later' }];
const onRelease = { apiVersion: 'helm.toolkit.fluxcd.io/v2', kind: 'HelmRelease', name: 'web', namespace: 'default' };
const generator = object(
  'source.extensions.fluxcd.io/v1beta1',
  'ArtifactGenerator',
  {
    sources: [{ alias: 'tree', kind: 'GitRepository', name: 'flux-system' }],
    artifacts: [{ name: 'apps', copy: [{ from: '@tree/apps/**', to: '@artifact/' }] }],
  },
  { name: 'parts', namespace: 'flux-system' },
);
const fromArtifact = (name = 'apps'): LooseDefinition => ({
  source: existingSource({ kind: 'ExternalArtifact', name, namespace: 'flux-system' }),
  path: '.',
});
const settings = object('v1', 'ConfigMap', undefined, { name: 'settings', namespace: 'flux-system' });
const substituting = (more: object = {}) => ({
  kustomization: { postBuild: { substituteFrom: [{ kind: 'ConfigMap' as const, name: 'settings', ...more }] } },
});

/** The first addon is `web`; what is later requires it. */
const deadlocks: Readonly<Record<string, Parameters<typeof clusterOf>[0]>> = {
  'a release of a later addon': {
    first: [addon('web', release('web', { dependsOn: [{ name: 'later' }] }))],
    second: later(release('later')),
  },
  'the values of a release, from a later ExternalSecret': {
    first: [addon('web', release('web', { valuesFrom }))],
    second: laterSecret,
  },
  'the values of a release, from a later Secret': {
    first: [addon('web', release('web', { valuesFrom }))],
    second: later({
      build: object('v1', 'Secret', undefined, { name: 'db', labels: { 'reconcile.fluxcd.io/watch': 'Enabled' } }),
    }),
  },
  'a volume of a later Secret': { first: [addon('web', { build: deployment(secretVolume) })], second: laterSecret },
  'a later claim': {
    first: [
      addon('web', {
        build: deployment({ volumes: [{ name: 'a', persistentVolumeClaim: { claimName: 'data' } }] }),
      }),
    ],
    second: later({
      build: object(
        'v1',
        'PersistentVolumeClaim',
        { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        { name: 'data' },
      ),
    }),
  },
  'the StorageClass of a claim': { first: [addon('web', { build: claim() })], second: laterClass },
  'the StorageClass of a claim, through a third addon': {
    first: [addon('web', { build: claim() })],
    second: [addon('third', { requires: ['web'] })],
    third: [
      addon('later', { requires: ['third'], build: storageClass({ volumeBindingMode: 'WaitForFirstConsumer' }) }),
    ],
  },
  'the StorageClass of a StatefulSet': { first: [addon('web', { build: setOfClaims() })], second: laterClass },
  'the Secret of a source': {
    first: [
      addon('web', {
        build: object('source.toolkit.fluxcd.io/v1', 'GitRepository', {
          interval: '1h',
          url: 'https://example.org/web.git',
          ref: { tag: 'v1' },
          secretRef: { name: 'db' },
        }),
      }),
    ],
    second: laterSecret,
  },
  'the Secret with which a store logs in': {
    first: [
      addon('web', {
        build: object('external-secrets.io/v1', 'SecretStore', {
          provider: {
            aws: {
              service: 'SecretsManager',
              region: 'eu-central-1',
              auth: {
                secretRef: {
                  accessKeyIDSecretRef: { name: 'db', key: 'id' },
                  secretAccessKeySecretRef: { name: 'db', key: 'key' },
                },
              },
            },
          },
        }),
      }),
    ],
    second: later({ build: object('v1', 'Secret', undefined, { name: 'db' }) }),
  },
  'the vars of a Terraform': {
    first: [
      addon('web', {
        build: object('infra.contrib.fluxcd.io/v1alpha2', 'Terraform', {
          interval: '1h',
          path: './web',
          sourceRef: { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' },
          varsFrom: [{ kind: 'Secret', name: 'db' }],
        }),
      }),
    ],
    second: laterSecret,
  },
  'a health check of a later object': {
    first: [
      addon('web', release('web'), {
        kustomization: {
          healthChecks: [
            { apiVersion: 'helm.toolkit.fluxcd.io/v2', kind: 'HelmRelease', name: 'later', namespace: 'default' },
          ],
        },
      }),
    ],
    second: later(release('later')),
  },
  'a Kustomization that depends on the one that applies it': {
    first: [addon('web', { build: kustomization({ dependsOn: [{ name: 'web' }] }) })],
  },
  'a Kustomization that depends on a later one': {
    first: [addon('web', { build: kustomization({ dependsOn: [{ name: 'later' }] }) })],
    second: later({}),
  },
  'two releases of one addon': {
    first: [
      addon('web', {
        charts: { one: chartOf('one'), two: chartOf('two') },
        build: (scope, { charts }) => {
          new HelmRelease(scope, 'one', { chart: charts['one'] as never, dependsOn: [{ name: 'two' }] });
          new HelmRelease(scope, 'two', { chart: charts['two'] as never, dependsOn: [{ name: 'one' }] });
        },
      }),
    ],
  },
  'the operator and the Secret that it makes for itself': {
    first: [
      addon('web', {
        charts: { operator: helmChart({ url: 'oci://example.org/external-secrets', version: '1.0.0' }) },
        build: (scope, { charts }) => {
          new HelmRelease(scope, 'operator', { chart: charts['operator'] as never, valuesFrom: valuesFrom as never });
        },
      }),
    ],
    second: laterSecret,
  },
  'two ResourceSets of one addon': {
    first: [addon('web', { build: both(set('a', [onSet('b')]), set('b', [onSet('a')])) })],
  },
  'a ResourceSet of a later addon': {
    first: [addon('web', { build: set('a', [onSet('b')]) })],
    second: later({ build: set('b') }),
  },
  'a ResourceSet that depends on the Kustomization that applies it': {
    first: [
      addon('web', {
        build: set('a', [
          {
            apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
            kind: 'Kustomization',
            name: 'web',
            namespace: 'flux-system',
            ready: true,
          },
        ]),
      }),
    ],
  },
  'a ResourceSet and a release of a later addon': {
    first: [addon('web', { build: set('a', [{ ...onRelease, name: 'later', ready: true }]) })],
    second: later(release('later')),
  },
  'what a ResourceSet makes, and the set waits for it': {
    first: [addon('web', { build: set('a', [], makes(onLater, { wait: true })) })],
    second: later(release('later')),
  },
  'a release that needs what a ResourceSet makes only after it': {
    first: [
      addon('web', {
        ...release('web', { dependsOn: [{ name: 'made' }] }),
        build: (scope, more) => {
          release('web', { dependsOn: [{ name: 'made' }] }).build?.(scope, more);
          set('a', [{ ...onRelease, ready: true }], makes([]))(scope, more);
        },
      }),
    ],
  },
  'an artifact of a later generator': {
    first: [addon('web', fromArtifact())],
    second: later({ build: generator }),
  },
  'vars of a ConfigMap that the Kustomization makes itself': {
    first: [addon('web', { build: settings }, substituting())],
  },
  'vars of a later ConfigMap': {
    first: [addon('web', {}, substituting())],
    second: later({ build: settings }),
  },
  'through a release of a third addon': {
    first: [addon('web', release('web', { dependsOn: [{ name: 'third' }] }))],
    second: [addon('third', release('third', { dependsOn: [{ name: 'later' }] }))],
    third: later(release('later')),
  },
};

const options = { external: ['external-secrets.io'] };
const circlesOf = (stages: Parameters<typeof clusterOf>[0]) =>
  diagnosticsOf(stages, { options })
    .filter(({ code }) => code === 'FX640')
    .map(({ at, notes }) => [at.addon, notes.filter((note) => /^\d/.test(note)).length] as const);

describe('a wait for what comes only later', () => {
  it.each(Object.entries(deadlocks))('is refused: %s', (_, stages) => {
    const found = circlesOf(stages);
    expect(found.map(([name]) => name)).toEqual(['web']);
    expect(found[0]![1]).toBeGreaterThan(1);
  });
});

const fine: Readonly<Record<string, Parameters<typeof clusterOf>[0]>> = {
  'the Kustomization does not wait': {
    first: [addon('web', release('web', { dependsOn: [{ name: 'later' }] }), { kustomization: { wait: false } })],
    second: later(release('later')),
  },
  'the other addon comes in the same stage': {
    first: [addon('web', release('web', { dependsOn: [{ name: 'other' }] })), addon('other', release('other'))],
  },
  'the Secret is optional': {
    first: [addon('web', release('web', { valuesFrom: [{ kind: 'Secret', name: 'db', optional: true }] }))],
    second: laterSecret,
  },
  'the volume is optional': {
    first: [
      addon('web', { build: deployment({ volumes: [{ name: 'a', secret: { secretName: 'db', optional: true } }] }) }),
    ],
    second: laterSecret,
  },
  'the Deployment has no pods': {
    first: [addon('web', { build: deployment(secretVolume, { replicas: 0 }) })],
    second: laterSecret,
  },
  'the release is suspended': {
    first: [addon('web', release('web', { dependsOn: [{ name: 'later' }], suspend: true }))],
    second: later(release('later')),
  },
  'an expression replaces the wait': {
    first: [addon('web', release('web', { dependsOn: [{ name: 'later', readyExpr: 'true' }] }))],
    second: later(release('later')),
  },
  'expressions say when releases are ready': {
    first: [
      addon('web', release('web', { dependsOn: [{ name: 'later' }] }), {
        kustomization: {
          healthCheckExprs: [{ apiVersion: 'helm.toolkit.fluxcd.io/v2', kind: 'HelmRelease', current: 'true' }],
        },
      }),
    ],
    second: later(release('later')),
  },
  'a health check of something else': {
    first: [
      addon('web', release('web', { dependsOn: [{ name: 'later' }] }), {
        kustomization: {
          healthChecks: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', namespace: 'default' }],
        },
      }),
    ],
    second: later(release('later')),
  },
  'the Namespace of another addon': {
    first: [
      addon('web', {
        build: (scope) => {
          new Namespace(scope, 'namespace', { name: 'apps' });
        },
      }),
    ],
    second: later({ namespace: 'apps' }),
  },
  'the claim names its volume': { first: [addon('web', { build: claim({ volumeName: 'a' }) })], second: laterClass },
  'the claim selects its volume': {
    first: [addon('web', { build: claim({ selector: { matchLabels: { a: 'b' } } }) })],
    second: laterClass,
  },
  'the tree has a volume of the class': {
    first: [addon('web', { build: claim() })],
    second: [...laterClass, addon('volumes', { build: volume })],
  },
  'the class makes no volumes': {
    first: [addon('web', { build: claim() })],
    second: later({ build: storageClass({ provisioner: 'kubernetes.io/no-provisioner' }) }),
  },
  'the class comes first and waits for a consumer': {
    first: [addon('classes', { build: storageClass({ volumeBindingMode: 'WaitForFirstConsumer' }) })],
    second: [addon('web', { requires: ['classes'], build: claim() })],
  },
  'the class comes with the claim': {
    first: [addon('web', { build: both(storageClass(), claim()) })],
  },
  'nothing waits for the claim': {
    first: [addon('web', { build: claim() }, { kustomization: { wait: false } })],
    second: laterClass,
  },
  'a claim that its StatefulSet takes over': {
    first: [addon('web', { build: setOfClaims() })],
    second: [...laterClass, addon('claims', { build: claim({ volumeName: 'a' }, 'data-web-0') })],
  },
  'a ResourceSet that does not wait for what it makes': {
    first: [addon('web', { build: set('a', [], makes(onLater)) })],
    second: later(release('later')),
  },
  'what a ResourceSet makes depends on what comes first': {
    first: [addon('web', release('web'))],
    second: later({ build: set('a', [{ ...onRelease, ready: true }], makes([{ name: 'web' }], { wait: true })) }),
  },
  'a ResourceSet that needs not be ready': {
    first: [addon('web', { build: both(set('a', [onSet('b', {})]), set('b', [onSet('a', {})])) })],
  },
  'a ResourceSet that depends on what comes first': {
    first: [addon('web', release('web'))],
    second: later({ build: both(set('a', [{ ...onRelease, ready: true }]), set('b', [onSet('a')])) }),
  },
  'an expression replaces the wait of a ResourceSet': {
    first: [
      addon('web', {
        build: both(set('a', [onSet('b', { ready: true, readyExpr: 'true' })]), set('b', [onSet('a')])),
      }),
    ],
  },
  'a generator that comes first': {
    first: [addon('web', { build: generator })],
    second: later(fromArtifact()),
  },
  'a generator beside the addon': {
    first: [addon('web', { build: generator }), addon('apps', fromArtifact())],
  },
  'vars of a ConfigMap of its own that may be missing': {
    first: [addon('web', { build: settings }, substituting({ optional: true }))],
  },
  'vars of an earlier ConfigMap': {
    first: [addon('web', { build: settings })],
    second: [addon('later', { requires: ['web'] }, substituting())],
  },
  'a name that only the cluster knows': {
    first: [addon('web', release('web', { dependsOn: [{ name: '${NAME}' }] }))],
    second: later(release('later')),
  },
};

describe('what Flux gets through', () => {
  it.each(Object.entries(fine))('is not refused: %s', (_, stages) => {
    expect(circlesOf(stages)).toEqual([]);
  });
});

it('agrees in its fix with the diagnostic of a namespace which a later stage creates', () => {
  const problems = diagnosticsOf(
    {
      first: [addon('secrets', { build: externalSecret('db', { namespace: 'app' }) })],
      second: [addon('app', { ...release('app', { valuesFrom }), namespace: 'app' }, { createNamespace: true })],
    },
    { options: { external: ['external-secrets.io'] } },
  );
  expect(problems.map(({ code, fix }) => `${code} ${fix}`)).toEqual([
    'FX640 move ExternalSecret/db into addon "app", or remove spec.valuesFrom[0]',
    'FX207 move the object into addon "app", or into a namespace that is there before, or move "secrets" to a stage after "second"',
  ]);
});

it('says nothing of a dependency of a ResourceSet that another one may make', () => {
  const found = diagnosticsOf(
    { first: [addon('web', release('web'))], second: later({ build: set('a', [{ ...onRelease, name: 'web2' }]) }) },
    { options },
  );
  expect(found.map(({ code }) => code)).not.toContain('FX630');
});

describe('a key that decrypts itself', () => {
  const sops = { sops: { mac: 'ENC[AES256_GCM,data:a,iv:b,tag:c,type:str]', lastmodified: '2026-01-01T00:00:00Z' } };
  const secret =
    (more: object, name = 'sops-age'): Build =>
    (scope) => {
      const metadata = { name, namespace: 'flux-system' };
      new ApiObject(scope, name, {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata,
        stringData: { a: 'b' },
        ...more,
      } as never);
    };
  const decryption = { provider: 'sops', secretRef: { name: 'sops-age' } };
  const found = (build: Build) =>
    diagnosticsOf({ first: [addon('keys', { kustomization: { decryption }, build })] }).flatMap(
      ({ code, severity, message }) => (code === 'FX640' ? [`${severity}: ${message}`] : []),
    );

  it('was made by hand before, if it is encrypted', () => {
    expect(found(secret(sops))).toEqual([
      'warning: Kustomization/keys decrypts Secret/sops-age, which is encrypted and holds the key that it decrypts with',
    ]);
  });

  it('is a deadlock, if it is in plain text', () => {
    expect(found(secret({}))).toEqual([
      expect.stringMatching(/^error: Kustomization\/keys waits for Secret\/sops-age/),
    ]);
    expect(found(secret(sops, 'other'))).toEqual([]);
  });
});
