import type { JsonObject } from '../../../src/json/json-value.js';
import type { TransitionCase } from './cases.js';
import { object } from './judge.js';

const spec =
  (type: string) =>
  (value: JsonObject): JsonObject =>
    object(type, value);
const kafka = (value: JsonObject): JsonObject => object('kafka.strimzi.io/v1/Kafka', { kafka: value });
const listener = (value: JsonObject) => ({ listeners: [{ name: 'a', port: 9092, ...value }] });
const balanced = (...loadBalancerSourceRanges: readonly string[]) => ({
  type: 'LoadBalancer',
  loadBalancerSourceRanges,
});
const external = (value: JsonObject): JsonObject =>
  object('rds.aws.upbound.io/v1/Instance', { forProvider: { region: 'a', ...value } });
const nested = (path: string, value: unknown): JsonObject =>
  path.split('/').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as JsonObject;
const crd = (schema: JsonObject): JsonObject => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'as.b.c' },
  spec: {
    group: 'b.c',
    names: { kind: 'A', plural: 'as' },
    scope: 'Namespaced',
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', ...schema } } }],
  },
});
const field = (schema: JsonObject, rest: JsonObject = {}) => ({
  properties: { spec: { type: 'object', properties: { a: schema }, ...rest } },
});
const text = { type: 'string' };

/** Databases, brokers, clouds and CRDs. */
export const publicCases: readonly TransitionCase[] = [
  ...(
    [
      ['postgresql.cnpg.io/v1/Cluster', 'postgresql/pg_hba'],
      ['postgresql.cnpg.io/v1/Pooler', 'pgbouncer/pg_hba'],
      ['acid.zalan.do/v1/postgresql', 'patroni/pg_hba'],
      ['postgres-operator.crunchydata.com/v1beta1/PostgresCluster', 'patroni/dynamicConfiguration/postgresql/pg_hba'],
      ['pgv2.percona.com/v2/PerconaPGCluster', 'patroni/dynamicConfiguration/postgresql/pg_hba'],
    ] as const
  ).map(
    ([type, path]): TransitionCase => ({
      label: `pg_hba of ${type}`,
      of: (lines: readonly string[]) => object(type, nested(path, lines)),
      bad: [
        [[], ['host all all 0.0.0.0/0 trust']],
        [['hostssl all all 10.0.0.0/8 trust'], ['hostssl all all  all  trust']],
      ],
      says: 'warning FX559',
      good: [
        [[], ['host all all 0.0.0.0/0 scram-sha-256']],
        [[], ['local all all trust', 'host all all 127.0.0.1/32 trust']],
        [['host all all all trust'], ['host all all all trust', 'host a b all md5']],
      ],
    }),
  ),
  {
    label: 'a superuser of CloudNativePG',
    of: (role: JsonObject) => object('postgresql.cnpg.io/v1/Cluster', { managed: { roles: [{ name: 'a', ...role }] } }),
    bad: [[{}, { superuser: true }]],
    says: 'warning FX559',
    good: [[{ superuser: true }, { superuser: false }]],
  },
  {
    label: 'the superuser of CloudNativePG',
    of: spec('postgresql.cnpg.io/v1/Cluster'),
    bad: [[{}, { enableSuperuserAccess: true }]],
    says: 'notice FX559',
  },
  {
    label: "a database of Zalando's operator",
    of: spec('acid.zalan.do/v1/postgresql'),
    bad: [
      [{ users: { a: ['createdb'] } }, { users: { a: ['createdb', 'superuser'] } }],
      [{ allowedSourceRanges: ['10.0.0.0/8'] }, { allowedSourceRanges: ['0.0.0.0/0'] }],
    ],
    says: 'warning FX559',
    good: [[{ allowedSourceRanges: ['10.0.0.0/8'] }, {}]],
  },
  ...(
    [
      ['pxc.percona.com/v1/PerconaXtraDBCluster', 'haproxy/exposePrimary'],
      ['pxc.percona.com/v1/PerconaXtraDBCluster', 'haproxy/exposeReplicas'],
      ['pxc.percona.com/v1/PerconaXtraDBCluster', 'proxysql/expose'],
      ['pxc.percona.com/v1/PerconaXtraDBCluster', 'pxc/expose'],
      ['ps.percona.com/v1/PerconaServerMySQL', 'mysql/expose'],
      ['ps.percona.com/v1/PerconaServerMySQL', 'mysql/exposePrimary'],
      ['ps.percona.com/v1/PerconaServerMySQL', 'proxy/haproxy/expose'],
      ['ps.percona.com/v1/PerconaServerMySQL', 'proxy/router/expose'],
      ['ps.percona.com/v1/PerconaServerMySQL', 'orchestrator/expose'],
      ['psmdb.percona.com/v1/PerconaServerMongoDB', 'sharding/mongos/expose'],
      ['pgv2.percona.com/v2/PerconaPGCluster', 'expose'],
      ['pgv2.percona.com/v2/PerconaPGCluster', 'exposeReplicas'],
      ['pgv2.percona.com/v2/PerconaPGCluster', 'proxy/pgBouncer/expose'],
    ] as const
  ).map(
    ([type, path]): TransitionCase => ({
      label: `${path} of ${type}`,
      of: (expose: JsonObject) => object(type, nested(path, expose)),
      bad: [[balanced('10.0.0.0/8'), { type: 'LoadBalancer' }]],
      says: 'warning FX559',
      good: [
        [
          balanced('10.0.0.0/8'),
          { type: 'LoadBalancer', annotations: { 'networking.gke.io/load-balancer-type': 'Internal' } },
        ],
        [balanced('10.0.0.0/8'), balanced('192.0.2.0/24')],
        [
          { ...balanced('10.0.0.0/8'), loadBalancerClass: 'eks.amazonaws.com/nlb' },
          { type: 'LoadBalancer', loadBalancerClass: 'eks.amazonaws.com/nlb' },
        ],
      ],
    }),
  ),
  {
    label: 'a replica set of MongoDB that opens',
    of: (expose: JsonObject) =>
      object('psmdb.percona.com/v1/PerconaServerMongoDB', { replsets: [{ name: 'rs0', expose }] }),
    bad: [[balanced('10.0.0.0/8'), balanced()]],
    says: 'warning FX559',
  },
  {
    label: 'a Kafka that opens',
    of: kafka,
    bad: [
      [listener({ authentication: { type: 'tls' } }), listener({})],
      [listener({ tls: true }), listener({ tls: false })],
      [{ authorization: { type: 'simple' } }, {}],
      [listener({ configuration: { loadBalancerSourceRanges: ['10.0.0.0/8'] } }), listener({ configuration: {} })],
    ],
    says: 'warning FX559',
    good: [
      [listener({ authentication: { type: 'tls' } }), listener({ authentication: { type: 'scram-sha-512' } })],
      [listener({ tls: false }), listener({ tls: true })],
      [{}, { authorization: { type: 'simple' } }],
    ],
  },
  {
    label: 'the peers of a listener',
    of: kafka,
    bad: [[listener({ networkPolicyPeers: [{ podSelector: {} }] }), listener({})]],
    says: 'notice FX559',
  },
  {
    label: 'an administrator of RabbitMQ',
    of: spec('rabbitmq.com/v1beta1/User'),
    bad: [[{ tags: ['monitoring'] }, { tags: ['monitoring', 'administrator'] }]],
    says: 'warning FX559',
    good: [[{ tags: ['monitoring'] }, { tags: ['management'] }]],
  },
  {
    label: 'anonymous requests to Elasticsearch',
    of: (config: JsonObject) =>
      object('elasticsearch.k8s.elastic.co/v1/Elasticsearch', { nodeSets: [{ name: 'a', config }] }),
    bad: [
      [{}, { 'xpack.security.authc.anonymous.roles': 'superuser' }],
      [{}, { 'xpack.security.authc': { anonymous: { username: 'a', roles: ['viewer', 'superuser'] } } }],
    ],
    says: 'warning FX559',
    good: [[{}, { 'xpack.security.authc.anonymous.roles': 'viewer' }]],
  },
  {
    label: 'Elasticsearch without TLS',
    of: spec('elasticsearch.k8s.elastic.co/v1/Elasticsearch'),
    bad: [[{}, { http: { tls: { selfSignedCertificate: { disabled: true } } } }]],
    says: 'notice FX559',
  },
  {
    label: 'a managed resource that the internet reaches',
    of: external,
    bad: [
      [{}, { publiclyAccessible: true }],
      [{ publicNetworkAccessEnabled: false }, { publicNetworkAccessEnabled: true }],
      [{ publicAccessPrevention: 'enforced' }, { publicAccessPrevention: 'inherited' }],
      [
        { type: 'ingress', cidrBlocks: ['10.0.0.0/8'] },
        { type: 'ingress', cidrBlocks: ['0.0.0.0/0'] },
      ],
    ],
    says: 'warning FX559',
    good: [
      [{ publiclyAccessible: true }, { publiclyAccessible: false }],
      [{}, { publicNetworkAccessEnabled: true }],
      [
        { type: 'egress', cidrBlocks: ['10.0.0.0/8'] },
        { type: 'egress', cidrBlocks: ['0.0.0.0/0'] },
      ],
    ],
  },
  {
    label: 'a database of ACK',
    of: spec('rds.services.k8s.aws/v1alpha1/DBInstance'),
    bad: [[{ publiclyAccessible: false }, { publiclyAccessible: true }]],
    says: 'warning FX559',
  },
  {
    label: 'networks of Cloud SQL',
    of: (...all: readonly JsonObject[]) =>
      object('sql.cnrm.cloud.google.com/v1beta1/SQLInstance', {
        settings: { ipConfiguration: { authorizedNetworks: all } },
      }),
    bad: [[{ value: '192.0.2.0/24' }, { value: '0.0.0.0/0' }]],
    says: 'warning FX559',
    good: [[{ value: '192.0.2.0/24' }, { value: '198.51.100.0/24' }]],
  },
  {
    label: 'the block of a bucket',
    of: (forProvider: JsonObject) => object('s3.aws.upbound.io/v1beta1/BucketPublicAccessBlock', { forProvider }),
    bad: ['blockPublicAcls', 'blockPublicPolicy', 'ignorePublicAcls', 'restrictPublicBuckets'].map(
      (name) => [{ [name]: true }, { [name]: false }] as const,
    ),
    says: 'warning FX559',
    good: [[{ blockPublicPolicy: false }, { blockPublicPolicy: true }]],
  },
  {
    label: 'the block of a bucket of ACK',
    of: spec('s3.services.k8s.aws/v1alpha1/Bucket'),
    bad: [
      [{ publicAccessBlock: { blockPublicACLs: true } }, { publicAccessBlock: { blockPublicACLs: false } }],
      [{ publicAccessBlock: { restrictPublicBuckets: true } }, {}],
    ],
    says: 'warning FX559',
    good: [
      [{}, { publicAccessBlock: { blockPublicACLs: true } }],
      [
        { publicAccessBlock: { blockPublicACLs: true, ignorePublicACLs: false } },
        { publicAccessBlock: { blockPublicACLs: true } },
      ],
    ],
  },
  {
    label: 'a bucket of Config Connector',
    of: spec('storage.cnrm.cloud.google.com/v1beta1/StorageBucket'),
    bad: [[{ publicAccessPrevention: 'enforced' }, { publicAccessPrevention: 'inherited' }]],
    says: 'warning FX559',
    good: [[{ publicAccessPrevention: 'inherited' }, { publicAccessPrevention: 'enforced' }]],
  },
  {
    label: 'fields of a CRD',
    of: crd,
    bad: [[{ properties: { spec: { type: 'object', properties: { a: text, b: text } } } }, field(text)]],
    says: 'notice FX559',
    good: [
      [field(text), { properties: { spec: { type: 'object', properties: { a: text, b: text } } } }],
      [
        { properties: { status: { type: 'object', properties: { a: text } } } },
        { properties: { status: { type: 'object', properties: {} } } },
      ],
      [field(text), { properties: { spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } } }],
    ],
  },
  {
    label: 'what a CRD refuses',
    of: crd,
    bad: [
      [field(text), field(text, { required: ['a'] })],
      [field(text), field({ type: 'integer' })],
      [field({ type: 'array', items: text }), field({ type: 'array', items: { type: 'object' } })],
    ],
    says: 'notice FX559',
    good: [
      [field(text, { required: ['a'] }), field(text)],
      [field({ type: 'integer' }), field({ type: 'number' })],
      [field(text), field({ 'x-kubernetes-int-or-string': true })],
      [field(text), field({ type: 'string', default: 'x' }, { required: ['a'] })],
    ],
  },
];
