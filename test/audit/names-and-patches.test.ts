import { describe, expect, it } from 'vitest';
import { auditOf, bootstrapped, config, type Files, kustomization } from './repository.js';

const REPOSITORY = (name: string) => `apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata: { name: ${name}, namespace: flux-system }
spec: { interval: 1h, url: https://example.org/${name} }
`;
const RELEASE = (name: string, source: string) => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: ${name}, namespace: flux-system }
spec:
  interval: 10m
  chart: { spec: { chart: ${name}, version: 1.0.0, sourceRef: { kind: HelmRepository, name: ${source} } } }
`;

const of = async (files: Files, code: RegExp) =>
  (await auditOf(files)).findings
    .filter((one) => code.test(one.code))
    .map(({ severity, code: name, file, line, fix }) => `${severity} ${name} ${file}:${line} ${fix}`);

describe('names that nothing makes', () => {
  it.each([
    ['deployer', ['error FX630 web/all.yaml:12 make it in namespace "default" too']],
    // Azure's extension of Flux makes it.
    ['flux-applier', []],
  ])('may be those of an account in another namespace: %s', async (name, expected) => {
    const files = {
      ...bootstrapped('prod'),
      'clusters/prod/web.yaml': kustomization('web'),
      'web/all.yaml': `apiVersion: v1
kind: Namespace
metadata: { name: web }
---
apiVersion: v1
kind: ServiceAccount
metadata: { name: ${name}, namespace: web }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: { name: web }
subjects: [{ kind: ServiceAccount, name: ${name}, namespace: default }]
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view }
`,
    };
    expect(await of(files, /FX630/)).toEqual(expected);
  });

  it('are misspelt if almost the same name is made, also where a part isn’t seen', async () => {
    const files = {
      ...bootstrapped('prod'),
      'clusters/prod/web.yaml': kustomization('web'),
      'clusters/prod/other.yaml': kustomization('other').replace('name: flux-system }', 'name: elsewhere }'),
      'clusters/prod/elsewhere.yaml': `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: elsewhere, namespace: flux-system }
spec: { interval: 1m, url: https://github.com/acme/other, ref: { branch: main } }
`,
      'web/kustomization.yaml': 'resources: [release.yaml, repository.yaml, https://example.org/more.yaml]\n',
      'web/repository.yaml': REPOSITORY('podinfo'),
      'web/release.yaml': RELEASE('web', 'podinof'),
    };
    expect(await of(files, /FX307/)).toEqual([
      'error FX307 web/release.yaml:6 correct the name; did you mean "podinfo"?',
    ]);
  });

  it('are misspelt if several others read almost the same name', async () => {
    const decrypted = (name: string, secret: string) =>
      kustomization(name, `  decryption: { provider: sops, secretRef: { name: ${secret} } }\n`);
    const files = {
      'clusters/prod/a.yaml': decrypted('a', 'sops-age'),
      'clusters/prod/b.yaml': decrypted('b', 'sops-age'),
      'clusters/prod/c.yaml': decrypted('c', 'sops-aeg').replace('flux-system }', 'flux-sytem }'),
      'a/a.yaml': config('a', '{ a: a }'),
      'b/b.yaml': config('b', '{ a: a }'),
      'c/c.yaml': config('c', '{ a: a }'),
    };
    // No file says what Flux reads.
    expect(await of(files, /FX307|FX630/)).toEqual([
      'error FX307 clusters/prod/c.yaml:10 correct the name; did you mean "flux-system"?',
      'warning FX630 clusters/prod/c.yaml:11 correct the name; did you mean "sops-age"?',
    ]);
    expect(await of({ ...bootstrapped('prod'), ...files }, /FX850/)).toEqual([
      'notice FX850 clusters/prod/a.yaml:11 bring it before Flux runs, and write down how; or put it into the repository, encrypted',
    ]);
  });

  it('are no fault if they are numbered, optional, or read by many', async () => {
    const { findings } = await auditOf({
      ...bootstrapped('prod'),
      'clusters/prod/web.yaml': kustomization('web'),
      'web/web.yaml': ['shop-db', 'shop-db', 'shop-db', 'shop-dbs', 'shop-dbs', 'shop-dbs', 'shop-db1']
        .map(
          (name, at) => `apiVersion: v1
kind: Pod
metadata: { name: pod${at}, namespace: default }
spec: { containers: [{ name: a, image: "a:1", env: [{ name: A, valueFrom: { secretKeyRef: { name: ${name}, key: a } } }] }] }
`,
        )
        .join('---\n'),
    });
    expect(findings.filter(({ code }) => code === 'FX630' || code === 'FX850')).toEqual([]);
  });
});

describe('keys of a Secret that a template of an ExternalSecret makes', () => {
  it('are all that there are, whatever else is fetched', async () => {
    const files = {
      ...bootstrapped('prod'),
      'clusters/prod/web.yaml': kustomization('web'),
      'web/web.yaml': `apiVersion: external-secrets.io/v1
kind: ExternalSecret
metadata: { name: db, namespace: default }
spec:
  secretStoreRef: { kind: ClusterSecretStore, name: vault }
  target: { template: { data: { DB_PASSWORD: "{{ .password }}" } } }
  dataFrom: [{ extract: { key: db } }]
---
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: default }
spec:
  containers:
    - name: web
      image: web:1
      env:
        - { name: A, valueFrom: { secretKeyRef: { name: db, key: DB_PASSWORD } } }
        - { name: B, valueFrom: { secretKeyRef: { name: db, key: DB_PASSWROD } } }
`,
    };
    const { findings } = await auditOf(files);
    expect(findings.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([
      expect.stringContaining('DB_PASSWROD'),
    ]);
    const merged = {
      ...files,
      'web/web.yaml': files['web/web.yaml'].replace('template: {', 'template: { mergePolicy: Merge,'),
    };
    expect((await auditOf(merged)).findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});

describe('patches', () => {
  const files = (target: string, more = '') => ({
    ...bootstrapped('prod'),
    'clusters/prod/web.yaml': kustomization(
      'web',
      '  patches:\n    - { target: { kind: ConfigMap, name: wbe }, patch: "- op: remove\\n  path: /data"  }\n',
    ),
    'web/kustomization.yaml': `resources: [web.yaml]\n${more}patches:\n  - { target: ${target}, patch: "- op: replace\\n  path: /data/a\\n  value: b" }\n`,
    'web/web.yaml': config('web', '{ a: a }'),
  });

  it('that select nothing change nothing', async () => {
    expect(await of(files('{ kind: ConfigMap, name: wbe }'), /FX650|FX851/)).toEqual([
      'warning FX650 clusters/prod/web.yaml:12 correct the target, or take the patch out',
      'notice FX851 web/kustomization.yaml:3 correct the target, or take the patch out',
    ]);
    const renamed = { ...files('{ kind: ConfigMap, name: old-server }'), 'web/web.yaml': config('server', '{ a: a }') };
    expect(await of(renamed, /FX851/)).toEqual([
      'warning FX851 web/kustomization.yaml:3 correct the target; did you mean "server"?',
    ]);
  });

  it('of what bootstrap wrote are judged where it is committed', async () => {
    const bootstrap = (name: string) => ({
      ...bootstrapped('prod'),
      'clusters/prod/flux-system/kustomization.yaml': `resources: [gotk-components.yaml, gotk-sync.yaml]
patches:
  - { target: { kind: Kustomization, name: ${name} }, patch: "- op: add\\n  path: /spec/serviceAccountName\\n  value: a" }
`,
    });
    const components = { 'clusters/prod/flux-system/gotk-components.yaml': config('x', '{ a: a }') };
    expect(await of({ ...bootstrap('gotk-sync'), ...components }, /FX851/)).toEqual([
      'warning FX851 clusters/prod/flux-system/kustomization.yaml:3 correct the target; did you mean "flux-system"?',
    ]);
    expect(await of({ ...bootstrap('flux-system'), ...components }, /FX851/)).toEqual([]);
    expect(await of(bootstrap('gotk-sync'), /FX851/)).toEqual([]);
  });

  it('select by whole expressions, and names may change', async () => {
    for (const [target, more] of [
      ['{ kind: ConfigMap, name: "w.*" }', ''],
      ['{ kind: ConfigMap, labelSelector: "a=b" }', ''],
      ['{ kind: ConfigMap, name: web }', 'namePrefix: my-\n'],
    ])
      expect(await of(files(target!, more), /FX851/)).toEqual([]);
  });
});

describe('what looks misspelt by what others read', () => {
  it('is a store, an account or the source of the cluster itself', async () => {
    const instance = `apiVersion: fluxcd.controlplane.io/v1
kind: FluxInstance
metadata: { name: flux, namespace: flux-system }
spec:
  distribution: { version: 2.x, registry: ghcr.io/fluxcd }
  sync: { kind: OCIRepository, url: "oci://ghcr.io/acme/fleet", ref: latest, path: clusters/prod }
`;
    const own = (name: string, source: string, account: string) =>
      kustomization(name, `  serviceAccountName: ${account}\n`).replace(
        'kind: GitRepository, name: flux-system',
        `kind: OCIRepository, name: ${source}`,
      );
    const secret = (name: string, store: string) => `apiVersion: external-secrets.io/v1
kind: ExternalSecret
metadata: { name: ${name}, namespace: default }
spec:
  secretStoreRef: { kind: ClusterSecretStore, name: ${store} }
  dataFrom: [{ extract: { key: ${name} } }]
`;
    const found = await of(
      {
        'clusters/prod/flux-system/instance.yaml': instance,
        'clusters/prod/a.yaml': own('a', 'flux-system', 'deployer'),
        'clusters/prod/b.yaml': own('b', 'flux-ssytem', 'deployer'),
        'clusters/prod/c.yaml': own('c', 'flux-system', 'deplyoer'),
        'a/a.yaml': [secret('a', 'onepassword'), secret('b', 'onepassword'), secret('c', 'onepasswrod')].join('---\n'),
        'b/b.yaml': config('b', '{ a: a }'),
        'c/c.yaml': config('c', '{ a: a }'),
      },
      /FX307|FX63[01]/,
    );
    expect(found.filter((one) => !one.startsWith('notice'))).toEqual([
      'error FX307 clusters/prod/b.yaml:10 correct the name; did you mean "flux-system"?',
      'warning FX630 a/a.yaml:19 correct the name; did you mean "onepassword"?',
      'warning FX630 clusters/prod/c.yaml:11 correct the name; did you mean "deployer"?',
    ]);
  });

  it('is a var that one text reads, while others read one of almost that name', async () => {
    const files = (texts: string) => ({
      ...bootstrapped('prod'),
      'clusters/prod/web.yaml': kustomization(
        'web',
        '  postBuild: { substituteFrom: [{ kind: Secret, name: vars }] }\n',
      ),
      'web/web.yaml': config('web', texts),
    });
    const often = 'a: "${CLUSTER_NAME}", b: "${CLUSTER_NAME}", c: "${CLUSTER_NAME}"';
    expect(await of(files(`{ ${often}, d: "\${CLUSTRE_NAME}" }`), /FX853/)).toEqual([
      'notice FX853 web/web.yaml:4 did you mean ${CLUSTER_NAME}?',
    ]);
    expect(await of(files(`{ ${often}, d: "\${CLUSTER_NAMES}" }`), /FX853/)).toEqual([]);
    expect(await of(files(`{ ${often}, d: "\${CLUSTRE_NAME}", e: "\${CLUSTRE_NAME}" }`), /FX853/)).toEqual([]);
    // Of two that one text each reads, either may be the wrong one.
    expect(await of(files('{ a: "${CLUSTER_NAME}", b: "${CLUSTERNAME}" }'), /FX853/)).toEqual([
      'notice FX853 web/web.yaml:4 write the same name in both texts, if they mean the same',
    ]);
    const wrong = 'z: "${CLUSTOR_NAME}"';
    expect(await of(files(`{ a: "\${CLUSTER_NAME}", ${wrong} }`), /FX853/)).toEqual([]);
    expect(await of(files(`{ ${often}, ${wrong} }`), /FX853/)).toHaveLength(1);
  });

  it.each([
    [
      'a ConfigMap into which others may write',
      `apiVersion: v1
kind: ConfigMap
metadata: { name: vars, namespace: flux-system, annotations: { kustomize.toolkit.fluxcd.io/ssa: Merge } }
data: { CLUSTER_NAME: a }
`,
    ],
    [
      'an ExternalSecret that fetches all keys of a document, too',
      `apiVersion: external-secrets.io/v1
kind: ExternalSecret
metadata: { name: vars, namespace: flux-system }
spec:
  secretStoreRef: { kind: ClusterSecretStore, name: main }
  data: [{ secretKey: CLUSTER_NAME, remoteRef: { key: a } }]
  dataFrom: [{ extract: { key: b } }]
`,
    ],
  ])('is a var beside a key of %s', async (what, source) => {
    const kind = what.includes('ConfigMap') ? 'ConfigMap' : 'Secret';
    const files = (name: string) => ({
      ...bootstrapped('prod'),
      'clusters/prod/vars.yaml': source,
      'clusters/prod/web.yaml': kustomization(
        'web',
        `  postBuild: { substituteFrom: [{ kind: ${kind}, name: vars }] }\n`,
      ),
      'web/web.yaml': config('web', `{ a: "\${${name}}" }`),
    });
    expect(await of(files('CLUSTER_NAM'), /FX84[24]|FX853/)).toEqual([
      'warning FX842 web/web.yaml:4 did you mean ${CLUSTER_NAME}?',
    ]);
    for (const name of ['CLUSTER_NAME', 'CLUSTER_NAMES', 'CLUSTER_LAME', 'DOMAIN'])
      expect(await of(files(name), /FX84[24]|FX853/)).toEqual([]);
  });

  it('is a var that an ExternalSecret without documents lacks', async () => {
    const files = (name: string) => ({
      ...bootstrapped('prod'),
      'clusters/prod/vars.yaml': `apiVersion: external-secrets.io/v1
kind: ExternalSecret
metadata: { name: vars, namespace: flux-system }
spec:
  secretStoreRef: { kind: ClusterSecretStore, name: main }
  data: [{ secretKey: DOMAIN, remoteRef: { key: a } }]
`,
      'clusters/prod/web.yaml': kustomization(
        'web',
        '  postBuild: { substituteFrom: [{ kind: Secret, name: vars }] }\n',
      ),
      'web/web.yaml': config('web', `{ a: "\${${name}}" }`),
    });
    expect(await of(files('DOMAIN'), /FX842/)).toEqual([]);
    expect(await of(files('REGION'), /FX842/)).toHaveLength(1);
  });
});

it('finds what no version of Flux takes in versions that are gone', async () => {
  const release = RELEASE('web', 'podinfo').replace('/v2\n', '/v2beta1\n');
  const files = (text: string) => ({
    ...bootstrapped('prod'),
    'clusters/prod/web.yaml': kustomization('web'),
    'web/repository.yaml': REPOSITORY('podinfo'),
    'web/release.yaml': text,
  });
  expect(await of(files(release), /FX315|FX647/)).toEqual([]);
  expect(await of(files(release.replace('interval: 10m', 'intervall: 10m')), /FX315|FX647/)).toEqual([
    'error FX315 web/release.yaml:5 did you mean "interval"?',
  ]);
  expect(await of(files(release.replace('interval: 10m', 'interval: 10')), /FX315|FX647/)).toEqual([
    'error FX315 web/release.yaml:5 write a text, such as interval: 10m',
  ]);
});

it('finds a selector that almost fits, also where a part isn’t seen', async () => {
  const files = (label: string) => ({
    ...bootstrapped('prod'),
    'clusters/prod/web.yaml': kustomization('web'),
    'web/kustomization.yaml': 'resources: [web.yaml, https://example.org/more.yaml]\n',
    'web/web.yaml': `apiVersion: v1
kind: Service
metadata: { name: web, namespace: default }
spec: { selector: { app: ${label} }, ports: [{ port: 80 }] }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: default }
spec:
  selector: { matchLabels: { app: datacube } }
  template:
    metadata: { labels: { app: datacube } }
    spec: { containers: [{ name: web, image: "web:1" }] }
`,
  });
  expect(await of(files('datacueb'), /FX692/)).toEqual([
    'warning FX692 web/web.yaml:4 select by labels that the pods have',
  ]);
  expect(await of(files('other'), /FX692/)).toEqual([]);
});
