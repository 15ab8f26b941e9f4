import type { OwnedObject } from '../../applied/cluster-state.js';
import { nameBeforeHash } from '../../constructs/kustomize-hash.js';

/** A deleted object. */
interface Gone {
  readonly object: OwnedObject;
  /** Keys of its owners. */
  readonly owners: readonly string[];
  readonly isLate?: true;
}

/**
 * Takes pairs out of both lists that are created and deleted only because a name contains a hash of the content: one
 * owner has a ConfigMap or Secret under the same name with another hash. Leaves ambiguous ones in the lists.
 */
export const takeSuccessions = <D extends Gone>(
  created: OwnedObject[],
  deleted: D[],
): (D & { readonly after: OwnedObject })[] => {
  if (created.length === 0 || deleted.length === 0) return [];
  const successors = groupBy(created, (object) => keyOf(object, ownersOf(object)));
  const found: (D & { readonly after: OwnedObject })[] = [];
  for (const [key, [deletion, other]] of groupBy(deleted, keyOfDeletion)) {
    const [after, another] = successors.get(key) ?? [];
    if (deletion !== undefined && other === undefined && after !== undefined && another === undefined)
      found.push({ ...deletion, after });
  }
  if (found.length === 0) return found;
  const gone = new Set(found.map(({ object }) => object));
  const come = new Set(found.map(({ after }) => after));
  keep(deleted, ({ object }) => !gone.has(object));
  keep(created, (object) => !come.has(object));
  return found;
};

/** An object whose owner deletes it on resume coexists with its successor until then. */
const keyOfDeletion = ({ object, owners, isLate }: Gone): string | undefined =>
  isLate === true ? undefined : keyOf(object, owners);

const keyOf = (
  { id: { group, kind, namespace, name } }: OwnedObject,
  owners: readonly string[],
): string | undefined => {
  if (group !== '' || (kind !== 'ConfigMap' && kind !== 'Secret')) return undefined;
  const base = nameBeforeHash(name);
  return base === undefined ? undefined : [kind, namespace, base, ...owners].join('\0');
};

const ownersOf = ({ holdings }: OwnedObject): readonly string[] => holdings.map(({ owner }) => owner);

const groupBy = <T>(all: readonly T[], key: (one: T) => string | undefined): ReadonlyMap<string, readonly T[]> => {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const at = key(one);
    if (at === undefined) continue;
    const group = groups.get(at);
    if (group === undefined) groups.set(at, [one]);
    else group.push(one);
  }
  return groups;
};

const keep = <T>(list: T[], isKept: (one: T) => boolean): void => {
  list.splice(0, list.length, ...list.filter(isKept));
};
