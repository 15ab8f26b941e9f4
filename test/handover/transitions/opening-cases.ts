import type { JsonObject } from '../../../src/json/json-value.js';
import type { TransitionCase } from './cases.js';
import { object, release } from './judge.js';

const spec =
  (type: string) =>
  (value: JsonObject): JsonObject =>
    object(type, value);
const values =
  (chart: string) =>
  (value: JsonObject): JsonObject =>
    release(chart, value);
/** What lets others in, and what acts as somebody else. */
export const openingCases: readonly TransitionCase[] = [
  {
    label: 'an issuer of another kind',
    of: spec('cert-manager.io/v1/ClusterIssuer'),
    bad: [[{ acme: { server: 'a' } }, { selfSigned: {} }]],
    says: 'warning FX559',
    good: [[{ ca: { secretName: 'a' } }, { ca: { secretName: 'b' } }]],
  },
  {
    label: 'how a KafkaUser logs in',
    of: spec('kafka.strimzi.io/v1/KafkaUser'),
    bad: [[{ authentication: { type: 'tls' } }, { authentication: { type: 'scram-sha-512' } }]],
    says: 'warning FX559',
    good: [[{ authentication: { type: 'tls' }, quotas: {} }, { authentication: { type: 'tls' } }]],
  },
  {
    label: 'the role of nodes',
    of: spec('karpenter.k8s.aws/v1/EC2NodeClass'),
    bad: [[{ role: 'a' }, { role: 'b' }]],
    says: 'notice FX559',
    good: [[{ role: 'a' }, { role: 'a', userData: 'x' }]],
  },
  {
    label: 'how ExternalDNS knows its records',
    of: values('external-dns'),
    bad: [
      [{}, { txtPrefix: 'x-' }],
      [{ txtSuffix: '-x' }, {}],
      [{ registry: 'txt' }, { registry: 'dynamodb' }],
      [{}, { registry: 'noop' }],
    ],
    says: 'warning FX559',
    good: [
      [{}, { registry: 'txt' }],
      [{ txtPrefix: 'x-' }, { txtPrefix: 'x-', interval: '1m' }],
    ],
  },
  {
    label: 'values that open',
    of: values('web'),
    bad: [
      [{ service: { loadBalancerSourceRanges: ['10.0.0.0/8'] } }, { service: {} }],
      [
        { service: { type: 'LoadBalancer', loadBalancerSourceRanges: ['10.0.0.0/8'] } },
        { service: { type: 'LoadBalancer', loadBalancerSourceRanges: ['0.0.0.0/0'] } },
      ],
      [{ redis: { auth: { enabled: true } } }, { redis: { auth: { enabled: false } } }],
      [{ networkPolicy: { enabled: true } }, { networkPolicy: { enabled: false } }],
      [
        { serviceAccount: { annotations: { 'eks.amazonaws.com/role-arn': 'a' } } },
        { serviceAccount: { annotations: { 'eks.amazonaws.com/role-arn': 'b' } } },
      ],
      [{ serviceAccount: { annotations: { 'iam.gke.io/gcp-service-account': 'a' } } }, {}],
      [
        { serviceAccount: { server: { annotations: { 'azure.workload.identity/client-id': 'a' } } } },
        { serviceAccount: { server: { annotations: { 'azure.workload.identity/client-id': 'b' } } } },
      ],
    ],
    says: 'warning FX559',
    good: [
      [{ service: { loadBalancerSourceRanges: ['10.0.0.0/8'] } }, { service: { type: 'ClusterIP' } }],
      [{ service: { loadBalancerSourceRanges: ['a'] } }, { service: { loadBalancerSourceRanges: ['b'] } }],
      [{ auth: { enabled: false } }, { auth: { enabled: true } }],
      [{ api: { insecure: false } }, { api: { insecure: true } }],
      [{ encryption: { enabled: true } }, { encryption: { enabled: false } }],
      [{ serviceAccount: { annotations: { a: 'b' } } }, { serviceAccount: { annotations: { a: 'c' } } }],
      [{ serviceAccount: {} }, { serviceAccount: { annotations: { 'eks.amazonaws.com/role-arn': 'b' } } }],
    ],
  },
  {
    label: 'Grafana without a login',
    of: (anonymous: JsonObject) => release('grafana', { 'grafana.ini': { 'auth.anonymous': anonymous } }),
    bad: [
      [{}, { enabled: true, org_role: 'Admin' }],
      [
        { enabled: true, org_role: 'Viewer' },
        { enabled: true, org_role: 'Admin' },
      ],
    ],
    says: 'warning FX559',
    good: [[{ org_role: 'Viewer' }, { org_role: 'Admin' }]],
  },
  {
    label: 'Grafana for viewers without a login',
    of: (enabled: boolean) =>
      release('kube-prometheus-stack', { grafana: { 'grafana.ini': { 'auth.anonymous': { enabled } } } }),
    bad: [[false, true]],
    says: 'notice FX559',
    good: [[true, false]],
  },
  {
    label: 'Argo CD',
    of: (configs: JsonObject) => release('argo-cd', { configs }),
    bad: [
      [{ rbac: { 'policy.default': 'role:readonly' } }, { rbac: { 'policy.default': 'role:admin' } }],
      [{}, { cm: { 'users.anonymous.enabled': 'true' } }],
      [{}, { params: { 'server.disable.auth': true } }],
    ],
    says: 'warning FX559',
    good: [[{ rbac: { 'policy.default': 'role:admin' } }, { rbac: { 'policy.default': '' } }]],
  },
  {
    label: 'the API of Traefik',
    of: values('traefik'),
    bad: [[{}, { api: { insecure: true } }]],
    says: 'warning FX559',
    good: [[{}, { api: { dashboard: true } }]],
  },
  {
    label: 'Cilium',
    of: values('cilium'),
    bad: [
      [{}, { policyEnforcementMode: 'never' }],
      [{}, { policyAuditMode: true }],
      [{ encryption: { enabled: true, type: 'wireguard' } }, { encryption: { enabled: false, type: 'wireguard' } }],
    ],
    says: 'warning FX559',
    good: [[{ policyEnforcementMode: 'default' }, { policyEnforcementMode: 'always' }]],
  },
  {
    label: 'a bucket of MinIO',
    of: (...buckets: readonly JsonObject[]) => release('minio', { buckets }),
    bad: [
      [
        { name: 'a', policy: 'none' },
        { name: 'a', policy: 'public' },
      ],
    ],
    says: 'warning FX559',
    good: [
      [
        { name: 'a', policy: 'public' },
        { name: 'a', policy: 'download' },
      ],
      [
        { name: 'a', policy: 'none' },
        { name: 'b', policy: 'upload' },
      ],
    ],
  },
];
