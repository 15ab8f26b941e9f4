import type { ScopeOf } from '../../compile/kind-scopes.js';
import { groupOf } from '../../constructs/reference.js';
import { ROOT_OWNER } from '../../contract/index.js';
import { isObject } from '../../json/is-object.js';
import { type JsonPath, joinPath, printPath, valueAt } from '../../json/json-path.js';
import { parsePath } from '../../knowledge/form/path.js';
import type { KindByField, ReferenceRow } from '../../knowledge/form/reference.js';
import { referenceRows } from '../../knowledge/index.js';
import type { StateObject } from '../context/rule-state.js';

/** A key, port or listener that a reference needs. */
export interface FoundPart {
  readonly of: 'data' | 'ports' | 'listeners';
  readonly value: string | number;
  readonly path: string;
}

/** The parts of an object that references are read from. */
export type NamingObject = Pick<StateObject, 'group' | 'kind' | 'namespace' | 'json'> &
  // Absent for objects that others wrote.
  Partial<Pick<StateObject, 'addon' | 'owner' | 'madeBy'>>;

/** A reference from a place in an object to another object. */
export interface FoundReference<O extends NamingObject = StateObject> {
  readonly row: ReferenceRow;
  readonly object: O;
  readonly path: string;
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  /** Undefined for an object that lives in no namespace. */
  readonly namespace: string | undefined;
  readonly parts: readonly FoundPart[];
  /** Flux and Kubernetes continue without it. */
  readonly isOptional: boolean;
  /** The object must not only exist, but be ready. */
  readonly awaitsReady: boolean;
  /** The user replaced the wait for it with an expression. */
  readonly isWaitedForByExpression: boolean;
}

/** The paths of the rows as a tree of keys, so that shared parts are visited once. */
interface Node {
  readonly rows: ReferenceRow[];
  readonly children: Map<string, Node>;
}

const newNode = (): Node => ({ rows: [], children: new Map() });

const trees: ReadonlyMap<string, Node> = (() => {
  const found = new Map<string, Node>();
  for (const row of referenceRows) {
    for (const kind of row.from) {
      let node = found.get(kind) ?? newNode();
      found.set(kind, node);
      for (const key of parsePath(row.at)) {
        const child = node.children.get(key) ?? newNode();
        node.children.set(key, child);
        node = child;
      }
      node.rows.push(row);
    }
  }
  return found;
})();

/**
 * All objects that an object names. A var in a name stays as written, so the caller can't decide whether that object
 * exists.
 */
export const referencesOf = <O extends NamingObject>(object: O, scopeOf: ScopeOf): readonly FoundReference<O>[] => {
  const tree = trees.get(`${object.group}/${object.kind}`);
  if (tree === undefined) return [];
  const found: FoundReference<O>[] = [];
  visit(object.json, tree, [], (row, value, path) => {
    // The `dependsOn` of an addon's own Kustomization is derived from the addons. It may have thousands of entries, and
    // all exist.
    if (row.at === 'spec.dependsOn[]' && object.owner === ROOT_OWNER && object.addon !== undefined) return;
    if (row.isOfSets === true && object.madeBy === undefined) return;
    if (row.unless?.some((at) => isSet(valueAt(object.json, at.split('.')))) === true) return;
    const reference = referenceAt(row, object, value, path, scopeOf);
    if (reference !== undefined) found.push(reference);
  });
  return found;
};

const visit = (
  value: unknown,
  node: Node,
  path: (string | number)[],
  found: (row: ReferenceRow, value: unknown, path: JsonPath) => void,
): void => {
  for (const row of node.rows) found(row, value, path);
  for (const [key, child] of node.children) {
    if (key === '[]') {
      if (!Array.isArray(value)) continue;
      for (const [at, item] of value.entries()) {
        path.push(at);
        visit(item, child, path, found);
        path.pop();
      }
    } else if (isObject(value) && Object.hasOwn(value, key)) {
      path.push(key);
      visit(value[key], child, path, found);
      path.pop();
    }
  }
};

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== false;

const ANNOTATIONS = 'metadata.annotations';

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const referenceAt = <O extends NamingObject>(
  row: ReferenceRow,
  object: O,
  value: unknown,
  at: JsonPath,
  scopeOf: ScopeOf,
): FoundReference<O> | undefined => {
  const fields = isObject(value) ? value : {};
  const text = textOf(isObject(value) ? fields[row.name ?? 'name'] : value);
  const [, inPath, last] = (row.isPath === true && /^([^/]+)\/([^/]+)$/.exec(text ?? '')) || [];
  const name = row.isPath === true ? last : text;
  // Receivers treat it as every name.
  if (name === undefined || name === '*') return undefined;
  if (row.ignores !== undefined && valueAt(fields, row.ignores[0].split('.')) === row.ignores[1]) return undefined;
  const target = typeof row.to === 'string' ? splitTarget(row.to) : targetByField(row.to, fields);
  if (target === undefined) return undefined;
  const path = row.at === ANNOTATIONS ? joinPath(printPath(at), row.name!) : printPath(at);
  const given =
    inPath ??
    (row.namespaceAt !== undefined
      ? textOf(valueAt(object.json, row.namespaceAt.split('.')))
      : row.namespace === undefined
        ? undefined
        : textOf(fields[row.namespace]));
  const isCluster = scopeOf(target.group, target.kind) === 'Cluster';
  // The API server drops the namespace of a cluster-scoped object.
  const home = scopeOf(object.group, object.kind) === 'Cluster' ? undefined : object.namespace;
  // A cluster-scoped object looks in the namespace of its own reader, which isn't known here.
  if (row.namespace !== undefined && given === undefined && home === undefined && !isCluster) return undefined;
  return {
    row,
    object,
    path,
    ...target,
    name,
    namespace: isCluster ? undefined : (given ?? home),
    parts: partsOf(row, fields, path),
    isOptional: row.optional !== undefined && fields[row.optional] === true,
    awaitsReady: row.awaitsReady === true && (row.awaitsReadyIf === undefined || fields[row.awaitsReadyIf] === true),
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
    for (const [at, value] of valuesAt(fields, parsePath(field), path)) {
      if (typeof value === 'string' || typeof value === 'number') found.push({ of: part.of, value, path: at });
    }
  }
  if (found.length === 0 && part.default !== undefined) found.push({ of: part.of, value: part.default, path });
  return found;
};

/** The values at a path of a row, each with its own path. */
const valuesAt = (value: unknown, [key, ...rest]: readonly string[], path: string): readonly [string, unknown][] => {
  if (key === undefined) return [[path, value]];
  if (key === '[]') {
    if (!Array.isArray(value)) return [];
    return value.flatMap((item, at) => valuesAt(item, rest, joinPath(path, at)));
  }
  return isObject(value) && Object.hasOwn(value, key) ? valuesAt(value[key], rest, joinPath(path, key)) : [];
};
