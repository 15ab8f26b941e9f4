import { valueAt } from '../../../src/json/json-path.js';
import { podSpecs } from '../../../src/knowledge/kubernetes/pod-specs.js';

export type Json = Readonly<Record<string, unknown>>;
type Labels = Readonly<Record<string, string>>;

interface Selector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: string[];
  }[];
}

interface Pods {
  readonly title: string;
  readonly namespace: string;
  readonly labels: Labels;
}

/** As the API server selects: an empty selector matches everything. https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/ */
const matches = ({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean =>
  Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
  matchExpressions.every(({ key, operator, values = [] }) => {
    const value = labels[key];
    switch (operator) {
      case 'In':
        return value !== undefined && values.includes(value);
      case 'NotIn':
        return value === undefined || !values.includes(value);
      case 'Exists':
        return value !== undefined;
      case 'DoesNotExist':
        return value === undefined;
      default:
        throw new Error(`no operator ${operator}`);
    }
  });

interface Metadata {
  readonly name: string;
  readonly namespace: string;
  readonly labels?: Labels;
}

const metadataOf = (object: Json): Metadata => object['metadata'] as Metadata;
const titleOf = (object: Json): string => `${String(object['kind'])}/${metadataOf(object).name}`;
const groupOf = (object: Json): string => {
  const version = String(object['apiVersion']);
  return version.includes('/') ? version.slice(0, version.indexOf('/')) : '';
};

const podsOf = (object: Json): Pods | undefined => {
  const path = podSpecs[`${groupOf(object)}/${String(object['kind'])}`];
  if (path === undefined) return undefined;
  const template = valueAt(object, path.split('.').slice(0, -1)) as {
    readonly metadata?: { readonly labels?: Labels };
  };
  return { title: titleOf(object), namespace: metadataOf(object).namespace, labels: template.metadata?.labels ?? {} };
};

interface Term {
  readonly labelSelector?: Selector;
  readonly podAffinityTerm?: Term;
}
interface Peer {
  readonly podSelector?: Selector;
  readonly namespaceSelector?: Selector;
  readonly ipBlock?: unknown;
}

/** The selectors of pods in an object, by the object and what of it selects. */
const selectorsOf = (object: Json): readonly (readonly [where: string, selectors: readonly Selector[]])[] => {
  const { kind, spec = {} } = object as { readonly kind: string; readonly spec?: Json };
  if (kind === 'Service') {
    return spec['selector'] === undefined ? [] : [['spec.selector', [{ matchLabels: spec['selector'] as Labels }]]];
  }
  if (kind === 'NetworkPolicy') {
    const peers = (field: string, end: string) =>
      ((spec[field] ?? []) as readonly Readonly<Record<string, readonly Peer[]>>[])
        .flatMap((rule) => rule[end] ?? [])
        .flatMap(({ podSelector, ipBlock }) => (ipBlock === undefined ? [podSelector ?? {}] : []));
    return [
      ['spec.podSelector', [spec['podSelector'] as Selector]],
      ['ingress', peers('ingress', 'from')],
      ['egress', peers('egress', 'to')],
    ];
  }
  const template = spec['template'] as
    | { readonly spec: { readonly affinity?: Readonly<Record<string, Readonly<Record<string, readonly Term[]>>>> } }
    | undefined;
  const terms = (of: string) =>
    Object.values(template?.spec.affinity?.[of] ?? {})
      .flat()
      .map((term) => (term.podAffinityTerm ?? term).labelSelector ?? {});
  const own = spec['selector'] as Selector | undefined;
  return [
    ['spec.selector', own === undefined || kind === 'PersistentVolumeClaim' ? [] : [own]],
    ['podAffinity', terms('podAffinity')],
    ['podAntiAffinity', terms('podAntiAffinity')],
  ];
};

/** What each selector of the objects selects: all but those of peers and affinity select in their own namespace. */
export const selectionsIn = (objects: readonly Json[]): Readonly<Record<string, readonly string[]>> => {
  const pods = objects.flatMap((object) => podsOf(object) ?? []);
  return Object.fromEntries(
    objects.flatMap((object) =>
      selectorsOf(object)
        .filter(([, selectors]) => selectors.length > 0)
        .map(([where, selectors]) => [
          `${titleOf(object)} ${where}`,
          pods
            .filter(({ namespace }) => !where.startsWith('spec.') || namespace === metadataOf(object).namespace)
            .filter(({ labels }) => selectors.some((selector) => matches(selector, labels)))
            .map(({ title }) => title)
            .sort(),
        ]),
    ),
  );
};
