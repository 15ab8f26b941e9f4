import { parseAllDocuments, stringify } from 'yaml';

interface Crd {
  kind?: string;
  spec?: { group?: string; names?: { kind?: string }; versions?: { name: string; served?: boolean }[] };
}

/** Kubernetes' own order of versions: v2, v1, v2beta1, v1beta2, v1alpha1. */
const rank = (version: string): readonly [stability: number, major: number, minor: number] => {
  const match = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version);
  if (!match) return [-1, 0, 0];
  return [match[2] === undefined ? 2 : match[2] === 'beta' ? 1 : 0, Number(match[1]), Number(match[3] ?? 0)];
};

const compareVersions = (a: string, b: string): number => {
  const left = rank(a);
  const right = rank(b);
  return right[0] - left[0] || right[1] - left[1] || right[2] - left[2];
};

/**
 * The CRDs of a file, each with one version: of those that are served, the one that kubectl would take.
 *
 * @returns the YAML, and the API groups in it
 */
export const selectServedVersions = (text: string): { readonly yaml: string; readonly groups: readonly string[] } => {
  const groups = new Set<string>();
  const documents: string[] = [];
  for (const document of parseAllDocuments(text)) {
    const crd = document.toJS() as Crd | null;
    if (crd?.kind !== 'CustomResourceDefinition' || !crd.spec?.versions) continue;
    const [best] = crd.spec.versions.filter((v) => v.served !== false).sort((a, b) => compareVersions(a.name, b.name));
    if (!best) continue;
    crd.spec.versions = [best];
    if (crd.spec.group !== undefined) groups.add(crd.spec.group);
    documents.push(stringify(crd, { aliasDuplicateObjects: false }));
  }
  return { yaml: documents.join('---\n'), groups: [...groups] };
};
