import { fieldsOf, objectsOf, textFieldsOf, textOf } from '../json/as-shape.js';
import type { JsonObject } from '../json/json-value.js';
import { specOf } from '../json/manifest-fields.js';
import type { PackageSchemas } from '../schema/package-schemas.js';
import { inferVar, type VarType } from '../var-safety/infer-var.js';
import { collectUses, type VarUse } from '../var-safety/var-uses.js';
import { type CodeNode, list, object, raw, text } from './code-node.js';
import type { ImportedObject } from './imported-object.js';
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

export interface PlannedVars {
  readonly objects: readonly ImportedObject[];
  /** By name. */
  readonly types: ReadonlyMap<string, VarType>;
  /** `infra.vars`. */
  readonly infra: CodeNode | undefined;
  readonly postBuild: CodeNode | undefined;
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
  const made = objects.map((one) => {
    if (one.json['sops'] !== undefined) return one;
    const { json, names, problem } = substituteOwn(one.json, inline, sources.length > 0);
    if (problem !== undefined) problems.push({ object: one, message: problem });
    if (names.size > 0) collectUses(json, schemaOf(one, json, options.schemas), uses);
    return { ...one, json };
  });
  const types = new Map<string, VarType>();
  const samples: Record<string, string> = {};
  const bySource = new Map<JsonObject, Record<string, CodeNode>>(sources.map((one) => [one, {}]));
  for (const [name, { fields, isWhole }] of [...uses].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const source = supplierOf(name, sources, options);
    if (source === undefined) continue;
    const value = dataOf(source, options)?.[name];
    const type = inferVar({ name, value, fields: [...new Set(fields)], isWhole });
    types.set(name, type);
    samples[name] = value ?? type.sample;
    bySource.get(source)![name] = raw(type.code);
  }
  const contract = sources.find((one) => isContract(one, options));
  const infra = contract === undefined ? {} : bySource.get(contract)!;
  const others = sources.filter((one) => one !== contract);
  const from = others.map((one) => sourceCode(one, bySource.get(one)!));
  return {
    objects: made,
    types,
    infra: Object.keys(infra).length === 0 ? undefined : object(infra),
    postBuild: from.length === 0 ? undefined : object({ substituteFrom: list(from) }),
    samples,
    problems,
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

const sourceCode = (source: JsonObject, vars: Readonly<Record<string, CodeNode>>): CodeNode =>
  object({
    kind: text(String(source['kind'])),
    name: text(String(source['name'])),
    ...(source['optional'] === true ? { optional: raw('true') } : {}),
    vars: object(vars),
  });

const schemaOf = ({ id }: ImportedObject, { apiVersion }: JsonObject, schemas: PackageSchemas): unknown =>
  schemas.find(id.group, id.kind)?.versions[textOf(apiVersion)?.split('/').at(-1) ?? ''];
