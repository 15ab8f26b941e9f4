import {
  type ClusterState,
  isFluxKustomization,
  isMarkedKept,
  makeState,
  ownerKey,
  ROOT,
  readOwner,
  type StateEntry,
} from '../applied/cluster-state.js';
import { configMapKey } from '../applied/config-map-key.js';
import { keyOf, tryReadId } from '../applied/object-id.js';
import type { FluxObject, FluxOwner, FluxView } from '../applied/view/flux-view.js';
import { fillAll, hasExpressionInside, type KnownVars, knownVars } from '../applied/view/known-vars.js';
import { hidesObjects } from '../changes/views/whole-states.js';
import type { ScopeOf } from '../compile/kind-scopes.js';
import type { FluxVersion } from '../declared/declared-cluster.js';
import { parseOwnerKey } from '../declared/owner-key.js';
import type { ProtectedKind } from '../declared/protected-kind.js';
import { commonMetadataOf, withCommonMetadata } from '../flux/common-metadata.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { dataOf } from '../preview/compose-release.js';
import { type GivenConfigMap, titleOfGiven, withOtherKeys } from '../preview/given-config-maps.js';
import { substituteObject } from '../substitution/index.js';
import type { AppliedObject, AppliedState } from './applied-state.js';
import { composeApplied } from './compose-applied.js';
import { madeObjects } from './made-objects.js';
import type { Redactor } from './redact.js';
import { isLongEnough, type VarOwner } from './secret-vars.js';

export interface ApplyViewOptions {
  readonly cluster: string;
  /** What Terraform writes into the cluster. */
  readonly given: readonly GivenConfigMap[];
  /** @default - the newest, which is strict about vars */
  readonly flux: FluxVersion | undefined;
  readonly scopeOf: ScopeOf;
  readonly protectedKinds: readonly ProtectedKind[];
  readonly redactor: Redactor;
  /** Whether synth would write a file: what it holds is taken from others, who may still have it. @default - none */
  readonly isPlanned?: (path: string) => boolean;
}

/** Does to what a view shows what Flux does to it. An object is substituted and composed when it is asked for. */
export const applyView = (found: FluxView, options: ApplyViewOptions): AppliedState => {
  const { view, letGo } = takenByPlan(found, options.isPlanned ?? (() => false));
  const { cluster, given, redactor } = options;
  const places = new Map<string, { readonly object: FluxObject; readonly owner: FluxOwner }>();
  for (const owner of view.owners.values()) {
    for (const object of owner.objects) {
      const key = keyOf(object.id);
      if (!places.has(key)) places.set(key, { object, owner });
    }
  }
  const known = new Map<string, AppliedObject>();
  const inCluster = new Map<string, GivenConfigMap>(given.map((one) => [titleOfGiven(one), one]));
  const varsOf = openVars(view, (kind, namespace, name) => inCluster.get(`${kind} ${namespace}/${name}`)?.data);
  const varTexts = new Map<string, string>();
  const textOfVars = (owner: FluxOwner): string => {
    let text = varTexts.get(owner.key);
    if (text === undefined) {
      const vars = varsOf(owner);
      text = JSON.stringify([options.flux, vars, Object.entries(vars?.vars ?? {}).sort()]);
      varTexts.set(owner.key, text);
    }
    return text;
  };
  const state = stateOf(view, options);
  const made = madeObjects(state, redactor);
  const substituted = (key: string): Substituted | undefined => {
    const place = places.get(key);
    const ofSet = place === undefined ? made.get(key) : undefined;
    if (ofSet !== undefined) return { json: ofSet };
    return place === undefined ? undefined : substitute(place.object.built, place.owner, varsOf(place.owner), options);
  };
  redactor.vars.learn(() => varOwners(view, varsOf));
  /** Without the values of vars that are secrets. */
  const shown = (key: string): Substituted | undefined => {
    const one = substituted(key);
    const place = places.get(key);
    const vars = place === undefined ? undefined : varsOf(place.owner);
    return one === undefined || place === undefined || vars === undefined
      ? one
      : withoutSecretVars(one, place.object.built, { owner: place.owner, vars, options });
  };
  // A layer of values may be an object of the tree itself.
  for (const [key, { object }] of places) {
    const { kind, group, namespace, name } = object.id;
    if (group !== '' || (kind !== 'ConfigMap' && kind !== 'Secret')) continue;
    const data = dataOf(substituted(key)?.json ?? object.json);
    if (data !== undefined) inCluster.set(`${kind} ${namespace}/${name}`, withOtherKeys(data, inCluster));
  }
  for (const [key, json] of made) {
    const { kind, group, namespace, name } = state.objects.get(key)!.id;
    const data = group === '' && (kind === 'ConfigMap' || kind === 'Secret') ? dataOf(json) : undefined;
    if (data !== undefined) inCluster.set(`${kind} ${namespace}/${name}`, data);
  }
  let shownLayers: Map<string, GivenConfigMap> | undefined;
  const layers = (): ReadonlyMap<string, GivenConfigMap> => {
    if (shownLayers !== undefined) return shownLayers;
    shownLayers = new Map(inCluster);
    for (const [key, { object, owner }] of places) {
      const { kind, group, namespace, name } = object.id;
      if (group !== '' || kind !== 'ConfigMap' || redactor.vars.everywhere(owner.key).size === 0) continue;
      const data = dataOf(shown(key)?.json ?? object.json);
      if (data !== undefined) shownLayers.set(`${kind} ${namespace}/${name}`, withOtherKeys(data, shownLayers));
    }
    return shownLayers;
  };
  const apply = (key: string): AppliedObject | undefined => {
    const one = shown(key);
    if (one === undefined) return undefined;
    const json = redactor.object(redactor.vars.hide(state.objects.get(key)!.id, one.json));
    if (one.json['kind'] !== 'HelmRelease' || one.error !== undefined) return { ...one, json };
    return { json, ...composeApplied(one.json, layers(), redactor) };
  };
  return {
    cluster,
    state,
    applied: (key) => {
      let found = known.get(key);
      if (found === undefined) {
        found = apply(key);
        if (found !== undefined) known.set(key, found);
      }
      return found;
    },
    source: (key) => {
      const place = places.get(key);
      if (place === undefined) {
        const ofSet = made.get(key);
        return ofSet === undefined ? undefined : { built: ofSet, vars: '', commonMetadata: undefined };
      }
      const { built } = place.object;
      return { built, vars: textOfVars(place.owner), commonMetadata: commonMetadataOf(place.owner.json) };
    },
    notSeen: view.notSeen,
    letGo,
    isAbsent: false,
  };
};

/** Two owners of an object are refused, so before others let go of it, the end is shown. */
const takenByPlan = (
  view: FluxView,
  isPlanned: (path: string) => boolean,
): { readonly view: FluxView; readonly letGo: ReadonlySet<string> } => {
  const all = [...view.owners.values()].flatMap(({ objects }) => objects);
  const taken = new Set(all.flatMap(({ id, path }) => (isPlanned(path) ? [keyOf(id)] : [])));
  if (taken.size === 0) return { view, letGo: taken };
  const left = ({ id, path }: FluxObject): boolean => isPlanned(path) || !taken.has(keyOf(id));
  const owners = [...view.owners].map(
    ([key, owner]) => [key, { ...owner, objects: owner.objects.filter(left) }] as const,
  );
  const letGo = new Set<string>();
  const held = new Set<string>();
  for (const owner of view.owners.values()) {
    const { keepsAll, prune } = readOwner(owner.json, owner.key, true);
    for (const one of owner.objects) {
      if (!left(one)) (prune && !keepsAll && !isMarkedKept(one.json) ? held : letGo).add(keyOf(one.id));
    }
  }
  for (const key of held) letGo.delete(key);
  return { view: { ...view, owners: new Map(owners) }, letGo };
};

const stateOf = (view: FluxView, { scopeOf, protectedKinds }: ApplyViewOptions): ClusterState => {
  const root = view.owners.get(view.root);
  const entries = [...view.owners.values()].flatMap(({ key, objects }) =>
    objects.map(
      ({ json, path }): StateEntry => ({
        json,
        owner: key === view.root ? ROOT : key,
        path,
        isSubstituted: true,
      }),
    ),
  );
  return makeState(entries, (entry) => isSeen(view, entry), {
    ...(root === undefined ? {} : { root: readOwner(root.json, ROOT, true) }),
    rootKey: view.root,
    scopeOf,
    protectedKinds,
  });
};

/** Whether all of what a Kustomization applies is known. */
const isSeen = (view: FluxView, { json }: StateEntry): boolean => {
  const id = tryReadId(json);
  const owner = id !== undefined && isFluxKustomization(id) ? view.owners.get(ownerKey(id)) : undefined;
  return owner?.folder !== undefined && owner.notSeen.every((one) => !hidesObjects(one));
};

/** The vars of owners, each read once. */
const openVars = (
  { owners }: FluxView,
  given: (kind: string, namespace: string, name: string) => JsonObject | undefined,
): ((owner: FluxOwner) => KnownVars | undefined) => {
  const inView = new Map<string, JsonObject>();
  for (const { objects } of owners.values()) {
    for (const { id, json } of objects) {
      if (id.kind === 'ConfigMap' && id.group === '' && isObject(json['data'])) {
        inView.set(configMapKey(id.namespace, id.name), json['data']);
      }
    }
  }
  const known = new Map<string, KnownVars | undefined>();
  return ({ key, json }) => {
    if (!known.has(key)) {
      const namespace = parseOwnerKey(key).namespace;
      known.set(
        key,
        knownVars(
          json,
          namespace,
          (place, name) => given('ConfigMap', place, name) ?? inView.get(configMapKey(place, name)),
          (place, name) => given('Secret', place, name),
        ),
      );
    }
    return known.get(key);
  };
};

type Substituted = Pick<AppliedObject, 'json' | 'error'>;

const varOwners = ({ owners }: FluxView, varsOf: (owner: FluxOwner) => KnownVars | undefined): readonly VarOwner[] => {
  const all = [...owners.values()];
  // Those of operators are known by their examples alone.
  const written = new Set(
    all.flatMap(({ objects }) =>
      objects.flatMap(({ id }) =>
        id.kind === 'Secret' && id.group === '' ? [configMapKey(id.namespace, id.name)] : [],
      ),
    ),
  );
  return all.map((owner) => {
    const { vars = {}, fromSecrets = [] } = varsOf(owner) ?? {};
    const { namespace } = parseOwnerKey(owner.key);
    return {
      key: owner.key,
      json: owner.json,
      objects: owner.objects.map(({ id, built }) => ({ id, json: built })),
      vars,
      fromSecrets: new Set(
        [...fromSecrets].flatMap(([name, secret]) => (written.has(configMapKey(namespace, secret)) ? [name] : [])),
      ),
    };
  });
};

/** Substituted with marks in the place of secrets; names stay, by which objects are found. */
const withoutSecretVars = (
  one: Substituted,
  built: JsonObject,
  {
    owner,
    vars: known,
    options,
  }: { readonly owner: FluxOwner; readonly vars: KnownVars; readonly options: ApplyViewOptions },
): Substituted => {
  const { redactor } = options;
  const secret = [...redactor.vars.everywhere(owner.key)].filter((name) => isLongEnough(known.vars[name] ?? ''));
  const error = one.error === undefined ? {} : { error: redactor.vars.hideIn(one.error, owner.key, known.vars) };
  if (secret.length === 0 || !hasExpressionInside(built)) return { ...one, ...error };
  const marks = Object.fromEntries(secret.map((name) => [name, redactor.value(known.vars[name])]));
  const { json } = substitute(built, owner, { ...known, vars: { ...known.vars, ...marks } }, options);
  const { apiVersion, kind, metadata } = one.json;
  const { name, namespace } = isObject(metadata) ? metadata : {};
  const named = { name, ...(namespace === undefined ? {} : { namespace }) };
  const shown = { ...(isObject(json['metadata']) ? json['metadata'] : {}), ...named };
  return { json: { ...json, apiVersion, kind, metadata: shown } as JsonObject, ...error };
};

const substitute = (
  built: JsonObject,
  owner: FluxOwner,
  known: KnownVars | undefined,
  { flux = '2.9' }: ApplyViewOptions,
): Substituted => {
  const json = withCommonMetadata(built, owner.json);
  if (known === undefined) return { json };
  // What isn't among vars that are all known isn't there; of others only the cluster can tell.
  if (!known.isComplete) return { json: fillAll(json, known.vars) as JsonObject };
  const outcome = substituteObject(json, known.vars, {
    strict: flux === '2.9',
    ...(known.isAlways ? { strategy: 'Always' } : {}),
  });
  // The words of a parser may quote what it reads.
  if (outcome.kind === 'error') {
    return { json, error: json['kind'] === 'Secret' ? 'its vars cannot be substituted' : outcome.message };
  }
  if (outcome.kind === 'dropped') return { json, error: `${outcome.field} is empty after substitution` };
  return { json: outcome.object };
};
