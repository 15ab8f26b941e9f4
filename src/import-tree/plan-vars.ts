import { fieldsOf, objectsOf, textFieldsOf, textOf } from '../json/as-shape.js';
import type { JsonObject } from '../json/json-value.js';
import { specOf } from '../json/manifest-fields.js';
import type { PackageSchemas } from '../schema/package-schemas.js';
import { inferVar, type VarType } from '../var-safety/infer-var.js';
import { collectUses, type VarUse } from '../var-safety/var-uses.js';
import { type CodeNode, list, object, raw, text } from './code-node.js';
import type { ImportedObject } from './imported-object.js';
import { hashBase } from './object-code.js';
import { substituteOwn } from './substitute-own.js';

/** The data of a ConfigMap of the repository; undefined if others make it. */
export type ConfigMapData = (namespace: string, name: string) => Readonly<Record<string, string>> | undefined;

export interface VarsOptions {
  /** The namespace of the Kustomization. */
  readonly namespace: string;
  readonly configMap: ConfigMapData;
  /** The ConfigMap that carries the contract's vars; undefined if there is none. */
  readonly contract: string | undefined;
  readonly schemas: PackageSchemas;
}

/** Where vars come from: an entry of `substituteFrom`. */
export interface VarSupplier {
  readonly source: JsonObject;
  /** Terraform fills it. */
  readonly isContract: boolean;
  readonly names: readonly string[];
}

export interface PlannedVars {
  readonly objects: readonly ImportedObject[];
  /** By name. */
  readonly types: ReadonlyMap<string, VarType>;
  readonly suppliers: readonly VarSupplier[];
  /** What the Kustomization itself sets. */
  readonly inline: Readonly<Record<string, string>>;
  /** Values with which both trees can be compared. */
  readonly samples: Readonly<Record<string, string>>;
  readonly problems: readonly { readonly object: ImportedObject; readonly message: string }[];
}

/** Puts in what the Kustomization sets itself, and declares what others supply. */
export const planVars = (owner: JsonObject, objects: readonly ImportedObject[], options: VarsOptions): PlannedVars => {
  const postBuild = fieldsOf(specOf(owner)['postBuild']);
  const inline = textFieldsOf(postBuild['substitute']);
  const sources = objectsOf(postBuild['substituteFrom']);
  const problems: { object: ImportedObject; message: string }[] = [];
  const uses = new Map<string, VarUse>();
  const supplied = new Set<string>();
  const made = objects.map((one) => {
    if (one.json['sops'] !== undefined) {
      // Flux substitutes when it has decrypted.
      const { sops: _, ...rest } = one.json;
      const { json, names } = substituteOwn(rest, inline, sources.length > 0);
      for (const name of names) supplied.add(name);
      if (names.size > 0) collectUses(json, schemaOf(one, json, options.schemas), uses);
      return one;
    }
    const { json, names, problem } = substituteOwn(one.json, inline, sources.length > 0);
    if (problem !== undefined) problems.push({ object: one, message: problem });
    for (const name of names) supplied.add(name);
    if (names.size > 0) collectUses(json, schemaOf(one, json, options.schemas), uses);
    return { ...one, json, base: hashBase({ ...one, json }) };
  });
  // In the key of a map, say.
  for (const name of supplied) if (!uses.has(name)) uses.set(name, { fields: [], isWhole: false });
  const types = new Map<string, VarType>();
  const samples: Record<string, string> = {};
  const bySource = new Map<JsonObject, string[]>(sources.map((one) => [one, []]));
  for (const [name, { fields, isWhole }] of [...uses].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const source = supplierOf(name, sources, options);
    // What `$${NAME}` leaves is text for somebody else.
    if (source === undefined || !supplied.has(name)) continue;
    const value = dataOf(source, options)?.[name];
    const type = inferVar({ name, value, fields: [...new Set(fields)], isWhole });
    types.set(name, type);
    samples[name] = value ?? type.sample;
    bySource.get(source)!.push(name);
  }
  return {
    objects: made,
    types,
    suppliers: sources.map((source) => ({
      source,
      isContract: isContract(source, options),
      names: bySource.get(source)!,
    })),
    inline,
    samples,
    problems,
  };
};

/** `infra.vars` and `postBuild` of an addon. */
export const varsCode = ({
  types,
  suppliers,
}: Pick<PlannedVars, 'types' | 'suppliers'>): {
  readonly infra: CodeNode | undefined;
  readonly postBuild: CodeNode | undefined;
} => {
  const codeOf = (names: readonly string[]): CodeNode =>
    object(Object.fromEntries(names.map((name) => [name, raw(types.get(name)!.code)])));
  const contract = suppliers.find((one) => one.isContract);
  const from = suppliers
    .filter((one) => one !== contract)
    .map(({ source, names }) => sourceCode(source, codeOf(names)));
  return {
    infra: contract === undefined || contract.names.length === 0 ? undefined : codeOf(contract.names),
    postBuild: from.length === 0 ? undefined : object({ substituteFrom: list(from) }),
  };
};

const isContract = ({ kind, name }: JsonObject, { contract }: VarsOptions): boolean =>
  contract !== undefined && kind === 'ConfigMap' && name === contract;

const dataOf = ({ kind, name }: JsonObject, { namespace, configMap }: VarsOptions) =>
  kind === 'ConfigMap' ? configMap(namespace, String(name)) : undefined;

/** The last one that has the key; else one of those of which nothing is known. */
const supplierOf = (name: string, sources: readonly JsonObject[], options: VarsOptions): JsonObject | undefined => {
  const known = sources.findLast((one) => Object.hasOwn(dataOf(one, options) ?? {}, name));
  if (known !== undefined) return known;
  const open = sources.filter((one) => dataOf(one, options) === undefined);
  const isSecret = /SECRET|TOKEN|PASSWORD|KEY$/.test(name);
  return open.findLast(({ kind }) => (kind === 'Secret') === isSecret) ?? open.at(-1) ?? sources.at(-1);
};

const sourceCode = (source: JsonObject, vars: CodeNode): CodeNode =>
  object({
    kind: text(String(source['kind'])),
    name: text(String(source['name'])),
    ...(source['optional'] === true ? { optional: raw('true') } : {}),
    vars,
  });

const schemaOf = ({ id }: ImportedObject, { apiVersion }: JsonObject, schemas: PackageSchemas): unknown =>
  schemas.find(id.group, id.kind)?.versions[textOf(apiVersion)?.split('/').at(-1) ?? ''];
