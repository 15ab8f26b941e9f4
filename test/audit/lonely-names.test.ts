import { describe, expect, it } from 'vitest';
import { auditOf, bootstrapped, config, type Files, kustomization } from './repository.js';

const prod: Files = { ...bootstrapped('prod'), 'clusters/prod/apps.yaml': kustomization('apps') };
const NAMESPACE = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: web }\n';

/** A source elsewhere, so that a part of the cluster isn't seen. */
const partial: Files = {
  ...prod,
  'clusters/prod/other.yaml': kustomization('other')
    .replace('name: flux-system }', 'name: elsewhere }')
    .replace('./other', './'),
  'clusters/prod/elsewhere.yaml': `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: elsewhere, namespace: flux-system }
spec: { interval: 1m, url: https://github.com/acme/elsewhere }
`,
};
const of = async (files: Files, code: RegExp): Promise<readonly string[]> =>
  (await auditOf(files)).findings
    .filter((one) => code.test(one.code))
    .map(({ severity, file, line, message, fix }) => `${severity} ${file}:${line} ${message}; ${fix}`);

const secret = (store: string, name = 'token') => `apiVersion: external-secrets.io/v1
kind: ExternalSecret
metadata: { name: ${name}, namespace: web }
spec:
  secretStoreRef: { kind: ClusterSecretStore, name: ${store} }
  target: { name: ${name} }
  data: [{ secretKey: a, remoteRef: { key: a } }]
`;
const STORE = `apiVersion: external-secrets.io/v1
kind: ClusterSecretStore
metadata: { name: main-store }
spec: { provider: { fake: { data: [] } } }
`;

describe('names that nothing makes, next to one that looks like them', () => {
  it('finds a name whose other side was renamed, also where a part is not seen', async () => {
    const files = { ...partial, 'apps/all.yaml': [NAMESPACE, STORE, secret('main')].join('---\n') };
    expect(await of(files, /FX630/)).toEqual([
      'warning apps/all.yaml:14 ExternalSecret/token names ClusterSecretStore/main, which nothing makes; correct the name; did you mean "main-store"?',
    ]);
    expect(
      await of({ ...partial, 'apps/all.yaml': [NAMESPACE, STORE, secret('main-store')].join('---\n') }, /FX630/),
    ).toEqual([]);
  });

  it('says nothing where the name is another one, or a number', async () => {
    const files = { ...partial, 'apps/all.yaml': [NAMESPACE, STORE, secret('vault')].join('---\n') };
    expect(await of(files, /FX630/)).toEqual([]);
    const numbered = { ...partial, 'apps/all.yaml': [NAMESPACE, STORE, secret('main-store-2')].join('---\n') };
    expect(await of(numbered, /FX630/)).toEqual([]);
  });

  it('takes the name that all others read for the right one', async () => {
    const all = ['a', 'b', 'c'].map((name) => secret('mainstore', name));
    const files = { ...partial, 'apps/all.yaml': [NAMESPACE, ...all, secret('main-store', 'd')].join('---\n') };
    expect(await of(files, /FX630/)).toEqual([
      'warning apps/all.yaml:33 ExternalSecret/d names ClusterSecretStore/main-store, which nothing makes; correct the name; did you mean "mainstore"?',
    ]);
  });

  it('finds a namespace that a reference forgets', async () => {
    const files = {
      ...partial,
      'clusters/prod/db.yaml': kustomization('db').replace('namespace: flux-system', 'namespace: web'),
      'clusters/prod/web.yaml': kustomization('web', '  dependsOn: [{ name: db }]\n'),
      'db/config.yaml': config('db', '{ a: b }'),
      'web/config.yaml': config('web', '{ a: b }'),
    };
    expect(await of(files, /FX630|FX307/)).toContain(
      'warning clusters/prod/web.yaml:11 Kustomization/web names Kustomization/db in namespace "flux-system", which nothing makes; give the reference the namespace "web"',
    );
  });

  it('finds a ConfigMap of vars that only one Kustomization names so', async () => {
    const vars = (name: string) => `  postBuild: { substituteFrom: [{ kind: ConfigMap, name: ${name} }] }\n`;
    const files = Object.fromEntries(
      ['a', 'b', 'c'].flatMap((name) => [
        [`clusters/prod/${name}.yaml`, kustomization(name, vars('cluster-vars'))],
        [`${name}/config.yaml`, config(name, '{ a: "${A}" }')],
      ]),
    );
    const wrong = {
      ...prod,
      ...files,
      'apps/config.yaml': config('apps', '{ a: "${A}" }'),
      'clusters/prod/apps.yaml': kustomization('apps', vars('clustervars')),
    };
    expect(await of(wrong, /FX630/)).toEqual([
      'warning clusters/prod/apps.yaml:11 Kustomization/apps names ConfigMap/clustervars in namespace "flux-system", which nothing makes; correct the name; did you mean "cluster-vars"?',
    ]);
  });

  it('advises on the Secret of an operator by the name of its field', async () => {
    const cluster = (name: string) => `apiVersion: postgresql.cnpg.io/v1
kind: Cluster
metadata: { name: db, namespace: web }
spec:
  instances: 1
  storage: { size: 1Gi }
  superuserSecret: { name: ${name} }
`;
    const files = (name: string) => ({
      ...partial,
      'apps/all.yaml': [NAMESPACE, secret('main', 'db-cnpg-creds'), cluster(name)].join('---\n'),
    });
    expect(await of(files('db-creds'), /FX630/)).toEqual([
      'notice apps/all.yaml:19 Cluster/db names Secret/db-creds in namespace "web", which nothing makes; correct the name; did you mean "db-cnpg-creds"?',
    ]);
    expect(await of(files('db-cnpg-creds'), /FX630/)).toEqual([]);
    expect(await of(files('another'), /FX630/)).toEqual([]);
    // Of several, the operator makes them.
    const two = [
      NAMESPACE,
      secret('main', 'db-cnpg-creds'),
      cluster('db-creds'),
      cluster('b').replace('name: db,', 'name: b,'),
    ];
    expect(await of({ ...partial, 'apps/all.yaml': two.join('---\n') }, /FX630/)).toEqual([]);
  });
});

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: web }
spec:
  selector: { matchLabels: { app: web-production } }
  template:
    metadata: { labels: { app: web-production } }
    spec: { containers: [{ name: web, image: nginx, ports: [{ name: http, containerPort: 80 }] }] }
`;
const service = (app: string, port: string) => `apiVersion: v1
kind: Service
metadata: { name: web, namespace: web }
spec:
  selector: { app: ${app} }
  ports: [{ port: 80, targetPort: ${port} }]
`;

describe('Services of which a part of the cluster is not seen', () => {
  const files = (app: string, port: string): Files => ({
    ...partial,
    'apps/all.yaml': [NAMESPACE, WEB, service(app, port)].join('---\n'),
  });
  it('finds a label and a port that are almost right', async () => {
    expect(await of(files('web-prod', 'http'), /FX692/)).toEqual([
      'warning apps/all.yaml:18 Service/web selects app: web-prod, which no pod in its folder has; select by labels that the pods have; did you mean "web-production"?',
    ]);
    expect(await of(files('web-production', 'web'), /FX657/)).toHaveLength(1);
  });
  it('finds the same value under another label', async () => {
    const all = [NAMESPACE, WEB, service('web-production', 'http').replace('{ app:', '{ app.kubernetes.io/name:')];
    const changed = all.join('---\n');
    expect(await of({ ...partial, 'apps/all.yaml': changed }, /FX692/)).toEqual([
      'warning apps/all.yaml:18 Service/web selects app.kubernetes.io/name: web-production, which no pod in its folder has; select by labels that the pods have; did you mean app: web-production?',
    ]);
  });
  it('finds a label beside that of the application', async () => {
    const web = WEB.replace('labels: { app: web-production }', 'labels: { app: web-production, color: green }');
    const of2 = (selector: string) =>
      of({ ...partial, 'apps/all.yaml': [NAMESPACE, web, service(selector, 'http')].join('---\n') }, /FX692/);
    expect(await of2('web-production, color: blue')).toEqual([
      'warning apps/all.yaml:18 Service/web selects color: blue, which no pod in its folder has; select by labels that the pods have; did you mean "green"?',
    ]);
    expect(await of2('web-production, color: green')).toEqual([]);
    // A controller may give it to pods.
    expect(await of2('web-production, role: primary')).toEqual([]);
  });
  it('says nothing of Services that fit, or whose pods are others', async () => {
    expect(await of(files('web-production', 'http'), /FX692|FX657/)).toEqual([]);
    const api = service('api', 'web').replace('name: web,', 'name: api,');
    const other = { ...partial, 'apps/all.yaml': [NAMESPACE, WEB, api].join('---\n') };
    expect(await of(other, /FX692|FX657/)).toEqual([]);
  });
});

describe('vars that a Kustomization forgets', () => {
  const siblings: Files = {
    ...prod,
    'clusters/prod/a.yaml': kustomization('a', '  postBuild: { substitute: { DOMAIN: example.org } }\n'),
    'a/config.yaml': config('a', '{ host: "a.${DOMAIN}" }'),
    'clusters/prod/b.yaml': kustomization('b', '  postBuild: { substitute: { DOMAIN: example.org } }\n'),
    'b/config.yaml': config('b', '{ host: "b.${DOMAIN}" }'),
  };
  const ingress = (host: string) => `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: web, namespace: default }
spec: { rules: [{ host: "${host}" }] }
`;
  it('finds a name that a sibling substitutes', async () => {
    expect(await of({ ...siblings, 'apps/web.yaml': ingress('web.${DOMAIN}') }, /FX888/)).toEqual([
      'warning apps/web.yaml:4 Kustomization "apps" has no postBuild, and its objects read ${DOMAIN}: Flux leaves the text as it is; give it the postBuild of "a"; or write $${ where another program reads the text',
    ]);
  });
  it('says nothing where most have no postBuild: something else gives them their vars', async () => {
    const files = {
      ...siblings,
      'clusters/prod/c.yaml': kustomization('c'),
      'c/web.yaml': ingress('c.${DOMAIN}').replace('name: web', 'name: c'),
      'apps/web.yaml': ingress('web.${DOMAIN}'),
    };
    expect(await of(files, /FX888/)).toEqual([]);
  });
  it('leaves names of others, and texts that a program reads', async () => {
    expect(await of({ ...siblings, 'apps/web.yaml': ingress('web.${OTHER}') }, /FX888/)).toEqual([]);
    expect(
      await of({ ...siblings, 'apps/run.yaml': config('run', '{ "run.sh": "echo ${DOMAIN}" }') }, /FX888/),
    ).toEqual([]);
  });
});

describe('versions of CRDs that their project gave up', () => {
  it('advises on them', async () => {
    const issuer = (version: string) => `apiVersion: cert-manager.io/${version}
kind: ClusterIssuer
metadata: { name: main }
spec: { selfSigned: {} }
`;
    expect(await of({ ...prod, 'apps/issuer.yaml': issuer('v1alpha2') }, /FX887/)).toEqual([
      'notice apps/issuer.yaml:1 ClusterIssuer has the apiVersion cert-manager.io/v1alpha2, and the newest CRD that is known serves v1; write apiVersion: cert-manager.io/v1, if the version that you run has it: kubectl explain clusterissuer',
    ]);
    expect(await of({ ...prod, 'apps/issuer.yaml': issuer('v1') }, /FX887/)).toEqual([]);
  });
});

it('finds a dependency that no file makes, also where a part is not seen', async () => {
  const files = (name: string): Files => ({
    ...partial,
    'clusters/prod/web.yaml': kustomization('web', `  dependsOn: [{ name: ${name} }]\n`),
    'apps/config.yaml': config('a', '{ a: b }'),
    'web/config.yaml': config('b', '{ a: b }'),
  });
  expect(await of(files('infrastructure'), /FX307|FX63/)).toEqual([
    'notice clusters/prod/web.yaml:11 Kustomization/web depends on Kustomization/infrastructure in namespace "flux-system", which nothing here makes: it doesn\'t start before that is ready; correct the name; there is "apps", "flux-system", "other"',
  ]);
  expect(await of(files('apps'), /FX307|FX63/)).toEqual([]);
});

describe('names that only one object can be meant by', () => {
  const object = (kind: string, name: string, namespace: string, rest = '') =>
    `apiVersion: v1\nkind: ${kind}\nmetadata: { name: ${name}, namespace: ${namespace} }\n${rest}`;
  const repository = (secret: string) => `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: app, namespace: web }
spec: { interval: 1m, url: https://github.com/acme/app, secretRef: { name: ${secret} } }
`;
  const store = `apiVersion: external-secrets.io/v1
kind: ClusterSecretStore
metadata: { name: vault }
spec:
  provider:
    vault:
      server: http://vault
      auth: { tokenSecretRef: { namespace: vault, name: token, key: token } }
`;
  const at = (...objects: readonly string[]) => ({
    ...partial,
    'apps/all.yaml': [NAMESPACE, ...objects].join('---\n'),
  });

  it('are credentials of Flux, and nothing else reads them', async () => {
    const secret = object(
      'Secret',
      'secret-basic-auth',
      'web',
      'type: kubernetes.io/basic-auth\nstringData: { username: a, password: b }\n',
    );
    const reader = object(
      'Pod',
      'a',
      'web',
      'spec: { containers: [{ name: a, image: a:1, envFrom: [{ secretRef: { name: secret-basic-auth } }] }] }\n',
    );
    expect(await of(at(secret, repository('git-basic-auth')), /FX630/)).toEqual([
      'warning apps/all.yaml:14 GitRepository/app names Secret/git-basic-auth in namespace "web", which nothing makes; correct the name; did you mean "secret-basic-auth"?',
    ]);
    expect(await of(at(secret, reader, repository('git-basic-auth')), /FX630/)).toEqual([]);
    expect(await of(at(secret, repository('token')), /FX630/)).toEqual([]);
  });

  it('are of the same name in another namespace', async () => {
    const secret = object('Secret', 'token', 'stores', 'stringData: { token: a }\n');
    expect(await of(at(secret, store), /FX630/)).toEqual([
      'warning apps/all.yaml:17 ClusterSecretStore/vault names Secret/token in namespace "vault", which nothing makes; give the reference the namespace "stores"',
    ]);
    const copied = secret.replace(
      'namespace: stores',
      'namespace: stores, annotations: { reflector.v1.k8s.emberstack.com/reflection-allowed: "true" }',
    );
    expect(await of(at(copied, store), /FX630/)).toEqual([]);
    const certificate = `apiVersion: cert-manager.io/v1
kind: Certificate
metadata: { name: token, namespace: stores }
spec:
  secretName: token
  secretTemplate: { annotations: { reflector.v1.k8s.emberstack.com/reflection-allowed: "true" } }
  issuerRef: { name: main, kind: ClusterIssuer }
`;
    expect(await of(at(certificate, store), /FX630/)).toEqual([]);
  });

  it('are a Role that nothing else binds, and an account of Flux with its words turned', async () => {
    const role =
      'apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: { name: backup, namespace: web }\nrules: []\n';
    const binding = `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: backup, namespace: web }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: backup-exec }
subjects: []
`;
    expect(await of(at(role, binding), /FX630/)).toEqual([
      'warning apps/all.yaml:13 RoleBinding/backup names Role/backup-exec in namespace "web", which nothing makes; correct the name; did you mean "backup"?',
    ]);
    const tenant = kustomization('apps', '  serviceAccountName: sa-tenant-dev\n').replace(
      'flux-system\n',
      'flux-system\n',
    );
    const account = object('ServiceAccount', 'tenant-sa-dev', 'flux-system');
    expect(
      await of({ ...prod, 'clusters/prod/apps.yaml': tenant, 'clusters/prod/account.yaml': account }, /FX630/),
    ).toEqual([
      expect.stringMatching(
        /^warning clusters\/prod\/apps.yaml:\d+ Kustomization\/apps names ServiceAccount\/sa-tenant-dev in namespace "flux-system", which nothing makes; correct the name; did you mean "tenant-sa-dev"\?$/,
      ),
    ]);
  });
});
