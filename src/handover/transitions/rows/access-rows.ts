import { fieldsOf, listOf, objectsOf } from '../../../json/as-shape.js';
import { readField } from '../../losses/keeps.js';
import type { Transition, When } from '../transition.js';
import { becomes, both, removed } from '../when.js';

const RBAC = 'rbac.authorization.k8s.io';
const roles = [`${RBAC}/Role`, `${RBAC}/ClusterRole`];
const bindings = [`${RBAC}/RoleBinding`, `${RBAC}/ClusterRoleBinding`];

interface Asked {
  readonly group: string;
  readonly resource: string;
  readonly verb: string;
}

/** Whether a rule of a role allows this of every object; `*` as an asked value is the wildcard itself. */
const allows = (rules: unknown, { group, resource, verb }: Asked): boolean =>
  objectsOf(rules).some(({ apiGroups, resources, verbs, resourceNames }) => {
    const has = (list: unknown, one: string): boolean => listOf(list).some((each) => each === '*' || each === one);
    return has(apiGroups, group) && has(resources, resource) && has(verbs, verb) && listOf(resourceNames).length === 0;
  });

const gains =
  (asked: readonly Asked[]): When =>
  (was, is) =>
    asked.some((one) => allows(is, one) && !allows(was, one));

const EVERYTHING: Asked = { group: '*', resource: '*', verb: '*' };
const isAll: When = (was, is) => allows(is, EVERYTHING) && !allows(was, EVERYTHING);
const isNotAll: When = (...change) => !isAll(...change);

/** https://kubernetes.io/docs/concepts/security/rbac-good-practices/#privilege-escalation-risks */
const escalations: readonly Asked[] = [
  ...['roles', 'clusterroles'].flatMap((resource) =>
    ['escalate', 'bind'].map((verb) => ({ group: RBAC, resource, verb })),
  ),
  ...['users', 'groups', 'serviceaccounts'].map((resource) => ({ group: '', resource, verb: 'impersonate' })),
];
const secrets: readonly Asked[] = ['get', 'list', 'watch'].map((verb) => ({ group: '', resource: 'secrets', verb }));

/** The rules that a reader looks for: verbs and resources of those with a wildcard or a verb that gives more rights. */
const notable = (rules: unknown): readonly string[] =>
  objectsOf(rules).flatMap(({ verbs, resources }) => {
    const all = listOf(verbs);
    return all.some((one) => ['*', 'escalate', 'bind', 'impersonate'].includes(String(one))) ||
      listOf(resources).some((one) => one === 'secrets' || one === '*')
      ? [`${all.join(',')} ${listOf(resources).join(',')}`]
      : [];
  });

const everyone = ['system:authenticated', 'system:unauthenticated', 'system:anonymous', 'system:serviceaccounts'];
const subjects = (list: unknown): readonly string[] => objectsOf(list).map(({ name }) => String(name));
const opensToAll: When = (was, is) => {
  const had = subjects(was);
  return subjects(is).some((name) => everyone.includes(name) && !had.includes(name));
};

const levels: readonly unknown[] = ['privileged', 'baseline', 'restricted'];
/** Without the label, the default of the API server counts, which is `privileged`. */
const isWeaker: When = (was, is) => {
  const [from, to] = [levels.indexOf(was), levels.indexOf(is ?? 'privileged')];
  return to >= 0 && from > to;
};

const TOOLKIT = 'toolkit.fluxcd.io';
const source = (kind: string): string => `source.${TOOLKIT}/${kind}`;
const RELEASE = `helm.${TOOLKIT}/HelmRelease`;
const hasChart: When = (_, __, { to }) => readField(to, 'spec.chart') !== undefined;

const unverified = (on: Transition['on'], at: string, when: When): Transition => ({
  on,
  at,
  when,
  shows: (value) => fieldsOf(value)['provider'] ?? fieldsOf(value)['mode'] ?? value,
  severity: 'warning',
  says: 'no longer checks signatures',
  effect: 'Flux applies whatever is at that address, whoever has put it there',
  instead: 'keep spec.verify, or name the new key or identity there',
});

/** Who may do what in the cluster, and with whose rights Flux applies. */
export const accessRows: readonly Transition[] = [
  {
    on: roles,
    at: 'rules',
    when: isAll,
    shows: notable,
    severity: 'warning',
    says: 'gives all rights from now on',
    effect:
      'whoever has the role may read every Secret and change every object that it reaches, roles and bindings among them',
    instead: 'list the API groups, resources and verbs that are needed',
  },
  {
    on: roles,
    at: 'rules',
    when: both(gains(escalations), isNotAll),
    shows: notable,
    severity: 'warning',
    says: 'lets its subjects give themselves more rights',
    effect:
      'with escalate or bind (or *) on roles, a subject can grant rights that it does not have; with impersonate, it acts as any other user',
    instead: 'leave these verbs out, or limit them with resourceNames',
  },
  {
    on: `${RBAC}/ClusterRole`,
    at: 'rules',
    when: both(gains(secrets), isNotAll),
    shows: notable,
    severity: 'notice',
    says: 'can read Secrets from now on',
    effect: 'with a ClusterRoleBinding, that is every Secret of every namespace; with a RoleBinding, those of its own',
    instead: 'if a few Secrets are enough, name them in resourceNames, or use a Role',
  },
  {
    on: bindings,
    at: 'subjects',
    when: opensToAll,
    shows: subjects,
    severity: 'warning',
    says: 'gives its rights to everyone',
    effect:
      'system:serviceaccounts is every pod of the cluster, system:authenticated also every user, and system:unauthenticated and system:anonymous whoever reaches the API server',
    instead: 'name the users, groups or ServiceAccounts that need the rights',
  },
  // https://kubernetes.io/docs/concepts/security/pod-security-admission/
  {
    on: '/Namespace',
    at: "metadata.labels.'pod-security.kubernetes.io/enforce'",
    when: isWeaker,
    severity: 'warning',
    says: 'accepts pods with more rights on their nodes',
    effect:
      'baseline allows pods to run as root; privileged, also the default without the label, allows them everything that their node can do',
    instead: 'keep the level, and move the pods that need more to a namespace of their own',
  },
  // https://fluxcd.io/flux/components/kustomize/kustomizations/#role-based-access-control
  {
    on: [`kustomize.${TOOLKIT}/Kustomization`, RELEASE],
    at: 'spec.serviceAccountName',
    when: removed,
    severity: 'warning',
    says: 'uses the rights of Flux itself from now on',
    effect:
      'without it, the controller uses its own ServiceAccount, which is usually cluster-admin, unless it runs with --default-service-account',
    instead: 'keep the ServiceAccount, and give it the rights that are missing',
  },
  unverified(['GitRepository', 'OCIRepository', 'HelmChart'].map(source), 'spec.verify', removed),
  unverified(RELEASE, 'spec.chart.spec.verify', both(removed, hasChart)),
  {
    on: [...['HelmRepository', 'OCIRepository', 'Bucket'].map(source), `image.${TOOLKIT}/ImageRepository`],
    at: 'spec.insecure',
    when: becomes(true, 'true'),
    severity: 'warning',
    says: 'is read without TLS from now on',
    effect: 'whoever is between Flux and the server can read the credentials, and change what Flux applies',
    instead: 'give the server a certificate, and its CA in spec.certSecretRef',
  },
];
