import { objectsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import { valueAt } from '../../json/json-path.js';
import { selects } from './pods.js';
import type { StateObject } from './rule-state.js';
import { specOf } from './state-index.js';

/** A namespace, and the labels by which others select it. */
export interface TenantNamespace {
  readonly name: string;
  readonly labels: Readonly<Record<string, unknown>>;
}

export const namespacesAmong = (objects: readonly StateObject[]): readonly TenantNamespace[] =>
  objects
    .filter(({ kind, group }) => kind === 'Namespace' && group === '')
    .map(({ name, json }) => {
      const labels = valueAt(json, ['metadata', 'labels']);
      const own = isObject(labels) ? labels : {};
      return { name, labels: { 'kubernetes.io/metadata.name': name, ...own } };
    });

export const picks = (selector: unknown, { labels }: TenantNamespace): boolean => selects(selector, labels) !== false;

/** A store without conditions takes every namespace. https://external-secrets.io/latest/api/clustersecretstore/ */
export const storeTakes = (store: StateObject, namespace: TenantNamespace): boolean => {
  const conditions = objectsOf(specOf(store)['conditions']);
  return (
    conditions.length === 0 ||
    conditions.some(({ namespaces, namespaceSelector, namespaceRegexes }) => {
      if (Array.isArray(namespaces) && namespaces.includes(namespace.name)) return true;
      // Go's regular expressions aren't evaluated.
      return namespaceRegexes !== undefined || picks(namespaceSelector, namespace);
    })
  );
};
