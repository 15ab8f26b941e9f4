import type { CompiledObject } from '../../compile/compiled-cluster.js';
import type { ScopeOf } from '../../compile/kind-scopes.js';
import { groupOf } from '../../constructs/reference.js';
import { isObject } from '../../json/is-object.js';
import { joinPath, valueAt } from '../../json/json-path.js';
import { fluxRows } from './flux-rows.js';
import { kubernetesRows } from './kubernetes-rows.js';
import { operatorRows } from './operator-rows.js';
import type { KindByField, ReferenceRow } from './row.js';

/** Every way in which objects name others. */
export const referenceRows: readonly ReferenceRow[] = [...fluxRows, ...kubernetesRows, ...operatorRows];

/** A key, port or listener that a reference needs. */
export interface FoundPart {
  readonly of: 'data' | 'ports' | 'listeners';
  readonly value: string | number;
  readonly path: string;
}

/** A place of an object that names another one. */
export interface FoundReference {
  readonly row: ReferenceRow;
  readonly object: CompiledObject;
  readonly path: string;
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  /** Undefined for an object that lives in no namespace. */
  readonly namespace: string | undefined;
  readonly parts: readonly FoundPart[];
  /** Flux and Kubernetes go on without it. */
  readonly isOptional: boolean;
  /** The user replaced the wait for it by an expression. */
  readonly isWaitedForByExpression: boolean;
}

/** `a[].b` → `a`, `[]`, `b`. */
const splitKeys = (path: string): readonly string[] =>
  path.split('.').flatMap((key) => (key.endsWith('[]') ? [key.slice(0, -2), '[]'] : [key]));

/** A row with its path taken apart. */
interface Step {
  readonly row: ReferenceRow;
  readonly keys: readonly string[];
}

const byKind: ReadonlyMap<string, readonly Step[]> = (() => {
  const found = new Map<string, Step[]>();
  for (const row of referenceRows) {
    const step: Step = { row, keys: splitKeys(row.at) };
    for (const kind of row.from) {
      const there = found.get(kind);
      if (there === undefined) found.set(kind, [step]);
      else there.push(step);
    }
  }
  return found;
})();

/** All that an object names. What Flux substitutes in a name stays in it; whoever looks for the object must not judge it. */
export const referencesOf = (object: CompiledObject, scopeOf: ScopeOf): readonly FoundReference[] => {
  const steps = byKind.get(`${object.group}/${object.kind}`);
  if (steps === undefined) return [];
  const found: FoundReference[] = [];
  for (const { row, keys } of steps) {
    if (row.unless?.some((path) => isSet(valueAt(object.json, path.split('.')))) === true) continue;
    visit(object.json, keys, 0, '', (value, path) => {
      const reference = referenceAt(row, object, value, path, scopeOf);
      if (reference !== undefined) found.push(reference);
    });
  }
  return found;
};

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== false;

const visit = (
  value: unknown,
  keys: readonly string[],
  index: number,
  path: string,
  found: (value: unknown, path: string) => void,
): void => {
  const key = keys[index];
  if (key === undefined) {
    found(value, path);
  } else if (key === '[]') {
    if (!Array.isArray(value)) return;
    for (const [at, item] of value.entries()) visit(item, keys, index + 1, joinPath(path, at), found);
  } else if (isObject(value) && Object.hasOwn(value, key)) {
    visit(value[key], keys, index + 1, joinPath(path, key), found);
  }
};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const referenceAt = (
  row: ReferenceRow,
  object: CompiledObject,
  value: unknown,
  path: string,
  scopeOf: ScopeOf,
): FoundReference | undefined => {
  const fields = isObject(value) ? value : {};
  const name = textOf(isObject(value) ? fields[row.name ?? 'name'] : value);
  // Receivers take it for every name.
  if (name === undefined || name === '*') return undefined;
  if (row.ignores !== undefined && valueAt(fields, row.ignores[0].split('.')) === row.ignores[1]) return undefined;
  const target = typeof row.to === 'string' ? splitTarget(row.to) : targetByField(row.to, fields);
  if (target === undefined) return undefined;
  const given = row.namespace === undefined ? undefined : textOf(fields[row.namespace]);
  const isCluster = scopeOf(target.group, target.kind) === 'Cluster';
  return {
    row,
    object,
    path,
    ...target,
    name,
    namespace: isCluster ? undefined : (given ?? object.namespace),
    parts: partsOf(row, fields, path),
    isOptional: row.optional !== undefined && fields[row.optional] === true,
    isWaitedForByExpression: row.waitsBy !== undefined && isSet(fields[row.waitsBy]),
  };
};

const splitTarget = (target: string): { readonly group: string; readonly kind: string } => {
  const slash = target.lastIndexOf('/');
  return { group: target.slice(0, slash), kind: target.slice(slash + 1) };
};

const targetByField = (
  { kind = 'kind', defaultKind, group, defaultGroup, only }: KindByField,
  fields: Readonly<Record<string, unknown>>,
): { readonly group: string; readonly kind: string } | undefined => {
  const name = textOf(fields[kind]) ?? defaultKind;
  if (name === undefined || (only !== undefined && !only.includes(name))) return undefined;
  const given = group === undefined ? undefined : fields[group];
  if (typeof given === 'string' && (given !== '' || group === 'group')) {
    return { group: group === 'apiVersion' ? groupOf(given) : given, kind: name };
  }
  if (typeof defaultGroup === 'string') return { group: defaultGroup, kind: name };
  const known = Object.hasOwn(defaultGroup, name) ? defaultGroup[name] : undefined;
  return known === undefined ? undefined : { group: known, kind: name };
};

const partsOf = ({ part }: ReferenceRow, fields: Readonly<Record<string, unknown>>, path: string): FoundPart[] => {
  if (part === undefined) return [];
  const found: FoundPart[] = [];
  for (const field of part.fields) {
    visit(fields, splitKeys(field), 0, path, (value, at) => {
      if (typeof value === 'string' || typeof value === 'number') found.push({ of: part.of, value, path: at });
    });
  }
  if (found.length === 0 && part.default !== undefined) found.push({ of: part.of, value: part.default, path });
  return found;
};
