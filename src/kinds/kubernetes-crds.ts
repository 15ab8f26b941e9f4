import { printYaml } from '../yaml/print-yaml.js';
import type { KubernetesSchemas } from './import-schemas.js';

/**
 * Kubernetes' own kinds in the form of CRDs, so that their types come from the same generator as those of custom
 * resources and follow the same conventions: unions for enums, the API's own field names.
 *
 * @param kinds those that the package has constructs of, by group; types of all kinds would only make the package larger
 * @throws Error for a kind that the schemas don't have, or whose schema refers to itself, which a CRD can't
 */
export const kubernetesCrds = (
  { kinds: known, defs }: KubernetesSchemas,
  kinds: Readonly<Record<string, Readonly<Record<string, 'Cluster' | 'Namespaced'>>>>,
): string => {
  const inline = (node: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(node)) return node.map((item) => inline(item, within));
    if (typeof node !== 'object' || node === null) return node;
    if ('$ref' in node && typeof node.$ref === 'string') return definition(node.$ref, within);
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, inline(value, within)]));
  };
  const definition = (name: string, within: readonly string[]): unknown => {
    if (within.includes(name)) throw new Error(`${[...within, name].join(' > ')}: a CRD can't refer to itself`);
    if (!Object.hasOwn(defs, name)) throw new Error(`schemas/kubernetes has no definition "${name}"`);
    return inline(defs[name], [...within, name]);
  };
  const crds = Object.entries(kinds).flatMap(([group, names]) =>
    Object.entries(names).map(([kind, scope]) => {
      const versions = known[group]?.[kind];
      if (versions === undefined) throw new Error(`schemas/kubernetes has no kind "${kind}" in the group "${group}"`);
      return {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name: `${kind.toLowerCase()}.${group}` },
        spec: {
          group,
          names: { kind },
          scope,
          versions: Object.entries(versions).map(([name, ref]) => ({
            name,
            served: true,
            schema: { openAPIV3Schema: definition(ref, []) },
          })),
        },
      };
    }),
  );
  return crds.map((crd) => printYaml(crd)).join('---\n');
};
