import { knownScope, type ScopeOf } from '../compile/kind-scopes.js';
import { ROOT_OWNER } from '../contract/index.js';
import { ownerKey } from '../declared/owner-key.js';
import type { ProtectedKind } from '../declared/protected-kind.js';
import { isResourceSet } from '../flux/resource-sets/resource-set.js';
import { compareText } from '../json/compare-text.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { specOf } from '../json/manifest-fields.js';
import { openPatchReader } from '../rules/patches/patch-reader.js';
import { type ApplyVars, openVars } from './applied-with-vars.js';
import { compositeKindsOf } from './composite-kinds.js';
import { type Deletes, deletedByPatches, patchesFail } from './deleted-by-patches.js';
import type { Holding, OwnedObject, Owner } from './holding.js';
import { makeObjects } from './make-objects.js';
import { keyOf, type ObjectId, tryReadId } from './object-id.js';
import { openPatchedObjects, type PatchObjects } from './patched-objects.js';
import { openStateIndex, type StateIndex } from './state-index.js';

export type { Holding, OwnedObject, Owner, OwnerFlags, OwnerSet } from './holding.js';
export { isWritten } from './holding.js';
export { ownerKey };

/** The Kustomization that reads `clusters/<cluster>` and owns everything there. */
export const ROOT = ROOT_OWNER;

/** The objects of a cluster and their owners, from a tree in git or from a plan. */
export interface ClusterState {
  /** The root's own key, if it isn't {@link ROOT}. */
  readonly rootKey?: string;
  readonly owners: ReadonlyMap<string, Owner>;
  readonly objects: ReadonlyMap<string, OwnedObject>;
  /** Keys of objects that patches of their owner may delete, as they are written. */
  readonly doubtful: ReadonlySet<string>;
  /** API groups that come from another repository, with the key of the owner that reads it. */
  readonly unseenGroups: ReadonlyMap<string, string>;
  /** The scopes with which the keys of its objects were read. */
  readonly scopeOf: ScopeOf;
  /** The user's own kinds whose removal must be declared. */
  readonly protectedKinds: readonly ProtectedKind[];
  /** `Kind.group` of composite resources, according to the Crossplane definitions among its objects. */
  readonly compositeKinds: ReadonlySet<string>;
  readonly index: StateIndex<OwnedObject>;
}

export interface StateEntry {
  readonly json: JsonObject;
  readonly owner: string;
  readonly path: string;
  readonly writtenKey?: string;
  readonly isForeign?: true;
  /** A view already substituted the known vars of its owner. */
  readonly isSubstituted?: true;
}

export const isFluxKustomization = ({ group, kind }: ObjectId): boolean =>
  kind === 'Kustomization' && group === 'kustomize.toolkit.fluxcd.io';

/** The root's default deletion settings, as `flux bootstrap` writes them. */
export const rootOwner: Owner = {
  key: ROOT,
  prune: true,
  deletionPolicy: 'MirrorPrune',
  suspend: false,
  keepsAll: false,
  seen: true,
};

/**
 * @param seen whether the entries also have the objects of the Kustomization in this entry; hidden if none of them is
 * known
 */
export const makeState = (
  entries: Iterable<StateEntry>,
  seen: (entry: StateEntry) => boolean | 'hidden',
  {
    root = rootOwner,
    rootKey = ROOT,
    unseenGroups = new Map(),
    scopeOf = knownScope,
    protectedKinds = [],
  }: {
    /** `null` if Flux no longer has it. @default - as `flux bootstrap` writes it */
    root?: Owner | null;
    /** The root's own key. */
    rootKey?: string;
    unseenGroups?: ReadonlyMap<string, string>;
    scopeOf?: ScopeOf;
    protectedKinds?: readonly ProtectedKind[];
  } = {},
): ClusterState => {
  const owners = new Map<string, Owner>(root === null ? [] : [[root.key, root]]);
  const compositeKinds = new Set<string>();
  const leftOut = new Map<string, Deletes>();
  const deleting = new Map<string, JsonObject>();
  const patched = new Map<string, PatchObjects>();
  const substituted = new Map<string, ApplyVars>();
  const reader = openPatchReader();
  const objects: Objects = new Map();
  const dataOf = (namespace: string, name: string): JsonObject | undefined =>
    dataIn(objects.get(keyOf({ group: '', kind: 'ConfigMap', namespace, name }))?.holdings[0].json);
  let hasSets = false;
  for (const entry of entries) {
    const id = tryReadId(entry.json, scopeOf);
    if (id === undefined) continue;
    const { json } = entry;
    addHolding(objects, id, holdingOf(entry));
    for (const defined of compositeKindsOf(id, json)) compositeKinds.add(`${defined.kind}.${defined.group}`);
    if (isResourceSet(id)) hasSets = true;
    const name = ownerKey(id);
    if (isFluxKustomization(id) && !owners.has(name)) {
      owners.set(name, readOwner(json, name, seen(entry)));
      const deletes = deletedByPatches(json);
      if (deletes !== undefined) {
        leftOut.set(name, deletes);
        deleting.set(name, json);
      }
      const patches = openPatchedObjects(json, reader);
      if (patches !== undefined) patched.set(name, patches);
      const vars = openVars(json, id.namespace, dataOf);
      if (vars !== undefined) substituted.set(name, vars);
    }
  }
  const doubtful = new Set<string>();
  for (const [name, json] of deleting) if (patchesFail(json, writtenBy(objects, name))) leftOut.delete(name);
  if (leftOut.size > 0) {
    leaveOut(objects, leftOut);
    for (const [key, { holdings }] of objects)
      if (
        holdings.every(
          ({ owner, json, isSubstituted }) => isSubstituted !== true && leftOut.get(owner)?.(json) === 'perhaps',
        )
      )
        doubtful.add(key);
  }
  if (patched.size > 0) changeAll(objects, scopeOf, patchWith(objects, patched));
  if (substituted.size > 0) {
    changeAll(objects, scopeOf, (holding) => {
      const json = substituted.get(holding.owner)?.(holding.json) ?? holding.json;
      return json === holding.json ? holding : { ...holding, json };
    });
  }
  for (const made of hasSets ? makeObjects(objects, scopeOf) : []) {
    owners.set(made.owner.key, made.owner);
    for (const [id, holding] of made.objects) {
      addHolding(objects, id, holding);
      for (const defined of compositeKindsOf(id, holding.json)) compositeKinds.add(`${defined.kind}.${defined.group}`);
      if (!isFluxKustomization(id) || owners.has(ownerKey(id))) continue;
      owners.set(ownerKey(id), readOwner(holding.json, ownerKey(id), seen(holding)));
    }
  }
  for (const { holdings } of objects.values()) if (holdings.length > 1) holdings.sort(byOwner);
  const index = openStateIndex(objects);
  const called = rootKey === ROOT ? {} : { rootKey };
  return { ...called, owners, objects, doubtful, unseenGroups, scopeOf, protectedKinds, compositeKinds, index };
};

type Objects = Map<string, { key: string; id: ObjectId; holdings: [Holding, ...Holding[]] }>;

const holdingOf = ({ json, owner, path, writtenKey, isForeign, isSubstituted }: StateEntry): Holding => ({
  owner,
  path,
  kept: isKept(json['metadata'] as Metadata | undefined),
  json,
  ...(writtenKey === undefined ? {} : { writtenKey }),
  ...(isForeign === true ? { isForeign } : {}),
  ...(isSubstituted === true ? { isSubstituted } : {}),
});

/** Adds a holding; each owner has an object only once. */
const addHolding = (objects: Objects, id: ObjectId, holding: Holding): void => {
  const key = keyOf(id);
  const object = objects.get(key);
  if (object === undefined) objects.set(key, { key, id, holdings: [holding] });
  else if (object.holdings.every(({ owner }) => owner !== holding.owner)) object.holdings.push(holding);
};

/**
 * Applies the changes that owners make to their objects, including other names and namespaces. What a view built has them
 * already.
 */
const changeAll = (objects: Objects, scopeOf: ScopeOf, change: (holding: Holding) => Holding): void => {
  for (const [key, { id, holdings }] of [...objects]) {
    const changed = holdings.map((holding): readonly [ObjectId, Holding] => {
      const made = holding.isSubstituted === true ? holding : change(holding);
      if (made.json === holding.json) return [id, made];
      const now = tryReadId(made.json, scopeOf) ?? id;
      const isRenamed = made.writtenKey === undefined && keyOf(now) !== key;
      const kept = isKept(made.json['metadata'] as Metadata | undefined);
      return [now, { ...made, kept, ...(isRenamed ? { writtenKey: key } : {}) }];
    });
    if (changed.every(([, holding], at) => holding === holdings[at])) continue;
    objects.delete(key);
    for (const [now, holding] of changed) addHolding(objects, now, holding);
  }
};

/** Applies the patches of each owner to all its objects together, since reading patches takes time. */
const patchWith = (objects: Objects, patched: ReadonlyMap<string, PatchObjects>): ((holding: Holding) => Holding) => {
  const byOwner = new Map<string, Holding[]>([...patched.keys()].map((owner) => [owner, []]));
  for (const { holdings } of objects.values()) {
    for (const one of holdings) if (one.isSubstituted !== true) byOwner.get(one.owner)?.push(one);
  }
  const results = new Map<Holding, Holding>();
  for (const [owner, holdings] of byOwner) {
    const made = patched.get(owner)!(holdings.map(({ json }) => json));
    for (const [at, holding] of holdings.entries()) {
      const { json, isSure } = made[at]!;
      if (json === holding.json && isSure) continue;
      const changed = json === holding.json ? {} : { json, unpatched: holding.json };
      results.set(holding, { ...holding, ...changed, ...(isSure ? {} : { isOpenToPatches: true }) });
    }
  }
  return (holding) => results.get(holding) ?? holding;
};

/** An entry from which a further state makes the same holding. */
export const entryOf = ({
  json,
  unpatched = json,
  owner,
  path,
  writtenKey,
  isForeign,
  isSubstituted,
}: Holding): StateEntry => ({
  json: unpatched,
  owner,
  path,
  ...(writtenKey === undefined ? {} : { writtenKey }),
  ...(isForeign === true ? { isForeign } : {}),
  ...(isSubstituted === true ? { isSubstituted } : {}),
});

/** The texts of a ConfigMap from which a Kustomization may substitute; undefined if SOPS encrypted it. */
const dataIn = (configMap: JsonObject | undefined): JsonObject | undefined => {
  const data = configMap?.['sops'] === undefined ? configMap?.['data'] : undefined;
  return isObject(data) ? data : undefined;
};

/** What is in the folder of an owner, without what a view built. */
const writtenBy = (objects: Objects, name: string): readonly JsonObject[] =>
  [...objects.values()].flatMap(({ holdings }) =>
    holdings.flatMap(({ owner, json, isSubstituted }) => (owner === name && isSubstituted !== true ? [json] : [])),
  );

/** Removes objects that the patches of their owner delete, except what is left in a view's build. */
const leaveOut = (objects: Map<string, { holdings: Holding[] }>, leftOut: ReadonlyMap<string, Deletes>): void => {
  for (const [key, { holdings }] of objects) {
    const left = holdings.filter(
      ({ owner, json, isSubstituted }) => isSubstituted === true || leftOut.get(owner)?.(json) !== 'certainly',
    );
    if (left.length === 0) objects.delete(key);
    else if (left.length < holdings.length) holdings.splice(0, holdings.length, ...left);
  }
};

const byOwner = (a: Holding, b: Holding): number =>
  Number(a.isMade === true) - Number(b.isMade === true) || compareText(a.owner, b.owner);

export const readOwner = (json: JsonObject, key: string, seen: boolean | 'hidden'): Owner => {
  const spec = specOf(json) as {
    prune?: unknown;
    deletionPolicy?: unknown;
    suspend?: unknown;
    kubeConfig?: unknown;
    commonMetadata?: Metadata;
  };
  return {
    key,
    // For kustomize the words of YAML 1.1 are texts, which the API server refuses: what runs then may prune.
    prune: spec.prune === true || (typeof spec.prune === 'string' && /^(?:y|yes|on)$/i.test(spec.prune)),
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

/** Flux reads annotations and labels, and ignores case. */
const isKept = (metadata: Metadata | undefined): boolean =>
  marks.some((mark) =>
    [metadata?.annotations?.[mark], metadata?.labels?.[mark]].some(
      (value) => typeof value === 'string' && value.toLowerCase() === 'disabled',
    ),
  );
