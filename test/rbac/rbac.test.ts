import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { kubernetesVersions } from '../../src/declared/declared-cluster.js';
import { uncovered } from '../../src/rbac/covers.js';
import {
  defaultsOf,
  grantFault,
  identityOfAccount,
  identityOfUser,
  openRbac,
  type PolicyRule,
  printRules,
  type RbacObject,
  type ResourceRequest,
  resourceOf,
} from '../../src/rbac/index.js';
import { isBuiltInGroup } from '../../src/schema/kubernetes-groups.js';
import { parseYamlDocuments } from '../../src/yaml/parse-yaml.js';
import { root } from '../support/root.js';
import { randomRbac, rollDice, seededRandom } from './random-rbac.js';

const RBAC = 'rbac.authorization.k8s.io';
const who = identityOfAccount('claims', 'reconciler');

const object = (kind: string, name: string, fields: object, namespace?: string): RbacObject => ({
  kind,
  name,
  namespace,
  json: { apiVersion: `${RBAC}/v1`, kind, metadata: { name }, ...fields },
});
const role = (name: string, ...rules: readonly object[]) => object('Role', name, { rules }, 'claims');
const clusterRole = (name: string, labels: object, ...rules: readonly object[]): RbacObject => {
  const { json, ...rest } = object('ClusterRole', name, { rules });
  return { ...rest, json: { ...json, metadata: { name, labels: labels as never } } };
};
const bind = (kind: string, name: string, ...subjects: readonly object[]) =>
  object(
    'RoleBinding',
    `to-${name}`,
    {
      roleRef: { apiGroup: RBAC, kind, name },
      subjects: subjects.length > 0 ? subjects : [{ kind: 'ServiceAccount', name: 'reconciler', namespace: 'claims' }],
    },
    'claims',
  );
const inClaims = (verb: string, resource: string, more: Partial<ResourceRequest> = {}): ResourceRequest => ({
  verb,
  group: '',
  resource,
  namespace: 'claims',
  ...more,
});
const may = (objects: readonly RbacObject[], request: ResourceRequest, by = who) => openRbac(objects).may(by, request);
const rule = (resources: readonly string[], verbs: readonly string[], more: object = {}) => ({
  apiGroups: [''],
  resources,
  verbs,
  ...more,
});

describe('what an account may do', () => {
  const named = [role('own', rule(['configmaps'], ['patch'], { resourceNames: ['web'] })), bind('Role', 'own')];

  it('is nothing but what every account may do, without a binding', () => {
    expect(may([role('own', rule(['*'], ['*']))], inClaims('get', 'pods'))).toBe(false);
    expect(openRbac([]).may(who, { verb: 'get', path: '/version' })).toBe(true);
  });

  it('is limited to names, also for what server-side apply creates', () => {
    expect(may(named, inClaims('patch', 'configmaps', { name: 'web' }))).toBe(true);
    expect(may(named, inClaims('patch', 'configmaps', { name: 'api' }))).toBe(false);
    expect(may(named, inClaims('patch', 'configmaps'))).toBe(false);
  });

  it('tells subresources from resources', () => {
    const objects = [role('own', rule(['pods/log', '*/scale'], ['get'])), bind('Role', 'own')];
    expect(may(objects, inClaims('get', 'pods', { subresource: 'log' }))).toBe(true);
    expect(may(objects, inClaims('get', 'pods'))).toBe(false);
    expect(may(objects, inClaims('get', 'replicationcontrollers', { subresource: 'scale' }))).toBe(true);
    expect(
      may([role('own', rule(['*'], ['get'])), bind('Role', 'own')], inClaims('get', 'pods', { subresource: 'log' })),
    ).toBe(true);
  });

  it('counts the groups of accounts', () => {
    const group = (name: string) => [bind('ClusterRole', 'view', { kind: 'Group', apiGroup: RBAC, name })];
    expect(may(group('system:serviceaccounts:claims'), inClaims('get', 'pods'))).toBe(true);
    expect(may(group('system:serviceaccounts'), inClaims('get', 'pods'))).toBe(true);
    expect(may(group('system:serviceaccounts:other'), inClaims('get', 'pods'))).toBe(false);
    expect(may(group('team'), inClaims('get', 'pods'), identityOfUser('ana', ['team']))).toBe(true);
  });

  it('ends at the namespace of the binding', () => {
    const objects = [bind('ClusterRole', 'cluster-admin')];
    expect(may(objects, inClaims('patch', 'secrets'))).toBe(true);
    expect(may(objects, inClaims('patch', 'secrets', { namespace: 'other' }))).toBe(false);
    expect(may(objects, inClaims('patch', 'nodes', { namespace: undefined }))).toBe(false);
    // A request for a Namespace is one in it.
    expect(may(objects, inClaims('patch', 'namespaces', { name: 'claims' }))).toBe(true);
  });

  it("takes Flux's own kinds into edit and view, as Flux's roles do", () => {
    const release = { group: 'helm.toolkit.fluxcd.io', resource: 'helmreleases', namespace: 'claims' };
    expect(may([bind('ClusterRole', 'edit')], { ...release, verb: 'patch' })).toBe(true);
    expect(may([bind('ClusterRole', 'view')], { ...release, verb: 'get' })).toBe(true);
    expect(may([bind('ClusterRole', 'view')], { ...release, verb: 'patch' })).toBe(false);
  });

  it('takes what the tree adds to a default role', () => {
    const widgets = { apiGroups: ['example.org'], resources: ['widgets'], verbs: ['*'] };
    const objects = [clusterRole('widgets', { [`${RBAC}/aggregate-to-edit`]: 'true' }, widgets)];
    const request = inClaims('patch', 'widgets', { group: 'example.org' });
    // What is in edit is in admin.
    expect(may([...objects, bind('ClusterRole', 'admin')], request)).toBe(true);
    expect(may([...objects, bind('ClusterRole', 'view')], request)).toBe(false);
    expect(may([clusterRole('widgets', {}, widgets), bind('ClusterRole', 'admin')], request)).toBe(false);
  });

  it('leaves out bindings that the account is about to apply itself', () => {
    const rbac = openRbac([...named, bind('ClusterRole', 'edit')].map((one) => ({ ...one, origin: 'claims' })));
    expect(rbac.may(who, inClaims('patch', 'services'))).toBe(true);
    expect(rbac.may(who, inClaims('patch', 'services'), 'claims')).toBe(false);
    expect(rbac.may(who, inClaims('patch', 'services'), 'other')).toBe(true);
  });
});

describe('what is not known', () => {
  const open = (...objects: readonly RbacObject[]) => openRbac(objects).rightsOf(who, 'claims').open;

  it('is a bound role that nothing makes', () => {
    expect(open(bind('Role', 'own'))).toEqual(['Role "own", which isn\'t known']);
    expect(open(bind('ClusterRole', 'from-a-chart'))).toEqual(['ClusterRole "from-a-chart", which isn\'t known']);
    expect(open(bind('ClusterRole', 'admin'))).toEqual([]);
  });

  it('is what Flux substitutes in a rule or subject', () => {
    expect(open(role('own', rule(['${RESOURCE}'], ['get'])), bind('Role', 'own'))).toEqual([
      'Role "own", of which not all rules are known',
    ]);
    expect(open(bind('ClusterRole', 'view', { kind: 'ServiceAccount', name: '${NAME}', namespace: 'claims' }))).toEqual(
      ['binding "to-view", whose subjects aren\'t known'],
    );
  });
});

describe('default roles', () => {
  it.each(kubernetesVersions)('of Kubernetes %s are there, with what that version has', (version) => {
    const rbac = openRbac([bind('ClusterRole', 'edit')], defaultsOf(version));
    expect(rbac.grantOf({ kind: 'ClusterRole', name: 'system:discovery' }, undefined)).toBeDefined();
    const claims = inClaims('patch', 'resourceclaims', { group: 'resource.k8s.io' });
    expect(rbac.may(who, claims)).toBe(version !== '1.33');
    expect(rbac.may(who, inClaims('patch', 'events', { group: 'events.k8s.io' }))).toBe(version >= '1.35');
  });
});

describe('aggregated roles', () => {
  const takes = (name: string, from: string, labels: object): RbacObject => {
    const { json, ...rest } = clusterRole(name, labels, rule(['secrets'], ['get']));
    return {
      ...rest,
      json: { ...json, aggregationRule: { clusterRoleSelectors: [{ matchLabels: { part: from } }] } },
    };
  };

  it('have the rules of others alone, to any depth', () => {
    const objects = [
      takes('outer', 'inner', {}),
      takes('inner', 'leaf', { part: 'inner' }),
      clusterRole('leaf', { part: 'leaf' }, rule(['pods'], ['get'])),
      bind('ClusterRole', 'outer'),
    ];
    expect(may(objects, inClaims('get', 'pods'))).toBe(true);
    // The controller overwrites rules of their own.
    expect(may(objects, inClaims('get', 'secrets'))).toBe(false);
    expect(openRbac(objects).circles).toEqual([]);
  });

  it('end, and are named, in a circle', () => {
    const objects = [
      takes('one', 'two', { part: 'one' }),
      takes('two', 'one', { part: 'two' }),
      clusterRole('leaf', { part: 'two' }, rule(['pods'], ['get'])),
      bind('ClusterRole', 'two'),
    ];
    expect(may(objects, inClaims('get', 'pods'))).toBe(true);
    expect(openRbac(objects).circles).toEqual([['one', 'two']]);
  });
});

describe('who may hand on rights', () => {
  const roles = (verb: string) =>
    role('own', { apiGroups: [RBAC], resources: ['roles', 'clusterroles'], verbs: [verb] });
  const fault = (objects: readonly RbacObject[], applied: RbacObject) => grantFault(openRbac(objects), who, applied);

  it('is who holds them, by one rule', () => {
    const held = [role('own', rule(['pods'], ['get', 'list']), rule(['pods'], ['watch'])), bind('Role', 'own')];
    expect(fault(held, role('new', rule(['pods'], ['get', 'watch'])))).toBeUndefined();
    expect(fault(held, role('new', rule(['pods'], ['*'])))).toMatchObject({ cause: 'escalation' });
    expect(fault(held, bind('ClusterRole', 'view'))).toMatchObject({ cause: 'escalation' });
  });

  it('is who may escalate or bind', () => {
    expect(fault([roles('escalate'), bind('Role', 'own')], role('new', rule(['*'], ['*'])))).toBeUndefined();
    expect(fault([roles('bind'), bind('Role', 'own')], bind('ClusterRole', 'cluster-admin'))).toBeUndefined();
    expect(fault([roles('bind'), bind('Role', 'own')], role('new', rule(['*'], ['*'])))).toBeDefined();
  });

  it('is nobody, for a role that is not there', () => {
    expect(fault([], bind('Role', 'absent'))).toEqual({
      cause: 'missing-role',
      role: { kind: 'Role', name: 'absent' },
    });
  });
});

it('rules cover themselves, and what they lack is what somebody with others lacks', () => {
  const dice = rollDice(seededRandom(7));
  const rbac = openRbac(randomRbac(dice));
  const all = Array.from({ length: 12 }, (_, index) =>
    rbac.grantOf({ kind: 'ClusterRole', name: `wide-${index}` }, undefined),
  ).map((grant) => grant!.rules);
  let lacking = 0;
  for (const one of all) {
    expect(uncovered(one, one)).toEqual([]);
    for (const other of all) {
      const missing: readonly PolicyRule[] = uncovered(one, other);
      if (missing.length > 0) lacking++;
      expect(uncovered([...one, ...missing], other)).toEqual([]);
    }
  }
  expect(lacking).toBeGreaterThan(20);
});

it('rules are printed a resource each', () => {
  const none = { resourceNames: [], nonResourceURLs: [] };
  expect(
    printRules([
      { ...none, verbs: ['get'], apiGroups: [''], resources: ['pods'] },
      { ...none, verbs: ['list'], apiGroups: [''], resources: ['pods'] },
      { ...none, verbs: ['*'], apiGroups: ['apps'], resources: ['deployments'] },
    ]),
  ).toEqual(['get, list pods', 'everything with deployments.apps']);
});

it('the resource of each kind of the package has the usual name', () => {
  const crds = readdirSync(join(root, 'schemas/crds')).flatMap((file) =>
    parseYamlDocuments(readFileSync(join(root, 'schemas/crds', file), 'utf8')),
  );
  expect(crds.length).toBeGreaterThan(80);
  for (const crd of crds as unknown as readonly Crd[]) {
    const { group, names } = crd.spec;
    const found = resourceOf(
      group,
      names.kind,
      () => undefined,
      () => true,
    );
    expect(found.names).toEqual([names.plural]);
  }
});

interface Crd {
  readonly spec: { readonly group: string; readonly names: { readonly kind: string; readonly plural: string } };
}

it('a kind without a CRD may have several resources', () => {
  const of = (group: string, kind: string) => resourceOf(group, kind, () => undefined, isBuiltInGroup);
  expect(of('networking.k8s.io', 'NetworkPolicy')).toEqual({ names: ['networkpolicies'], isKnown: true });
  expect(of('', 'Endpoints')).toEqual({ names: ['endpoints'], isKnown: true });
  expect(of('example.org', 'Gateway')).toMatchObject({ isKnown: false });
  expect(of('example.org', 'Gateway').names).toContain('gateways');
});
