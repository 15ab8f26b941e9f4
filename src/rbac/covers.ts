import type { PolicyRule } from './policy-rule.js';

/**
 * What rules grant that others don't, a verb of a resource each: what the API server refuses to let somebody with the
 * others hand on. It compares rule by rule, as `Covers` of the API server: two rules together don't cover a wildcard.
 */
export const uncovered = (held: readonly PolicyRule[], wanted: readonly PolicyRule[]): readonly PolicyRule[] =>
  wanted.flatMap(breakDown).filter((one) => !held.some((rule) => covers(rule, one)));

const breakDown = (rule: PolicyRule): readonly PolicyRule[] => {
  const none = { apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [] };
  const names = rule.resourceNames.length === 0 ? [[]] : rule.resourceNames.map((name) => [name]);
  return [
    ...rule.apiGroups.flatMap((group) =>
      rule.resources.flatMap((resource) =>
        rule.verbs.flatMap((verb) =>
          names.map((resourceNames) => ({
            ...none,
            verbs: [verb],
            apiGroups: [group],
            resources: [resource],
            resourceNames,
          })),
        ),
      ),
    ),
    ...rule.nonResourceURLs.flatMap((url) =>
      rule.verbs.map((verb) => ({ ...none, verbs: [verb], nonResourceURLs: [url] })),
    ),
  ];
};

/** @param part one verb of one resource or path */
const covers = (rule: PolicyRule, part: PolicyRule): boolean =>
  hasAll(rule.verbs, part.verbs) &&
  hasAll(rule.apiGroups, part.apiGroups) &&
  (hasAll(rule.resources, part.resources) || part.resources.every((one) => coversSubresource(rule.resources, one))) &&
  part.nonResourceURLs.every((url) => rule.nonResourceURLs.some((one) => coversUrl(one, url))) &&
  (rule.resourceNames.length === 0 ||
    (part.resourceNames.length > 0 && part.resourceNames.every((one) => rule.resourceNames.includes(one))));

const hasAll = (all: readonly string[], some: readonly string[]): boolean =>
  all.includes('*') || some.every((one) => all.includes(one));

const coversSubresource = (resources: readonly string[], resource: string): boolean => {
  const at = resource.indexOf('/');
  return at >= 0 && resources.includes(`*${resource.slice(at)}`);
};

const coversUrl = (rule: string, url: string): boolean =>
  rule === url || (rule.endsWith('*') && url.startsWith(rule.replace(/\*+$/, '')));
