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
  for (const { keys, reachOf, isOf } of providers) {
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

/** What its controller does, for another reach. */
export const effectOf = (to: Reach): string =>
  to === 'internal'
    ? 'the controller deletes the load balancer, and makes an internal one at another address'
    : 'the controller deletes the load balancer, and makes one at another address that the internet can reach';
