export type Annotations = Readonly<Record<string, unknown>>;
export type Reach = 'internal' | 'internet-facing';

/** An annotation of a Service by which its load balancer is for the inside alone, or for the internet. */
export interface BalancerReach {
  /** The first that is set counts. */
  readonly keys: readonly string[];
  /** What a value asks for. @returns `undefined` where the load balancer stays as it is, or that isn't known */
  readonly reachOf: (value: unknown) => Reach | undefined;
  /** Whether the controller that reads it has a Service, for certain. */
  readonly isOf: (annotations: Annotations, loadBalancerClass: unknown) => boolean;
  /** Whether other annotations say that another controller has it. */
  readonly isOfOther?: (annotations: Annotations) => boolean;
}

export const isReach = (value: unknown): value is Reach => value === 'internal' || value === 'internet-facing';

/** The cloud's own controller has a Service without a class. */
export const hasNoClass: BalancerReach['isOf'] = (_, loadBalancerClass) => loadBalancerClass === undefined;
