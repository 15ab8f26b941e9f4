import { parseAllDocuments } from 'yaml';
import { type CrdSchemas, readCrd, type StructuralSchema } from './crd-schemas.js';
import type { ImportProblem } from './import-problem.js';
import type { Json } from './json.js';
import { printJson } from './print-values-schema.js';

/** `imports/schemas/<group>.json`: what validation reads at synth, one file for each API group. */
interface GroupSchemas {
  /** By kind, then by version. */
  readonly kinds: Record<string, Record<string, StructuralSchema>>;
  /** What `$ref` names; only Kubernetes' own kinds have such. */
  defs?: Record<string, StructuralSchema>;
}

/** `schemas/kubernetes/*.json`: the kinds of an API server, from its OpenAPI, with `$ref` by name. */
export interface KubernetesSchemas {
  /** By group (`core` has none), kind and version: a name in `defs`. */
  readonly kinds: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;
  readonly defs: Readonly<Record<string, StructuralSchema>>;
}

const sorted = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

const print = (group: GroupSchemas): string => `${printJson(group as unknown as Json)}\n`;

const collectRefs = (node: unknown, found: (name: string) => void): void => {
  if (Array.isArray(node)) for (const item of node) collectRefs(item, found);
  else if (typeof node === 'object' && node !== null) {
    for (const [key, value] of Object.entries(node)) {
      if (key === '$ref' && typeof value === 'string') found(value);
      else collectRefs(value, found);
    }
  }
};

/** Kubernetes' own groups, each with all that it refers to. */
const kubernetesGroups = ({ kinds, defs }: KubernetesSchemas): Map<string, GroupSchemas> => {
  const groups = new Map<string, GroupSchemas>();
  for (const [group, byKind] of Object.entries(kinds)) {
    const reached: Record<string, StructuralSchema> = {};
    const reach = (name: string): void => {
      if (Object.hasOwn(reached, name)) return;
      reached[name] = defs[name] ?? {};
      collectRefs(reached[name], reach);
    };
    const out: GroupSchemas['kinds'] = {};
    for (const [kind, versions] of Object.entries(byKind)) {
      out[kind] = {};
      for (const [version, name] of Object.entries(versions)) {
        reach(name);
        out[kind][version] = { $ref: name };
      }
    }
    groups.set(group, { kinds: sorted(out), defs: sorted(reached) });
  }
  return groups;
};

/**
 * The schemas that synth validates with: file name below `imports/schemas/` to text.
 *
 * @param files CRDs, by label (`schemas/crds/karpenter.yaml`)
 */
export const importSchemas = (
  files: ReadonlyMap<string, string>,
  kubernetes: KubernetesSchemas | undefined,
): { readonly files: ReadonlyMap<string, string>; readonly problems: readonly ImportProblem[] } => {
  const groups = kubernetes === undefined ? new Map<string, GroupSchemas>() : kubernetesGroups(kubernetes);
  const problems: ImportProblem[] = [];
  for (const [label, text] of files) {
    for (const document of parseAllDocuments(text)) {
      const json: unknown = document.toJS();
      if (json === null) continue;
      const crd: CrdSchemas | string = readCrd(json);
      if (typeof crd === 'string') {
        problems.push({
          severity: 'error',
          at: label,
          message: `a document ${crd}`,
          fix: 'keep only CustomResourceDefinitions in schemas/crds',
        });
        continue;
      }
      const group = groups.get(crd.group) ?? { kinds: {} };
      groups.set(crd.group, group);
      group.kinds[crd.kind] = { ...crd.versions };
    }
  }
  return {
    files: new Map(
      [...groups].map(([name, group]) => [`${name}.json`, print({ ...group, kinds: sorted(group.kinds) })]),
    ),
    problems,
  };
};
