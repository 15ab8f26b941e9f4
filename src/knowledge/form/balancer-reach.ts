export type Annotations = Readonly<Record<string, unknown>>;
export type Reach = 'internal' | 'internet-facing';

/** An annotation of a Service that makes its load balancer internal or public. */
export interface BalancerReach {
  /** The first one that is set counts. */
  readonly keys: readonly string[];
  /** What a value requests. @returns `undefined` if the load balancer stays the same, or if that isn't known */
  readonly reachOf: (value: unknown) => Reach | undefined;
  /** Whether the controller that reads the annotation certainly handles the Service. */
  readonly isOf: (annotations: Annotations, loadBalancerClass: unknown) => boolean;
  /** Whether other annotations assign the Service to another controller. */
  readonly isOfOther?: (annotations: Annotations) => boolean;
}

export const isReach = (value: unknown): value is Reach => value === 'internal' || value === 'internet-facing';

/** The cloud's own controller handles a Service without a class. */
export const hasNoClass: BalancerReach['isOf'] = (_, loadBalancerClass) => loadBalancerClass === undefined;
