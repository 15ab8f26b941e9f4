import { podSpecs } from '../../../src/check/references/kubernetes-rows.js';
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

const some = [{ podSelector: { matchLabels: { app: 'a' } } }];
const ingress = (...rules: readonly JsonObject[]) => ({ podSelector: {}, policyTypes: ['Ingress'], ingress: rules });
const egress = (...rules: readonly JsonObject[]) => ({ podSelector: {}, policyTypes: ['Egress'], egress: rules });
const dns = { ports: [{ port: 53, protocol: 'UDP' }] };
const policy = spec('networking.k8s.io/v1/NetworkPolicy');

/** Rights, networks, pods. */
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
  {
    label: 'what is let in by a NetworkPolicy',
    of: policy,
    bad: [
      [ingress({ from: some }), ingress({})],
      [ingress({ from: some }), ingress({ from: [] })],
      [ingress(), ingress({ from: [{ namespaceSelector: {} }] })],
      [ingress({ from: some }), ingress({ from: [...some, { ipBlock: { cidr: '0.0.0.0/0' } }] })],
      [ingress({ ports: [{ port: 443 }] }), ingress({ ports: [{ port: 443 }] }, {})],
      [ingress({ from: some }), { ...ingress({ from: some }), policyTypes: ['Egress'] }],
      [ingress({ from: some }), { ...ingress({ from: some }), podSelector: { matchLabels: { app: 'b' } } }],
    ],
    says: 'warning FX559',
    good: [
      [ingress({}), ingress({ from: some })],
      [ingress({ ports: [{ port: 80 }] }), ingress({ ports: [{ port: 443 }] })],
      [
        ingress({ from: some }),
        ingress({ from: [{ namespaceSelector: {}, podSelector: { matchLabels: { app: 'b' } } }] }),
      ],
      [ingress({ from: some }), ingress({ from: [{ namespaceSelector: { matchLabels: { team: 'b' } } }] })],
      [egress({ to: some }), { ...egress({ to: some }), policyTypes: ['Egress', 'Ingress'], ingress: [{}] }],
      [
        { ...ingress(), podSelector: { matchLabels: { app: 'a' } } },
        { ...ingress(), podSelector: { matchLabels: { app: 'b' } } },
      ],
      [{ ...ingress(), podSelector: { matchLabels: { app: 'a' } } }, ingress()],
      [{ podSelector: {}, ingress: [] }, ingress()],
    ],
  },
  {
    label: 'what is let out by a NetworkPolicy',
    of: policy,
    bad: [
      [egress(dns, { to: some }), egress(dns, {})],
      [egress({ to: some }), egress({ to: [{ ipBlock: { cidr: '::/0' } }] })],
    ],
    says: 'notice FX559',
    good: [
      [egress(dns), egress(dns, { to: some })],
      [egress(), egress(dns)],
    ],
  },
  {
    label: 'egress that is no longer limited',
    of: policy,
    bad: [[{ ...ingress(), policyTypes: ['Ingress', 'Egress'] }, ingress()]],
    says: 'warning FX559',
  },
  ...['CiliumNetworkPolicy', 'CiliumClusterwideNetworkPolicy'].map(
    (kind): TransitionCase => ({
      label: `what a ${kind} lets in`,
      of: spec(`cilium.io/v2/${kind}`),
      bad: [
        [{ ingress: [{ fromEntities: ['cluster'] }] }, { ingress: [{ fromEntities: ['cluster', 'world'] }] }],
        [{ ingress: [{ fromEndpoints: [{}] }] }, { ingress: [{ fromEntities: ['all'] }] }],
        [{ ingress: [{ fromCIDR: ['10.0.0.0/8'] }] }, { ingress: [{ fromCIDR: ['0.0.0.0/0'] }] }],
      ],
      says: 'warning FX559',
      good: [
        [{ ingress: [{ fromEntities: ['world'] }] }, { ingress: [{ fromEntities: ['all'] }] }],
        [{ egress: [{ toEntities: ['cluster'] }] }, { egress: [{ toEntities: ['cluster', 'kube-apiserver'] }] }],
        [{ ingressDeny: [] }, { ingressDeny: [{ fromEntities: ['world'] }] }],
      ],
    }),
  ),
  {
    label: 'what a CiliumNetworkPolicy lets out',
    of: spec('cilium.io/v2/CiliumNetworkPolicy'),
    bad: [[{ egress: [{ toEntities: ['cluster'] }] }, { egress: [{ toEntities: ['world'] }] }]],
    says: 'notice FX559',
  },
  ...Object.entries(podSpecs).flatMap(([type, at]): readonly TransitionCase[] => {
    const [group, kind] = type.split('/');
    const of = (podSpec: JsonObject): JsonObject => {
      const inner = at
        .split('.')
        .slice(1)
        .reduceRight<JsonObject>((value, key) => ({ [key]: value }), podSpec);
      return object(group === '' ? kind! : `${group}/v1/${kind!}`, { ...(kind === 'Pod' ? podSpec : inner) });
    };
    const container = (securityContext?: JsonObject) => ({
      containers: [{ name: 'a', image: 'a:1', ...(securityContext === undefined ? {} : { securityContext }) }],
    });
    const hostPath = (path: string) => ({ ...container(), volumes: [{ name: 'v', hostPath: { path } }] });
    // Pods and templates of Jobs can't change; the others are replaced.
    if (!['Deployment', 'StatefulSet', 'CronJob', 'DaemonSet'].includes(kind!)) return [];
    return [
      {
        label: `pods of a ${kind!}`,
        of,
        bad: [
          [container(), container({ privileged: true })],
          [container({ allowPrivilegeEscalation: false }), container({ privileged: true })],
          [container(), { ...container(), hostNetwork: true }],
          [container(), { ...container(), hostPID: true }],
          [container(), { ...container(), hostIPC: true }],
          [container(), hostPath('/')],
          [hostPath('/var/log'), hostPath('/var/run/docker.sock')],
          [container({ runAsNonRoot: true }), container({ runAsNonRoot: false })],
          [{ ...container(), securityContext: { runAsNonRoot: true } }, container()],
          [container({ allowPrivilegeEscalation: false }), container({ allowPrivilegeEscalation: true })],
          [container(), container({ capabilities: { add: ['SYS_ADMIN'] } })],
          ...['privileged', 'runAsNonRoot', 'allowPrivilegeEscalation', 'capabilities'].map((name) => {
            const init = (value: unknown) => ({
              ...container(),
              initContainers: [{ name: 'i', securityContext: { [name]: value } }],
            });
            return name === 'capabilities'
              ? ([init({ add: [] }), init({ add: ['ALL'] })] as const)
              : ([init(name === 'runAsNonRoot'), init(name !== 'runAsNonRoot')] as const);
          }),
        ],
        says: 'notice FX559',
        good: [
          [container({ privileged: true }), container({ privileged: false })],
          [container(), hostPath('/var/log')],
          [container(), container({ capabilities: { add: ['NET_BIND_SERVICE'] } })],
          [container({ runAsNonRoot: true }), { ...container(), securityContext: { runAsNonRoot: true } }],
          [{ ...container(), securityContext: { runAsNonRoot: true } }, container({ runAsNonRoot: true })],
          [container(), container({ allowPrivilegeEscalation: true })],
        ],
      },
    ];
  }),
];
