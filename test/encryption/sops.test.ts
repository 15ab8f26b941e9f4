import { ApiObject } from 'cdk8s';
import {
  type Diagnostic,
  defineAddon,
  encryptedFile,
  FluxApp,
  FluxCluster,
  type FluxClusterOptions,
  gitSource,
  sops,
  tenant,
} from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';

const AGE = 'age1752jg6juc4d2hz646yf82ay3t3dwnzfjw02ql9xjdn6el2geev4qmzkakk';
const FILE = 'test/fixtures/sops/db.enc.yaml';

const secrets = defineAddon({
  name: 'secrets',
  namespace: 'default',
  build: (scope) => void encryptedFile(scope, FILE),
});
/** A Deployment that names the Secret, in one of the ways that pods have. */
const reader = (pod: object) =>
  defineAddon({
    name: 'shop',
    namespace: 'default',
    build(scope) {
      const labels = { app: 'shop' };
      new ApiObject(scope, 'shop', {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'shop' },
        spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: pod } },
      });
    },
  });
const container = (more: object) => ({ containers: [{ name: 'shop', image: 'ghcr.io/acme/shop:1.0.0', ...more }] });

const clusterWith = (options: object) =>
  new FluxCluster(new FluxApp(), 'dev', options as FluxClusterOptions<string, string>);
const linesOf = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.map(({ severity, code, message, at }) => `${severity} ${code} ${at.path ?? ''}: ${message}`);
const specOf = ({ objects }: ReturnType<typeof synthCluster>, name: string) =>
  objects.find((one) => one['kind'] === 'Kustomization' && (one['metadata'] as { name: string }).name === name)![
    'spec'
  ] as Readonly<Record<string, unknown>>;

describe('sops() of a cluster', () => {
  const shop = reader(container({ envFrom: [{ secretRef: { name: 'db' } }] }));

  it('decrypts where a file is encrypted, and nowhere else; the key is brought before Flux', () => {
    const result = synthCluster(
      clusterWith({ secrets: sops({ age: AGE }) })
        .stage('base', [secrets()])
        .stage('apps', [shop()]),
    );
    expect(linesOf(result.diagnostics)).toEqual([]);
    expect(specOf(result, 'secrets')['decryption']).toEqual({ provider: 'sops', secretRef: { name: 'sops-age' } });
    expect(specOf(result, 'shop')['decryption']).toBeUndefined();
    expect(JSON.parse(result.files['contract/dev/contract.json']!).bootstrap).toEqual([
      {
        namespace: 'flux-system',
        name: 'sops-age',
        type: 'Opaque',
        keys: ['age.agekey'],
        description: 'the age key by which Flux decrypts',
        readBy: ['Kustomization/secrets'],
      },
    ]);
  });

  it('leaves what an addon says of its own decryption', () => {
    const own = secrets({ kustomization: { decryption: { provider: 'sops', secretRef: { name: 'mine' } } } });
    const result = synthCluster(
      clusterWith({
        secrets: sops({ age: [AGE], secret: 'keys' }),
        external: [{ kind: 'Secret', name: 'mine', namespace: 'flux-system' }],
      }).stage('base', [own]),
    );
    expect(specOf(result, 'secrets')['decryption']).toEqual({ provider: 'sops', secretRef: { name: 'mine' } });
  });

  it('needs no Secret for keys of a cloud', () => {
    const kms = {
      aws: 'arn:aws:kms:eu-central-1:123456789012:key/0123',
      azure: 'https://acme.vault.azure.net/keys/sops/0123',
      gcp: 'projects/a/locations/global/keyRings/b/cryptoKeys/c',
    };
    const result = synthCluster(clusterWith({ secrets: sops({ kms }) }).stage('base', [secrets()]));
    expect(linesOf(result.diagnostics)).toEqual([]);
    expect(specOf(result, 'secrets')['decryption']).toEqual({ provider: 'sops' });
    expect(result.contract.bootstrap).toBeUndefined();
  });

  it.each([
    ['envFrom', container({ envFrom: [{ secretRef: { name: 'db' } }] })],
    ['env', container({ env: [{ name: 'PASSWORD', valueFrom: { secretKeyRef: { name: 'db', key: 'password' } } }] })],
    ['a volume', { ...container({}), volumes: [{ name: 'db', secret: { secretName: 'db' } }] }],
    [
      'a projected volume',
      { ...container({}), volumes: [{ name: 'db', projected: { sources: [{ secret: { name: 'db' } }] } }] },
    ],
    ['imagePullSecrets', { ...container({}), imagePullSecrets: [{ name: 'db' }] }],
  ])('has what reads the Secret by %s wait for it', (_, pod) => {
    const result = synthCluster(
      clusterWith({ secrets: sops({ age: AGE }) })
        .stage('base', [secrets()])
        .stage('apps', [reader(pod)()]),
    );
    expect(specOf(result, 'shop')['dependsOn']).toEqual([{ name: 'secrets' }]);
  });

  it('makes nothing wait that reads another Secret, or one of another namespace', () => {
    for (const pod of [
      container({ envFrom: [{ secretRef: { name: 'cache' } }] }),
      container({ env: [{ name: 'db', value: 'db' }] }),
    ]) {
      const result = synthCluster(
        clusterWith({ secrets: sops({ age: AGE }) })
          .stage('base', [secrets()])
          .stage('apps', [reader(pod)()]),
      );
      expect(specOf(result, 'shop')['dependsOn']).toBeUndefined();
    }
  });

  it('has what reads a SealedSecret wait for it, too', () => {
    const sealed = defineAddon({
      name: 'sealed',
      namespace: 'default',
      requires: ['bitnami.com'],
      build: (scope) =>
        void new ApiObject(scope, 'db', {
          apiVersion: 'bitnami.com/v1alpha1',
          kind: 'SealedSecret',
          metadata: { name: 'db' },
          spec: { encryptedData: { password: 'AgBy' } },
        }),
    });
    const result = synthCluster(
      clusterWith({ external: ['bitnami.com'] })
        .stage('base', [sealed()])
        .stage('apps', [shop()]),
    );
    expect(specOf(result, 'shop')['dependsOn']).toEqual([{ name: 'sealed' }]);
  });
});

describe('sops() of a tenant', () => {
  it("decrypts what the team commits, by a key in the team's namespace", () => {
    const source = gitSource({ url: 'https://github.com/acme/claims', ref: { branch: 'main' } });
    const result = synthCluster(
      clusterWith({ lockdown: true }).stage('tenants', [
        tenant({ name: 'claims', source, secrets: sops({ age: AGE }) }),
      ]),
    );
    const spec = result.objects.find(
      (one) => one['kind'] === 'Kustomization' && (one['metadata'] as { namespace: string }).namespace === 'claims',
    )!['spec'];
    expect(spec).toMatchObject({ decryption: { provider: 'sops', secretRef: { name: 'sops-age' } } });
    expect(JSON.parse(result.files['contract/dev/contract.json']!).bootstrap).toMatchObject([
      { namespace: 'claims', name: 'sops-age', readBy: ['Kustomization/claims'] },
    ]);
  });
});

describe('sops() that is declared wrongly', () => {
  it.each([
    [undefined, ['error FX874 secrets.age: sops() was given no options']],
    [{}, ['error FX874 secrets.age: sops() has no key']],
    [
      { age: ['age1x', 7], kms: { aws: 'key' }, secret: 'A B', files: '(', serviceAccountName: '', agee: 1 },
      [
        "error FX874 secrets.age[0]: `age[0]` of sops() isn't a key of age",
        "error FX874 secrets.age[1]: `age[1]` of sops() isn't a key of age",
        'error FX874 secrets.agee: sops() has no option "agee"',
        "error FX874 secrets.files: `files` of sops() isn't a regular expression",
        "error FX874 secrets.kms.aws: `kms.aws` of sops() isn't a key of aws's KMS",
        "error FX874 secrets.secret: `secret` of sops() isn't the name of a Secret",
        "error FX874 secrets.serviceAccountName: `serviceAccountName` of sops() isn't the name of an account",
      ],
    ],
    [{ kms: { alibaba: 'x' } }, ['error FX874 secrets.kms: `kms` of sops() has no keys of aws, azure or gcp']],
    [{ age: [] }, ['error FX874 secrets.age: `age` of sops() is an empty list']],
  ])('%# is refused, all at once', (options, expected) => {
    expect(linesOf(synthCluster(clusterWith({ secrets: sops(options as never) })).diagnostics)).toEqual(expected);
  });

  it('with a private key is refused, and the key is not shown', () => {
    const key = `AGE-SECRET-${'KEY'}-1${'Q'.repeat(58)}`;
    const { diagnostics } = synthCluster(clusterWith({ secrets: sops({ age: key }) }));
    expect(linesOf(diagnostics)).toEqual([
      'error FX874 secrets.age: `age` of sops() is a private key, which whoever reads the code could decrypt with',
    ]);
    expect(JSON.stringify(diagnostics)).not.toContain('QQQ');
  });

  it('as another value is refused, in a tenant too', () => {
    expect(linesOf(synthCluster(clusterWith({ secrets: 'sops' })).diagnostics)).toEqual([
      'error FX209 secrets: cluster "dev" has secrets "sops"',
    ]);
    const claims = tenant({ name: 'claims', secrets: sops({} as never) });
    const found = synthCluster(clusterWith({ lockdown: true }).stage('tenants', [claims])).diagnostics;
    expect(linesOf(found)).toEqual(
      expect.arrayContaining([
        'error FX810 secrets: tenant "claims" has `secrets` and no `source`',
        'error FX874 secrets.age: sops() has no key',
      ]),
    );
  });
});
