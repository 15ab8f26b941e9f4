import { isObject } from '../../json/is-object.js';
import { valueAt } from '../../json/json-path.js';
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

const partsOf = ({ object, maker }: Target, of: FoundPart['of']): readonly string[] | undefined => {
  if (of === 'data') {
    if (object !== undefined) return isFilledByOthers(object) ? undefined : keysOf(object);
    return maker?.group === 'external-secrets.io' && maker.kind === 'ExternalSecret' ? keysOfTarget(maker) : undefined;
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
  if (object !== undefined && isFilledByOthers(object)) return undefined;
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
  ['data', 'stringData', 'binaryData'].flatMap((field) => {
    const values = json[field];
    return isObject(values) ? Object.keys(values) : [];
  });

/**
 * Whether an object of the tree explicitly has no keys: `data: {}`. Without `data`, something else may fill it; the
 * same goes for an object with annotations, which may make a controller copy keys into it.
 */
export const isEmptyData = ({ object }: Target): boolean => {
  if (object === undefined || isFilledByOthers(object)) return false;
  const { json } = object;
  const saysSo = ['data', 'stringData', 'binaryData'].some((field) => isObject(json[field]));
  const annotations = valueAt(json, ['metadata', 'annotations']);
  return saysSo && keysOf(object).length === 0 && (!isObject(annotations) || Object.keys(annotations).length === 0);
};

/** Kubernetes fills token Secrets, and with some annotations Flux leaves keys of others alone. */
const isFilledByOthers = ({ json }: StateObject): boolean => {
  const annotations = valueAt(json, ['metadata', 'annotations']);
  const isShared =
    isObject(annotations) && ['Merge', 'IfNotPresent'].includes(String(annotations['kustomize.toolkit.fluxcd.io/ssa']));
  return isShared || String(json['type']).startsWith('kubernetes.io/service-account-token');
};

/** The keys that an ExternalSecret writes, if it lists all of them. */
const keysOfTarget = (maker: StateObject): readonly string[] | undefined => {
  const { target, data, dataFrom } = specOf(maker);
  const { template, creationPolicy = 'Owner' } = isObject(target) ? target : {};
  if (creationPolicy !== 'Owner' || valueAt(template, ['templateFrom']) !== undefined) return undefined;
  const made = valueAt(template, ['data']);
  // What a template makes takes the place of what is fetched, unless it is merged.
  if (isObject(made) && Object.keys(made).length > 0 && valueAt(template, ['mergePolicy']) !== 'Merge')
    return Object.keys(made);
  return dataFrom !== undefined || template !== undefined ? undefined : textsOf(data, ['secretKey']);
};
