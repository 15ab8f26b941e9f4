import { fieldsOf, listOf, objectsOf } from '../../json/as-shape.js';
import type { JsonObject } from '../../json/json-value.js';

/** A webhook of a chart that fails closed, for objects that others create. */
export interface BlockingWebhook {
  /** `group/Kind` of the objects, which Flux or Helm creates itself. */
  readonly on: string;
  /**
   * Namespaces whose objects it isn't asked about. `undefined` if the values turn it off or let it fail open, or if a
   * selector in them leaves open which objects it is asked about.
   */
  readonly exceptIn: (values: JsonObject) => readonly string[] | undefined;
  /** The values with which it doesn't block others. @default - the chart has none */
  readonly off?: string;
}

/** Whether selectors in values select everything. */
export const selectsAll = (...selectors: readonly unknown[]): boolean =>
  selectors.every((one) => {
    const { matchLabels, matchExpressions } = fieldsOf(one);
    return Object.keys(fieldsOf(matchLabels)).length === 0 && listOf(matchExpressions).length === 0;
  });

/**
 * The namespaces that a selector leaves out by their names.
 *
 * @param ignored labels that namespaces have only by choice
 * @returns `undefined` if it selects by something else
 */
export const namespacesLeftOut = (
  selector: unknown,
  ignored: readonly string[] = [],
): readonly string[] | undefined => {
  const { matchLabels, matchExpressions } = fieldsOf(selector);
  if (Object.keys(fieldsOf(matchLabels)).length > 0) return undefined;
  const left: string[] = [];
  for (const { key, operator, values } of objectsOf(matchExpressions)) {
    if (operator !== 'NotIn') return undefined;
    if (key === 'kubernetes.io/metadata.name') left.push(...listOf(values).map(String));
    else if (!ignored.includes(String(key))) return undefined;
  }
  return left;
};
