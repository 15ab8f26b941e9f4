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
const NGINX = 'nginx.ingress.kubernetes.io/';
const nginx = ({ class: ingressClassName = 'nginx', ...all }: Readonly<Record<string, string>>): JsonObject =>
  object(
    'networking.k8s.io/v1/Ingress',
    { ingressClassName },
    Object.fromEntries(Object.entries(all).map(([key, value]) => [`${NGINX}${key}`, value])),
  );
/** What lets others in, and what acts as somebody else. */
export const openingCases: readonly TransitionCase[] = [
  {
    label: 'mTLS',
    of: spec('security.istio.io/v1/PeerAuthentication'),
    bad: [
      [{ mtls: { mode: 'STRICT' } }, { mtls: { mode: 'PERMISSIVE' } }],
      [{ mtls: { mode: 'STRICT' } }, { mtls: { mode: 'DISABLE' } }],
    ],
    says: 'warning FX559',
    good: [
      [{ mtls: { mode: 'PERMISSIVE' } }, { mtls: { mode: 'STRICT' } }],
      [{ mtls: { mode: 'STRICT' } }, {}],
    ],
  },
  {
    label: 'mTLS of a port',
    of: spec('security.istio.io/v1/PeerAuthentication'),
    bad: [
      [{ mtls: { mode: 'STRICT' } }, { mtls: { mode: 'STRICT' }, portLevelMtls: { '8080': { mode: 'DISABLE' } } }],
      [{ portLevelMtls: { '80': { mode: 'STRICT' } } }, { portLevelMtls: { '80': { mode: 'PERMISSIVE' } } }],
    ],
    says: 'notice FX559',
    good: [[{}, { portLevelMtls: { '80': { mode: 'PERMISSIVE' } } }]],
  },
  {
    label: 'an AuthorizationPolicy',
    of: spec('security.istio.io/v1/AuthorizationPolicy'),
    bad: [
      [
        { action: 'DENY', rules: [{ to: [{}] }] },
        { action: 'AUDIT', rules: [{ to: [{}] }] },
      ],
      [{ action: 'DENY', rules: [{}] }, { rules: [{}] }],
      [{ rules: [{ to: [{}] }] }, { rules: [{}] }],
      [{}, { rules: [{}] }],
      [
        { rules: [{ from: [{ source: { principals: ['a'] } }] }] },
        { rules: [{ from: [{ source: { principals: ['*'] } }] }] },
      ],
    ],
    says: 'warning FX559',
    good: [
      [{ rules: [{}] }, { rules: [{}, { to: [{}] }] }],
      [{ rules: [{ to: [{}] }] }, { rules: [{ from: [{ source: { principals: ['*'], namespaces: ['a'] } }] }] }],
      [
        { action: 'ALLOW', rules: [{ to: [{}] }] },
        { action: 'DENY', rules: [{ to: [{}] }] },
      ],
    ],
  },
  {
    label: 'a SecurityPolicy of Envoy Gateway',
    of: spec('gateway.envoyproxy.io/v1alpha1/SecurityPolicy'),
    bad: [
      ...['apiKeyAuth', 'basicAuth', 'jwt', 'oidc', 'extAuth', 'authorization'].map(
        (name) => [{ [name]: { a: 1 }, cors: {} }, { cors: {} }] as const,
      ),
      [{ authorization: { defaultAction: 'Deny' } }, { authorization: { defaultAction: 'Allow' } }],
      [{ authorization: { rules: [] } }, { authorization: { defaultAction: 'Allow' } }],
    ],
    says: 'warning FX559',
    good: [
      [{ basicAuth: { users: {} } }, { oidc: { provider: {} } }],
      [{ cors: {} }, {}],
      [{ jwt: { a: 1 } }, { jwt: { a: 2 } }],
    ],
  },
  {
    label: 'a middleware of Traefik',
    of: (names: readonly string[]) =>
      object('traefik.io/v1alpha1/IngressRoute', {
        routes: [{ match: 'Host(`a`)', middlewares: names.map((name) => ({ name })) }],
      }),
    bad: [[['auth', 'headers'], ['headers']]],
    says: 'notice FX559',
    good: [
      [['auth'], ['headers', 'auth']],
      [
        ['auth', 'headers'],
        ['headers', 'auth'],
      ],
    ],
  },
  {
    label: 'middlewares of an Ingress',
    of: (list: string | undefined) =>
      object(
        'networking.k8s.io/v1/Ingress',
        { ingressClassName: 'traefik' },
        list === undefined ? {} : { 'traefik.ingress.kubernetes.io/router.middlewares': list },
      ),
    bad: [['a-auth@kubernetescrd,a-b@kubernetescrd', 'a-b@kubernetescrd']],
    says: 'notice FX559',
  },
  {
    label: 'an Ingress of ingress-nginx',
    of: nginx,
    bad: [
      [{ 'whitelist-source-range': '10.0.0.0/8' }, {}],
      [{ 'whitelist-source-range': '10.0.0.0/8' }, { 'whitelist-source-range': '0.0.0.0/0' }],
      [{ 'allowlist-source-range': '10.0.0.0/8' }, {}],
      [{ 'auth-url': 'https://a' }, {}],
      [{ 'auth-type': 'basic', 'auth-secret': 'a' }, {}],
      [{ 'auth-tls-secret': 'a/b' }, {}],
      [{ 'auth-tls-secret': 'a/b' }, { 'auth-tls-secret': 'a/b', 'auth-tls-verify-client': 'off' }],
    ],
    says: 'warning FX559',
    good: [
      [{ 'whitelist-source-range': '10.0.0.0/8' }, { 'allowlist-source-range': '10.0.0.0/8' }],
      [{ 'whitelist-source-range': '10.0.0.0/8' }, { 'whitelist-source-range': '10.0.0.0/8,192.0.2.0/24' }],
      [{ 'auth-type': 'basic' }, { 'auth-url': 'https://a' }],
      [{ 'auth-url': 'https://a' }, { class: 'traefik' }],
      [{ 'rewrite-target': '/' }, {}],
      [{}, { 'auth-tls-secret': 'a/b', 'auth-tls-verify-client': 'optional' }],
    ],
  },
  {
    label: 'addresses that were kept out',
    of: nginx,
    bad: [[{ 'denylist-source-range': '192.0.2.0/24' }, {}]],
    says: 'notice FX559',
  },
  {
    label: 'who may add routes to a Gateway',
    of: (from: string | undefined) =>
      object('gateway.networking.k8s.io/v1/Gateway', {
        gatewayClassName: 'a',
        listeners: [{ name: 'a', port: 443, allowedRoutes: { namespaces: { from } } }],
      }),
    bad: [
      ['Same', 'All'],
      [undefined, 'All'],
    ],
    says: 'notice FX559',
    good: [
      ['Same', 'Selector'],
      ['All', 'Same'],
    ],
  },
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
