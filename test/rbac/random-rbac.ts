import type { JsonObject } from '../../src/json/json-value.js';
import type { RbacObject } from '../../src/rbac/index.js';

/** Small numbers that a seed decides (mulberry32). */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
};

export type Pick = <T>(all: readonly T[]) => T;
export interface Dice {
  readonly pick: Pick;
  some<T>(all: readonly T[], most: number): readonly T[];
  chance(of: number): boolean;
}

export const rollDice = (random: () => number): Dice => {
  const pick: Pick = (all) => all[Math.floor(random() * all.length)]!;
  return {
    pick,
    some: (all, most) => [...new Set(Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(all)))],
    chance: (of) => random() < of,
  };
};

export const namespaces = ['alpha', 'beta', 'gamma'] as const;
export const accounts = ['reconciler', 'deployer', 'reader'] as const;
export const users = ['ana', 'ben'] as const;
export const groups = ['team-a', 'team-b'] as const;
export const apiGroups = ['', 'apps', 'rbac.authorization.k8s.io', 'batch', 'kustomize.toolkit.fluxcd.io'] as const;
export const resources = [
  ...['configmaps', 'services', 'services/status', 'pods', 'pods/log', 'secrets', 'serviceaccounts', 'namespaces'],
  ...['deployments', 'deployments/scale', 'statefulsets/scale', 'jobs', 'kustomizations'],
  ...['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'],
];
export const verbs = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'bind', 'escalate'] as const;
export const names = ['one', 'two', 'own-role', 'view'] as const;
export const paths = ['/healthz', '/metrics', '/metrics/slis', '/logs/a'] as const;
const RBAC = 'rbac.authorization.k8s.io';
const written = ['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'];
const defaults = ['admin', 'edit', 'view', 'cluster-admin', 'system:basic-user', 'system:node-proxier'];

const object = (
  kind: string,
  name: string,
  namespace: string | undefined,
  fields: JsonObject,
  labels = {},
): RbacObject => ({
  kind,
  name,
  namespace,
  json: {
    apiVersion: `${RBAC}/v1`,
    kind,
    metadata: { name, ...(namespace === undefined ? {} : { namespace }), labels },
    ...fields,
  },
});

const ruleOf = ({ pick, some, chance }: Dice, isWide: boolean): JsonObject =>
  isWide && chance(0.1)
    ? { verbs: [pick(['get', '*'])], nonResourceURLs: [pick([...paths, '/metrics/*', '*'])] }
    : {
        verbs: chance(0.15) ? ['*'] : [...some(verbs, 5)],
        apiGroups: chance(0.15) ? ['*'] : [...some(apiGroups, 3)],
        resources: chance(0.12) ? ['*'] : [...some([...resources, '*/scale', '*/status'], 5)],
        ...(chance(0.2) ? { resourceNames: [...some(names, 2)] } : {}),
      };

/** Random roles, aggregated ones among them, and bindings of accounts, users and groups to these and to default roles. */
export const randomRbac = (dice: Dice): readonly RbacObject[] => {
  const { pick, chance } = dice;
  const rules = (isWide: boolean) => Array.from({ length: 1 + (chance(0.5) ? 1 : 2) }, () => ruleOf(dice, isWide));
  const roles = namespaces.flatMap((namespace) =>
    ['one', 'own-role'].map((name) => object('Role', name, namespace, { rules: rules(false) })),
  );
  const labels = ['part-of-all', 'part-of-some'];
  const clusterRoles = Array.from({ length: 12 }, (_, index) =>
    object(
      'ClusterRole',
      `wide-${index}`,
      undefined,
      { rules: rules(true) },
      {
        ...(chance(0.3) ? { [pick(labels)]: 'yes' } : {}),
        ...(chance(0.2) ? { [`${RBAC}/aggregate-to-${pick(['view', 'edit', 'admin'])}`]: 'true' } : {}),
      },
    ),
  );
  // One takes what another has taken, and two take each other's.
  const aggregated = [
    object('ClusterRole', 'all', undefined, of({ matchLabels: { 'part-of-all': 'yes' } }), { 'part-of-some': 'yes' }),
    object(
      'ClusterRole',
      'some',
      undefined,
      of({ matchExpressions: [{ key: 'part-of-some', operator: 'Exists' }] }, { matchLabels: { none: 'yes' } }),
      { circle: 'yes' },
    ),
    object('ClusterRole', 'circle', undefined, of({ matchLabels: { circle: 'yes' } }), { 'part-of-some': 'yes' }),
    object('ClusterRole', 'nothing', undefined, of({ matchLabels: { none: 'yes' } })),
  ];
  // What an account needs that applies such objects: all of it, or not quite.
  const writers = Array.from({ length: 6 }, (_, index) =>
    object('ClusterRole', `writer-${index}`, undefined, {
      rules: [
        {
          verbs: ['get', 'patch', ...(chance(0.7) ? ['create'] : []), ...(chance(0.15) ? ['bind', 'escalate'] : [])],
          apiGroups: ['', RBAC],
          resources: ['configmaps', 'services', 'namespaces', ...written],
        },
      ],
    }),
  );
  const wide = [...clusterRoles, ...aggregated].map(({ name }) => name);
  const subject = (): JsonObject => {
    const kind = pick(['ServiceAccount', 'ServiceAccount', 'ServiceAccount', 'User', 'Group']);
    if (kind === 'ServiceAccount') return { kind, name: pick(accounts), namespace: pick(namespaces) };
    const own =
      kind === 'User' ? [...users, 'system:serviceaccount:alpha:reader'] : [...groups, 'system:serviceaccounts:beta'];
    return { kind, apiGroup: RBAC, name: pick(own) };
  };
  const bind = (name: string, namespace: string | undefined) => {
    const isOwn = namespace !== undefined && chance(0.4);
    const roleRef = {
      apiGroup: RBAC,
      kind: isOwn ? 'Role' : 'ClusterRole',
      name: isOwn
        ? pick(['one', 'own-role', 'missing'])
        : pick(chance(0.3) ? defaults : chance(0.4) ? writers.map((one) => one.name) : [...wide, 'missing']),
    };
    const kind = namespace === undefined ? 'ClusterRoleBinding' : 'RoleBinding';
    return object(kind, name, namespace, { roleRef, subjects: [subject(), subject()] });
  };
  const bindings = [
    ...Array.from({ length: 36 }, (_, index) => bind(`random-${index}`, pick(namespaces))),
    ...Array.from({ length: 8 }, (_, index) => bind(`random-${index}`, undefined)),
  ];
  return [...roles, ...clusterRoles, ...aggregated, ...writers, ...bindings];
};

const of = (...clusterRoleSelectors: readonly JsonObject[]): JsonObject => ({
  aggregationRule: { clusterRoleSelectors: [...clusterRoleSelectors] },
  rules: [],
});
