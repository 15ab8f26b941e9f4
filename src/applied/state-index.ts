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

/** Lookups of objects in a state. Each index is built on demand, since most changes need none. */
export interface StateIndex<T> {
  ofKind(group: string | undefined, kind: string | undefined): readonly T[];
  inNamespace(name: string): readonly T[];
  /** The objects of an owner, by its key. */
  ofOwner(key: string): readonly T[];
  /**
   * The routes and ListenerSets attached to a Gateway, the routes of a ListenerSet, or the VirtualServices of an Istio
   * Gateway.
   */
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
    ofGateway: ({ group, kind, namespace, name }) => byGateway(`${group}/${kind}/${namespace}/${name}`),
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
/** The group of Gateway API's experimental kinds, such as `XListenerSet`. */
const GATEWAY_API_X = 'gateway.networking.x-k8s.io';
const ISTIO = 'networking.istio.io';

/** `group/kind/namespace/name` of each Gateway or ListenerSet that an object is attached to. */
const gatewaysOf = ({ id, holdings }: Indexed): readonly string[] => {
  const { spec } = holdings[0].json;
  if (!isObject(spec)) return [];
  if (id.group === ISTIO) return id.kind === 'VirtualService' ? istioGateways(spec['gateways'], id.namespace) : [];
  if (id.group !== GATEWAY_API && id.group !== GATEWAY_API_X) return [];
  const isListenerSet = id.kind.endsWith('ListenerSet');
  if (!isListenerSet && !id.kind.endsWith('Route')) return [];
  const parents = isListenerSet ? [spec['parentRef']] : [spec['parentRefs']].flat();
  return parents.filter(isObject).map((parent) => {
    const { group = GATEWAY_API, kind = 'Gateway', namespace = id.namespace, name } = parent;
    return [group, kind, namespace, name].map(String).join('/');
  });
};

/** `gateway`, `namespace/gateway`, and `mesh` for no Gateway at all. */
const istioGateways = (gateways: unknown, namespace: string): readonly string[] =>
  [gateways]
    .flat()
    .filter((one) => typeof one === 'string' && one !== 'mesh')
    .map((one) => `${ISTIO}/Gateway/${String(one).includes('/') ? one : `${namespace}/${one}`}`);
