import { groupOf } from '../../constructs/reference.js';
import { isFilledLater } from '../../flux/resource-sets/marks.js';
import { fieldsOf } from '../../json/as-shape.js';
import type { JsonObject } from '../../json/json-value.js';
import { dataFilledIn } from '../../knowledge/filled-data.js';
import { dataWrittenFor, type WrittenData } from '../../knowledge/written-data.js';
import type { RuleState, StateObject } from './rule-state.js';
import { type StateIndex, specOf } from './state-index.js';

/** A ConfigMap or Secret that will exist in the cluster, whoever writes it. */
export interface DataSource {
  readonly kind: 'ConfigMap' | 'Secret';
  /** Empty if it may be in any, since its writer has none. */
  readonly namespace: string;
  readonly name: string;
  /** Absent if not all of its keys are known. */
  readonly data: Readonly<Record<string, unknown>> | undefined;
  /** Its known keys. */
  readonly keys: readonly string[];
  /** The object itself; absent if something in the cluster writes it. */
  readonly object: StateObject | undefined;
  /** The object of the tree that writes it; absent if the contract does. */
  readonly writer: StateObject | undefined;
}

/** All data sources of a cluster, by `Kind/name`. */
export type DataSources = ReadonlyMap<string, readonly DataSource[]>;

export const findDataSources = (state: RuleState, index: StateIndex): DataSources => {
  const found = new Map<string, DataSource[]>();
  for (const source of [...ofContract(state), ...ofTree(index)]) {
    const key = `${source.kind}/${source.name}`;
    const all = found.get(key);
    if (all === undefined) found.set(key, [source]);
    else all.push(source);
  }
  for (const [key, all] of found)
    if (all.length > 1)
      found.set(
        key,
        all.map((one) => sharedAmong(one, all)),
      );
  return found;
};

/** Where several write the same object, each adds its keys. */
const sharedAmong = (one: DataSource, all: readonly DataSource[]): DataSource =>
  one.data === undefined ||
  // One without a namespace may write it in any.
  !all.some((other) => other !== one && (other.namespace === one.namespace || other.namespace === ''))
    ? one
    : { ...one, data: undefined };

const ofContract = ({ declared }: RuleState): readonly DataSource[] => [
  ...(declared?.contract.outputs ?? []).map(({ kind, namespace, name, keys }) => ({
    kind,
    namespace,
    name,
    data: undefined,
    keys: Object.keys(keys),
    object: undefined,
    writer: undefined,
  })),
  ...(declared?.contract.configMaps ?? []).map(({ namespace, name, key }) => ({
    kind: 'ConfigMap' as const,
    namespace,
    name,
    data: key === undefined ? undefined : { [key]: undefined },
    keys: key === undefined ? [] : [key],
    object: undefined,
    writer: undefined,
  })),
];

const ofTree = ({ byKind }: StateIndex): readonly DataSource[] => {
  const own = (['ConfigMap', 'Secret'] as const).flatMap((kind) =>
    (byKind.get(`/${kind}`) ?? []).map((object): DataSource => {
      const parts = object.json as { data?: object; stringData?: object };
      const filled = dataFilledIn(object.json);
      const data = { ...withKeys(filled.keys), ...parts.data, ...parts.stringData };
      const { namespace = '', name } = object;
      const isWhole = !filled.isOpen && (object.madeBy === undefined || !isFilledLater(object.json));
      return {
        kind,
        namespace,
        name,
        data: isWhole ? data : undefined,
        keys: Object.keys(data),
        object,
        writer: object,
      };
    }),
  );
  const written = [...byKind].flatMap(([kind, objects]) =>
    objects.flatMap((object) => dataWrittenFor(kind, specOf(object), object.json).map(writtenBy(object))),
  );
  return [...own, ...written];
};

/** The Secrets and ConfigMaps that an operator writes for an object, as `Kind/name`. */
export const titlesWrittenFor = (json: JsonObject): readonly string[] => {
  const own = fieldsOf(json['metadata'])['name'];
  const kind = `${groupOf(String(json['apiVersion']))}/${String(json['kind'])}`;
  return dataWrittenFor(kind, fieldsOf(json['spec']), json).map(
    ({ kind: written = 'Secret', name = String(own) }) => `${written}/${name}`,
  );
};

const writtenBy =
  (writer: StateObject) =>
  ({ kind, namespace, name, keys = [], isWhole }: WrittenData): DataSource => ({
    kind: kind ?? 'Secret',
    namespace: namespace ?? writer.namespace ?? '',
    name: name ?? writer.name,
    data: isWhole === true ? withKeys(keys) : undefined,
    keys,
    object: undefined,
    writer,
  });

/** Keys whose values only the cluster knows. */
const withKeys = (keys: readonly string[]): Readonly<Record<string, undefined>> =>
  Object.fromEntries(keys.map((key) => [key, undefined]));
