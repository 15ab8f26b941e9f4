import { listOf, objectsOf } from '../json/as-shape.js';

/** A rule of a Role or ClusterRole: https://kubernetes.io/docs/reference/access-authn-authz/rbac/ */
export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  /** Names that the rule is limited to; empty for all. */
  readonly resourceNames: readonly string[];
  /** Paths such as `/healthz`, instead of resources. */
  readonly nonResourceURLs: readonly string[];
}

const textsOf = (value: unknown): readonly string[] =>
  listOf(value).filter((one): one is string => typeof one === 'string');

/** The `rules` of a role's manifest. */
export const parseRules = (rules: unknown): readonly PolicyRule[] =>
  objectsOf(rules).map((rule) => ({
    verbs: textsOf(rule['verbs']),
    apiGroups: textsOf(rule['apiGroups']),
    resources: textsOf(rule['resources']),
    resourceNames: textsOf(rule['resourceNames']),
    nonResourceURLs: textsOf(rule['nonResourceURLs']),
  }));

/** What rules grant, a resource each: `get, list services`, or `patch roles "web"`. */
export const printRules = (rules: readonly PolicyRule[]): readonly string[] => {
  const verbsOf = new Map<string, Set<string>>();
  for (const rule of rules) {
    for (const what of whatsOf(rule)) {
      verbsOf.set(what, new Set([...(verbsOf.get(what) ?? []), ...rule.verbs]));
    }
  }
  const isAll = (what: string) => verbsOf.get(what)?.has('*') === true;
  if (isAll('*.*')) return ['everything'];
  return [...verbsOf].map(([what, verbs]) => `${isAll(what) ? 'everything with' : [...verbs].join(', ')} ${what}`);
};

const whatsOf = ({ apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule): readonly string[] => {
  const names = resourceNames.map((name) => ` "${name}"`).join(',');
  return [
    ...nonResourceURLs,
    ...apiGroups.flatMap((group) => resources.map((one) => `${group === '' ? one : `${one}.${group}`}${names}`)),
  ];
};
