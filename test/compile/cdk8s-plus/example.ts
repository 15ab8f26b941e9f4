import type { Construct } from 'constructs';

/** A use of cdk8s-plus as its documentation shows it, in an addon of its own, which lives in a namespace of its name. */
export interface Example {
  readonly name: string;
  readonly build: (scope: Construct) => void;
  /**
   * What each selector of its objects selects: the workloads that make the pods, by the object and the path of the
   * selector. Of one with a selector of namespaces, these are the pods of the example's own namespace.
   */
  readonly selects: Readonly<Record<string, readonly string[]>>;
}
