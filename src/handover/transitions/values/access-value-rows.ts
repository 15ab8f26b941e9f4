import { fieldsOf, objectsOf } from '../../../json/as-shape.js';
import { identities, otherIdentity } from '../rows/identity-rows.js';
import { isOpenTo, rangesOf } from '../rows/network-rows.js';
import { isText } from './value-predicates.js';
import type { Step, ValueTransition } from './value-transition.js';

const isOn = (value: unknown): boolean => value === true || value === 'true';
const turnsOn = { from: (value: unknown) => !isOn(value), to: isOn };
const turnsOff = { from: isOn, to: (value: unknown) => value === false || value === 'false' };

/** Of other charts, unless it is a dependency with that name. */
const isNot =
  (chart: string) =>
  ({ release, path }: Step): boolean =>
    release.chart !== chart && path[0] !== chart;

const INTERNAL = /internal|load-balancer-type|scheme/;
const isInternal = ({ annotations }: Step['is']): boolean =>
  Object.entries(fieldsOf(annotations)).some(
    ([key, value]) => INTERNAL.test(key) && /^(?:true|internal)$/i.test(String(value)),
  );

const anonymous = {
  says: 'shows its dashboards without a login',
  effect:
    'whoever reaches Grafana has the role org_role (Viewer, if it is not set), and reads all that its data sources have by it',
  instead: 'keep the login, or share single dashboards',
} as const;
const isAdminRole = (role: unknown): boolean => role === 'Admin' || role === 'Editor';
const grafana = /(?:^|\.)grafana\.ini\.auth\.anonymous\.enabled$/;

/** Buckets of the chart `minio` that everyone may read. */
const publicOf = (buckets: unknown): readonly string[] =>
  objectsOf(buckets).flatMap(({ name, policy }) =>
    ['public', 'download'].includes(String(policy)) ? [String(name)] : [],
  );

const noMoreIn = {
  says: 'no longer asks for a login',
  effect: 'whoever reaches its Service may read and change all that it has',
  instead: 'keep it on, and give the password to those who need it',
} as const;

/** Values that open something to others, or make another identity of it. */
export const accessValueRows: readonly ValueTransition[] = [
  {
    path: /(?:^|\.)loadBalancerSourceRanges$/,
    from: (value) => !isOpenTo(rangesOf(value)),
    to: (value) => isOpenTo(rangesOf(value)),
    unless: ({ is }) =>
      is['enabled'] === false || (is['type'] !== undefined && is['type'] !== 'LoadBalancer') || isInternal(is),
    says: 'can be reached from everywhere from now on',
    effect: 'without ranges of addresses, the load balancer of a Service accepts requests from the whole internet',
    instead: 'keep the ranges, or make the load balancer internal',
  },
  { path: /(?:^|\.)auth\.enabled$/, ...turnsOff, ...noMoreIn },
  {
    path: /(?:^|\.)network-?polic(?:y|ies)\.enabled$/i,
    ...turnsOff,
    says: 'no longer limits who reaches its pods',
    effect: 'Helm deletes the NetworkPolicy of the chart, and pods that no policy selects may have every connection',
    instead: "keep it, and allow what is missing by the chart's values or a second NetworkPolicy",
  },
  // https://grafana.com/docs/grafana/latest/setup-grafana/configure-access/configure-authentication/anonymous-auth/
  { path: grafana, ...turnsOn, unless: ({ is }) => !isAdminRole(is['org_role']), ...anonymous },
  { path: grafana, ...turnsOn, unless: ({ is }) => isAdminRole(is['org_role']), ...anonymous, severity: 'notice' },
  {
    path: /(?:^|\.)grafana\.ini\.auth\.anonymous\.org_role$/,
    from: (value) => !isAdminRole(value),
    to: isAdminRole,
    unless: ({ was, is }) => !isOn(was['enabled']) || !isOn(is['enabled']),
    says: 'gives whoever reaches it more rights',
    effect: 'without a login, anyone may change dashboards; an Admin also data sources and users',
    instead: 'keep org_role: Viewer',
  },
  // https://argo-cd.readthedocs.io/en/stable/operator-manual/rbac/
  {
    path: /(?:^|\.)configs\.rbac\.policy\.default$/,
    from: (value) => value !== 'role:admin',
    to: (value) => value === 'role:admin',
    says: 'makes every user an administrator',
    effect: 'whoever can log in may change all applications, repositories and clusters of Argo CD',
    instead: 'set it to role:readonly or nothing, and give role:admin to a group in policy.csv',
  },
  {
    path: /(?:^|\.)configs\.(?:cm\.users\.anonymous\.enabled|params\.server\.disable\.auth)$/,
    ...turnsOn,
    ...noMoreIn,
    effect: 'whoever reaches Argo CD has the role of policy.default, or all rights with server.disable.auth',
    instead: 'keep the login',
  },
  // https://doc.traefik.io/traefik/reference/install-configuration/api-dashboard/
  {
    path: /(?:^|\.)api\.insecure$/,
    ...turnsOn,
    unless: isNot('traefik'),
    says: 'shows its API without a login',
    effect: 'whoever reaches the entry point traefik sees all routes and services, with their configuration',
    instead: 'keep it off, and reach the dashboard by an IngressRoute with a middleware that asks for a login',
  },
  // https://docs.cilium.io/en/stable/security/policy/intro/
  {
    path: /(?:^|\.)policyEnforcementMode$/,
    from: (value) => value !== 'never',
    to: (value) => value === 'never',
    unless: isNot('cilium'),
    says: 'no longer enforces any NetworkPolicy',
    effect: 'with never, Cilium lets every connection through, whatever policies say',
    instead: 'keep default',
  },
  {
    path: /(?:^|\.)policyAuditMode$/,
    ...turnsOn,
    unless: isNot('cilium'),
    says: 'no longer enforces any NetworkPolicy',
    effect: 'in audit mode, Cilium lets every connection through, and only logs what policies would refuse',
    instead: 'turn it on for single endpoints',
  },
  {
    path: /(?:^|\.)encryption\.enabled$/,
    ...turnsOff,
    unless: isNot('cilium'),
    says: 'no longer encrypts what pods send to other nodes',
    effect: 'who is on the network between nodes can read it',
    instead: 'keep it on',
  },
  // https://github.com/minio/minio/tree/master/helm/minio
  {
    path: /(?:^|\.)buckets$/,
    from: () => true,
    to: (value, { from }) => publicOf(value).some((name) => !publicOf(from).includes(name)),
    unless: isNot('minio'),
    says: 'makes a bucket public',
    effect: 'everyone who reaches MinIO can read its objects, and with public also write and delete them',
    instead: 'keep policy: none, and give users a policy of their own',
  },
  ...identities.map(
    (name): ValueTransition => ({
      path: new RegExp(`serviceAccounts?(?:\\.[^.]+)*\\.annotations\\.${name.replaceAll('.', '\\.')}$`, 'i'),
      from: isText,
      to: (value, { from }) => value !== from,
      ...otherIdentity,
    }),
  ),
];
