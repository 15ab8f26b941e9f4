import type { ApiObjectMetadataDefinition } from 'cdk8s';
import type { IConstruct } from 'constructs';

const KEPT_SELECTOR = Symbol.for('fluxspan.keptSelector');

/** A workload of cdk8s-plus, of any of its versions: a Deployment, a StatefulSet, a Pod. */
export interface SelectableWorkload extends IConstruct {
  /** The labels of its pods, as every workload of cdk8s-plus has them. */
  readonly podMetadata: ApiObjectMetadataDefinition;
}

/**
 * Keeps the label by which a running workload selects its pods.
 *
 * cdk8s-plus derives the value of the label `cdk8s.io/metadata.addr` from the construct's path. In an addon, it comes
 * from the kind and name instead (`deployment-web`), so that moving code changes nothing. The selector of a Deployment,
 * StatefulSet or DaemonSet can't be changed, so a workload that plain cdk8s made would have to be deleted first. Give the
 * value that it has: the pods, and all that selects them, get it. In a plain cdk8s chart, it has no effect.
 *
 * @param value the label `cdk8s.io/metadata.addr` of the running pods
 * @example keepSelector(deployment, 'shop-web-c8d9f1a2')
 */
export const keepSelector = (workload: SelectableWorkload, value: string): void => {
  Object.defineProperty(workload, KEPT_SELECTOR, { configurable: true, value });
};

/** The value that a workload's label keeps; undefined where the code gives none. */
export const keptSelectorOf = (workload: IConstruct): string | undefined =>
  (workload as { readonly [KEPT_SELECTOR]?: string })[KEPT_SELECTOR];
