import type { JsonObject } from '../../../json/json-value.js';
import { specOf } from '../../../json/manifest-fields.js';
import { field, type ImmutableKind } from '../immutable-kind.js';

const NO_ADDRESS = 'None';
const isExternalName = (service: JsonObject): boolean => specOf(service)['type'] === 'ExternalName';
const isHeadless = (service: JsonObject): boolean => specOf(service)['clusterIP'] === NO_ADDRESS;
const isLoadBalancer = (service: JsonObject): boolean => specOf(service)['type'] === 'LoadBalancer';
const isLocal = (service: JsonObject): boolean =>
  isLoadBalancer(service) && specOf(service)['externalTrafficPolicy'] === 'Local';

const both =
  (...tests: readonly ((service: JsonObject) => boolean)[]) =>
  (from: JsonObject, to: JsonObject): boolean =>
    tests.every((test) => test(from) && test(to));
const hasAddresses = (service: JsonObject): boolean => !isExternalName(service);
const hasOwnAddress = (service: JsonObject): boolean => hasAddresses(service) && !isHeadless(service);

/** The two ways to say the first address are one. */
const withAddress = (service: JsonObject): JsonObject => {
  const { clusterIP, clusterIPs } = specOf(service);
  const first: unknown = clusterIP || (Array.isArray(clusterIPs) ? clusterIPs[0] : undefined);
  return { ...service, spec: { ...specOf(service), clusterIP: first || undefined } };
};

const areFixedCidrs = (from: JsonObject, to: JsonObject): boolean => {
  const [before, after] = [from, to].map((range) => specOf(range)['cidrs']);
  const grows = Array.isArray(before) && Array.isArray(after) && before.length === 1 && after.length === 2;
  return !grows || before[0] !== after[0];
};

export const network: readonly ImmutableKind[] = [
  {
    group: '',
    kind: 'Service',
    upstream: 'ValidateServiceUpdate',
    view: withAddress,
    fields: [
      {
        path: 'spec.clusterIP',
        when: both(hasAddresses),
        // The API server has given it an address, which may be the one that is added, and keeps where none is asked for.
        added: (to) => (to === NO_ADDRESS ? 'refused' : 'unsure'),
        removed: 'allowed',
      },
      { path: 'spec.clusterIPs[1]', when: both(hasOwnAddress), added: 'allowed', removed: 'allowed' },
      { path: 'spec.ipFamilies[0]', when: both(hasOwnAddress), added: 'unsure', removed: 'allowed' },
      // A webhook of the cloud's may have set it.
      { path: 'spec.loadBalancerClass', when: both(isLoadBalancer), added: 'unsure' },
      { path: 'spec.healthCheckNodePort', when: both(isLocal), added: 'unsure', removed: 'allowed' },
    ],
  },
  {
    group: 'networking.k8s.io',
    kind: 'IngressClass',
    upstream: 'validateIngressClassSpecUpdate',
    fields: [field('spec.controller')],
  },
  {
    group: 'networking.k8s.io',
    kind: 'IPAddress',
    upstream: 'ValidateIPAddressUpdate',
    fields: [field('spec.parentRef')],
  },
  {
    group: 'networking.k8s.io',
    kind: 'ServiceCIDR',
    upstream: 'ValidateServiceCIDRUpdate',
    fields: [{ path: 'spec.cidrs', when: areFixedCidrs }],
  },
  {
    group: 'discovery.k8s.io',
    kind: 'EndpointSlice',
    upstream: 'ValidateEndpointSliceUpdate',
    fields: [field('addressType')],
  },
];
