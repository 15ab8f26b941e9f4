import { groupOf } from '../../constructs/reference.js';
import { expandResourceSet, type MadeObject } from '../../flux/resource-sets/expand-resource-set.js';
import { isOwnMarked } from '../../flux/resource-sets/marks.js';
import {
  isProvider,
  isResourceSet,
  providerId,
  type SetFailure,
  type SetOrigin,
} from '../../flux/resource-sets/resource-set.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { NO_SITES, type Site } from '../../substitution/sites.js';
import type { StateObject } from './rule-state.js';

/** What the ResourceSets of some units generate, as if it were part of those units. */
export interface MadeObjects {
  /**
   * In the order of the units, each with {@link StateObject.madeBy}. If a set generates an object twice, the first
   * counts.
   */
  readonly objects: readonly MadeByUs[];
  /** The sets that may generate more, with the templates that do. */
  readonly open: ReadonlyMap<StateObject, readonly string[]>;
  /** The sets from which the operator generates nothing. */
  readonly failed: readonly { readonly set: StateObject; readonly failure: SetFailure }[];
  /** Generated objects whose name isn't text. */
  readonly nameless: readonly { readonly set: StateObject; readonly json: JsonObject; readonly origin: SetOrigin }[];
}

export type MadeByUs = StateObject & Required<Pick<StateObject, 'madeBy'>>;

/** Sets may make sets. */
const MOST_ROUNDS = 5;

/**
 * Follows the ResourceSets of units.
 *
 * @param sitesOf what Flux substitutes in an object that a set generates; the set has the vars @default - nothing
 */
export const makeObjects = (
  units: readonly { readonly objects: readonly StateObject[] }[],
  sitesOf: (set: StateObject, json: JsonObject) => readonly Site[] = () => NO_SITES,
): MadeObjects => {
  const found = { objects: [], open: new Map(), failed: [], nameless: [] } as {
    readonly objects: MadeByUs[];
    readonly open: Map<StateObject, readonly string[]>;
    readonly failed: { readonly set: StateObject; readonly failure: SetFailure }[];
    readonly nameless: { readonly set: StateObject; readonly json: JsonObject; readonly origin: SetOrigin }[];
  };
  let sets = units.flatMap(({ objects }) => objects.filter(isResourceSet));
  if (sets.length === 0) return found;
  const providers = units.flatMap(({ objects }) => objects.filter(isProvider));
  const jsons = new Map(providers.map((one) => [keyOf(one), one.json]));
  for (let round = 0; round < MOST_ROUNDS && sets.length > 0; round++) {
    const next: StateObject[] = [];
    for (const set of sets) {
      const { made, open, failure } = expandResourceSet(set.json, {
        find: (namespace, name) => jsons.get(keyOf(providerId(namespace, name))),
        // The inputs that a selector matches aren't known here.
        all: () => [],
      });
      // The operator keeps what it generated earlier, which isn't known.
      if (isOwnMarked(set.json, 'reconcile', 'disabled')) {
        found.open.set(set, [...open, ...made.map(({ json }) => JSON.stringify(json))]);
        continue;
      }
      if (open.length > 0) found.open.set(set, open);
      if (failure !== undefined) found.failed.push({ set, failure });
      const own = new Map<string, MadeByUs>();
      for (const one of made) {
        const object = tryCompile(set, one, sitesOf);
        if (object === undefined) found.nameless.push({ set, ...one });
        else if (!own.has(keyOf(object))) own.set(keyOf(object), object);
      }
      found.objects.push(...own.values());
      next.push(...[...own.values()].filter(isResourceSet));
    }
    sets = next;
  }
  return found;
};

export const keyOf = ({
  group,
  kind,
  namespace,
  name,
}: Pick<StateObject, 'group' | 'kind' | 'namespace' | 'name'>): string =>
  [group, kind, namespace ?? '', name].join('\0');

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const tryCompile = (
  set: StateObject,
  { json, origin }: MadeObject,
  sitesOf: (set: StateObject, json: JsonObject) => readonly Site[],
): MadeByUs | undefined => {
  const { apiVersion, kind, metadata } = json;
  const { name, namespace } = isObject(metadata) ? metadata : {};
  if (!isText(apiVersion) || !isText(kind) || !isText(name)) return undefined;
  const { unit, addon, owner, construct, file } = set;
  return {
    unit,
    ...(addon === undefined ? {} : { addon }),
    owner,
    ...(construct === undefined ? {} : { construct }),
    ...(file === undefined ? {} : { file }),
    group: groupOf(apiVersion),
    apiVersion,
    kind,
    namespace: isText(namespace) ? namespace : undefined,
    name,
    title: `${kind}/${name}`,
    json,
    sites: sitesOf(set, json),
    references: [],
    derivedName: false,
    madeBy: { set, ...origin },
  };
};
