import { isObject } from '../json/is-object.js';
import type { CrdKind, OpenApi } from './crd-kind.js';
import type { KubernetesSchemas } from './import-schemas.js';

/** The file of the group without a name. */
const CORE = 'core';

const text: OpenApi = { type: 'string' };
const textMap: OpenApi = { type: 'object', additionalProperties: text };

/** What people write of the metadata of an object inside another one, such as a pod template. */
const innerMetadata: OpenApi = {
  type: 'object',
  typeName: 'InnerMetadata',
  properties: {
    annotations: textMap,
    finalizers: { type: 'array', items: text },
    labels: textMap,
    name: text,
    namespace: text,
  },
};

/** What a type that holds itself takes where it does: CustomResourceDefinitions are written as YAML anyway. */
const open: OpenApi = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

/** `core.v1.PodSpec` → `PodSpec` */
const nameOf = (definition: string): string => definition.slice(definition.lastIndexOf('.') + 1);

/**
 * Kubernetes' own kinds in the form of those that CRDs describe, so that their classes come from the same generator
 * and follow the same conventions. Their types keep the names that Kubernetes gives them.
 *
 * @param isClusterScoped of a kind in a group; OpenAPI says it of paths only
 * @throws Error for a definition that the schemas don't have
 */
export const kubernetesKinds = (
  { kinds, defs }: KubernetesSchemas,
  isClusterScoped: (group: string, kind: string) => boolean,
): readonly CrdKind[] => {
  const kindNames = new Set(
    Object.values(kinds).flatMap((byKind) => Object.values(byKind).flatMap(Object.values<string>)),
  );
  const inline = (node: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(node)) return node.map((item) => inline(item, within));
    if (!isObject(node)) return node;
    if (typeof node['$ref'] === 'string') return inner(node['$ref'], within);
    if (node['x-kubernetes-object-meta'] === true) return innerMetadata;
    // A quantity, as the API server reads it.
    if (node['format'] === 'quantity') return { 'x-kubernetes-int-or-string': true };
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, inline(value, within)]));
  };
  const definition = (name: string, within: readonly string[]): OpenApi => {
    if (!Object.hasOwn(defs, name)) throw new Error(`schemas/kubernetes has no definition "${name}"`);
    return inline(defs[name], [...within, name]) as OpenApi;
  };
  const inner = (name: string, within: readonly string[]): OpenApi => {
    if (within.includes(name)) return open;
    const schema = definition(name, within);
    if (!kindNames.has(name)) return { ...schema, typeName: nameOf(name) };
    const { status: _, ...properties } = schema.properties ?? {};
    const identity = { apiVersion: text, kind: text, metadata: innerMetadata };
    return { ...schema, typeName: `${nameOf(name)}Template`, properties: { ...identity, ...properties } };
  };
  return Object.entries(kinds).flatMap(([file, byKind]) =>
    Object.entries(byKind).map(([kind, versions]): CrdKind => {
      const group = file === CORE ? '' : file;
      return {
        group,
        kind,
        scope: isClusterScoped(group, kind) ? 'Cluster' : 'Namespaced',
        versions: Object.entries(versions).map(([name, ref]) => ({ name, schema: definition(ref, []) })),
      };
    }),
  );
};
