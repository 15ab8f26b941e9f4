import { configMapKey } from '../applied/config-map-key.js';
import type { FluxView } from '../applied/view/flux-view.js';
import { fieldsOf, textOf } from '../json/as-shape.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { specOf } from '../json/manifest-fields.js';
import { dataWrittenFor } from '../knowledge/written-data.js';
import { holdsExpression } from '../substitution/holds-expression.js';

/** A ConfigMap or Secret that the repository has, or that an operator writes for an object of it. */
export interface SuppliedData {
  readonly kind: 'ConfigMap' | 'Secret';
  readonly namespace: string;
  readonly name: string;
  /** Its keys; the value is undefined if only the cluster knows it. */
  readonly data: ReadonlyMap<string, string | undefined>;
  /** Others may add keys in the cluster. */
  readonly isOpen: boolean;
  readonly file: string;
}

/** The ConfigMaps and Secrets that Flux applies, or that operators write for its objects, by `Kind/namespace/name`. */
export const suppliedDataOf = ({ owners }: Pick<FluxView, 'owners'>): ReadonlyMap<string, SuppliedData> => {
  const found = new Map<string, SuppliedData>();
  const add = (one: SuppliedData): void => {
    const key = `${one.kind}/${configMapKey(one.namespace, one.name)}`;
    const before = found.get(key);
    found.set(
      key,
      before === undefined
        ? one
        : { ...one, data: new Map([...before.data, ...one.data]), isOpen: before.isOpen || one.isOpen },
    );
  };
  for (const { objects, sets } of owners.values()) {
    for (const { id, json, path } of [...objects, ...sets.objects]) {
      const { group, kind, namespace, name } = id;
      if (group === '' && (kind === 'ConfigMap' || kind === 'Secret')) {
        const ssa = textOf(fieldsOf(fieldsOf(json['metadata'])['annotations'])['kustomize.toolkit.fluxcd.io/ssa']);
        const isFirst = /^ifnotpresent$/i.test(ssa ?? '');
        const isOpen = isFirst || /^merge$/i.test(ssa ?? '');
        add({ kind, namespace, name, data: dataIn(json, !isFirst), isOpen, file: path });
      }
      for (const { keys = [], isWhole = false, ...one } of dataWrittenFor(`${group}/${kind}`, specOf(json), json)) {
        const isOpen = !isWhole || keys.some(holdsExpression);
        const data = new Map(keys.map((key) => [key, undefined]));
        add({ kind: 'Secret', namespace, ...one, name: one.name ?? name, data, isOpen, file: path });
      }
    }
  }
  return found;
};

/** @param isKept whether the values in the cluster are the ones of the file */
const dataIn = (json: JsonObject, isKept: boolean): ReadonlyMap<string, string | undefined> => {
  const isEncrypted = json['sops'] !== undefined;
  const data = new Map<string, string | undefined>();
  for (const field of ['data', 'stringData'] as const) {
    const texts = json[field];
    for (const [key, value] of Object.entries(isObject(texts) ? texts : {})) {
      const isKnown =
        isKept && !isEncrypted && !(json['kind'] === 'Secret' && field === 'data') && typeof value === 'string';
      data.set(key, isKnown ? value : undefined);
    }
  }
  return data;
};
