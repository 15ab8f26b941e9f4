import { knownScope, type ScopeOf } from '../compile/kind-scopes.js';
import type { ProtectedKind } from '../compile/protected-kind.js';
import { ROOT_OWNER } from '../contract/index.js';
import { compareText } from '../json/compare-text.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { type ApplyVars, openVars } from './applied-with-vars.js';
import { type ApplyPatches, openPatches } from './apply-patches.js';
import { compositeKindsOf } from './composite-kinds.js';
import { deletedByPatches } from './deleted-by-patches.js';

import { keyOf, type ObjectId, tryReadId } from './object-id.js';
import { openStateIndex, type StateIndex } from './state-index.js';

/** The Kustomization that reads `clusters/<cluster>`: the owner of all that lies there. */
export const ROOT = ROOT_OWNER;

/** What a Kustomization says about deleting. https://fluxcd.io/flux/components/kustomize/kustomizations/#prune */
export interface OwnerFlags {
  readonly prune: boolean;
  readonly deletionPolicy: string;
  readonly suspend: boolean;
  /** The cluster that it applies to, where that is another one. */
  readonly kubeConfig?: unknown;
  /** Its commonMetadata puts `prune: disabled` on all that it applies. */
  readonly keepsAll: boolean;
}

/** A Kustomization of Flux, as its manifest describes it. */
export interface Owner extends OwnerFlags {
  /** `namespace/name`. */
  readonly key: string;
  /** False where its objects are not in what was read: in another repository, or in a folder of somebody else. */
  readonly seen: boolean;
  /** Nothing of what it applies is known. */
  readonly isHidden?: true;
}

/** One place where an object is described. */
export interface Holding {
  /** The key of the {@link Owner}. */
  readonly owner: string;
  /** The file that it is in; empty where it is not known. */
  readonly path: string;
  /** The object itself says that Flux must not delete it. */
  readonly kept: boolean;
  readonly json: JsonObject;
  /** Of an object that its owner gives another name or namespace: its key by those that the file says. */
  readonly writtenKey?: string;
  /** Somebody else wrote the file, whose path then starts from the repository's root. */
  readonly isForeign?: true;
}

export interface OwnedObject {
  readonly key: string;
  readonly id: ObjectId;
  /** One for each owner, in the order of their keys: in a tree written by hand an object may have several. */
  readonly holdings: readonly [Holding, ...Holding[]];
}

/** The objects of a cluster, and who owns them: of a tree in git, or of a plan. */
export interface ClusterState {
  readonly owners: ReadonlyMap<string, Owner>;
  readonly objects: ReadonlyMap<string, OwnedObject>;
  /** API groups that come from another repository, with the key of the owner that reads it. */
  readonly unseenGroups: ReadonlyMap<string, string>;
  /** By which the keys of its objects were read. */
  readonly scopeOf: ScopeOf;
  /** Kinds of the user's own whose removal must be declared. */
  readonly protectedKinds: readonly ProtectedKind[];
  /** `Kind.group` of what Crossplane composes, by the definitions among its objects. */
  readonly compositeKinds: ReadonlySet<string>;
  readonly index: StateIndex<OwnedObject>;
}

export interface StateEntry {
  readonly json: JsonObject;
  readonly owner: string;
  readonly path: string;
  readonly writtenKey?: string;
  readonly isForeign?: true;
}

export const isFluxKustomization = ({ group, kind }: ObjectId): boolean =>
  kind === 'Kustomization' && group === 'kustomize.toolkit.fluxcd.io';

/** `namespace/name` of a Kustomization, by which it is known as an owner. */
export const ownerKey = ({ namespace, name }: ObjectId): string => `${namespace}/${name}`;

/** What the root does about deleting where nobody says otherwise: as `flux bootstrap` writes it. */
export const rootOwner: Owner = {
  key: ROOT,
  prune: true,
  deletionPolicy: 'MirrorPrune',
  suspend: false,
  keepsAll: false,
  seen: true,
};

/** @param seen whether the objects of a Kustomization, which stands in this entry, are among the entries too; hidden: none is */
export const makeState = (
  entries: Iterable<StateEntry>,
  seen: (entry: StateEntry) => boolean | 'hidden',
  {
    root = rootOwner,
    unseenGroups = new Map(),
    scopeOf = knownScope,
    protectedKinds = [],
  }: {
    /** `null`: Flux doesn't have it any more. @default - as `flux bootstrap` writes it */
    root?: Owner | null;
    unseenGroups?: ReadonlyMap<string, string>;
    scopeOf?: ScopeOf;
    protectedKinds?: readonly ProtectedKind[];
  } = {},
): ClusterState => {
  const owners = new Map<string, Owner>(root === null ? [] : [[root.key, root]]);
  const compositeKinds = new Set<string>();
  const leftOut = new Map<string, (id: ObjectId) => boolean>();
  const patched = new Map<string, ApplyPatches>();
  const substituted = new Map<string, ApplyVars>();
  const objects: Objects = new Map();
  const dataOf = (namespace: string, name: string): JsonObject | undefined =>
    dataIn(objects.get(keyOf({ group: '', kind: 'ConfigMap', namespace, name }))?.holdings[0].json);
  for (const entry of entries) {
    const id = tryReadId(entry.json, scopeOf);
    if (id === undefined) continue;
    const { json } = entry;
    addHolding(objects, id, holdingOf(entry));
    for (const defined of compositeKindsOf(id, json)) compositeKinds.add(`${defined.kind}.${defined.group}`);
    const name = ownerKey(id);
    if (isFluxKustomization(id) && !owners.has(name)) {
      owners.set(name, readOwner(json, name, seen(entry)));
      const deletes = deletedByPatches(json);
      if (deletes !== undefined) leftOut.set(name, deletes);
      const patches = openPatches(json);
      if (patches !== undefined) patched.set(name, patches);
      const vars = openVars(json, id.namespace, dataOf);
      if (vars !== undefined) substituted.set(name, vars);
    }
  }
  if (leftOut.size > 0) leaveOut(objects, leftOut);
  if (patched.size > 0) changeAll(objects, scopeOf, (id, { owner, json }) => patched.get(owner)?.(id, json) ?? json);
  if (substituted.size > 0) changeAll(objects, scopeOf, (_, { owner, json }) => substituted.get(owner)?.(json) ?? json);
  for (const { holdings } of objects.values()) if (holdings.length > 1) holdings.sort(byOwner);
  const index = openStateIndex(objects);
  return { owners, objects, unseenGroups, scopeOf, protectedKinds, compositeKinds, index };
};

type Objects = Map<string, { key: string; id: ObjectId; holdings: [Holding, ...Holding[]] }>;

const holdingOf = ({ json, owner, path, writtenKey, isForeign }: StateEntry): Holding => ({
  owner,
  path,
  kept: isKept(json['metadata'] as Metadata | undefined),
  json,
  ...(writtenKey === undefined ? {} : { writtenKey }),
  ...(isForeign === true ? { isForeign } : {}),
});

/** An owner has an object once. */
const addHolding = (objects: Objects, id: ObjectId, holding: Holding): void => {
  const key = keyOf(id);
  const object = objects.get(key);
  if (object === undefined) objects.set(key, { key, id, holdings: [holding] });
  else if (object.holdings.every(({ owner }) => owner !== holding.owner)) object.holdings.push(holding);
};

/** Makes of the objects what their owners make of them, other names and namespaces included. */
const changeAll = (
  objects: Objects,
  scopeOf: ScopeOf,
  change: (id: ObjectId, holding: Holding) => JsonObject,
): void => {
  for (const [key, { id, holdings }] of [...objects]) {
    const changed = holdings.map((holding): readonly [ObjectId, Holding] => {
      const json = change(id, holding);
      if (json === holding.json) return [id, holding];
      const now = tryReadId(json, scopeOf) ?? id;
      const isRenamed = holding.writtenKey === undefined && keyOf(now) !== key;
      return [now, holdingOf({ ...holding, json, ...(isRenamed ? { writtenKey: key } : {}) })];
    });
    if (changed.every(([, holding], at) => holding === holdings[at])) continue;
    objects.delete(key);
    for (const [now, holding] of changed) addHolding(objects, now, holding);
  }
};

/** The texts of a ConfigMap, which a Kustomization may substitute; SOPS hides those of an encrypted one. */
const dataIn = (configMap: JsonObject | undefined): JsonObject | undefined => {
  const data = configMap?.['sops'] === undefined ? configMap?.['data'] : undefined;
  return isObject(data) ? data : undefined;
};

/** Takes out what the patches of an owner delete before it is applied. */
const leaveOut = (
  objects: Map<string, { id: ObjectId; holdings: Holding[] }>,
  leftOut: ReadonlyMap<string, (id: ObjectId) => boolean>,
): void => {
  for (const [key, { id, holdings }] of objects) {
    const left = holdings.filter(({ owner }) => leftOut.get(owner)?.(id) !== true);
    if (left.length === 0) objects.delete(key);
    else if (left.length < holdings.length) holdings.splice(0, holdings.length, ...left);
  }
};

const byOwner = (a: Holding, b: Holding): number => compareText(a.owner, b.owner);

export const readOwner = (json: JsonObject, key: string, seen: boolean | 'hidden'): Owner => {
  const spec = (json['spec'] ?? {}) as {
    prune?: unknown;
    deletionPolicy?: unknown;
    suspend?: unknown;
    kubeConfig?: unknown;
    commonMetadata?: Metadata;
  };
  return {
    key,
    prune: spec.prune === true,
    deletionPolicy: typeof spec.deletionPolicy === 'string' ? spec.deletionPolicy : 'MirrorPrune',
    suspend: spec.suspend === true,
    keepsAll: isKept(spec.commonMetadata),
    ...(spec.kubeConfig == null ? {} : { kubeConfig: spec.kubeConfig }),
    seen: seen === true,
    ...(seen === 'hidden' ? { isHidden: true } : {}),
  };
};

interface Metadata {
  readonly annotations?: Readonly<Record<string, unknown>> | null;
  readonly labels?: Readonly<Record<string, unknown>> | null;
}

/** Whether a mark on an object keeps Flux from pruning it. */
export const isMarkedKept = ({ metadata }: JsonObject): boolean =>
  isKept((typeof metadata === 'object' && metadata !== null ? metadata : undefined) as Metadata | undefined);

export const PRUNE_MARK = 'kustomize.toolkit.fluxcd.io/prune';
/** `reconcile: disabled` keeps an object from deletion too. */
const marks = [PRUNE_MARK, 'kustomize.toolkit.fluxcd.io/reconcile'];

/** Flux looks at annotations and labels, and at no case. */
const isKept = (metadata: Metadata | undefined): boolean =>
  marks.some((mark) =>
    [metadata?.annotations?.[mark], metadata?.labels?.[mark]].some(
      (value) => typeof value === 'string' && value.toLowerCase() === 'disabled',
    ),
  );
