import { parseYamlDocuments } from '../yaml/parse-yaml.js';
import { printYaml } from '../yaml/print-yaml.js';

/** Of an enum in a CRD. */
export type EnumValue = string | number | boolean;

interface OpenApi {
  readonly properties?: Readonly<Record<string, OpenApi>>;
  readonly items?: OpenApi;
  readonly additionalProperties?: OpenApi | boolean;
  readonly enum?: readonly EnumValue[];
}

interface Version {
  readonly name: string;
  readonly served?: boolean;
  readonly schema?: { readonly openAPIV3Schema?: OpenApi };
}

interface Crd {
  kind?: string;
  spec?: { group?: string; names?: { kind?: string }; versions?: Version[] };
}

/** The files of one import, each CRD with one version. */
export interface ServedCrds {
  readonly yaml: string;
  /** The API groups in it; in each, the values of every enum by the name that its type gets, in lower case. */
  readonly groups: ReadonlyMap<string, ReadonlyMap<string, readonly EnumValue[]>>;
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

const collectEnums = (schema: OpenApi, name: string, enums: Map<string, readonly EnumValue[]>): void => {
  if (schema.enum) enums.set(name, schema.enum);
  for (const [key, inner] of Object.entries(schema.properties ?? {})) {
    collectEnums(inner, name + key.toLowerCase().replace(/[^a-z0-9]/g, ''), enums);
  }
  if (schema.items) collectEnums(schema.items, name, enums);
  if (typeof schema.additionalProperties === 'object') collectEnums(schema.additionalProperties, name, enums);
};

/** The CRDs of a file, each with one version: of those that are served, the one that kubectl would take. */
export const selectServedVersions = (text: string): ServedCrds => {
  const groups = new Map<string, Map<string, readonly EnumValue[]>>();
  const documents: string[] = [];
  for (const document of parseYamlDocuments(text)) {
    const crd = document as Crd | null;
    if (crd?.kind !== 'CustomResourceDefinition' || !crd.spec?.versions) continue;
    const [best] = crd.spec.versions.filter((v) => v.served !== false).sort((a, b) => compareVersions(a.name, b.name));
    if (!best) continue;
    crd.spec.versions = [best];
    const group = crd.spec.group ?? '';
    const enums = groups.get(group) ?? new Map<string, readonly EnumValue[]>();
    groups.set(group, enums);
    if (best.schema?.openAPIV3Schema) {
      collectEnums(best.schema.openAPIV3Schema, (crd.spec.names?.kind ?? '').toLowerCase(), enums);
    }
    documents.push(printYaml(crd));
  }
  return { yaml: documents.join('---\n'), groups };
};
