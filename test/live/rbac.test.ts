import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { JsonObject } from '../../src/json/json-value.js';
import {
  type AccessRequest,
  defaultsOf,
  grantFault,
  type Identity,
  identityOfAccount,
  identityOfUser,
  openRbac,
  type PolicyRule,
  parseRules,
  type Rbac,
  type RbacObject,
  type Role,
  resourceOf,
} from '../../src/rbac/index.js';
import { isBuiltInGroup } from '../../src/schema/kubernetes-groups.js';
import * as random from '../rbac/random-rbac.js';
import type { Json } from '../schema/mutations.js';
import { type Ask, openAsk } from './ask.js';
import { type ControlPlane, startControlPlane } from './control-plane.js';
import { until } from './until.js';

const skip = inject('skipLive');
const RBAC = 'rbac.authorization.k8s.io/v1';
const isOfFlux = ({ name }: { readonly name: string }): boolean => name.endsWith('-flux-system');

/** Rules, in an order that doesn't matter. */
const sorted = (rules: readonly PolicyRule[]): readonly string[] =>
  [
    ...new Set(
      rules.map((rule) =>
        JSON.stringify(
          Object.entries(rule)
            .map(([key, all]) => [key, [...all].sort()])
            .sort(),
        ),
      ),
    ),
  ].sort();

interface Asked {
  readonly who: Identity;
  readonly request: AccessRequest;
}

describe.skipIf(skip !== '')(skip === '' ? 'who may do what' : `who may do what (skipped: ${skip})`, () => {
  const dice = random.rollDice(random.seededRandom(39));
  const objects = [...random.randomRbac(dice), ...patcher];
  let plane: ControlPlane;
  let server: Ask;
  let rbac: Rbac;

  beforeAll(async () => {
    plane = await startControlPlane();
    server = openAsk(plane.kubeconfig());
    rbac = openRbac(objects);
    for (const name of random.namespaces) {
      await plane.api.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
      for (const account of random.accounts) {
        await plane.api.apply({
          apiVersion: 'v1',
          kind: 'ServiceAccount',
          metadata: { name: account, namespace: name },
        });
      }
    }
    // What `flux bootstrap` would have made; its accounts aren't asked for.
    await plane.api.apply(...defaultsOf().roles.filter(isOfFlux).map(manifestOf));
    await plane.api.apply(...objects.map(({ json }) => json));
    await until('the aggregated roles have their rules', async () => {
      const differing = (await rolesOf(plane)).filter(
        ({ name, rules }) =>
          String(sorted(rules)) !== String(sorted(rbac.grantOf({ kind: 'ClusterRole', name }, undefined)?.rules ?? [])),
      );
      return differing.length === 0;
    });
  });
  afterAll(async () => {
    server?.close();
    await plane?.stop();
  });

  it('the default roles and their bindings are those of the API server', async () => {
    const known = defaultsOf('1.36');
    const ours = known.roles.filter((one) => !isOfFlux(one));
    const isDefault = ({ labels }: Pick<Role, 'labels'>) => labels['kubernetes.io/bootstrapping'] === 'rbac-defaults';
    const theirs = (await rolesOf(plane)).filter(isDefault);
    expect(theirs.map(({ name }) => name)).toEqual(ours.map(({ name }) => name).sort());
    for (const { name, rules, selectors } of ours) {
      const there = theirs.find((one) => one.name === name)!;
      expect(there.selectors, name).toEqual(selectors);
      if (selectors === undefined) expect(sorted(there.rules), name).toEqual(sorted(rules));
    }
    const bound = (await plane.api.list({ apiVersion: RBAC, kind: 'ClusterRoleBinding' })) as unknown as Bound[];
    expect(
      bound
        // The one for nodes has no subject, since another authorizer decides for them.
        .filter(({ metadata, subjects }) => isDefault({ labels: metadata.labels ?? {} }) && subjects !== undefined)
        .map(({ metadata, roleRef, subjects = [] }) => [metadata.name, roleRef.name, subjects.length]),
    ).toEqual(
      known.bindings
        .filter((one) => !isOfFlux(one))
        .map(({ name, role, subjects }) => [name, role.name, subjects.length])
        .sort(),
    );
  });

  it('500 random requests are allowed and refused as SubjectAccessReview says', async () => {
    const asked = Array.from({ length: 500 }, () => randomRequest(dice));
    const answers = asked.map(({ who, request }) => rbac.may(who, request));
    expect(answers.filter((one) => one).length).toBeGreaterThan(100);
    expect(answers.filter((one) => !one).length).toBeGreaterThan(100);
    const differing = [];
    for (const [index, one] of asked.entries()) {
      const allowed = await review(plane, one);
      if (allowed !== answers[index]) differing.push({ ...one, allowed });
    }
    expect(differing).toEqual([]);
  });

  it('an account may apply what it applies, as a server-side dry run says', async () => {
    const cases = Array.from({ length: 400 }, () => randomObject(dice));
    const seen = new Map<string, number>();
    const differing: unknown[] = [];
    for (const { who, object, exists } of cases) {
      const ours = verdictOn(rbac, who, object, exists);
      const { accepted, words } = await server.ask(object.json as Json, who.name);
      const theirs = accepted ? 'applied' : causeIn(words.join(' '));
      seen.set(ours, (seen.get(ours) ?? 0) + 1);
      if (ours !== theirs) differing.push({ ours, theirs, words, who: who.name, object: object.json });
    }
    expect(differing).toEqual([]);
    expect([...seen.keys()].sort()).toEqual([
      'aggregation',
      'applied',
      'create',
      'escalation',
      'missing-role',
      'patch',
    ]);
  });

  it('FX805: who may bind roles may bind cluster-admin without having it, and others may not', async () => {
    const apply = { apiGroups: ['rbac.authorization.k8s.io'], resources: ['rolebindings'], verbs: ['*'] };
    const bind = { apiGroups: ['rbac.authorization.k8s.io'], resources: ['clusterroles'], verbs: ['bind'] };
    const made = (kind: string, name: string, fields: object) => ({
      apiVersion: RBAC,
      kind,
      metadata: { name, namespace: 'delta' },
      ...fields,
    });
    const ref = (kind: string, name: string) => ({ apiGroup: 'rbac.authorization.k8s.io', kind, name });
    await plane.api.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'delta' } });
    for (const [name, rules] of Object.entries({ binder: [apply, bind], writer: [apply] })) {
      const subjects = [{ kind: 'ServiceAccount', name, namespace: 'delta' }];
      await plane.api.apply(
        made('Role', name, { rules }),
        made('RoleBinding', name, { roleRef: ref('Role', name), subjects }),
      );
    }
    const subjects = [{ kind: 'ServiceAccount', name: 'default', namespace: 'delta' }];
    const wide = made('RoleBinding', 'wide', { roleRef: ref('ClusterRole', 'cluster-admin'), subjects });
    const ask = (name: string) => server.ask(wide as unknown as Json, identityOfAccount('delta', name).name);
    await until('the binder may bind', async () => (await ask('binder')).accepted);
    // The API server takes each role's rights into account a moment after it is made.
    const refusal = async () => (await ask('writer')).words.join(' ');
    await until('the writer may write', async () => !(await refusal()).includes('cannot patch'));
    expect(await refusal()).toContain('attempting to grant RBAC permissions not currently held');
  });

  it("the resources of Kubernetes' own kinds are named as the API server names them", async () => {
    const roots = ['/api/v1', ...(await groupVersions(plane)).map((one) => `/apis/${one}`)];
    const wrong: string[] = [];
    let count = 0;
    for (const root of roots) {
      const { resources } = (await plane.api.request('GET', root)) as {
        resources: { name: string; kind: string; group?: string }[];
      };
      const group = root === '/api/v1' ? '' : root.split('/')[2]!;
      for (const { name, kind } of resources.filter((one) => !one.name.includes('/'))) {
        count++;
        const { names } = resourceOf(group, kind, () => undefined, isBuiltInGroup);
        if (names[0] !== name) wrong.push(`${group}/${kind}: ${name}, not ${names[0]}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(60);
  });
});

/** It may change what is there, and make nothing. */
const patcher: readonly RbacObject[] = [
  {
    kind: 'ClusterRole',
    name: 'patcher',
    json: {
      apiVersion: RBAC,
      kind: 'ClusterRole',
      metadata: { name: 'patcher' },
      rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['get', 'patch'] }],
    },
  },
  {
    kind: 'ClusterRoleBinding',
    name: 'patcher',
    json: {
      apiVersion: RBAC,
      kind: 'ClusterRoleBinding',
      metadata: { name: 'patcher' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'patcher' },
      subjects: [{ kind: 'ServiceAccount', name: 'reader', namespace: 'gamma' }],
    },
  },
];

interface Bound {
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly roleRef: { readonly name: string };
  readonly subjects?: readonly unknown[];
}

const manifestOf = ({ name, labels, rules }: Role): object => ({
  apiVersion: RBAC,
  kind: 'ClusterRole',
  metadata: { name, labels },
  rules: rules.map((rule) => Object.fromEntries(Object.entries(rule).filter(([, all]) => all.length > 0))),
});

const rolesOf = async (plane: ControlPlane): Promise<readonly Role[]> =>
  ((await plane.api.list({ apiVersion: RBAC, kind: 'ClusterRole' })) as unknown as ClusterRole[])
    .map(({ metadata, rules, aggregationRule }) => ({
      name: metadata.name,
      labels: metadata.labels ?? {},
      rules: parseRules(rules),
      selectors: aggregationRule?.clusterRoleSelectors,
      isOpen: false,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));

interface ClusterRole {
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly rules?: unknown;
  readonly aggregationRule?: { readonly clusterRoleSelectors?: readonly unknown[] };
}

const groupVersions = async (plane: ControlPlane): Promise<readonly string[]> => {
  const { groups } = (await plane.api.request('GET', '/apis')) as {
    groups: { name: string; preferredVersion: { groupVersion: string } }[];
  };
  return groups.filter(({ name }) => isBuiltInGroup(name)).map(({ preferredVersion }) => preferredVersion.groupVersion);
};

const randomIdentity = ({ pick, some, chance }: random.Dice): Identity =>
  chance(0.75)
    ? identityOfAccount(pick(random.namespaces), pick(random.accounts))
    : identityOfUser(pick(random.users), some(random.groups, 2));

const randomRequest = (dice: random.Dice): Asked => {
  const { pick, chance } = dice;
  const who = randomIdentity(dice);
  if (chance(0.08)) return { who, request: { verb: pick(['get', 'post']), path: pick([...random.paths, '/api']) } };
  const [resource = '', subresource] = pick(random.resources).split('/');
  return {
    who,
    request: {
      verb: pick(random.verbs),
      group: pick(random.apiGroups),
      resource,
      subresource,
      name: chance(0.6) ? pick(random.names) : undefined,
      namespace: chance(0.85) ? pick(random.namespaces) : undefined,
    },
  };
};

const review = async (plane: ControlPlane, { who, request }: Asked): Promise<boolean> => {
  const spec = {
    user: who.name,
    groups: who.groups,
    ...('path' in request ? { nonResourceAttributes: request } : { resourceAttributes: { ...request, version: '*' } }),
  };
  const { status } = (await plane.api.request(
    'POST',
    '/apis/authorization.k8s.io/v1/subjectaccessreviews',
    JSON.stringify({ apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview', spec }),
  )) as { status: { allowed: boolean } };
  return status.allowed;
};

interface Applied {
  readonly who: Identity;
  readonly object: RbacObject;
  readonly exists: boolean;
}

const plurals: Readonly<Record<string, readonly [group: string, resource: string]>> = {
  ConfigMap: ['', 'configmaps'],
  Service: ['', 'services'],
  Namespace: ['', 'namespaces'],
  Role: ['rbac.authorization.k8s.io', 'roles'],
  ClusterRole: ['rbac.authorization.k8s.io', 'clusterroles'],
  RoleBinding: ['rbac.authorization.k8s.io', 'rolebindings'],
  ClusterRoleBinding: ['rbac.authorization.k8s.io', 'clusterrolebindings'],
};

const randomObject = (dice: random.Dice): Applied => {
  const { pick, chance, some } = dice;
  const who = identityOfAccount(pick(random.namespaces), pick(random.accounts));
  const kind = pick([
    ...Object.keys(plurals),
    'Role',
    'RoleBinding',
    'RoleBinding',
    'ClusterRole',
    'ClusterRoleBinding',
  ]);
  const isWide = kind.startsWith('Cluster') || kind === 'Namespace';
  // These are in every namespace, and "new" in none.
  const exists = kind === 'Role' && chance(0.5);
  const name = exists ? 'own-role' : 'two';
  const namespace = isWide ? undefined : pick(random.namespaces);
  const fields: JsonObject = {
    ConfigMap: { data: { a: 'b' } },
    Service: { spec: { ports: [{ port: 80 }] } },
    Namespace: {},
    Role: { rules: [ruleOf(dice)] },
    ClusterRole: chance(0.3)
      ? { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { none: 'yes' } }] }, rules: [] }
      : { rules: [ruleOf(dice)] },
    RoleBinding: bindingOf(pick(['Role', 'ClusterRole']), pick(['one', 'own-role', 'view', 'edit', 'all', 'absent'])),
    ClusterRoleBinding: bindingOf('ClusterRole', pick(['view', 'some', 'wide-1', 'absent', some(['nothing'], 1)[0]!])),
  }[kind] as JsonObject;
  const apiVersion = plurals[kind]![0] === '' ? 'v1' : RBAC;
  const metadata = { name, ...(namespace === undefined ? {} : { namespace }) };
  return { who, exists, object: { kind, name, namespace, json: { apiVersion, kind, metadata, ...fields } } };
};

const ruleOf = ({ pick, some }: random.Dice): JsonObject => ({
  verbs: [...some(['get', 'list', 'patch', '*'], 2)],
  apiGroups: [pick(['', 'apps'])],
  resources: [...some(['configmaps', 'services', 'deployments', 'deployments/scale'], 2)],
});

const bindingOf = (kind: string, name: string): JsonObject => ({
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name },
  subjects: [{ kind: 'ServiceAccount', name: 'reader', namespace: 'alpha' }],
});

const verdictOn = (rbac: Rbac, who: Identity, object: RbacObject, exists: boolean): string => {
  const { kind, name } = object;
  const [group, resource] = plurals[kind]!;
  const namespace = kind === 'Namespace' ? name : object.namespace;
  const may = (verb: string) => rbac.may(who, { verb, group, resource, name, namespace });
  if (!may('patch')) return 'patch';
  const fault = group === '' ? undefined : grantFault(rbac, who, object);
  if (fault !== undefined) return fault.cause;
  return !exists && !may('create') ? 'create' : 'applied';
};

const causeIn = (words: string): string => {
  if (/cannot (\w+) resource/.test(words)) return /cannot (\w+) resource/.exec(words)![1]!;
  if (words.includes('attempting to grant RBAC permissions')) return 'escalation';
  if (words.includes('privileges to use the aggregationRule')) return 'aggregation';
  // The API server names the binding by the role.
  return /bindings\.rbac\.authorization\.k8s\.io ".*" not found/.test(words) ? 'missing-role' : words;
};
