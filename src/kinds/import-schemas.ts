import type { ImportProblem } from '../charts/import-problem.js';
import { printJson } from '../charts/print-values-schema.js';
import { shareSchemas } from '../charts/share-schemas.js';
import { compareText } from '../json/compare-text.js';
import { isObject } from '../json/is-object.js';
import type { Json } from '../json/json-value.js';
import { type CrdSchemas, readCrd, type StructuralSchema } from '../schema/read-crd.js';
import { parseYamlDocuments } from '../yaml/parse-yaml.js';

/** `imports/schemas/<group>.json`: what validation reads at synth, one file for each API group. */
interface GroupSchemas {
  /** By kind, then by version. */
  readonly kinds: Record<string, Record<string, StructuralSchema>>;
  /** What `$ref` names in Kubernetes' own kinds. */
  defs?: Record<string, StructuralSchema>;
  /** What `$ref` names in others: what occurs in several places, by a hash of its text. */
  shared?: Record<string, StructuralSchema>;
  /** By the text of a CEL rule, its AST, where it has one to be decided by without the CEL library. */
  rules?: Record<string, Json>;
}

/** The AST to ship of a CEL rule, if any. */
export type AstOf = (rule: string) => Json | undefined;

/** `schemas/kubernetes/*.json`: the kinds of an API server, from its OpenAPI, with `$ref` by name. */
export interface KubernetesSchemas {
  /** By group (`core` has none), kind and version: a name in `defs`. */
  readonly kinds: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;
  readonly defs: Readonly<Record<string, StructuralSchema>>;
}

const sorted = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => compareText(a, b)));

const print = ({ rules = {}, ...group }: GroupSchemas): string => {
  const text = printJson(group as unknown as Json);
  // A rule is a line, however long: that is the smallest diff.
  const lines = Object.entries(rules).map(([rule, ast]) => `  ${JSON.stringify(rule)}:${JSON.stringify(ast)}`);
  if (lines.length === 0) return `${text}\n`;
  return `${text.replace(/\n?\}$/, '')},\n "rules":{\n${lines.join(',\n')}\n }\n}\n`;
};

/** Calls `found` for each rule of a schema, where validation looks for them. */
const eachRule = (schema: unknown, found: (rule: string) => void): void => {
  if (!isObject(schema)) return;
  const { properties, items, additionalProperties, 'x-kubernetes-validations': rules } = schema;
  if (Array.isArray(rules)) for (const { rule } of rules as { rule: string }[]) found(rule);
  if (isObject(properties)) for (const property of Object.values(properties)) eachRule(property, found);
  eachRule(items, found);
  eachRule(additionalProperties, found);
};

const rulesIn = ({ kinds, defs = {} }: GroupSchemas, astOf: AstOf): Record<string, Json> => {
  const rules: Record<string, Json> = {};
  for (const schema of [...Object.values(kinds).flatMap(Object.values<StructuralSchema>), ...Object.values(defs)]) {
    eachRule(schema, (rule) => {
      const ast = Object.hasOwn(rules, rule) ? undefined : astOf(rule);
      if (ast !== undefined) rules[rule] = ast;
    });
  }
  return sorted(rules);
};

const mapRefs = (node: unknown, change: (name: string) => string): unknown => {
  if (Array.isArray(node)) return node.map((item) => mapRefs(item, change));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) =>
      key === '$ref' && typeof value === 'string' ? [key, change(value)] : [key, mapRefs(value, change)],
    ),
  );
};

/** The name of a kind's schema where an object of it is part of another, such as a StatefulSet's claim templates. */
const innerName = (name: string): string => `${name}.inner`;

/**
 * The schemas by name, with those of kinds that stand within other objects. Validation knows the `apiVersion`, `kind`
 * and `metadata` of an object by itself, but not of one within another, which the server takes there too.
 */
const withInnerKinds = ({ kinds, defs }: KubernetesSchemas): Readonly<Record<string, StructuralSchema>> => {
  const names = new Set(Object.values(kinds).flatMap((byKind) => Object.values(byKind).flatMap(Object.values<string>)));
  const all: Record<string, StructuralSchema> = {};
  for (const [name, def] of Object.entries(defs)) {
    const schema = mapRefs(def, (ref) => (names.has(ref) ? innerName(ref) : ref)) as StructuralSchema;
    all[name] = schema;
    if (!names.has(name)) continue;
    const text = { type: 'string' };
    const properties = { apiVersion: text, kind: text, metadata: { 'x-kubernetes-object-meta': true } };
    all[innerName(name)] = {
      ...schema,
      properties: { ...properties, ...(schema['properties'] as object | undefined) },
    } as StructuralSchema;
  }
  return all;
};

/** The file of what belongs to no group of its own: label selectors and others that all groups share. */
const SHARED = 'meta';

/** Kubernetes' own groups. What a group takes from another stays in that one's file: a pod is in all workloads. */
const kubernetesGroups = (kubernetes: KubernetesSchemas): Map<string, GroupSchemas> => {
  const { kinds } = kubernetes;
  const defs = withInnerKinds(kubernetes);
  const prefixOf = (name: string): string => name.slice(0, name.indexOf('.'));
  const homes = new Map<string, string>();
  for (const [group, byKind] of Object.entries(kinds)) {
    for (const versions of Object.values(byKind)) {
      for (const name of Object.values(versions)) homes.set(prefixOf(name), group);
    }
  }
  const homeOf = (name: string): string => homes.get(prefixOf(name)) ?? SHARED;
  const groups = new Map<string, { kinds: GroupSchemas['kinds']; defs: Record<string, StructuralSchema> }>(
    [...Object.keys(kinds), SHARED].map((group) => [group, { kinds: {}, defs: {} }]),
  );
  const reach = (name: string): string => {
    const home = homeOf(name);
    const { defs: reached } = groups.get(home)!;
    if (Object.hasOwn(reached, name)) return home;
    reached[name] = {};
    reached[name] = mapRefs(defs[name] ?? {}, (ref) => {
      const other = reach(ref);
      return other === home ? ref : `${other}#${ref}`;
    }) as StructuralSchema;
    return home;
  };
  for (const [group, byKind] of Object.entries(kinds)) {
    const out = groups.get(group)!.kinds;
    for (const [kind, versions] of Object.entries(byKind)) {
      out[kind] = {};
      for (const [version, name] of Object.entries(versions)) {
        reach(name);
        out[kind][version] = { $ref: name };
      }
    }
  }
  return new Map([...groups].map(([name, group]) => [name, { kinds: sorted(group.kinds), defs: sorted(group.defs) }]));
};

/**
 * The schemas that synth validates with: file name below `imports/schemas/` to text.
 *
 * @param files CRDs, by label (`schemas/crds/karpenter.yaml`)
 */
export const importSchemas = (
  files: ReadonlyMap<string, string>,
  kubernetes: KubernetesSchemas | undefined,
  astOf: AstOf,
): { readonly files: ReadonlyMap<string, string>; readonly problems: readonly ImportProblem[] } => {
  const groups = kubernetes === undefined ? new Map<string, GroupSchemas>() : kubernetesGroups(kubernetes);
  const problems: ImportProblem[] = [];
  for (const [label, text] of files) {
    for (const json of parseYamlDocuments(text)) {
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
      [...groups].map(([name, group]) => [
        `${name}.json`,
        print({ ...group, ...shareSchemas({ ...group, kinds: sorted(group.kinds) }), rules: rulesIn(group, astOf) }),
      ]),
    ),
    problems,
  };
};
