import {
  type ContractConfigMap,
  type ContractValues,
  closedObject,
  type JsonSchema,
  VALUES_KEY,
} from '../../contract/index.js';
import { fieldsOf, objectsOf, textOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import { printPath } from '../../json/json-path.js';
import type { StateObject } from '../../rules/context/rule-state.js';
import { specOf } from '../../rules/context/state-index.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { parseYaml } from '../../yaml/parse-yaml.js';
import { YamlError } from '../../yaml/yaml-error.js';
import type { IsMade } from '../made-data.js';
import { type AllWrittenData, findWritten } from '../terraform/written-data.js';
import type { ContractPart } from './vars-of-contract.js';

/** A Secret from which a release reads values, and that isn't in the tree. */
export interface OutsideSecret {
  readonly namespace: string;
  readonly name: string;
  readonly key: string | undefined;
  /** `HelmRelease/web`. */
  readonly reader: string;
}

/** The values that releases read from ConfigMaps outside of the tree. */
export const valuesOfContract = (
  objects: readonly StateObject[],
  isInTree: IsMade,
  written: AllWrittenData,
): ContractPart & { readonly secrets?: never; readonly outside: readonly OutsideSecret[] } => {
  const values: Record<string, ContractValues> = {};
  const configMaps = new Map<string, ContractConfigMap>();
  const left: string[] = [];
  const outside: OutsideSecret[] = [];
  for (const { kind, group, name: release, namespace = '', json, title } of objects) {
    if (kind !== 'HelmRelease' || group !== 'helm.toolkit.fluxcd.io') continue;
    for (const [at, one] of objectsOf(specOf({ json })['valuesFrom']).entries()) {
      const { kind: of, targetPath, valuesKey } = one;
      const name = textOf(one['name']);
      const key = textOf(valuesKey) ?? VALUES_KEY;
      if (name === undefined || holdsExpression(name) || (of !== 'ConfigMap' && of !== 'Secret')) continue;
      if (isInTree(of, namespace, name)) continue;
      if (of === 'Secret') {
        outside.push({
          namespace,
          name,
          key: one['optional'] === true ? undefined : key,
          reader: `HelmRelease/${release}`,
        });
        continue;
      }
      const place = `${title}: ${key} of ConfigMap "${name}"`;
      const schema = documentOf(findWritten(written, of, namespace, name)?.texts.get(key));
      const reader = { addon: `HelmRelease/${release}`, object: title, path: printPath(['spec', 'valuesFrom', at]) };
      if (typeof targetPath === 'string') left.push(`${place} fills only ${targetPath}`);
      else if (Object.hasOwn(values, release)) left.push(`${place}: a release has one document in a contract`);
      else if (configMaps.has(`${namespace}/${name}`)) left.push(`${place}: another release reads it, too`);
      else if (schema === undefined) left.push(`${place}: only Terraform knows what is in it`);
      else {
        values[release] = {
          addon: reader.addon,
          namespace,
          configMap: name,
          key,
          schema,
          readBy: [{ ...reader, object: `HelmRelease/${release}` }],
        };
        configMaps.set(`${namespace}/${name}`, {
          namespace,
          name,
          holds: 'values',
          release,
          key,
          labels: {},
          readBy: [`HelmRelease/${release}`],
        });
      }
    }
  }
  return { values, configMaps: [...configMaps.values()], left, outside };
};

/** The schema of a document of which only parts may be known. */
const documentOf = (parts: readonly (string | undefined)[] | undefined): JsonSchema | undefined => {
  if (parts === undefined) return undefined;
  try {
    const read: unknown = parseYaml(parts.map((part) => part ?? 'null').join(''));
    return isObject(read) ? schemaOf(read) : undefined;
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
};

/** A schema without a type takes what isn't known; that of a list whose items differ says nothing about them. */
const schemaOf = (value: unknown): JsonSchema => {
  if (typeof value === 'string') return { type: 'string' };
  if (typeof value === 'boolean') return { type: 'boolean' };
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number' };
  if (Array.isArray(value)) {
    const items = [...new Set(value.map((one) => JSON.stringify(schemaOf(one))))];
    return items.length === 1 && items[0] !== undefined
      ? { type: 'array', items: JSON.parse(items[0]) as JsonSchema }
      : { type: 'array' };
  }
  if (!isObject(value)) return {};
  const properties = Object.fromEntries(Object.entries(fieldsOf(value)).map(([key, one]) => [key, schemaOf(one)]));
  return closedObject(properties, Object.keys(properties).sort());
};
