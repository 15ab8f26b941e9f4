import type { Api } from './api.js';

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Kinds that are requests or answers, and never in a tree. */
const NEVER_APPLIED = /(List|Review|Options|Scale|Status|Event|Binding|Eviction|TokenRequest|ComponentStatus)$/;
const APPLIED_ALL_THE_SAME = /^(Cluster)?RoleBinding$|PolicyBinding$/;

/** `io.k8s.api.core.v1.Pod` → `core.v1.Pod` */
const shorten = (name: string): string =>
  name
    .replace(/^#\/components\/schemas\//, '')
    .replace(/^io\.k8s\.(kube-aggregator\.pkg\.apis|apiextensions-apiserver\.pkg\.apis)\./, '')
    .replace(/^io\.k8s\.(apimachinery\.pkg\.apis|apimachinery\.pkg|apimachinery|api)\./, '');

/** What the Go types' own decoders take, where OpenAPI does not say it in a way that can be checked. */
const KNOWN: Readonly<Record<string, Node>> = {
  'util.intstr.IntOrString': { 'x-kubernetes-int-or-string': true },
  'api.resource.Quantity': { format: 'quantity' },
  // The schema of metadata is one for all kinds, and the package has it.
  'meta.v1.ObjectMeta': { 'x-kubernetes-object-meta': true },
  'runtime.RawExtension': { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  'apiextensions.v1.JSON': {},
  'apiextensions.v1.JSONSchemaPropsOrBool': {},
  'apiextensions.v1.JSONSchemaPropsOrArray': {},
  'apiextensions.v1.JSONSchemaPropsOrStringArray': {},
};

const KEPT: ReadonlySet<string> = new Set([
  'type',
  'format',
  'enum',
  'required',
  'x-kubernetes-list-type',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-preserve-unknown-fields',
]);

/** The zero value of a Go type is written as a default, though nothing is defaulted to it. */
const isZero = (value: unknown): boolean =>
  value === '' || value === 0 || value === false || (isNode(value) && Object.keys(value).length === 0);

const compact = (node: Node): Node => {
  const reference = node['$ref'] ?? (Array.isArray(node['allOf']) ? (node['allOf'][0] as Node)['$ref'] : undefined);
  if (typeof reference === 'string') {
    const name = shorten(reference);
    return KNOWN[name] ?? { $ref: name };
  }
  const out: Record<string, unknown> = {};
  for (const key of KEPT) if (node[key] !== undefined) out[key] = node[key];
  if (isNode(node['items'])) out['items'] = compact(node['items']);
  if (isNode(node['additionalProperties'])) out['additionalProperties'] = compact(node['additionalProperties']);
  if (isNode(node['properties'])) {
    const properties = node['properties'] as Readonly<Record<string, Node>>;
    out['properties'] = Object.fromEntries(
      Object.entries(properties).map(([name, inner]) => [name, compact(inner)] as const),
    );
    const required = Array.isArray(node['required']) ? (node['required'] as string[]) : [];
    // What has a default may be left out, whatever the Go type's tags say.
    const needed = required.filter(
      (name) => properties[name]?.['default'] === undefined || isZero(properties[name]?.['default']),
    );
    if (needed.length > 0) out['required'] = needed;
    else delete out['required'];
  }
  return out;
};

interface OpenApi {
  readonly paths: Readonly<Record<string, Node>>;
  readonly components: { readonly schemas: Readonly<Record<string, Node>> };
}

/** The kinds that an API server has of itself, from its OpenAPI: structure only. */
export const kubernetesSchemas = async (api: Pick<Api, 'request'>): Promise<object> => {
  const index = (await api.request('GET', '/openapi/v3')) as {
    paths: Readonly<Record<string, { serverRelativeURL: string }>>;
  };
  const kinds: Record<string, Record<string, Record<string, string>>> = {};
  const all: Record<string, Node> = {};
  for (const [path, { serverRelativeURL }] of Object.entries(index.paths).sort()) {
    const found = /^(?:api|apis\/([^/]+))\/(v\d+)$/.exec(path);
    if (found === null || serverRelativeURL.includes('toolkit.fluxcd.io')) continue;
    const [group, version] = [found[1] ?? 'core', found[2]!];
    const { components } = (await api.request('GET', serverRelativeURL)) as OpenApi;
    for (const [name, schema] of Object.entries(components.schemas)) {
      const short = shorten(name);
      all[short] = schema;
      const gvks = (schema['x-kubernetes-group-version-kind'] ?? []) as {
        group: string;
        version: string;
        kind: string;
      }[];
      const gvk = gvks.length === 1 ? gvks[0] : undefined;
      // The schemas of CRDs are here too, under names that are not Go packages of Kubernetes.
      if (!/^io\.k8s\.(api|kube-aggregator|apiextensions-apiserver)\./.test(name)) continue;
      if (gvk === undefined || (gvk.group || 'core') !== group || gvk.version !== version) continue;
      if (NEVER_APPLIED.test(gvk.kind) && !APPLIED_ALL_THE_SAME.test(gvk.kind)) continue;
      kinds[group] ??= {};
      kinds[group][gvk.kind] = { ...kinds[group][gvk.kind], [version]: short };
    }
  }
  const defs: Record<string, Node> = {};
  const reach = (name: string, top: boolean): void => {
    if (Object.hasOwn(defs, name) || all[name] === undefined) return;
    const { properties, ...rest } = compact(all[name]);
    const own = { ...(properties as Record<string, unknown> | undefined) };
    if (top) {
      for (const key of ['apiVersion', 'kind', 'metadata']) delete own[key];
      if (own['status'] !== undefined) own['status'] = {};
    }
    defs[name] = properties === undefined ? rest : { ...rest, properties: own };
    refs(defs[name]).forEach((one) => {
      reach(one, false);
    });
  };
  for (const byKind of Object.values(kinds))
    for (const versions of Object.values(byKind)) for (const name of Object.values(versions)) reach(name, true);
  return {
    kinds,
    defs: Object.fromEntries(Object.entries(defs).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
};

const refs = (node: unknown): readonly string[] => {
  if (Array.isArray(node)) return node.flatMap(refs);
  if (!isNode(node)) return [];
  return Object.entries(node).flatMap(([key, value]) => (key === '$ref' ? [String(value)] : refs(value)));
};
