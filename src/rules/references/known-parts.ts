import { isObject } from '../../json/is-object.js';
import { valueAt } from '../../json/json-path.js';
import { dataFilledIn } from '../../knowledge/filled-data.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import type { StateObject } from '../context/rule-state.js';
import { specOf } from '../context/state-index.js';
import type { FoundPart } from './find-references.js';
import type { Target } from './targets.js';

/** The keys, ports or listeners of an object; undefined if not all of them are known. */
export const knownParts = (target: Target, of: FoundPart['of']): ReadonlySet<string> | undefined => {
  const parts = partsOf(target, of);
  return parts === undefined || parts.length === 0 || parts.some((one) => holdsExpression(one))
    ? undefined
    : new Set(parts);
};

const partsOf = ({ object, maker, data }: Target, of: FoundPart['of']): readonly string[] | undefined => {
  if (of === 'data') {
    // What the contract writes is compared elsewhere.
    if (maker === undefined || data?.data === undefined) return undefined;
    return [...Object.keys(data.data), ...keysIn(object?.json['binaryData'])];
  }
  if (object === undefined) return undefined;
  const { type, ports, listeners } = specOf(object);
  if (of === 'ports') return type === 'ExternalName' ? undefined : textsOf(ports, ['name', 'port']);
  return textsOf(listeners, ['name', 'port']);
};

/** The type of a Secret; undefined if it isn't known. */
export const knownType = ({ object, maker }: Target): string | undefined => {
  const isExternal = object === undefined && maker?.group === 'external-secrets.io' && maker.kind === 'ExternalSecret';
  if (object === undefined && !isExternal) return undefined;
  if (object !== undefined && dataFilledIn(object.json).isOpen) return undefined;
  const { target } = maker === undefined ? {} : specOf(maker);
  const { template, creationPolicy = 'Owner' } = isObject(target) ? target : {};
  if (isExternal && (creationPolicy !== 'Owner' || valueAt(template, ['templateFrom']) !== undefined)) return undefined;
  const type = object === undefined ? valueAt(template, ['type']) : object.json['type'];
  return holdsExpression(String(type)) ? undefined : typeof type === 'string' && type !== '' ? type : 'Opaque';
};

const textsOf = (list: unknown, fields: readonly string[]): readonly string[] | undefined =>
  Array.isArray(list)
    ? list.flatMap((one) =>
        fields.flatMap((field) => {
          const value = valueAt(one, [field]);
          return value === undefined ? [] : [String(value)];
        }),
      )
    : undefined;

const keysOf = ({ json }: StateObject): readonly string[] =>
  ['data', 'stringData', 'binaryData'].flatMap((field) => keysIn(json[field]));

const keysIn = (values: unknown): readonly string[] => (isObject(values) ? Object.keys(values) : []);

/**
 * Whether an object of the tree explicitly has no keys: `data: {}`. Without `data`, something else may fill it; the
 * same goes for an object with annotations, which may make a controller copy keys into it.
 */
export const isEmptyData = ({ object }: Target): boolean => {
  if (object === undefined || dataFilledIn(object.json).isOpen) return false;
  const { json } = object;
  const saysSo = ['data', 'stringData', 'binaryData'].some((field) => isObject(json[field]));
  const annotations = valueAt(json, ['metadata', 'annotations']);
  return saysSo && keysOf(object).length === 0 && (!isObject(annotations) || Object.keys(annotations).length === 0);
};
