import { describe, expect, it } from 'vitest';
import { auditOf, bootstrapped, config, type Files, found, kustomization } from './repository.js';

const prod = bootstrapped('prod');
const messagesOf = async (files: Files, code: string) =>
  (await auditOf(files)).findings.filter((one) => one.code === code).map(({ message }) => message);

describe('one ResourceSet that two Kustomizations apply', () => {
  const set = (name: string) => `apiVersion: fluxcd.controlplane.io/v1
kind: ResourceSet
metadata: { name: ${name}, namespace: flux-system }
spec:
  resources:
    - apiVersion: v1
      kind: ConfigMap
      metadata: { name: made, namespace: flux-system }
`;
  const files = (second: string) => ({
    ...prod,
    'clusters/prod/a.yaml': kustomization('a'),
    'clusters/prod/b.yaml': kustomization('b'),
    'a/set.yaml': set('one'),
    'b/set.yaml': set(second),
  });

  it('has two owners, and what it makes has one', async () => {
    expect(await messagesOf(files('one'), 'FX302')).toEqual([
      'Kustomization "a" and Kustomization "b" both make ResourceSet/one in namespace "flux-system"',
    ]);
    expect(await messagesOf(files('two'), 'FX302')).toEqual([
      'ResourceSet/two of Kustomization "b" makes ConfigMap/made in namespace "flux-system", and so does ResourceSet/one of Kustomization "a": the Flux Operator and the other set take it from each other, and the first that loses it deletes it',
    ]);
  });

  it('takes what it makes from a Kustomization that makes it too', async () => {
    const made = { 'a/made.yaml': config('made', '{ a: b }').replace('default', 'flux-system') };
    expect(await messagesOf({ ...files('one'), ...made }, 'FX302')).toContain(
      'ResourceSet/one of Kustomization "a" makes ConfigMap/made in namespace "flux-system", and so does Kustomization "a": the Flux Operator and Flux take it from each other, and the first that loses it deletes it',
    );
  });
});

describe('a var that one of two clusters supplies', () => {
  const postBuild = (vars: string) => kustomization('apps', `  postBuild: { substitute: { ${vars} } }\n`);
  const files = (staging: string): Files => ({
    ...prod,
    ...bootstrapped('staging'),
    'clusters/prod/apps.yaml': postBuild('HOST: a, ZONE: b'),
    'clusters/staging/apps.yaml': postBuild(staging),
    'apps/web.yaml': config('web', '{ a: "${HOST}", b: "${ZONE}" }'),
  });

  it('is missing in the other one, which the message names', async () => {
    const { findings } = await auditOf(files('ZONE: b'));
    expect(findings.filter(({ code }) => code === 'FX842')).toMatchObject([
      {
        message:
          'nothing supplies ${HOST} to Kustomization "apps" of cluster "staging": Flux 2.9 fails, and earlier versions put in an empty text',
        notes: ['data.a of ConfigMap/web reads it', 'cluster "prod" supplies it'],
        clusters: ['staging'],
      },
    ]);
  });

  it('names no cluster where all lack it', async () => {
    const both = { ...files('ZONE: b'), 'clusters/prod/apps.yaml': postBuild('ZONE: b') };
    expect(await messagesOf(both, 'FX842')).toEqual([
      'nothing supplies ${HOST} to Kustomization "apps": Flux 2.9 fails, and earlier versions put in an empty text',
    ]);
  });
});

describe('a value whose quotes are vars', () => {
  const files = (postBuild: string, object: string): Files => ({
    ...prod,
    'clusters/prod/apps.yaml': kustomization('apps', `  postBuild: ${postBuild}\n`),
    'apps/web.yaml': object,
  });
  const open = 'substituteFrom: [{ kind: Secret, name: vars }]';
  const list = 'LIST: "[\\n  { name: a },\\n  { name: b }\\n]\\n"';

  it('is valid with its defaults, also where a Secret that is elsewhere may supply them', async () => {
    const object = config('web', '\n  list: "${q:=\'}${LIST}${q:=\'}"');
    expect(await found(files(`{ substitute: { ${list} }, ${open} }`, object), /FX856/)).toEqual([]);
    expect(await found(files(`{ substitute: { ${list} } }`, object), /FX856/)).toEqual([]);
  });

  it('is an error with a default that breaks it', async () => {
    const object = config('web', '\n  list: "${LIST}${q:=:}"');
    expect(await found(files(`{ substitute: { ${list} }, ${open} }`, object), /FX856/)).toEqual([
      'error FX856 apps/web.yaml:5',
    ]);
  });

  it('arrives in a Kustomization with its quotes', async () => {
    const inner = kustomization(
      'inner',
      "  postBuild: { substitute: { OF: \"${q:='}${LIST}${q:='}\", none: '[]' } }\n",
    );
    const layered = {
      ...files(`{ substitute: { ${list} }, ${open} }`, inner),
      'inner/web.yaml': config('web', '\n  list: "${OF:=${none}}"'),
    };
    expect(await found(layered, /FX856/)).toEqual([]);
  });
});

const release = (spec: string) => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: web, namespace: default }
spec:
  interval: 10m
  chartRef: { kind: OCIRepository, name: web }
${spec}`;
const apps = (more: Files): Files => ({ ...prod, 'clusters/prod/apps.yaml': kustomization('apps'), ...more });

it('says that targetPath wins in a list, as a notice', async () => {
  const values = (path: string) =>
    apps({
      'apps/web.yaml': release(
        `  valuesFrom: [{ kind: Secret, name: web, valuesKey: url, targetPath: "${path}" }]\n  values: { db: { host: a }, hooks: [{ url: EXAMPLE }] }\n`,
      ),
    });
  expect(await found(values('hooks[0].url'), /FX619/)).toEqual(['notice FX619 apps/web.yaml:7']);
  expect(await messagesOf(values('hooks[0].url'), 'FX619')).toEqual([
    'the value "hooks[0].url" is set inline and by targetPath, which always wins in a list',
  ]);
  expect(await found(values('db.host'), /FX619/)).toEqual(['error FX619 apps/web.yaml:7']);
});

const external = (spec: string) => `apiVersion: external-secrets.io/v1
kind: ExternalSecret
metadata: { name: web, namespace: default }
spec:
${spec}`;

it('says of a backslash in a template what Go says', async () => {
  const template = `  target:
    template:
      data:
        a: |
          { "x": "{{ index . \\"user\\" }}" }
  data: [{ secretKey: user, remoteRef: { key: user } }]
`;
  expect(await messagesOf(apps({ 'apps/web.yaml': external(template) }), 'FX656')).toEqual([
    'ExternalSecret/web: the template of "a" isn\'t one that Go can parse: unexpected "\\\\" in operand',
  ]);
});

it('takes a Secret that a ClusterExternalSecret writes for one that is there', async () => {
  const shared = (selectors: string) =>
    apps({
      'apps/web.yaml': release('  valuesFrom: [{ kind: Secret, name: shared }]\n'),
      'apps/other.yaml': external('  target: { name: shared }\n').replaceAll('default', 'other'),
      'apps/shared.yaml': `apiVersion: external-secrets.io/v1
kind: ClusterExternalSecret
metadata: { name: shared, namespace: other }
spec: { ${selectors}, externalSecretSpec: { data: [] } }
`,
    });
  expect(await found(shared('namespaceSelectors: [{ matchLabels: {} }]'), /FX610/)).toEqual([]);
  expect(await found(shared('namespaces: [more]'), /FX610/)).toEqual(['notice FX610 apps/web.yaml:7']);
});

it('lets others write a Secret that an ExternalSecret fetches once', async () => {
  const both = (policy: string) =>
    apps({
      'apps/web.yaml': external(`  refreshPolicy: ${policy}\n  target: { name: tls, creationPolicy: Orphan }\n`),
      'apps/tls.yaml': `apiVersion: cert-manager.io/v1
kind: Certificate
metadata: { name: tls, namespace: default }
spec: { secretName: tls, issuerRef: { name: a }, dnsNames: [a.example] }
`,
    });
  expect(await found(both('CreatedOnce'), /FX635/)).toEqual([]);
  expect(await found(both('Periodic'), /FX635/)).toEqual(['notice FX635 apps/tls.yaml:4']);
});

describe('an ExternalArtifact', () => {
  const files = (more: Files): Files => ({
    ...prod,
    'clusters/prod/apps.yaml': kustomization('apps').replace('kind: GitRepository', 'kind: ExternalArtifact'),
    ...more,
  });
  const instance = (components: string) => ({
    'clusters/prod/instance.yaml': `apiVersion: fluxcd.controlplane.io/v1
kind: FluxInstance
metadata: { name: flux, namespace: flux-system }
spec: { distribution: { version: 2.x, registry: ghcr.io/fluxcd }, components: [${components}] }
`,
  });

  it('needs a gate that comes with the source-watcher', async () => {
    const gate = ['notice FX664 clusters/prod/apps.yaml:10'];
    expect(await found(files({}), /FX664/)).toEqual(gate);
    expect(await found(files(instance('source-controller')), /FX664/)).toEqual(gate);
    expect(await found(files(instance('source-controller, source-watcher')), /FX664/)).toEqual([]);
  });
});

describe('a Service that nothing makes', () => {
  const ingress = `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: web, namespace: web }
spec: { defaultBackend: { service: { name: web, port: { number: 80 } } } }
---
apiVersion: v1
kind: Namespace
metadata: { name: web }
`;
  const application = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: root, namespace: argocd }
spec:
  project: default
  source: { repoURL: https://github.com/acme/fleet, path: apps, targetRevision: main }
  destination: { server: https://kubernetes.default.svc, namespace: argocd }
`;

  it('may come from an Application of Argo CD', async () => {
    const files = { ...prod, 'clusters/prod/web.yaml': kustomization('web'), 'web/web.yaml': ingress };
    expect(await found(files, /FX630/)).toEqual(['error FX630 web/web.yaml:4']);
    expect(await found({ ...files, 'web/root.yaml': application }, /FX630/)).toEqual([]);
  });
});

describe('a var that only a comment of a script reads', () => {
  const files = (flux: string, script: string) => ({
    ...prod,
    'clusters/prod/flux-system/gotk-components.yaml': `# Flux Version: v${flux}.0\n`,
    'clusters/prod/apps.yaml': kustomization('apps', '  postBuild: { substitute: { domain: example.org } }\n'),
    'apps/script.yaml': config('script', `\n  run.sh: |\n    # \${HOME} is escaped\n    ${script}`),
  });

  it('is a notice unless Flux fails without it', async () => {
    expect(await found(files('2.8', 'curl ${domain}'), /FX842/)).toEqual(['notice FX842 apps/script.yaml:5']);
    expect(await found(files('2.9', 'curl ${domain}'), /FX842/)).toEqual(['error FX842 apps/script.yaml:5']);
    expect(await found(files('2.8', 'ls ${HOME}${domain}'), /FX842/)).toEqual(['error FX842 apps/script.yaml:5']);
  });
});

describe('a file of SOPS without decryption', () => {
  const secret = (keys: string) => `apiVersion: v1
kind: Secret
metadata: { name: db, namespace: default }
stringData: { password: "ENC[AES256_GCM,data:cGFzcw==,iv:aXY=,tag:dGFn,type:str]" }
sops:
  ${keys}
  mac: "ENC[AES256_GCM,data:bWFj,iv:aXY=,tag:dGFn,type:str]"
  encrypted_regex: ^(data|stringData)$
  version: 3.10.2
`;
  const fixesOf = async (files: Files) =>
    (await auditOf({ ...prod, 'clusters/prod/web.yaml': kustomization('web'), ...files })).findings.flatMap(
      ({ code, fix }) => (code === 'FX646' ? [fix] : []),
    );

  it('needs a Secret only for keys that are in one', async () => {
    expect(await fixesOf({ 'web/db.yaml': secret('gcp_kms: [{ resource_id: a }]') })).toEqual([
      "Add decryption: { provider: 'sops' } to the spec of the Kustomization, and let the account of kustomize-controller use the key of Google Cloud KMS; if the Flux Operator makes it, by a patch in spec.kustomize.patches of the FluxInstance",
    ]);
    expect(await fixesOf({ 'web/db.yaml': secret('age: [{ recipient: a }]') })).toEqual([
      expect.stringContaining("secretRef: { name: 'sops-age' }"),
    ]);
  });

  it('is not told where another parent gives its Kustomization decryption', async () => {
    const again = kustomization('web', '  decryption: { provider: sops }\n');
    const files = { 'web/db.yaml': secret('age: [{ recipient: a }]'), 'apps/web.yaml': again };
    expect(await fixesOf({ ...files, 'clusters/prod/apps.yaml': kustomization('apps') })).toEqual([]);
  });
});
