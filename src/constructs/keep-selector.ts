import type { ApiObjectMetadataDefinition } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { rememberPlace } from '../diagnostics/index.js';
import { isLabelValue } from '../schema/object-meta.js';
import { holdsExpression } from '../substitution/holds-expression.js';

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
 * value that it has: the pods, and all that selects them, get it. Each workload of a namespace needs a value of its own.
 * In a plain cdk8s chart, it has no effect.
 *
 * @param value the label `cdk8s.io/metadata.addr` of the running pods
 * @example keepSelector(deployment, 'shop-web-c8d9f1a2')
 */
export const keepSelector = (workload: SelectableWorkload, value: string): void => {
  Object.defineProperty(workload, KEPT_SELECTOR, { configurable: true, value: { value, place: rememberPlace() } });
};

interface KeptSelector {
  readonly value: unknown;
  readonly place: () => string | undefined;
}

/** What the code gives as the value of a workload's label; undefined where it gives none. */
export const keptSelectorGiven = (workload: IConstruct): KeptSelector | undefined =>
  (workload as { readonly [KEPT_SELECTOR]?: KeptSelector })[KEPT_SELECTOR];

/** The value that a workload's label keeps; undefined where the code gives none, or one that no label has. */
export const keptSelectorOf = (workload: IConstruct): string | undefined => {
  const value = keptSelectorGiven(workload)?.value;
  return typeof value === 'string' && value !== '' && (holdsExpression(value) || isLabelValue(value))
    ? value
    : undefined;
};
