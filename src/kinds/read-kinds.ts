import { isObject } from '../json/is-object.js';
import type { CrdKind, CrdVersion, OpenApi } from './crd-kind.js';

/** The kind of a parsed CustomResourceDefinition that {@link readCrd} takes. */
export const readKind = (document: unknown): CrdKind => {
  const { spec } = document as { spec: Readonly<Record<string, unknown>> };
  const versions = (spec['versions'] as readonly unknown[]).flatMap((version): readonly CrdVersion[] => {
    if (!isObject(version) || version['served'] === false) return [];
    const { openAPIV3Schema } = version['schema'] as { openAPIV3Schema: OpenApi };
    return [{ name: String(version['name']), deprecated: version['deprecated'] === true, schema: openAPIV3Schema }];
  });
  return {
    group: String(spec['group']),
    kind: String((spec['names'] as { kind: unknown }).kind),
    scope: spec['scope'] === 'Cluster' ? 'Cluster' : 'Namespaced',
    versions,
  };
};
