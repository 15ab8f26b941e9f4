import { parseOwnerKey } from '../../declared/owner-key.js';
import type { Diagnostic } from '../../diagnostics/index.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { BuildError } from '../build/build-error.js';
import { isFluxKustomization, ownerKey } from '../cluster-state.js';
import { configMapKey } from '../config-map-key.js';
import { tryReadId } from '../object-id.js';
import { type BuiltOwner, buildOwner, prepareOwner, sourceOf } from './build-owner.js';
import { declareRoot } from './declare-root.js';
import type { FluxObject, FluxOwner, FluxView, RepositoryTree } from './flux-view.js';
import type { FoundRoot, SettledRoot } from './found-root.js';
import { isRedirected } from './is-redirected.js';
import { knownVars, learnConfigMap, substituteKnown } from './known-vars.js';
import { lineOfObject } from './line-of.js';
import { NO_SETS, objectsOfSets } from './made-objects.js';
import { notSeenObjects } from './not-seen-objects.js';
import type { OwnerDraft } from './owner-draft.js';
import { followRoot, settleRoot } from './settle-root.js';
import { sharedFolderProblems } from './shared-folder.js';
import { hasSourceSettings } from './source-ignore.js';
import { openSources, type Sources } from './sources.js';
import type { ViewOptions } from './view-options.js';
import { appliedTwice, cycle, withoutNamespace } from './view-problems.js';

/** Reads everything that Flux applies to a cluster, level by level. See {@link FluxView}. */
export const readFluxView = (tree: RepositoryTree, options: ViewOptions): FluxView => {
  const { source, prefix, repository } = options;
  const root = readRoot(tree, options);
  const seen = [...ownSources(root, source), ...(options.alsoOwn ?? [])];
  const reading: Reading = {
    tree,
    options,
    root: root.key,
    sources: openSources(tree, prefix, seen, repository, root.sourceSpec),
    drafts: new Map(),
    owners: new Map(),
    configMaps: new Map(options.given),
    faulty: new Map(),
  };
  const draft = { key: root.key, json: root.json, parents: [], file: root.file, above: [], folder: root.folder };
  reading.drafts.set(draft.key, draft);
  if (root.isGone) {
    const gone = { ...draft, folder: undefined, file: root.file, files: [], objects: [], sets: NO_SETS, notSeen: [] };
    return {
      root: root.key,
      running: root,
      owners: new Map([[root.key, gone]]),
      notSeen: [],
      problems: [],
      faulty: new Map(),
    };
  }
  let level: readonly OwnerDraft[] = [draft];
  let waiting: readonly OwnerDraft[] = [];
  while (level.length > 0) {
    const children = readLevel(reading, level);
    if (options.followsNone === true) break;
    const all = [...waiting, ...children, ...(level[0] === draft ? childrenInside(reading, draft) : [])];
    const isKnown = (one: OwnerDraft) => typeof findSource(reading, one) !== 'string';
    level = all.filter(isKnown);
    waiting = all.filter((one) => !isKnown(one));
    // No remaining source can still become known.
    if (level.length === 0) [level, waiting] = [waiting, []];
  }
  const { owners, faulty } = reading;
  const notSeen = [...owners.values()].flatMap((owner) => owner.notSeen);
  const own = new Set([...owners.values()].flatMap(({ files }) => files));
  for (const problem of sharedFolderProblems(tree, options.folder, own)) faulty.set(problem, root.key);
  return { root: root.key, running: root, owners, notSeen, problems: [...faulty.keys()], faulty };
};

/** Sources that contain the tree: `GitRepository/flux-system/flux-system`. */
const ownSources = (
  { key, json }: Pick<SettledRoot, 'key' | 'json'>,
  source: ViewOptions['source'],
): readonly string[] =>
  [sourceOf(json, parseOwnerKey(key).namespace), source].map(
    ({ kind, namespace, name }) => `${kind}/${namespace}/${name}`,
  );

/** The root, after the changes that it applies to itself. */
const readRoot = (tree: RepositoryTree, options: ViewOptions): SettledRoot => {
  const { running, isOperated, start } = options;
  if (start !== undefined) return { ...start, appliesItself: false, isGone: false };
  const buildObjects = (root: FoundRoot) => withRootVars(root, buildRoot(tree, root, options), options);
  const build = (root: FoundRoot) => buildObjects(root)?.map(({ json }) => json);
  const declared = declareRoot(tree, options, buildObjects);
  const root =
    running === undefined ? settleRoot(tree, declared, build) : followRoot(tree, running, declared, build, isOperated);
  const spec = sourceSpecIn(root, build(root) ?? []);
  return spec === undefined ? root : { ...root, sourceSpec: spec };
};

/** The build of a root, with its own vars substituted. */
const withRootVars = (
  { key, json: root }: FoundRoot,
  objects: BuiltOwner['objects'] | undefined,
  { given }: ViewOptions,
): BuiltOwner['objects'] | undefined => {
  const configMaps = new Map(given);
  for (const { json } of objects ?? []) learnConfigMap(configMaps, json);
  const namespace = parseOwnerKey(key).namespace;
  const vars = knownVars(root, namespace, (place, name) => configMaps.get(configMapKey(place, name)));
  return vars === undefined ? objects : objects?.map((one) => ({ ...one, json: substituteKnown(one.json, vars) }));
};

/** Builds the root from the files that its source, in its future form, takes from the repository. */
const buildRoot = (
  tree: RepositoryTree,
  root: FoundRoot,
  { source, prefix, repository, builder }: ViewOptions,
): BuiltOwner['objects'] | undefined => {
  const { kind, namespace, name } = sourceOf(root.json, parseOwnerKey(root.key).namespace);
  const draft = { key: root.key, json: root.json, parents: [], file: root.file, above: [], folder: root.folder };
  const buildBy = (spec: JsonObject | undefined) => {
    const seen = openSources(tree, prefix, ownSources(root, source), repository, spec).find(kind, namespace, name);
    const built = buildOwner(tree, prepareOwner(draft, seen, new Map()), builder, new Map());
    const isBuilt = built.folder !== undefined && !built.notSeen.some(({ cause }) => UNBUILT.has(cause));
    return isBuilt ? built.objects : undefined;
  };
  const objects = buildBy(undefined);
  const spec = sourceSpecIn(
    root,
    (objects ?? []).map(({ json }) => json),
  );
  return hasSourceSettings(spec) ? buildBy(spec) : objects;
};

/** The spec of the root's source, if it's among the root's objects. */
const sourceSpecIn = (root: FoundRoot, objects: readonly JsonObject[]): JsonObject | undefined => {
  const { kind, namespace, name } = sourceOf(root.json, parseOwnerKey(root.key).namespace);
  for (const json of objects) {
    const id = tryReadId(json);
    const isIts = id?.group === 'source.toolkit.fluxcd.io' && id.kind === kind && id.name === name;
    if (isIts && id.namespace === namespace && isObject(json['spec'])) return json['spec'];
  }
  return undefined;
};

/** The root alone, without its children. */
export const readRootOwner = (tree: RepositoryTree, options: ViewOptions): FluxOwner => {
  const { owners, root } = readFluxView(tree, { ...options, isOwn: () => true, followsNone: true });
  return owners.get(root)!;
};

const UNBUILT: ReadonlySet<string> = new Set(['unbuilt', 'no-kubectl']);

interface Reading {
  readonly tree: RepositoryTree;
  readonly options: ViewOptions;
  readonly root: string;
  readonly sources: Sources;
  /** Drafts by key, whether already read or not. */
  readonly drafts: Map<string, OwnerDraft>;
  readonly owners: Map<string, FluxOwner>;
  /** The data of ConfigMaps, by `namespace/name`. */
  readonly configMaps: Map<string, JsonObject>;
  /** As in a {@link FluxView}. */
  readonly faulty: Map<Diagnostic, string>;
}

const findSource = ({ sources }: Reading, { key, json }: OwnerDraft) => {
  const { kind, namespace, name } = sourceOf(json, parseOwnerKey(key).namespace);
  return sources.find(kind, namespace, name);
};

/** Builds the owners of one level, and returns the Kustomizations that they apply. */
const readLevel = (reading: Reading, level: readonly OwnerDraft[]): readonly OwnerDraft[] => {
  const { tree, options, faulty } = reading;
  const prepared = level.map((draft) => prepareOwner(draft, findSource(reading, draft), faulty));
  options.builder.ahead(
    prepared.flatMap(({ reads }) =>
      reads === undefined || reads.prepared instanceof BuildError
        ? []
        : [{ tree: reads.source.tree, prepared: reads.prepared }],
    ),
  );
  const built = prepared.map((one) => buildOwner(tree, one, options.builder, faulty));
  // The vars of one owner may come from another one on the same level.
  for (const { objects } of built) for (const { json } of objects) learnConfigMap(reading.configMaps, json);
  return built.flatMap((one) => finish(reading, one));
};

/** Substitutes, and finds what Flux reads next. */
const finish = (reading: Reading, { draft, folder, files, objects: built, notSeen }: BuiltOwner): OwnerDraft[] => {
  const { options, owners, sources, configMaps } = reading;
  const namespace = parseOwnerKey(draft.key).namespace;
  const vars = knownVars(draft.json, namespace, (place, name) => configMaps.get(configMapKey(place, name)));
  const objects: FluxObject[] = [];
  const unnamed: FluxObject[] = [];
  for (const { json, path } of built) {
    const now = vars === undefined ? json : substituteKnown(json, vars);
    const id = tryReadId(now, options.scopeOf);
    const before = id ?? tryReadId(json, options.scopeOf);
    if (before !== undefined) (id === undefined ? unnamed : objects).push({ id: before, json: now, built: json, path });
  }
  const { key, json, parents, file } = draft;
  const made = objectsOfSets(objects, options.scopeOf);
  const missed = [...notSeen, ...notSeenObjects(key, objects, made.open, vars !== undefined, file ?? '')];
  const left = unnamed.length === 0 ? {} : { unnamed };
  owners.set(key, { key, json, parents, file, folder, files, objects, ...left, sets: made, notSeen: missed });
  const all = [...objects, ...made.objects];
  for (const { json: one } of made.objects) learnConfigMap(configMaps, one);
  for (const { id, json: one } of all) sources.learn(id, one);
  return all.flatMap((object) => childOf(reading, draft, object) ?? []);
};

/** The Kustomizations that fluxspan's own Kustomizations apply. */
const childrenInside = (reading: Reading, root: OwnerDraft): readonly OwnerDraft[] => {
  const { drafts, sources, configMaps, options } = reading;
  // Owners that are built here find their children in the build.
  const inside = (options.inside ?? []).filter(({ owner }) => !drafts.has(owner));
  for (const { id, json } of inside) {
    learnConfigMap(configMaps, json);
    sources.learn(id, json);
  }
  return inside.flatMap(({ owner, ...object }) => {
    const parent = { ...root, key: owner, above: [root.key] };
    return childOf(reading, parent, { ...object, built: object.json }) ?? [];
  });
};

/** The draft of an object that is a Kustomization; undefined if it isn't one, or is already known. */
const childOf = (reading: Reading, parent: OwnerDraft, object: FluxObject): OwnerDraft | undefined => {
  const { id, json, path } = object;
  const { drafts, faulty, tree } = reading;
  if (!isFluxKustomization(id)) return undefined;
  const key = ownerKey(id);
  const { isOwn, followed } = reading.options;
  const isOurs = parent.key === reading.root && isOwn?.(path) === true;
  if (isOurs && followed?.has(key) !== true && !isRedirected(tree, object)) return undefined;
  // As flux bootstrap leaves it, under any name.
  if (parent.key === key) return undefined;
  const line = path === '' ? undefined : lineOfObject(tree, path, id);
  const file = path === '' ? undefined : path;
  const draft: OwnerDraft = { key, json, parents: [parent.key], file, line, above: [...parent.above, parent.key] };
  if (draft.above.includes(key)) {
    faulty.set(cycle(draft), key);
    return undefined;
  }
  const known = drafts.get(key);
  if (known !== undefined) {
    // The same build has it twice, and fails.
    if (known.parents.includes(parent.key)) return undefined;
    known.parents.push(parent.key);
    faulty.set(appliedTwice(draft, known.parents), key);
    return undefined;
  }
  if (id.namespace === '') faulty.set(withoutNamespace(draft), key);
  drafts.set(key, draft);
  return draft;
};
