import { valueAt } from '../../json/json-path.js';
import type { ResourceName, ResourceRequest } from '../../rbac/index.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import type { RuleState, StateObject } from '../context/rule-state.js';
import { specOf } from '../context/state-index.js';

/** An object as a request of Flux names it. */
export interface Needed {
  readonly object: StateObject;
  readonly group: string;
  readonly resource: ResourceName;
  /** Undefined for an object that lives in no namespace. */
  readonly namespace: string | undefined;
  /** Undefined if only the cluster knows it. */
  readonly name: string | undefined;
  /** The verbs that Flux needs, the first of them first. */
  readonly verbs: readonly Verb[];
}

export type Verb = 'patch' | 'create' | 'get' | 'delete';

const PRUNE = 'kustomize.toolkit.fluxcd.io/prune';
const RECONCILE = 'kustomize.toolkit.fluxcd.io/reconcile';

/**
 * What Flux asks the API server to do with an object of a Kustomization: a server-side apply is a patch, and also a create
 * while the object isn't there. Pruning gets the object and deletes it.
 *
 * @returns undefined if it doesn't apply the object, or its namespace isn't known
 */
export const neededFor = (
  object: StateObject,
  kustomization: StateObject,
  { scopeOf }: Pick<RuleState, 'scopeOf'>,
  resource: ResourceName,
): Needed | undefined => {
  const { group, kind, name, json } = object;
  const annotations = valueAt(json, ['metadata', 'annotations']);
  const marked = (key: string): unknown => valueAt(annotations, [key]);
  if (marked(RECONCILE) === 'disabled') return undefined;
  const { prune, targetNamespace } = specOf(kustomization);
  const isPruned = prune === true && marked(PRUNE) !== 'disabled';
  const namespace = namespaceOf(object, scopeOf(group, kind), targetNamespace);
  if (namespace === null) return undefined;
  return {
    object,
    group,
    resource,
    namespace,
    name: holdsExpression(name) ? undefined : name,
    verbs: isPruned ? ['patch', 'create', 'get', 'delete'] : ['patch', 'create'],
  };
};

/** @returns null if it isn't known, or the object has none and needs one, which another rule reports */
const namespaceOf = (
  { group, kind, name, namespace }: StateObject,
  scope: 'Cluster' | 'Namespaced' | undefined,
  targetNamespace: unknown,
): string | undefined | null => {
  // The API server takes a request for a Namespace as one in it.
  if (group === '' && kind === 'Namespace') return holdsExpression(name) ? null : name;
  if (scope === 'Cluster') return undefined;
  const found = typeof targetNamespace === 'string' ? targetNamespace : namespace;
  return found === undefined || holdsExpression(found) ? null : found;
};

/** The request with one of the names that the resource may have. */
export const requestOf = (
  { group, namespace, name }: Pick<Needed, 'group' | 'namespace' | 'name'>,
  verb: string,
  resource: string,
): ResourceRequest => ({ verb, group, resource, namespace, name });
