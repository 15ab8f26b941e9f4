import type { JsonObject } from '../../../src/json/json-value.js';
import type { TransitionCase } from './cases.js';
import { object } from './judge.js';

const RBAC = 'rbac.authorization.k8s.io/v1';
const spec =
  (type: string) =>
  (value: JsonObject): JsonObject =>
    object(type, value);
/** With fields beside its spec. */
const bare =
  (type: string) =>
  (fields: JsonObject): JsonObject => ({ ...object(type, {}), ...fields });
const notes =
  (type: string, rest: JsonObject = {}) =>
  (annotations: Readonly<Record<string, string>>): JsonObject =>
    object(type, rest, annotations);

const role =
  (kind: string) =>
  (...rules: readonly JsonObject[]): JsonObject => ({ ...object(`${RBAC}/${kind}`, {}), rules });
const listed = (kind: string) => (rules: readonly JsonObject[]) => role(kind)(...rules);
const rule = (apiGroups: string, resources: string, verbs: string, resourceNames?: readonly string[]) => ({
  apiGroups: apiGroups.split(','),
  resources: resources.split(','),
  verbs: verbs.split(','),
  ...(resourceNames === undefined ? {} : { resourceNames }),
});
const pods = rule('', 'pods', 'get');
const RIGHTS = 'rbac.authorization.k8s.io';

const chart = (verify: JsonObject | undefined) => ({
  chart: { spec: { chart: 'a', sourceRef: { kind: 'HelmRepository', name: 'a' }, verify } },
});
const subject = (name: string, kind = 'Group') => ({ subjects: [{ kind, name }] });
const namespace = (level: string | undefined) => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: 'x', labels: level === undefined ? {} : { 'pod-security.kubernetes.io/enforce': level } },
});

/** Rights, signatures, identities. */
export const accessCases: readonly TransitionCase[] = [
  {
    label: 'all rights',
    of: listed('Role'),
    bad: [[[pods], [rule('*', '*', '*')]]],
    says: 'warning FX559',
    good: [
      [[rule('*', '*', '*')], [rule('*', '*', '*'), pods]],
      [[pods], [rule('*', '*', 'get')]],
      [[rule('*', '*', '*')], [pods]],
    ],
  },
  {
    label: 'rights to more rights',
    of: listed('ClusterRole'),
    bad: [
      [[pods], [pods, rule(RIGHTS, 'clusterroles', 'escalate')]],
      [[pods], [pods, rule(RIGHTS, 'roles', 'bind')]],
      [[rule(RIGHTS, 'roles', 'get')], [rule(RIGHTS, 'roles', '*')]],
      [[pods], [pods, rule('', 'users,groups', 'impersonate')]],
    ],
    says: 'warning FX559',
    good: [
      [[pods], [rule(RIGHTS, 'clusterroles', 'bind', ['view'])]],
      [[pods], [rule(RIGHTS, 'roles', 'get,create,update')]],
      [[pods], [rule('example.org', 'roles', 'escalate')]],
    ],
  },
  {
    label: 'Secrets',
    of: listed('ClusterRole'),
    bad: [
      [[pods], [pods, rule('', 'secrets', 'get,list')]],
      [[pods], [rule('', '*', 'watch')]],
    ],
    says: 'notice FX559',
    good: [
      [[pods], [rule('', 'secrets', 'get', ['token'])]],
      [[pods], [rule('', 'secrets', 'create')]],
      [[rule('', 'secrets', '*')], [rule('', 'secrets', 'get,list,watch')]],
    ],
  },
  {
    label: 'Secrets of a namespace',
    of: listed('Role'),
    bad: [],
    says: 'notice FX559',
    good: [[[pods], [rule('', 'secrets', 'get')]]],
  },
  ...['RoleBinding', 'ClusterRoleBinding'].map(
    (kind): TransitionCase => ({
      label: `everyone in a ${kind}`,
      of: bare(`${RBAC}/${kind}`),
      bad: [
        [subject('team'), subject('system:authenticated')],
        [subject('team'), subject('system:serviceaccounts')],
        [subject('team'), subject('system:anonymous', 'User')],
      ],
      says: 'warning FX559',
      good: [
        [subject('team'), subject('system:serviceaccounts:apps')],
        [subject('system:authenticated'), subject('team')],
        [
          subject('system:authenticated'),
          { subjects: [...subject('team').subjects, ...subject('system:authenticated').subjects] },
        ],
      ],
    }),
  ),
  {
    label: 'the level of a namespace',
    of: namespace,
    bad: [
      ['restricted', 'baseline'],
      ['baseline', 'privileged'],
      ['restricted', undefined],
    ],
    says: 'warning FX559',
    good: [
      ['privileged', undefined],
      [undefined, 'baseline'],
      ['baseline', 'restricted'],
    ],
  },
  {
    label: 'a level that a var decides',
    of: namespace,
    bad: [],
    says: 'warning FX559',
    good: [['restricted', '${LEVEL}']],
  },
  ...['kustomize.toolkit.fluxcd.io/v1/Kustomization', 'helm.toolkit.fluxcd.io/v2/HelmRelease'].map(
    (type): TransitionCase => ({
      label: `whose rights a ${type} has`,
      of: spec(type),
      bad: [[{ serviceAccountName: 'team' }, {}]],
      says: 'warning FX559',
      good: [
        [{}, { serviceAccountName: 'team' }],
        [{ serviceAccountName: 'team' }, { serviceAccountName: 'other' }],
      ],
    }),
  ),
  ...['GitRepository', 'OCIRepository', 'HelmChart'].map(
    (kind): TransitionCase => ({
      label: `the signature of a ${kind}`,
      of: spec(`source.toolkit.fluxcd.io/v1/${kind}`),
      bad: [[{ verify: { provider: 'cosign' } }, {}]],
      says: 'warning FX559',
      good: [
        [{}, { verify: { provider: 'cosign' } }],
        [{ verify: { provider: 'cosign' } }, { verify: { provider: 'notation' } }],
      ],
    }),
  ),
  {
    label: 'the signature of a chart',
    of: spec('helm.toolkit.fluxcd.io/v2/HelmRelease'),
    bad: [[chart({ provider: 'cosign' }), chart(undefined)]],
    good: [[chart({ provider: 'cosign' }), chart({ provider: 'notation' })]],
    says: 'warning FX559',
  },
  {
    label: 'a source without TLS',
    of: spec('source.toolkit.fluxcd.io/v1/OCIRepository'),
    bad: [[{}, { insecure: true }]],
    says: 'warning FX559',
    good: [[{ insecure: true }, {}]],
  },
  ...['eks.amazonaws.com/role-arn', 'iam.gke.io/gcp-service-account', 'azure.workload.identity/client-id'].map(
    (name): TransitionCase => ({
      label: `the identity of ${name}`,
      of: notes('ServiceAccount'),
      bad: [
        [{ [name]: 'a' }, { [name]: 'b' }],
        [{ [name]: 'a' }, {}],
      ],
      says: 'warning FX559',
      good: [[{}, { [name]: 'a' }]],
    }),
  ),
];
