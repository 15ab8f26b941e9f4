import {
  type AddonInstance,
  ClusterSecretStore,
  type Diagnostic,
  FluxApp,
  FluxCluster,
  gitSource,
  ociSource,
  tenant,
} from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { addon } from '../support/synthesize.js';

const lockedDown = {
  version: '2.9',
  noCrossNamespaceRefs: true,
  defaultServiceAccount: 'default',
  noRemoteBases: true,
} as const;

const source = gitSource({
  url: 'https://github.com/acme/claims',
  ref: { branch: 'main' },
  secretRef: { name: 'git', external: true },
});

const synth = (...addons: readonly AddonInstance[]) =>
  synthCluster(new FluxCluster(new FluxApp(), 'dev', { flux: lockedDown }).stage('tenants', addons));

const linesOf = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.map(({ severity, code, message, at }) => `${severity} ${code} ${at.path ?? ''}: ${message}`);

/** What a cluster finds in options that a compiler would refuse. */
const problemsOf = (options: object) => linesOf(synth(tenant(options as never)).diagnostics);

const kindsIn = (files: Readonly<Record<string, string>>, name: string) =>
  Object.keys(files)
    .filter((path) => path.startsWith(`tenants/dev/${name}/`))
    .map((path) => path.slice(`tenants/dev/${name}/`.length, -'.yaml'.length));

const objectOf = (result: ReturnType<typeof synth>, kind: string, name: string, namespace?: string) =>
  result.objects.find(
    (one) =>
      one['kind'] === kind &&
      (one['metadata'] as { name: string }).name === name &&
      (namespace === undefined || (one['metadata'] as { namespace?: string }).namespace === namespace),
  ) as
    | undefined
    | { readonly metadata: object; readonly spec: Record<string, unknown>; readonly [field: string]: unknown };

describe('a tenant', () => {
  it('is a whole team in one declaration', () => {
    const result = synth(
      tenant({
        name: 'claims',
        description: 'Insurance claims',
        groups: 'claims-developers',
        source,
        path: './deploy',
        quota: { 'requests.cpu': '4', 'limits.memory': '16Gi' },
        gateways: [{ name: 'public', namespace: 'ingress' }],
        stores: ['vault'],
        alerts: { type: 'slack', channel: 'claims', secretRef: { name: 'slack', external: true } },
        receiver: { type: 'github', events: ['push'], secretRef: { name: 'push', external: true } },
      }),
    );
    expect(linesOf(result.diagnostics)).toEqual([]);
    const tree = Object.entries(result.files).filter(([path]) => /^(tenants|clusters\/dev\/claims)/.test(path));
    expect(Object.fromEntries(tree)).toMatchSnapshot();
  });

  it('has one namespace with its name, an account, rights and bounds by default, and no Kustomization without a source', () => {
    const { files, diagnostics } = synth(tenant({ name: 'claims' }));
    expect(linesOf(diagnostics)).toEqual([]);
    expect(kindsIn(files, 'claims')).toEqual([
      'kustomization',
      'namespace',
      'network-policy',
      'resource-quota',
      'role-binding',
      'service-account',
    ]);
  });

  it('holds up nothing: neither its Kustomization nor the one that applies it waits', () => {
    const result = synth(tenant({ name: 'claims', source }));
    expect(objectOf(result, 'Kustomization', 'claims', 'flux-system')?.spec).toMatchObject({ wait: false });
    expect(objectOf(result, 'Kustomization', 'claims', 'claims')?.spec).toMatchObject({
      wait: false,
      timeout: '2m',
      serviceAccountName: 'reconciler',
      targetNamespace: 'claims',
    });
    expect(objectOf(result, 'GitRepository', 'claims')?.spec).toMatchObject({ interval: '1m' });
  });

  it('has bounds and rights in each of its namespaces, and no targetNamespace with several', () => {
    const result = synth(tenant({ name: 'claims', namespaces: ['claims', 'claims-batch'], groups: ['a'], source }));
    for (const namespace of ['claims', 'claims-batch']) {
      for (const [kind, name] of [
        ['NetworkPolicy', 'tenant'],
        ['ResourceQuota', 'tenant'],
        ['RoleBinding', 'reconciler'],
        ['RoleBinding', 'team'],
      ] as const)
        expect(objectOf(result, kind, name, namespace), `${kind}/${name} in ${namespace}`).toBeDefined();
    }
    expect(objectOf(result, 'RoleBinding', 'reconciler', 'claims-batch')?.['subjects']).toEqual([
      { kind: 'ServiceAccount', name: 'reconciler', namespace: 'claims' },
    ]);
    expect(objectOf(result, 'Kustomization', 'claims', 'claims')?.spec).not.toHaveProperty('targetNamespace');
    // Its account acts as those of its own namespaces alone.
    expect(linesOf(result.diagnostics).filter((line) => line.includes('FX805'))).toEqual([]);
    expect(JSON.stringify(objectOf(result, 'NetworkPolicy', 'tenant', 'claims')?.spec)).toContain(
      '"toolkit.fluxcd.io/tenant":"claims"',
    );
  });

  it('leaves out, replaces and extends each piece', () => {
    const result = synth(
      tenant({
        name: 'claims',
        source: ociSource({ url: 'oci://registry.example.org/claims', ref: { tag: 'latest' }, interval: '5m' }),
        quota: { 'services.nodeports': null, pods: 20 },
        limits: [{ type: 'Container', max: { cpu: '2' } }],
        networkPolicy: false,
        podSecurity: false,
        serviceAccount: 'claims-flux',
        keepClaims: false,
        kustomization: {
          interval: '5m',
          targetNamespace: null,
          patches: [{ patch: '[]', target: { kind: 'Service' } }],
        },
        namespaceLabels: { team: 'claims' },
        extend: (scope, { namespaces, labels }) => {
          new ClusterSecretStore(scope, 'store', {
            name: 'claims',
            labels,
            provider: { fake: { data: [] } },
            conditions: [{ namespaces: [...namespaces] }],
          });
        },
        requires: ['external-secrets.io'],
      }),
    );
    const { files } = result;
    expect(kindsIn(files, 'claims')).not.toContain('network-policy');
    expect(objectOf(result, 'ResourceQuota', 'tenant')?.spec).toEqual({
      hard: { pods: '20', 'services.loadbalancers': '0' },
    });
    expect(objectOf(result, 'LimitRange', 'tenant')?.spec).toEqual({
      limits: [{ type: 'Container', max: { cpu: '2' } }],
    });
    expect(objectOf(result, 'Namespace', 'claims')?.metadata).toMatchObject({
      labels: { team: 'claims', 'toolkit.fluxcd.io/tenant': 'claims' },
    });
    expect(JSON.stringify(objectOf(result, 'Namespace', 'claims'))).not.toContain('pod-security');
    expect(objectOf(result, 'OCIRepository', 'claims')?.spec).toMatchObject({ interval: '5m' });
    const { spec = {} } = objectOf(result, 'Kustomization', 'claims', 'claims') ?? {};
    expect(spec).toMatchObject({ interval: '5m', serviceAccountName: 'claims-flux' });
    expect(spec['patches']).toEqual([{ patch: '[]', target: { kind: 'Service' } }]);
    expect(spec).not.toHaveProperty('targetNamespace');
    expect(objectOf(result, 'ClusterSecretStore', 'claims')).toBeDefined();
  });

  it('gives containers the requests and limits that its quota asks of them', () => {
    const result = synth(tenant({ name: 'claims', quota: { cpu: 4, 'limits.memory': '8Gi' } }));
    expect(objectOf(result, 'LimitRange', 'tenant')?.spec).toEqual({
      limits: [{ type: 'Container', default: { memory: '256Mi' }, defaultRequest: { cpu: '100m' } }],
    });
  });

  it('binds a group to a role of its own', () => {
    const result = synth(
      tenant({ name: 'claims', groups: ['developers', { name: 'auditors', role: 'view' }], role: 'admin' }),
    );
    expect(objectOf(result, 'RoleBinding', 'team')).toMatchObject({
      roleRef: { kind: 'ClusterRole', name: 'admin' },
      subjects: [{ kind: 'Group', name: 'developers' }],
    });
    expect(objectOf(result, 'RoleBinding', 'team-view')).toMatchObject({
      roleRef: { kind: 'ClusterRole', name: 'view' },
      subjects: [{ kind: 'Group', name: 'auditors' }],
    });
  });

  it('without its Kustomization and source while it is offboarded: the account and its rights stay', () => {
    const receiver = { type: 'github', secretRef: { name: 'push', external: true } } as const;
    const options = { name: 'claims', source, receiver } as const;
    const { files } = synth(tenant(options));
    const { files: offboarded, diagnostics } = synth(tenant({ ...options, offboard: { reason: 'it moved' } }));
    expect(diagnostics.map(({ code }) => code)).toEqual(['FX815']);
    const left = kindsIn(offboarded, 'claims');
    expect(kindsIn(files, 'claims').filter((kind) => !left.includes(kind))).toEqual([
      'flux-kustomization',
      'git-repository',
      'receiver',
    ]);
    expect(offboarded['tenants/dev/claims/namespace.yaml']).toContain('prune: disabled');
  });

  it('lets go of its namespaces only where the code says so', () => {
    const offboard = { reason: 'it moved', deleteNamespaces: true };
    const { files } = synth(tenant({ name: 'claims', source, offboard }));
    expect(files['tenants/dev/claims/namespace.yaml']).toContain('prune: enabled');
  });
});

describe('a tenant with bad input is refused', () => {
  it.each([
    ['an empty group', { groups: '' }, ['error FX810 groups: a group of tenant "claims" is empty']],
    [
      'a group with a character that turns the text around',
      { groups: 'a\u202eb' },
      ['error FX810 groups: a group of tenant "claims" has an invisible character: "a\u202eb"'],
    ],
    [
      'an empty group of several',
      { groups: ['a', ''] },
      ['error FX810 groups[1]: a group of tenant "claims" is empty'],
    ],
    [
      'a group that cannot be seen',
      { groups: '\u200b' },
      ['error FX810 groups: a group of tenant "claims" is "\u200b"'],
    ],
    ['no group in a list', { groups: [] }, ['error FX810 groups: `groups` of tenant "claims" is an empty list']],
    [
      'a path that leaves the repository',
      { source, path: './deploy/../../other' },
      ['error FX810 path: `path` of tenant "claims" is "./deploy/../../other", which leaves its repository'],
    ],
    [
      'a path that starts at the root of a machine',
      { source, path: '/etc' },
      ['error FX810 path: `path` of tenant "claims" is "/etc", which leaves its repository'],
    ],
    [
      'a quota that is no quantity',
      { quota: { 'requests.cpu': '4 cores', pods: -1 } },
      [
        'error FX810 quota.pods: `quota` of tenant "claims" has -1 for pods, which is less than nothing',
        'error FX810 quota.requests.cpu: `quota` of tenant "claims" has "4 cores" for requests.cpu, which is no quantity',
      ],
    ],
    [
      'a role that does not exist',
      { role: 'editor' },
      ['error FX813 role: tenant "claims" has the ClusterRole "editor", which nothing in the tree makes'],
    ],
    ['a role of no form', { role: 3 }, ['error FX810 role: `role` of tenant "claims" is 3']],
    ['a misspelt option', { group: 'a' }, ['error FX810 group: tenant "claims" has no option "group"']],
    ['a path without a source', { path: './a' }, ['error FX810 path: tenant "claims" has `path` and no `source`']],
    [
      'pull secrets that are no references',
      { imagePullSecrets: ['registry'] },
      ['error FX810 imagePullSecrets: `imagePullSecrets` of tenant "claims" is ["registry"]'],
    ],
    [
      'another account for its Kustomization',
      { source, kustomization: { serviceAccountName: 'admin' } },
      [
        'error FX810 kustomization.serviceAccountName: `kustomization` of tenant "claims" takes no field "serviceAccountName"',
      ],
    ],
    [
      'a namespace twice',
      { namespaces: ['a', 'a', 'B'] },
      [
        'error FX810 namespaces[1]: the namespace "a" of tenant "claims" is listed twice',
        'error FX810 namespaces[2]: the namespace "B" of tenant "claims" is not a DNS label',
      ],
    ],
    [
      'an offboarding without a reason',
      { offboard: {} },
      ['error FX810 offboard: `offboard` of tenant "claims" has no reason'],
    ],
  ])('%s', (_, options, expected) => {
    expect(problemsOf({ name: 'claims', ...options })).toEqual(expected);
  });

  it('under a code of its own', () => {
    const { diagnostics } = synth(tenant({ name: 'claims', groups: '' }));
    expect(diagnostics.map(({ code }) => code)).toEqual(['FX810']);
  });

  it.each([
    'https://flux:hunter2-secret@github.com/acme/claims',
    'https://flux%3Ahunter2-secret@github.com/acme/claims',
    'flux:hunter2-secret@github.com/acme/claims',
    'https://github.com/acme/claims?access_token=hunter2-secret',
  ])('a source with credentials in its URL, which are never printed: %s', (url) => {
    const { diagnostics } = synth(tenant({ name: 'claims', source: gitSource({ url, ref: { branch: 'main' } }) }));
    expect(diagnostics.map(({ severity, code }) => `${severity} ${code}`)).toContain('error FX660');
    expect(JSON.stringify(diagnostics)).not.toContain('hunter2');
  });

  it('a namespace that two teams claim', () => {
    const { diagnostics } = synth(tenant({ name: 'blue' }), tenant({ name: 'green', namespaces: ['green', 'blue'] }));
    expect(linesOf(diagnostics).filter((line) => line.includes('FX811'))).toEqual([
      'error FX811 namespaces[1]: tenant "green" claims the namespace "blue", which tenant "blue" claims, too',
    ]);
  });

  it.each([
    ['flux-system', 'where Flux lives'],
    ['kube-system', 'which Kubernetes has for itself'],
    ['web', 'which addon "web" of the platform uses'],
  ])('a namespace of the platform: %s', (namespace, whose) => {
    const { diagnostics } = synth(
      addon('web', { namespace: 'web', createNamespace: true }),
      tenant({ name: 'claims', namespaces: [namespace] }),
    );
    const refused = linesOf(diagnostics).filter((line) => line.includes('FX811'));
    expect(refused).toEqual([
      `error FX811 namespaces[0]: tenant "claims" claims the namespace "${namespace}", ${whose}`,
    ]);
  });

  it('each at the line that declares it', () => {
    const { diagnostics } = synth(tenant({ name: 'claims', groups: '' }), tenant({ name: 'web', role: 'editor' }));
    expect(diagnostics.map(({ at }) => at.source)).toEqual(
      diagnostics.map(() => expect.stringMatching(/^test\/tenants\/tenant\.test\.ts:\d+$/)),
    );
    expect(diagnostics).toHaveLength(2);
  });
});
