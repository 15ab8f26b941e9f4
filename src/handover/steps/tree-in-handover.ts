import type { ClusterState } from '../../applied/cluster-state.js';
import { tryReadId } from '../../applied/object-id.js';
import { tryFindOwnerObject } from '../../applied/owner-object.js';
import { parseObjects } from '../../applied/parse-objects.js';
import type { Move } from '../../changes/model/owner-changes.js';
import { handoverSectionOf, withHandoverSection } from '../../changes/print/print-changes.js';
import type { AppLayout } from '../../compile/layout.js';
import { ownerKey, parseOwnerKey } from '../../declared/owner-key.js';
import type { Diagnostic } from '../../diagnostics/index.js';
import { equalJson } from '../../json/equal-json.js';
import type { JsonObject } from '../../json/json-value.js';
import { specOf } from '../../json/manifest-fields.js';
import type { TreePlan } from '../../tree/check-plan.js';
import { bodyOf, readHeader, withHeader } from '../../tree/header.js';
import type { ClusterPlan } from '../../tree/plan-cluster.js';
import { printYaml } from '../../yaml/print-yaml.js';
import { contractInHandover } from './contract-in-handover.js';

/** The tree of a cluster between the two steps of a handover. */
export interface TreeInHandover {
  readonly files: TreePlan;
  /** The addons that give or take objects: their files wait for the second step. */
  readonly addons: readonly string[];
  readonly problems: readonly Diagnostic[];
}

export interface HandoverInput {
  readonly layout: AppLayout;
  readonly plan: ClusterPlan;
  /** The cluster's own files as the first step has them. */
  readonly base: TreePlan;
  readonly before: ClusterState;
  readonly after: ClusterState;
  /** The moves that the first step has prepared. */
  readonly moves: readonly Move[];
  /** All moves of the change. */
  readonly allMoves: readonly Move[];
  /** The files that it has marked. */
  readonly marked: readonly string[];
}

/**
 * Plans the tree between the two steps: addons that give or take objects stay as they are, and all others are as the code
 * says.
 */
export const treeInHandover = (input: HandoverInput): TreeInHandover => {
  const { layout, plan, base, before, after, moves, allMoves, marked } = input;
  const { addonOf } = plan.layout;
  const pathsOf = (state: ClusterState, owners: readonly string[]) =>
    owners.flatMap((owner) => tryFindOwnerObject(state, owner)?.holdings[0].path ?? []);
  const named = (paths: readonly string[]) => paths.flatMap((path) => addonOf(path) ?? []);
  const addonsOf = (move: Move): readonly string[] =>
    named([
      ...move.before.holdings.map(({ path }) => path),
      ...(move.after?.holdings.map(({ path }) => path) ?? []),
      ...pathsOf(before, move.from),
      ...pathsOf(after, move.to),
    ]);
  const addons = new Set([...named(marked), ...moves.flatMap(addonsOf)]);
  for (;;) {
    // What else these addons give or take moves with the second step, too: else it would have two owners, or none.
    const taken = allMoves.filter((move) => addonsOf(move).some((one) => addons.has(one)));
    const count = addons.size;
    for (const addon of taken.flatMap(addonsOf)) addons.add(addon);
    if (addons.size > count) continue;
    const files = compose(input, addons, openRename(input, taken));
    // An owner that waits still depends on others, which then have to wait too.
    const needed = neededBy(files, base, input, addons);
    if (needed.length > 0) {
      for (const addon of needed) addons.add(addon);
      continue;
    }
    const { keepsBase, problems } = contractInHandover(layout, plan, base, addons);
    const contract = `${plan.layout.contract}/`;
    if (keepsBase) {
      for (const path of files.keys()) if (path.startsWith(contract)) files.delete(path);
      for (const [path, text] of base) if (path.startsWith(contract)) files.set(path, text);
    }
    return { files, addons: [...addons].sort(), problems };
  }
};

/** The cluster's README with a section about the handover. */
export const withSection = (
  layout: AppLayout,
  { layout: { readme } }: ClusterPlan,
  files: TreePlan,
  section: string | undefined,
): TreePlan => {
  const text = files.get(readme);
  const header = text === undefined ? undefined : readHeader(readme, text);
  if (text === undefined || header === undefined || section === undefined) return files;
  const body = withHandoverSection(bodyOf(readme, text), section);
  return new Map([...files, [readme, withHeader(layout.inProject(readme), body, header)]]);
};

/** The section about the handover in the README that Flux's branch has: what waits doesn't change meanwhile. */
export const sectionIn = ({ layout: { readme } }: ClusterPlan, base: TreePlan): string | undefined =>
  handoverSectionOf(base.get(readme) ?? '');

type Rename = (name: string) => readonly string[] | undefined;

/** Owners that come with the second step have the names of those that they take objects from until then. */
const openRename = ({ before, after }: HandoverInput, moves: readonly Move[]): Rename => {
  const names = new Map<string, Set<string>>();
  for (const { from, to } of moves) {
    for (const owner of to) {
      if (before.owners.has(owner) || !after.owners.has(owner)) continue;
      const known = names.get(owner) ?? new Set();
      for (const old of from) if (tryFindOwnerObject(before, old) !== undefined) known.add(old);
      names.set(owner, known);
    }
  }
  return (owner) => {
    const found = names.get(owner);
    return found === undefined ? undefined : [...found].sort();
  };
};

const compose = (
  { layout, plan, base }: HandoverInput,
  addons: ReadonlySet<string>,
  rename: Rename,
): Map<string, string> => {
  const waits = (path: string): boolean => addons.has(plan.layout.addonOf(path) ?? '');
  const files = new Map<string, string>();
  for (const [path, text] of plan.files) {
    if (waits(path)) continue;
    const isEntry = plan.layout.entryOf(path) !== undefined;
    files.set(path, isEntry ? withOldNames(layout, path, text, base.get(path), rename) : text);
  }
  for (const [path, text] of base) if (waits(path)) files.set(path, text);
  return files;
};

/** An addon's Kustomization that depends on a new owner depends on the old ones until that is there. */
const withOldNames = (
  layout: AppLayout,
  path: string,
  text: string,
  now: string | undefined,
  rename: Rename,
): string => {
  const header = readHeader(path, text);
  if (header === undefined) return text;
  const documents = parseObjects(text);
  const renamed = documents.map((json) => withDependencies(json, rename));
  if (renamed.every((json, index) => json === documents[index])) return text;
  // As Flux has it, in any order: then nothing changes.
  if (now !== undefined && equalJson(parseObjects(now).map(sorted), renamed.map(sorted))) return now;
  return withHeader(layout.inProject(path), renamed.map((json) => printYaml(json)).join('---\n'), header);
};

interface Dependency {
  readonly name?: unknown;
  readonly namespace?: unknown;
}

const dependenciesOf = (json: JsonObject): readonly JsonObject[] => {
  const { dependsOn } = specOf(json) as { dependsOn?: unknown };
  return Array.isArray(dependsOn) ? dependsOn : [];
};

const keyIn = (json: JsonObject, { name, namespace }: Dependency): string =>
  ownerKey({ namespace: `${namespace ?? tryReadId(json)?.namespace ?? ''}`, name: `${name}` });

const withDependencies = (json: JsonObject, rename: Rename): JsonObject => {
  const list = dependenciesOf(json);
  if (list.every((one) => rename(keyIn(json, one)) === undefined)) return json;
  const own = tryReadId(json)?.namespace;
  const found = new Map<string, JsonObject>();
  for (const one of list) {
    const key = keyIn(json, one);
    const names = rename(key);
    if (names === undefined) found.set(key, one);
    for (const old of names ?? []) {
      const { namespace, name } = parseOwnerKey(old);
      if (!found.has(old)) found.set(old, namespace === own ? { name } : { name, namespace });
    }
  }
  const { dependsOn: _, ...spec } = specOf(json);
  const dependsOn = [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
  return { ...json, spec: found.size === 0 ? spec : { ...spec, dependsOn } };
};

const sorted = (json: JsonObject): JsonObject => {
  const list = dependenciesOf(json);
  if (list.length === 0) return json;
  const dependsOn = [...list].sort((a, b) => (keyIn(json, a) < keyIn(json, b) ? -1 : 1));
  return { ...json, spec: { ...specOf(json), dependsOn } };
};

/** Addons on which one that waits depends, and which the code no longer has. */
const neededBy = (
  files: TreePlan,
  base: TreePlan,
  { plan, before }: HandoverInput,
  addons: ReadonlySet<string>,
): readonly string[] => {
  const { layout } = plan;
  const pathOf = (owner: string) => tryFindOwnerObject(before, owner)?.holdings[0].path;
  return [...addons].flatMap((addon) => {
    const text = base.get(layout.entry(addon));
    const needs =
      text === undefined
        ? []
        : parseObjects(text).flatMap((json) => dependenciesOf(json).map((one) => keyIn(json, one)));
    return needs.flatMap((owner) => {
      const path = pathOf(owner);
      const needed = path === undefined || files.has(path) ? undefined : layout.addonOf(path);
      return needed === undefined || addons.has(needed) ? [] : [needed];
    });
  });
};
