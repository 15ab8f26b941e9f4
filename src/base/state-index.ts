import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import type { ObjectId } from './object-id.js';

interface Indexed {
  readonly id: ObjectId;
  readonly holdings: readonly [HeldBy, ...HeldBy[]];
}

interface HeldBy {
  readonly owner: string;
  readonly json: JsonObject;
}

/** Objects of a state by what others ask for. Each part is made when it is first asked for: most changes ask for none. */
export interface StateIndex<T> {
  ofKind(group: string | undefined, kind: string | undefined): readonly T[];
  inNamespace(name: string): readonly T[];
  /** Of an owner, by its key. */
  ofOwner(key: string): readonly T[];
  /** The routes that hang on a Gateway. */
  ofGateway(gateway: ObjectId): readonly T[];
}

export const openStateIndex = <T extends Indexed>(objects: ReadonlyMap<string, T>): StateIndex<T> => {
  const open = (keysOf: (object: T) => readonly string[]): ((key: string) => readonly T[]) => {
    let found: Map<string, T[]> | undefined;
    return (key) => {
      found ??= group(objects.values(), keysOf);
      return found.get(key) ?? [];
    };
  };
  const byKind = open(({ id }) => [`${id.group}/${id.kind}`]);
  const byGateway = open(gatewaysOf);
  return {
    ofKind: (group, kind) => byKind(`${group}/${kind}`),
    inNamespace: open(({ id }) => [id.namespace]),
    ofOwner: open(({ holdings }) => holdings.map(({ owner }) => owner)),
    ofGateway: ({ namespace, name }) => byGateway(`${namespace}/${name}`),
  };
};

const group = <T>(objects: Iterable<T>, keysOf: (object: T) => readonly string[]): Map<string, T[]> => {
  const found = new Map<string, T[]>();
  for (const object of objects) {
    for (const key of new Set(keysOf(object))) {
      const there = found.get(key);
      if (there === undefined) found.set(key, [object]);
      else there.push(object);
    }
  }
  return found;
};

const GATEWAY_API = 'gateway.networking.k8s.io';

/** `namespace/name` of each Gateway that a route hangs on. */
const gatewaysOf = ({ id, holdings }: Indexed): readonly string[] => {
  if (id.group !== GATEWAY_API || !id.kind.endsWith('Route')) return [];
  const spec = holdings[0].json['spec'] as JsonObject | undefined;
  const parents = isObject(spec) && Array.isArray(spec['parentRefs']) ? spec['parentRefs'] : [];
  return parents
    .filter(isObject)
    .filter((parent) => (parent['kind'] ?? 'Gateway') === 'Gateway' && (parent['group'] ?? GATEWAY_API) === GATEWAY_API)
    .map((parent) => `${String(parent['namespace'] ?? id.namespace)}/${String(parent['name'])}`);
};
