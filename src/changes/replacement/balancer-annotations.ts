import { holdsExpression } from '../../substitution/holds-expression.js';
import { inWords } from '../in-words.js';

export type Annotations = Readonly<Record<string, unknown>>;
export type Reach = 'internal' | 'internet-facing';

interface Provider {
  /** The first that is set counts. */
  readonly keys: readonly string[];
  /** What a value asks for. @returns `undefined` where the load balancer stays as it is, or that isn't known */
  readonly reachOf: (value: unknown) => Reach | undefined;
  /** Whether the controller that reads it has a Service, for certain. */
  readonly isOf: (annotations: Annotations, loadBalancerClass: unknown) => boolean;
  /** Whether other annotations say that another controller has it. */
  readonly isOfOther?: (annotations: Annotations) => boolean;
}

const AWS = 'service.beta.kubernetes.io/aws-load-balancer-';
export const isReach = (value: unknown): value is Reach => value === 'internal' || value === 'internet-facing';
const hasNoClass: Provider['isOf'] = (_, loadBalancerClass) => loadBalancerClass === undefined;

const providers: readonly Provider[] = [
  {
    keys: [`${AWS}scheme`],
    reachOf: (value) => (isReach(value) ? value : undefined),
    isOf: (annotations, loadBalancerClass) =>
      loadBalancerClass === 'service.k8s.aws/nlb' || ['external', 'nlb-ip'].includes(String(annotations[`${AWS}type`])),
  },
  // The controller of AWS reads `scheme`, and makes an internal one where nothing is said.
  {
    keys: [`${AWS}internal`],
    reachOf: (value) => (value === 'true' || value === '0.0.0.0/0' ? 'internal' : 'internet-facing'),
    isOf: () => false,
    isOfOther: (annotations) => [`${AWS}scheme`, `${AWS}type`].some((key) => annotations[key] !== undefined),
  },
  {
    keys: ['service.beta.kubernetes.io/azure-load-balancer-internal'],
    reachOf: (value) => (value === 'true' ? 'internal' : 'internet-facing'),
    isOf: hasNoClass,
  },
  {
    keys: ['networking.gke.io/load-balancer-type', 'cloud.google.com/load-balancer-type'],
    reachOf: (value) => (String(value).toLowerCase() === 'internal' ? 'internal' : 'internet-facing'),
    isOf: hasNoClass,
  },
];

/** How other annotations change what may reach a load balancer; of no provider that neither side names. */
export const betweenAnnotations = (from: Annotations, to: Annotations, loadBalancerClass: unknown) => {
  for (const { keys, reachOf, isOf, isOfOther } of providers) {
    if (isOfOther?.(from) === true || isOfOther?.(to) === true) continue;
    const named = (one: Annotations) => keys.find((key) => one[key] !== undefined);
    const [was, is] = [named(from), named(to)];
    const key = is ?? was;
    if (key === undefined) continue;
    const [old, now] = [from[was ?? key], to[is ?? key]];
    if ([old, now].some((value) => typeof value === 'string' && holdsExpression(value))) return undefined;
    const [one, other] = [reachOf(old), reachOf(now)];
    if (one === undefined || other === undefined || one === other) continue;
    return { key, words: inWords(old, now), to: other, isTheirs: isOf(to, loadBalancerClass) };
  }
  return undefined;
};

/** What asks for an address, or for a load balancer that is there. */
export const ADDRESS_ANNOTATIONS: readonly string[] = [
  // https://metallb.io/usage/#requesting-specific-ips
  'metallb.io/loadBalancerIPs',
  'metallb.universe.tf/loadBalancerIPs',
  // https://docs.cilium.io/en/stable/network/lb-ipam/#requesting-ips
  'lbipam.cilium.io/ips',
  'io.cilium/lb-ipam-ips',
  // https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/service/annotations/
  `${AWS}eip-allocations`,
  `${AWS}private-ipv4-addresses`,
  // https://cloud-provider-azure.sigs.k8s.io/topics/loadbalancer/
  'service.beta.kubernetes.io/azure-load-balancer-ipv4',
  'service.beta.kubernetes.io/azure-pip-name',
  // https://cloud.google.com/kubernetes-engine/docs/concepts/service-load-balancer-parameters
  'networking.gke.io/load-balancer-ip-addresses',
];

/** What its controller does, for another reach. */
export const effectOf = (to: Reach): string =>
  to === 'internal'
    ? 'the controller deletes the load balancer, and makes an internal one at another address'
    : 'the controller deletes the load balancer, and makes one at another address that the internet can reach';
