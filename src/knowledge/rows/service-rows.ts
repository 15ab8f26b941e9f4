import { addressAnnotations } from '../balancer-annotations.js';
import type { EffectRow, When } from '../form/effect.js';
import { readField } from '../form/keeps.js';
import { annotationAt } from '../form/path.js';
import { both, changed, leaves, left, loses } from '../form/when.js';
import { isBalancer } from './network-rows.js';

const lost = {
  severity: 'warning',
  destroys: 'its address',
  effect: 'the load balancer takes another address, to which no DNS record points yet',
  instead: 'to keep it, leave the address as it is, or add a second Service and move over',
} as const;

/** Several annotations ask for the same: one may take the place of another. */
const isAskedElsewhere: When = (was, _, { to }) => {
  const all = readField(to, 'metadata.annotations') as Readonly<Record<string, unknown>> | undefined;
  return [...addressAnnotations.map((key) => all?.[key]), readField(to, 'spec.loadBalancerIP')].includes(was);
};
const notAsked: When = (...change) => !isAskedElsewhere(...change);

/** Addresses that Services and Gateways ask for. */
export const serviceRows: readonly EffectRow[] = [
  // https://kubernetes.io/docs/concepts/services-networking/service/#loadbalancer
  { ...lost, on: '/Service', at: 'spec.loadBalancerIP', when: both(changed, notAsked, isBalancer) },
  // https://metallb.io/usage/, https://docs.cilium.io/en/stable/network/lb-ipam/, https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/service/annotations/,
  // https://cloud-provider-azure.sigs.k8s.io/topics/loadbalancer/, https://cloud.google.com/kubernetes-engine/docs/concepts/service-load-balancer-parameters
  ...addressAnnotations.map(
    (key): EffectRow => ({ ...lost, on: '/Service', at: annotationAt(key), when: both(left, notAsked, isBalancer) }),
  ),
  // https://gateway-api.sigs.k8s.io/reference/spec/#gatewayspec
  {
    ...lost,
    on: 'gateway.networking.k8s.io/Gateway',
    at: 'spec.addresses',
    when: (was, is, sides) => loses(valuesOf(was), valuesOf(is), sides),
  },
  // https://istio.io/latest/docs/tasks/traffic-management/ingress/gateway-api/#automated-deployment
  {
    ...lost,
    on: 'gateway.networking.k8s.io/Gateway',
    at: annotationAt('networking.istio.io/service-type'),
    when: leaves('LoadBalancer'),
    destroys: 'its load balancer and its address',
    effect: 'the Service that Istio makes for it gets another type, and its load balancer is deleted',
    instead: 'to keep it, leave the type as it is, and add a second Gateway',
  },
];

const valuesOf = (addresses: unknown): unknown =>
  Array.isArray(addresses) ? addresses.map((one: { readonly value?: unknown } | null) => one?.value) : [];
