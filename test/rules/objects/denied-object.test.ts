import { ConfigMap } from 'fluxspan';
import { describe, expect, it } from 'vitest';
import { addon, diagnosticsOf } from '../../support/synthesize.js';
import { all, type Build, made } from '../account-programs.js';
import { deployment, noLoadBalancers, policy, rules, service } from '../policy-programs.js';

/** What synth says of objects where the policies are in an earlier stage. */
const said = (policies: Build, objects: Build, options: object = {}, settings: object = {}) =>
  diagnosticsOf({
    first: [addon('policies', { build: policies })],
    second: [addon('web', { namespace: 'web', createNamespace: true, build: objects, ...options }, settings)],
  }).filter(({ code }) => code === 'FX807');
const found = (...given: Parameters<typeof said>) =>
  said(...given).map(({ severity, message }) => `${severity} ${message}`);

const of = (expression: string, more: object = {}, binding: object = {}) =>
  policy('p', { validations: [{ expression }], ...more }, binding);
const lb = service('lb', { type: 'LoadBalancer' });
const DENIED = ['error ValidatingAdmissionPolicy "p" denies Service/lb in web: failed expression: false'];

describe('an object that a policy denies', () => {
  it('is reported with the words of the policy, once for all objects of an addon', () => {
    const objects = all(lb, service('other', { type: 'LoadBalancer' }), service('inside'));
    const [first, ...others] = said(noLoadBalancers, objects);
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      severity: 'error',
      message: 'ValidatingAdmissionPolicy "no-lb" denies Service/lb in web: tenants may not make load balancers',
      notes: expect.arrayContaining([
        'spec.validations[0] of the policy, by its binding "no-lb"',
        'the same goes for Service/other',
      ]),
      at: { addon: 'web', object: 'Service/lb' },
    });
  });

  it.each([
    ['by its message', { message: 'no' }, 'no'],
    ['by an expression for its message', { messageExpression: "'no ' + object.metadata.name", message: 'no' }, 'no lb'],
    ['by its message where that expression fails', { messageExpression: 'object.spec.no', message: 'no' }, 'no'],
    ['by the expression', {}, "failed expression: object.spec.type != 'LoadBalancer'"],
  ])('is named %s', (_, more, words) => {
    const validations = [{ expression: "object.spec.type != 'LoadBalancer'", ...more }];
    expect(found(policy('p', { validations }), lb)).toEqual([
      `error ValidatingAdmissionPolicy "p" denies Service/lb in web: ${words}`,
    ]);
  });

  it.each([
    ["!('team' in object.metadata.labels)", true],
    ['!has(object.metadata.annotations)', true],
    ["object.metadata.?annotations['a'].orValue('none') == 'none'", true],
    ["object.metadata.labels['kustomize.toolkit.fluxcd.io/name'] == 'web'", true],
    ['object.spec.ports.all(p, p.port < 1024)', true],
    ["request.operation == 'CREATE' && request.namespace == 'web' && oldObject == null", true],
    ["request.userInfo.username.startsWith('system:serviceaccount:flux-system:')", true],
    ["'system:serviceaccounts' in request.userInfo.groups", true],
    ["namespaceObject.metadata.labels['kubernetes.io/metadata.name'] == 'web'", true],
    ['!has(namespaceObject.metadata.labels.team)', true],
    ["object.metadata.name.matches('^l[bc]$')", true],
    ["quantity('1Gi').isGreaterThan(quantity('1Mi'))", true],
  ])('is judged as the API server does: %s', (expression, holds) => {
    expect(found(of(expression), lb)).toEqual([]);
    expect(found(of(`!(${expression})`), lb)).toHaveLength(holds ? 1 : 0);
  });

  it.each([
    ['has a default that is not written', 'has(object.spec.sessionAffinity)'],
    ['is filled in by Kubernetes', 'object.spec.ports.all(p, has(p.protocol))'],
    ['asks who may do what', "authorizer.group('').resource('pods').check('get').allowed()"],
    ['asks whether it is tried', '!request.dryRun'],
    ['looks at other facts of the Namespace', 'has(namespaceObject.status)'],
    ['looks at all fields', 'object.spec.size() > 10'],
    ['fails', 'object.spec.no.way'],
    ['is not read', 'object.spec.'],
  ])("isn't said to be denied where the expression %s", (_, expression) => {
    expect(found(of(expression), lb)).toEqual([]);
    expect(found(of(`!(${expression})`), lb)).toEqual([]);
  });

  it("isn't judged where its loops would take for ever", () => {
    const ports = (count: number) =>
      service('lb', { ports: Array.from({ length: count }, (_, at) => ({ name: `p${at}`, port: at + 1 })) });
    const loops =
      'object.spec.ports.all(a, object.spec.ports.all(b, object.spec.ports.all(c, a.port < b.port + c.port)))';
    expect(found(of(`${loops} && false`), ports(2))).toHaveLength(1);
    expect(found(of(`${loops} && false`), ports(100))).toEqual([]);
  });

  it('counts what is unknown on one side only where it matters', () => {
    expect(found(of('has(object.spec.sessionAffinity) && false'), lb)).toHaveLength(1);
    expect(found(of('false && has(object.spec.sessionAffinity)'), lb)).toHaveLength(1);
    expect(found(of('has(object.spec.sessionAffinity) || true'), lb)).toEqual([]);
    expect(found(of("['a'].exists(x, has(object.spec.sessionAffinity))"), lb)).toEqual([]);
  });

  it('knows variables, and conditions that leave an object out', () => {
    const variables = [
      { name: 'type', expression: 'object.spec.type' },
      { name: 'isLb', expression: "variables.type == 'LoadBalancer'" },
      { name: 'broken', expression: 'object.spec.no.way' },
    ];
    expect(found(of('!variables.isLb', { variables }), lb)).toHaveLength(1);
    expect(found(of('!variables.broken', { variables }), lb)).toEqual([]);
    const matchConditions = (expression: string) => ({ matchConditions: [{ name: 'a', expression }] });
    expect(found(of('false', matchConditions("object.metadata.name == 'lb'")), lb)).toEqual(DENIED);
    expect(
      found(of('false', matchConditions("!('system:serviceaccounts:flux-system' in request.userInfo.groups)")), lb),
    ).toEqual([]);
    expect(found(of('false', matchConditions('object.spec.no.way')), lb)).toEqual([]);
  });

  it.each([
    ['of another kind', { matchConstraints: rules(['configmaps']) }, {}],
    ['of another group', { matchConstraints: rules(undefined, { apiGroups: ['apps'] }) }, {}],
    [
      'of another version, to which the API server converts',
      { matchConstraints: rules(undefined, { apiVersions: ['v2'] }) },
      {},
    ],
    ['that is updated', { matchConstraints: rules(undefined, { operations: ['UPDATE'] }) }, {}],
    ['of the cluster', { matchConstraints: rules(undefined, { scope: 'Cluster' }) }, {}],
    ['of another name', { matchConstraints: rules(undefined, { resourceNames: ['no'] }) }, {}],
    ['of a subresource', { matchConstraints: rules(['services/status']) }, {}],
    ['that is excluded', { matchConstraints: { ...rules(), excludeResourceRules: rules().resourceRules } }, {}],
    [
      'of other namespaces',
      { matchConstraints: { ...rules(), namespaceSelector: { matchLabels: { team: 'a' } } } },
      {},
    ],
    ['with other labels', { matchConstraints: { ...rules(), objectSelector: { matchLabels: { team: 'a' } } } }, {}],
    [
      'of other namespaces, by the binding',
      {},
      { matchResources: { namespaceSelector: { matchLabels: { team: 'a' } } } },
    ],
    ['that is only warned of', {}, { validationActions: ['Warn', 'Audit'] }],
    ['of another policy', {}, { policyName: 'other' }],
    ['with parameters', { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } }, { paramRef: { name: 'a' } }],
  ])("isn't one %s", (_, spec, binding) => {
    expect(found(of('false', spec, binding), lb)).toEqual([]);
  });

  it.each([
    ['all resources', rules(['*'])],
    ['all resources and subresources', rules(['*/*'])],
    ['its subresources, too', rules(['services/*'])],
    ['all groups', rules(undefined, { apiGroups: ['*'], apiVersions: ['v1'], operations: ['*'], scope: 'Namespaced' })],
    ['its namespace', { ...rules(), namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'web' } } }],
    [
      'what lacks a label',
      { ...rules(), objectSelector: { matchExpressions: [{ key: 'team', operator: 'DoesNotExist' }] } },
    ],
  ])('is one of %s', (_, matchConstraints) => {
    expect(found(of('false', { matchConstraints }), lb)).toHaveLength(1);
  });

  it('is a Namespace, by its own labels, and nothing in a namespace that is not known', () => {
    const selector = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'web' } } };
    const namespaces = of('false', { matchConstraints: rules(['namespaces']) });
    expect(found(namespaces, lb)).toEqual([
      'error ValidatingAdmissionPolicy "p" denies Namespace/web: failed expression: false',
    ]);
    const elsewhere = service('far', { type: 'LoadBalancer' }, { namespace: 'kube-system' });
    expect(found(of('false', { matchConstraints: { ...rules(), ...selector } }), elsewhere)).toEqual([]);
  });

  it('is a pod of a workload, which only an event tells', () => {
    const limits = 'object.spec.containers.all(c, has(c.securityContext) && c.securityContext.privileged == true)';
    const pods = (expression: string) => of(expression, { matchConstraints: rules(['pods']) });
    const [first] = said(
      pods("object.spec.containers.all(c, c.image.startsWith('registry.example.org/'))"),
      deployment('web'),
    );
    expect(first?.message).toBe(
      'ValidatingAdmissionPolicy "p" denies the pods of Deployment/web in web: failed expression: object.spec.containers.all(c, c.image.startsWith(\'registry.example.org/\'))',
    );
    expect(first?.notes).toContain('only an event of its controller says so: Flux waits for pods that never come');
    // Kubernetes fills these in, or adds to them.
    expect(found(pods(limits), deployment('web'))).toEqual([]);
    expect(found(pods('!has(object.spec.volumes)'), deployment('web'))).toEqual([]);
    expect(found(pods("request.userInfo.username == 'me'"), deployment('web'))).toEqual([]);
  });

  it('is judged with what its Kustomization adds, and not where that changes it', () => {
    const labelled = of("object.metadata.labels['team'] == 'claims'");
    expect(found(labelled, lb)).toEqual([]);
    expect(found(labelled, lb, {}, { kustomization: { commonMetadata: { labels: { team: 'claims' } } } })).toEqual([]);
    expect(found(labelled, lb, {}, { kustomization: { commonMetadata: { labels: { team: 'other' } } } })).toHaveLength(
      1,
    );
    expect(
      found(of('false'), lb, {}, { kustomization: { patches: [{ patch: '[]', target: { kind: 'Service' } }] } }),
    ).toEqual([]);
  });

  it('is judged with its namespace, where Flux moves it', () => {
    const outside = of("object.metadata.namespace == 'web'");
    const far = service('far', { type: 'LoadBalancer' }, { namespace: 'kube-system' });
    expect(found(outside, far)).toEqual([
      'error ValidatingAdmissionPolicy "p" denies Service/far in kube-system: failed expression: object.metadata.namespace == \'web\'',
    ]);
    expect(found(outside, far, {}, { kustomization: { targetNamespace: 'web' } })).toEqual([]);
  });

  it('is a warning where it may be there before the policy, and a notice where others may change it', () => {
    const onCreate = of('false', { matchConstraints: rules(undefined, { operations: ['CREATE'] }) });
    expect(found(onCreate, lb, { requires: ['policies'] })[0]).toMatch(/^error /);
    expect(found(onCreate, lb)[0]).toMatch(/^warning /);
    const admission = (kind: string, spec: object): Build =>
      made('admissionregistration.k8s.io/v1', `ValidatingAdmissionPolicy${kind}`, 'p', undefined, { spec });
    const split = diagnosticsOf({
      first: [
        addon('policies', {
          build: admission('', {
            matchConstraints: rules(undefined, { operations: ['CREATE'] }),
            validations: [{ expression: 'false' }],
          }),
        }),
        addon('bindings', { build: admission('Binding', { policyName: 'p', validationActions: ['Deny'] }) }),
      ],
      second: [addon('web', { build: lb, requires: ['policies'] })],
    });
    expect(split.find(({ code }) => code === 'FX807')?.severity).toBe('warning');
    const both = diagnosticsOf({ all: [addon('one', { build: onCreate }), addon('web', { build: lb })] });
    expect(both.find(({ code }) => code === 'FX807')?.severity).toBe('warning');
    const mutating = made('admissionregistration.k8s.io/v1', 'MutatingWebhookConfiguration', 'm', undefined, {
      webhooks: [],
    });
    expect(found(of('false'), all(lb, mutating))[0]).toMatch(/^notice /);
  });

  it('is nothing whose text only the cluster knows', () => {
    const vars =
      (name: string): Build =>
      (scope) => {
        new ConfigMap(scope, name, { name, data: { host: '${HOST}', port: '80' } });
      };
    const onData = (expression: string) => of(expression, { matchConstraints: rules(['configmaps']) });
    const settings = { kustomization: { postBuild: { substitute: { HOST: 'a' } } } };
    expect(found(onData("object.data.host == 'b'"), vars('settings'), {}, settings)).toEqual([]);
    expect(found(onData("object.data.port == '443'"), vars('settings'), {}, settings)).toHaveLength(1);
  });

  it('is judged by parameters that the tree has', () => {
    const allowed = (data: object): Build => made('v1', 'ConfigMap', 'allowed', 'web', { data });
    const byParams = (expression: string, paramRef: object = { name: 'allowed', namespace: 'web' }) =>
      of(expression, { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } }, { paramRef });
    const expression = "params.data.types.split(' ').exists_one(one, one == object.spec.type)";
    const judged = (data: object, paramRef?: object) => found(byParams(expression, paramRef), all(lb, allowed(data)));
    expect(judged({ types: 'ClusterIP NodePort' })).toHaveLength(1);
    expect(judged({ types: 'ClusterIP LoadBalancer' })).toEqual([]);
    // In the namespace of the object, if the binding names none.
    expect(judged({ types: 'ClusterIP' }, { name: 'allowed' })).toHaveLength(1);
    for (const paramRef of [{ name: 'other' }, { name: 'allowed', namespace: 'other' }, { selector: {} }])
      expect(judged({ types: 'ClusterIP' }, paramRef)).toEqual([]);
    // Something else may add the key.
    expect(judged({})).toEqual([]);
  });

  it('has other rights and another name with an account', () => {
    const mine = of("request.userInfo.username != 'system:serviceaccount:flux-system:team'");
    const settings = { kustomization: { serviceAccountName: 'team' } };
    expect(found(mine, lb, {}, settings)).toHaveLength(1);
    expect(found(mine, lb)).toEqual([]);
  });
});
