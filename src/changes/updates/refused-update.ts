import { type ApplySettings, openApplySettings, openKeptSettings } from '../../applied/apply-settings.js';
import { asApplied } from '../../applied/as-applied.js';
import type { ClusterState, Holding, OwnedObject } from '../../applied/cluster-state.js';
import type { ObjectId } from '../../applied/object-id.js';
import { ownerTitle } from '../../applied/owner-name.js';
import { mapTexts, unquoted } from '../../applied/with-vars.js';
import { equalJson } from '../../json/equal-json.js';
import { printPath } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';
import type { Difference, SameText } from '../../schema/update/differences.js';
import { findImmutableChanges } from '../../schema/update/find-immutable-changes.js';
import { fillDefaults } from '../../substitution/fill-known.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { claimGrowth } from './claim-growth.js';
import { sameText } from './same-text.js';

/** A change of an object that the API server refuses, or may refuse, as an update. */
export interface RefusedUpdate {
  readonly object: OwnedObject;
  readonly after: OwnedObject;
  readonly differences: readonly Difference[];
  /** The key of the Kustomization that applies the object. */
  readonly owner: string;
  /**
   * What happens to the object: the apply fails, Flux replaces the object, or a person replaces it, as the code
   * declares.
   */
  readonly how: 'fails' | 'forced' | 'by-hand';
  /** False if it depends on something that the trees don't show. */
  readonly isCertain: boolean;
  /** What it depends on: a clause. */
  readonly doubt: string;
}

/** The refused updates, by the object's key. */
export type RefusedUpdates = ReadonlyMap<string, RefusedUpdate>;

/** The schema's rules on updates of an object, in addition to the known rules of Kubernetes' own kinds. */
export type CheckTransitions = (
  id: ObjectId,
  version: string,
  from: JsonObject,
  to: JsonObject,
  sameText: SameText,
) => readonly Difference[];

/** Finds the changes between two states that the API server refuses as updates. Pure. */
export const findRefusedUpdates = (
  before: ClusterState,
  after: ClusterState,
  checkTransitions: CheckTransitions = () => [],
): RefusedUpdates => {
  const found = new Map<string, RefusedUpdate>();
  const settings = { before: openApplySettings(before), after: openApplySettings(after) };
  const keepsSettings = openKeptSettings(before, after);
  for (const object of before.objects.values()) {
    const next = after.objects.get(object.key);
    if (next === undefined) continue;
    const [from, to] = pairOf(object, next);
    // Most objects are the same on both sides.
    if (equalJson(from.json, to.json) && keepsSettings(from.owner)) continue;
    const refused = refusedUpdate(object, next, after, settings, checkTransitions);
    if (refused !== undefined) found.set(object.key, refused);
  }
  return found;
};

/** Marks the updates whose object the code declares as replaced although Flux doesn't replace it. */
export const withReplacedByHand = (
  updates: RefusedUpdates,
  isDeclared: (update: RefusedUpdate) => boolean,
): RefusedUpdates =>
  new Map(
    [...updates].map(([key, update]) => [
      key,
      update.how === 'fails' && update.isCertain && isDeclared(update) ? { ...update, how: 'by-hand' } : update,
    ]),
  );

interface Settings {
  readonly before: (holding: Holding) => ApplySettings;
  readonly after: (holding: Holding) => ApplySettings;
}

const refusedUpdate = (
  object: OwnedObject,
  next: OwnedObject,
  after: ClusterState,
  settings: Settings,
  checkTransitions: CheckTransitions,
): RefusedUpdate | undefined => {
  const [from, to] = pairOf(object, next);
  const [old, now] = [settings.before(from), settings.after(to)];
  // A label or annotation on the object in the cluster counts as much as a new one.
  if (old.isLeftAlone || now.isLeftAlone) return undefined;
  const same = sameText({ from: old.isSubstituted, to: now.isSubstituted });
  const [applied, toApply] = [asApplied(from.json, old), asApplied(to.json, now)];
  const { id } = object;
  const { apiVersion } = to.json as { apiVersion: string };
  const version = apiVersion.slice(apiVersion.indexOf('/') + 1);
  // Flux forces only changes of immutable fields, and the size isn't immutable.
  const growth = claimGrowth(id, applied, toApply, after);
  const compare = (a: JsonObject, b: JsonObject): readonly Difference[] => [
    // Different versions of built-in kinds have different fields.
    ...(isOtherVersion(from, to) ? [] : findImmutableChanges(id.group, id.kind, a, b, same)),
    ...checkTransitions(id, version, a, b, same),
  ];
  const certainly = [...growth, ...compare(applied, toApply)];
  const byDefaults = defaultsOf(certainly, applied, toApply, old, now, compare);
  const differences = [...certainly, ...byDefaults];
  if (differences.length === 0) return undefined;
  const doubt = doubtOf(from, old, after.rootKey) ?? doubtOf(to, now, after.rootKey) ?? doubtOfVersions(from, to);
  return {
    object,
    after: next,
    differences,
    owner: to.owner,
    how: (old.isForced || now.isForced) && differences.length > growth.length ? 'forced' : 'fails',
    isCertain: doubt === undefined && differences.some(({ certain }) => certain),
    doubt:
      doubt ??
      (byDefaults.length > 0 && certainly.length === 0 ? DEFAULT_DOUBT : undefined) ??
      (holdsVar(differences)
        ? 'that depends on the value of a var, which only the cluster has'
        : 'that depends on what the object is in the cluster, which the tree does not show'),
  };
};

const DEFAULT_DOUBT = 'that depends on whether Terraform gives a value for the var, whose default changes';

/** The differences that default values cause if the vars get no other value. */
const defaultsOf = (
  known: readonly Difference[],
  from: JsonObject,
  to: JsonObject,
  old: ApplySettings,
  now: ApplySettings,
  compare: (from: JsonObject, to: JsonObject) => readonly Difference[],
): readonly Difference[] => {
  const fill = (json: JsonObject, { isSubstituted }: ApplySettings): JsonObject =>
    isSubstituted ? (mapTexts(json, (text) => unquoted(text, fillDefaults(text))) as JsonObject) : json;
  const [before, after] = [fill(from, old), fill(to, now)];
  if (equalJson(before, from) && equalJson(after, to)) return [];
  const told = new Set(known.map(({ path }) => printPath(path)));
  return compare(before, after)
    .filter(({ path }) => !told.has(printPath(path)))
    .map((one) => ({ ...one, certain: false }));
};

/** Why the object that Flux applies may differ from the tree's. */
const doubtOf = ({ owner, json }: Holding, settings: ApplySettings, root: string | undefined): string | undefined => {
  const name = ownerTitle(owner, root);
  if (settings.isSuspended) return `${name} is suspended, so what the object is in the cluster isn't known`;
  if (settings.isTransformed)
    return `${name} has components, or patches that can't be applied here, which may change the field`;
  // Encrypted text differs each time.
  return json['sops'] === undefined ? undefined : 'SOPS encrypts the object, so what it holds is not known here';
};

/** Versions without conversion have the same fields. A webhook may change them. */
const doubtOfVersions = (from: Holding, to: Holding): string | undefined =>
  isOtherVersion(from, to)
    ? `that depends on how ${String(from.json['apiVersion'])} is converted to ${String(to.json['apiVersion'])}`
    : undefined;

const isOtherVersion = (from: Holding, to: Holding): boolean => from.json['apiVersion'] !== to.json['apiVersion'];

const holdsVar = (differences: readonly Difference[]): boolean =>
  differences.some(({ from, to }) => [from, to].some((value) => holdsExpression(JSON.stringify(value ?? ''))));

/** The holdings of the owner that both sides share. For an object that moves, the first holding of each side. */
export const pairOf = (object: OwnedObject, next: OwnedObject): readonly [Holding, Holding] => {
  for (const from of object.holdings) {
    const to = next.holdings.find(({ owner }) => owner === from.owner);
    if (to !== undefined) return [from, to];
  }
  return [object.holdings[0], next.holdings[0]];
};
