import { fieldsOf, listOf, objectsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { selects } from '../context/pods.js';

/** A request to create an object, as rules of admission match it. */
export interface Target {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly name: string | undefined;
  /** Undefined for what lives in no namespace. */
  readonly namespace: string | undefined;
  readonly labels: JsonObject;
  /** Undefined if the namespace isn't known. */
  readonly namespaceLabels: JsonObject | undefined;
}

/** The operations that match: also of an update of the same object. */
export interface Match {
  readonly alsoUpdates: boolean;
}

const has = (list: unknown, one: string): boolean => listOf(list).includes('*') || listOf(list).includes(one);

/** `pods/*` also is `pods` itself, as `resource()` of the API server's matcher has it. */
const hasResource = (list: unknown, resource: string): boolean =>
  listOf(list).some((text) => {
    const [one, sub = ''] = String(text).split('/');
    return (one === '*' || one === resource) && (sub === '' || sub === '*');
  });

const hasScope = (scope: unknown, { group, resource, namespace }: Target): boolean => {
  if (scope === undefined || scope === '*') return true;
  const isInNamespace = namespace !== undefined && !(group === '' && resource === 'namespaces');
  return (scope === 'Namespaced') === isInNamespace;
};

/** Whether a rule covers what is created; `version` if only the version is another one. */
const ruleCovers = (rule: Readonly<Record<string, unknown>>, target: Target): boolean | 'version' => {
  const names = listOf(rule['resourceNames']);
  const covers =
    has(rule['apiGroups'], target.group) &&
    hasResource(rule['resources'], target.resource) &&
    hasScope(rule['scope'], target) &&
    has(rule['operations'], 'CREATE') &&
    (names.length === 0 || (target.name !== undefined && names.includes(target.name)));
  return covers && (has(rule['apiVersions'], target.version) || 'version');
};

/** An empty selector selects everything. */
const picks = (selector: unknown, labels: JsonObject | undefined): boolean | undefined => {
  if (!isObject(selector) || Object.keys(selector).length === 0) return true;
  return labels === undefined ? undefined : selects(selector, labels);
};

/**
 * Whether `matchConstraints` of a policy, or `matchResources` of a binding, match the creation of an object.
 *
 * @returns undefined if they don't, or if that isn't known
 */
export const matchesTarget = (constraints: unknown, target: Target): Match | undefined => {
  const { resourceRules, excludeResourceRules, namespaceSelector, objectSelector } = fieldsOf(constraints);
  // With another version, the API server converts the object before it asks the policy.
  if (objectsOf(excludeResourceRules).some((rule) => ruleCovers(rule, target) !== false)) return undefined;
  const isForSure = (rule: Readonly<Record<string, unknown>>) => ruleCovers(rule, target) === true;
  const rules = objectsOf(resourceRules).filter(isForSure);
  // A binding without rules has those of its policy.
  if (rules.length === 0 && objectsOf(resourceRules).length > 0) return undefined;
  if (picks(namespaceSelector, inNamespace(target)) !== true) return undefined;
  if (picks(objectSelector, target.labels) !== true) return undefined;
  return { alsoUpdates: rules.length === 0 || rules.some(({ operations }) => has(operations, 'UPDATE')) };
};

/** A Namespace is selected by its own labels, and what lives in none always. */
const inNamespace = ({ group, resource, namespace, labels, namespaceLabels }: Target): JsonObject | undefined => {
  if (group === '' && resource === 'namespaces') return labels;
  return namespace === undefined ? {} : namespaceLabels;
};
