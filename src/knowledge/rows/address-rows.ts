import { fieldsOf, listOf, objectsOf } from '../../json/as-shape.js';
import { valueAt } from '../../json/json-path.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { type AddressRange, isCovered, rangeOf } from '../form/address-ranges.js';
import type { EffectRow, When } from '../form/effect.js';
import { becomes, both, leaves, removed } from '../form/when.js';
import { deletesRecords } from './network-rows.js';

const TYPE = 'LoadBalancer';
const SERVICES = 'spec.managed.services.additional[serviceTemplate.metadata.name]';
const lost = {
  destroys: 'the load balancer of a Service that it makes, with its addresses',
  effect:
    'the operator changes or deletes the Service, and its load balancer goes, to which DNS records and clients point',
  instead: 'to keep it, leave this as it is, and add a second one',
};

/** Where operators have the type of a Service that they make; without one, it is a ClusterIP. What each makes of it: */
const types: readonly (readonly [on: string, ...at: readonly string[]])[] = [
  // https://github.com/elastic/cloud-on-k8s/blob/main/pkg/controller/common/service_control.go
  ...['elasticsearch', 'kibana', 'apm', 'enterprisesearch', 'maps'].map(
    (one) => [`${one}.k8s.elastic.co/*`, 'spec.http.service.spec.type'] as const,
  ),
  // https://github.com/rabbitmq/cluster-operator/blob/main/internal/resource/service.go
  ['rabbitmq.com/RabbitmqCluster', 'spec.service.type'],
  // https://github.com/percona/percona-xtradb-cluster-operator/blob/main/pkg/pxc/service.go
  [
    'pxc.percona.com/PerconaXtraDBCluster',
    'spec.haproxy.exposePrimary.type',
    'spec.haproxy.exposeReplicas.type',
    'spec.proxysql.expose.type',
    'spec.pxc.expose.type',
  ],
  // https://github.com/percona/percona-server-mongodb-operator/blob/main/pkg/psmdb/service.go
  ['psmdb.percona.com/PerconaServerMongoDB', 'spec.replsets[name].expose.type', 'spec.sharding.mongos.expose.type'],
];

/** Pools of addresses in whatever form; what isn't understood is compared as text. */
const losesAddresses = (was: unknown, is: unknown): boolean => {
  const [old, now] = [was, is].map((one) => listOf(one).map(textOfBlock));
  // A var may be any range.
  if (now!.some(holdsExpression)) return false;
  const ranges = now!.map(rangeOf).filter((one): one is AddressRange => one !== undefined);
  return old!.some((text) => {
    const range = rangeOf(text);
    return range === undefined ? !holdsExpression(text) && !now!.includes(text) : !isCovered(range, ranges);
  });
};
const textOfBlock = (block: unknown): string => {
  if (typeof block === 'string') return block;
  const { cidr, start, stop = start } = fieldsOf(block);
  return String(cidr ?? `${String(start)}-${String(stop)}`);
};

const recordsOf = (endpoints: unknown): readonly string[] =>
  objectsOf(endpoints).map(({ dnsName, recordType, setIdentifier }) =>
    [dnsName, recordType ?? 'A', setIdentifier].map((one) => String(one ?? '')).join(' '),
  );
const losesRecord: When = (was, is) => {
  const kept = recordsOf(is);
  return recordsOf(was).some((one) => !kept.includes(one));
};

/** Load balancers, addresses and DNS records of what operators make. */
export const addressRows: readonly EffectRow[] = [
  // https://strimzi.io/docs/operators/latest/configuring#type-GenericKafkaListener-reference
  {
    on: 'kafka.strimzi.io/Kafka',
    at: 'spec.kafka.listeners[name]',
    when: (was, is) => fieldsOf(was)['type'] === 'loadbalancer' && fieldsOf(is)['type'] !== 'loadbalancer',
    shows: 'type',
    severity: 'error',
    ...lost,
    destroys: 'the load balancers of a listener, with their addresses',
  },
  ...types.flatMap(([on, ...all]) =>
    all.map((at): EffectRow => ({ on, at, when: leaves(TYPE), severity: 'error', ...lost })),
  ),
  // `reconcileManagedServices`: https://github.com/cloudnative-pg/cloudnative-pg/blob/main/internal/controller/cluster_create.go
  {
    on: 'postgresql.cnpg.io/Cluster',
    at: `${SERVICES}.serviceTemplate.spec.type`,
    when: leaves(TYPE),
    severity: 'error',
    ...lost,
  },
  {
    on: 'postgresql.cnpg.io/Cluster',
    at: SERVICES,
    when: both(removed, (was) => valueAt(was, ['serviceTemplate', 'spec', 'type']) === TYPE),
    shows: 'selectorType',
    severity: 'error',
    ...lost,
  },
  // Without the field, Zalando's operator goes by its own configuration: `shouldCreateLoadBalancerForService`,
  // https://github.com/zalando/postgres-operator/blob/master/pkg/cluster/k8sres.go
  ...['enableMasterLoadBalancer', 'enableReplicaLoadBalancer'].flatMap((field): readonly EffectRow[] => {
    const row = { on: 'acid.zalan.do/postgresql', at: `spec.${field}`, ...lost };
    return [
      { ...row, when: (was, is) => was === true && is === false, severity: 'error' },
      { ...row, when: (was, is) => was === true && is === undefined, severity: 'warning' },
    ];
  }),
  // `SetPools` of MetalLB: https://github.com/metallb/metallb/blob/main/internal/allocator/allocator.go;
  // https://docs.cilium.io/en/stable/network/lb-ipam/
  ...(
    [
      ['metallb.io/IPAddressPool', 'spec.addresses'],
      ['cilium.io/CiliumLoadBalancerIPPool', 'spec.blocks'],
    ] as const
  ).map(
    ([on, at]): EffectRow => ({
      on,
      at,
      when: losesAddresses,
      severity: 'warning',
      destroys: 'the addresses of Services that have them from what goes',
      effect: 'a Service whose address is in no pool any more gets another one, or none',
      instead: 'to keep them, leave these addresses in the pool, or move them to another pool in the same change',
    }),
  ),
  // https://docs.cilium.io/en/stable/network/lb-ipam/
  {
    on: 'cilium.io/CiliumLoadBalancerIPPool',
    at: 'spec.disabled',
    when: becomes(true),
    severity: 'notice',
    says: 'hands out no more addresses',
    effect: 'Services keep the addresses that they have; a new one gets none from this pool',
  },
  // https://kubernetes-sigs.github.io/external-dns/latest/docs/flags/ (`--policy`)
  {
    on: 'externaldns.k8s.io/DNSEndpoint',
    at: 'spec.endpoints',
    when: both(losesRecord, deletesRecords),
    severity: 'warning',
    destroys: 'the DNS record of an endpoint',
    effect: 'with policy: sync, ExternalDNS deletes the records of endpoints that are gone',
    instead: 'to keep it, keep the endpoint, or move it to another DNSEndpoint',
  },
];
