import { fieldsOf, listOf } from '../../../json/as-shape.js';
import { readField } from '../../losses/keeps.js';
import type { Transition, When } from '../transition.js';
import { becomes, both, leaves, loses, removed } from '../when.js';
import { isOpenTo, opens, rangesOf } from './network-rows.js';

const KAFKA = 'kafka.strimzi.io/Kafka';
const CNPG = 'postgresql.cnpg.io/Cluster';

/** Lines of pg_hba.conf by which anyone logs in: https://www.postgresql.org/docs/current/auth-pg-hba-conf.html */
const trusting = (lines: unknown): readonly string[] =>
  listOf(lines)
    .map((line) => String(line).trim().replace(/\s+/g, ' '))
    .filter((line) =>
      /^host(?:ssl|nossl|gssenc|nogssenc)? \S+ \S+ (?:all|0\.0\.0\.0\/0|::0?\/0|0\.0\.0\.0 0\.0\.0\.0) trust(?: |$)/i.test(
        line,
      ),
    );
const trustsAll: When = (was, is) => {
  const had = trusting(was);
  return trusting(is).some((line) => !had.includes(line));
};

const superuser: Pick<Transition, 'severity' | 'says' | 'effect' | 'instead'> = {
  severity: 'warning',
  says: 'has another superuser from now on',
  effect: 'a superuser reads and changes all databases, and can run programs on the server',
  instead: 'grant the role what it needs',
};

const everywhere: Pick<Transition, 'severity' | 'says' | 'effect' | 'instead'> = {
  severity: 'warning',
  says: 'can be reached from everywhere from now on',
  effect: 'without ranges of addresses, its load balancer accepts connections from the whole internet',
  instead: 'keep the ranges, or make the load balancer internal',
};

/** A Service of an operator, by where its settings are; it is one of type LoadBalancer that isn't internal. */
const exposed = (on: string, at: string): Transition => ({
  on,
  at,
  when: (was, is, sides) => {
    const [old, now] = [fieldsOf(was), fieldsOf(is)];
    const annotations = Object.entries(fieldsOf(now['annotations']));
    const isInternal = annotations.some(
      ([key, value]) => /internal|load-balancer-type|scheme/.test(key) && /^(?:true|internal)$/i.test(String(value)),
    );
    // AWS makes internal ones of this class, if nothing else is set.
    const isOfAws = String(now['loadBalancerClass']).endsWith('/nlb');
    const isPublic = isOfAws ? annotations.some(([, value]) => value === 'internet-facing') : !isInternal;
    return (
      [old, now].every(({ type }) => type === 'LoadBalancer') &&
      isPublic &&
      opens(old['loadBalancerSourceRanges'], now['loadBalancerSourceRanges'], sides)
    );
  },
  shows: 'loadBalancerSourceRanges',
  ...everywhere,
});

/** Where Percona's operators have them, as the `deploy/cr.yaml` of each says. */
const exposures: readonly (readonly [on: string, ...at: string[]])[] = [
  [
    'pxc.percona.com/PerconaXtraDBCluster',
    'spec.haproxy.exposePrimary',
    'spec.haproxy.exposeReplicas',
    'spec.proxysql.expose',
    'spec.pxc.expose',
  ],
  [
    'ps.percona.com/PerconaServerMySQL',
    'spec.mysql.expose',
    'spec.mysql.exposePrimary',
    'spec.proxy.haproxy.expose',
    'spec.proxy.router.expose',
    'spec.orchestrator.expose',
  ],
  ['psmdb.percona.com/PerconaServerMongoDB', 'spec.replsets[name].expose', 'spec.sharding.mongos.expose'],
  ['pgv2.percona.com/PerconaPGCluster', 'spec.expose', 'spec.exposeReplicas', 'spec.proxy.pgBouncer.expose'],
];

const cidrsOf = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : listOf(value).map((one) =>
        typeof one === 'string' ? one : String(fieldsOf(one)['value'] ?? fieldsOf(one)['cidrIP']),
      );
const includesAll = (value: unknown): boolean => cidrsOf(value).some((one) => isOpenTo([one]));
const gainsAll: When = (was, is) => includesAll(is) && !includesAll(was);

const publicly: Pick<Transition, 'severity' | 'says' | 'effect' | 'instead'> = {
  severity: 'warning',
  says: 'can be reached from the internet from now on',
  effect: 'only its firewall or security group and its passwords protect it',
  instead: 'keep it private, and reach it by the network that it is in',
};
const publicBucket: Pick<Transition, 'severity' | 'says' | 'effect' | 'instead'> = {
  severity: 'warning',
  says: 'may be made public from now on',
  effect: 'a policy or an ACL that lets everyone read the bucket is no longer refused or ignored',
  instead: 'keep it, and give access by a policy that names who gets it',
};

const blocks = (block: unknown): readonly string[] =>
  Object.entries(fieldsOf(block)).flatMap(([field, value]) => (value === true ? [field] : []));

/** https://www.elastic.co/docs/deploy-manage/users-roles/cluster-or-deployment-auth/anonymous-access */
const anonymousRoles = (config: unknown): readonly string[] => {
  const key = 'xpack.security.authc.anonymous.roles';
  const find = (value: unknown, rest: string): unknown =>
    rest === ''
      ? value
      : Object.entries(fieldsOf(value))
          .filter(([name]) => rest === name || rest.startsWith(`${name}.`))
          .map(([name, one]) => find(one, rest.slice(name.length + 1)))
          .find((one) => one !== undefined);
  return rangesOf(find(config, key));
};

/** Databases, brokers and what clouds have, where they open. */
export const publicRows: readonly Transition[] = [
  // https://cloudnative-pg.io/documentation/current/postgresql_conf/#the-pg_hba-section
  ...(
    [
      [CNPG, 'spec.postgresql.pg_hba'],
      ['postgresql.cnpg.io/Pooler', 'spec.pgbouncer.pg_hba'],
      ['acid.zalan.do/postgresql', 'spec.patroni.pg_hba'],
      ['postgres-operator.crunchydata.com/PostgresCluster', 'spec.patroni.dynamicConfiguration.postgresql.pg_hba'],
      ['pgv2.percona.com/PerconaPGCluster', 'spec.patroni.dynamicConfiguration.postgresql.pg_hba'],
    ] as const
  ).map(
    ([on, at]): Transition => ({
      on,
      at,
      when: trustsAll,
      shows: trusting,
      severity: 'warning',
      says: 'lets everyone log in without a password',
      effect: 'with trust for all addresses, whoever reaches the server is the user whose name they give',
      instead: 'use scram-sha-256, and name the addresses',
    }),
  ),
  {
    on: CNPG,
    at: 'spec.managed.roles[name]',
    when: (was, is) => fieldsOf(is)['superuser'] === true && fieldsOf(was)['superuser'] !== true,
    shows: 'superuser',
    ...superuser,
  },
  { on: CNPG, at: 'spec.enableSuperuserAccess', when: becomes(true), ...superuser, severity: 'notice' },
  {
    on: 'acid.zalan.do/postgresql',
    at: 'spec.users.*',
    when: (was, is) => listOf(is).includes('superuser') && !listOf(was).includes('superuser'),
    ...superuser,
  },
  // Without ranges, the operator takes 127.0.0.1/32.
  {
    on: 'acid.zalan.do/postgresql',
    at: 'spec.allowedSourceRanges',
    when: gainsAll,
    ...everywhere,
    effect: 'the load balancers of the cluster accept connections from the whole internet',
  },
  ...exposures.flatMap(([on, ...places]) => places.map((at) => exposed(on, at))),
  // https://strimzi.io/docs/operators/latest/configuring.html#type-GenericKafkaListener-reference
  {
    on: KAFKA,
    at: 'spec.kafka.listeners[name].authentication',
    when: removed,
    shows: 'type',
    severity: 'warning',
    says: 'lets clients in without a login',
    effect: 'who connects by that listener is anonymous; without authorization, an anonymous client may do everything',
    instead: 'keep authentication, and add a second listener for the clients that cannot log in',
  },
  {
    on: KAFKA,
    at: 'spec.kafka.listeners[name].tls',
    when: (was, is) => was === true && is === false,
    severity: 'warning',
    says: 'no longer encrypts a listener',
    effect: 'clients that use TLS can no longer connect; messages and passwords of the others can be read on their way',
    instead: 'keep tls: true, or add a second listener',
  },
  {
    on: KAFKA,
    at: 'spec.kafka.authorization',
    when: removed,
    shows: 'type',
    severity: 'warning',
    says: 'lets every client do everything',
    effect:
      'without authorization, each client may read, write and delete all topics; the rules of KafkaUsers no longer count',
    instead: 'keep spec.kafka.authorization',
  },
  {
    on: KAFKA,
    at: 'spec.kafka.listeners[name].configuration.loadBalancerSourceRanges',
    when: opens,
    ...everywhere,
  },
  {
    on: KAFKA,
    at: 'spec.kafka.listeners[name].networkPolicyPeers',
    when: (was, is) => listOf(was).length > 0 && listOf(is).length === 0,
    severity: 'notice',
    says: 'lets every pod reach a listener',
    effect: 'the NetworkPolicy that Strimzi makes for the listener then has no peers, which is all of them',
    instead: 'name those that may reach the listener',
  },
  // https://www.rabbitmq.com/docs/management#permissions
  {
    on: 'rabbitmq.com/User',
    at: 'spec.tags',
    when: (was, is) => listOf(is).includes('administrator') && !listOf(was).includes('administrator'),
    severity: 'warning',
    says: 'is an administrator from now on',
    effect: 'it can change users, permissions and all queues of the cluster',
    instead: 'give it permissions by a Permission',
  },
  {
    on: 'elasticsearch.k8s.elastic.co/Elasticsearch',
    at: 'spec.nodeSets[name].config',
    when: (was, is) => anonymousRoles(is).includes('superuser') && !anonymousRoles(was).includes('superuser'),
    shows: anonymousRoles,
    severity: 'warning',
    says: 'makes whoever reaches it a superuser',
    effect: 'a request without a login has the roles of the anonymous user, and with superuser it may do everything',
    instead: 'give the anonymous user a role that reads what everyone may read',
  },
  {
    on: ['elasticsearch.k8s.elastic.co/Elasticsearch', 'kibana.k8s.elastic.co/Kibana'],
    at: 'spec.http.tls.selfSignedCertificate.disabled',
    when: becomes(true),
    severity: 'notice',
    says: 'answers without TLS from now on',
    effect: 'passwords can be read on their way, and clients that use https:// can no longer connect',
  },
  // Providers of Crossplane, and the controllers of clouds.
  {
    on: '*',
    at: 'spec.forProvider.publiclyAccessible',
    when: becomes(true),
    ...publicly,
  },
  { on: '*.services.k8s.aws/*', at: 'spec.publiclyAccessible', when: becomes(true), ...publicly },
  {
    on: '*',
    at: 'spec.forProvider.publicNetworkAccessEnabled',
    when: (was, is) => was === false && is === true,
    ...publicly,
  },
  {
    on: 'sql.cnrm.cloud.google.com/SQLInstance',
    at: 'spec.settings.ipConfiguration.authorizedNetworks',
    when: gainsAll,
    shows: cidrsOf,
    ...publicly,
    effect: 'every address may connect, and only passwords protect the instance',
    instead: 'name the networks, or use the Cloud SQL Auth Proxy',
  },
  {
    on: '*',
    at: 'spec.forProvider.cidrBlocks',
    when: both(gainsAll, (_, __, { to }) => readField(to, 'spec.forProvider.type') === 'ingress'),
    ...publicly,
    says: 'lets the whole internet in',
    effect: 'the security group accepts connections from every address at its ports',
    instead: 'name the addresses',
  },
  ...['blockPublicAcls', 'blockPublicPolicy', 'ignorePublicAcls', 'restrictPublicBuckets'].map(
    (field): Transition => ({
      on: ['s3.aws.upbound.io/BucketPublicAccessBlock', 's3.aws.m.upbound.io/BucketPublicAccessBlock'],
      at: `spec.forProvider.${field}`,
      when: (was, is) => was === true && is === false,
      ...publicBucket,
    }),
  ),
  // Without it, the controller deletes the block, and a field that isn't set is false.
  {
    on: 's3.services.k8s.aws/Bucket',
    at: 'spec.publicAccessBlock',
    when: (was, is, sides) => loses(blocks(was), blocks(is), sides),
    shows: blocks,
    ...publicBucket,
  },
  ...(
    [
      ['storage.cnrm.cloud.google.com/StorageBucket', 'spec.publicAccessPrevention'],
      ['*', 'spec.forProvider.publicAccessPrevention'],
    ] as const
  ).map(([on, at]): Transition => ({ on, at, when: leaves('enforced'), ...publicBucket })),
];
