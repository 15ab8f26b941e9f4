import { posix } from 'node:path';
import { isOwnMarked } from '../../flux/resource-sets/marks.js';
import { equalJson } from '../../json/equal-json.js';
import type { JsonObject } from '../../json/json-value.js';
import { isFluxKustomization, isMarkedKept, readOwner } from '../cluster-state.js';
import { tryFindKustomizationFile } from '../kustomize-files.js';
import { keyOf, tryReadId } from '../object-id.js';
import { rootOf } from './find-root.js';
import type { RepositoryTree } from './flux-view.js';
import type { FoundRoot, SettledRoot } from './found-root.js';

/** Builds the manifests of a root; `undefined` if it doesn't build. */
type BuildRoot = (root: FoundRoot) => readonly JsonObject[] | undefined;

/** The most rounds in which a root changes itself. */
const ROUNDS = 5;

/** Returns the declared root with the changes that it applies to itself. */
export const settleRoot = (tree: RepositoryTree, found: FoundRoot, build: BuildRoot): SettledRoot => {
  const root = settleItself(tree, found, build);
  return root.appliesItself ? (takenOver(tree, root, build) ?? root) : root;
};

const settleItself = (tree: RepositoryTree, found: FoundRoot, build: BuildRoot): SettledRoot => {
  let root = found;
  for (let round = 0; round < ROUNDS; round++) {
    const self = findSelf(tree, root, build(root) ?? []);
    if (self === undefined) {
      const settled = round > 0 ? root : asBootstrapped(tree, root, build);
      return { ...settled, appliesItself: round > 0, isGone: false };
    }
    if (isSame(self, root)) return { ...root, appliesItself: true, isGone: false };
    root = self;
  }
  return { ...root, appliesItself: true, isGone: false };
};

/**
 * A root that its cluster's folder leaves out is as `flux bootstrap` applied it: with the patches beside its file.
 * https://fluxcd.io/flux/installation/configuration/boostrap-customization/
 */
const asBootstrapped = (tree: RepositoryTree, root: FoundRoot, build: BuildRoot): FoundRoot => {
  const { file, folder } = root;
  const beside = file === undefined ? undefined : posix.dirname(file);
  if (beside === undefined || beside === folder || !beside.startsWith(folder === '' ? '' : `${folder}/`)) return root;
  if (tryFindKustomizationFile(tree, beside) === undefined) return root;
  return findSelf(tree, root, build({ ...root, folder: beside }) ?? []) ?? root;
};

/**
 * The root as the Flux Operator creates it, if the root applies a FluxInstance that also creates it. The operator marks
 * its objects with `ssa: Ignore` and `prune: Disabled`, so that the root's own file no longer counts and can be
 * removed.
 * https://fluxoperator.dev/docs/guides/migration/
 */
const takenOver = (tree: RepositoryTree, root: SettledRoot, build: BuildRoot): SettledRoot | undefined => {
  if (root.declaredBy === undefined || !isFluxKustomization(root.declaredBy)) return undefined;
  for (const json of build(root) ?? []) {
    const id = tryReadId(json);
    const made = id === undefined || isFluxKustomization(id) ? undefined : rootOf(tree, id, json);
    if (made?.key !== root.key || isOwnMarked(json, 'reconcile', 'disabled')) continue;
    const { file, appliesItself, isGone } = root;
    return { ...made, file, appliesItself, isGone };
  }
  return undefined;
};

/**
 * Follows a running root when its tree changes: it first builds the new tree with its old settings, and then with the
 * settings that it finds there.
 *
 * @param declared the root that the new tree declares
 * @param isOperated the Flux Operator already creates the root, from a FluxInstance that the old tree doesn't have
 */
export const followRoot = (
  tree: RepositoryTree,
  before: SettledRoot,
  declared: FoundRoot,
  build: BuildRoot,
  isOperated = false,
): SettledRoot => {
  const root = followItself(tree, before, declared, build);
  if (!root.isGone) {
    // The root's own file may be gone while the file of its FluxInstance exists.
    const isSame = root.declaredBy !== undefined && declared.declaredBy !== undefined;
    const isMoved = isSame && keyOf(root.declaredBy) === keyOf(declared.declaredBy);
    const now = isMoved ? { ...root, file: declared.file } : root;
    return now.appliesItself ? (takenOver(tree, now, build) ?? now) : now;
  }
  const successor = declared.key === before.key && declared.sync !== undefined ? declared : undefined;
  if (isOperated && before.appliesItself && before.sync === undefined) {
    if (successor !== undefined) return settleRoot(tree, successor, build);
    const { declaredBy: _, ...rest } = before;
    return { ...rest, file: undefined, appliesItself: false };
  }
  return successor?.declaredBy === undefined || before.sync !== undefined
    ? root
    : { ...root, successor: successor.declaredBy };
};

const followItself = (
  tree: RepositoryTree,
  before: SettledRoot,
  declared: FoundRoot,
  build: BuildRoot,
): SettledRoot => {
  if (!before.appliesItself) {
    // Another root applies this one. Without a file that makes it read the folder, its objects go.
    const isLost = before.isOutside === true && declared.file === undefined;
    return isLost ? { ...before, isGone: prunes(before) } : settleRoot(tree, declared, build);
  }
  let root: FoundRoot = before;
  for (let round = 0; round < ROUNDS; round++) {
    const objects = build(root);
    if (objects === undefined) return settleRoot(tree, root === before ? declared : root, build);
    const self = findSelf(tree, root, objects);
    if (self === undefined || self.key !== root.key) {
      return { ...root, appliesItself: true, isGone: prunesItself(root, before) };
    }
    if (isSame(self, root)) return { ...self, appliesItself: true, isGone: false };
    root = self;
  }
  return { ...root, appliesItself: true, isGone: false };
};

/** The root among the objects that it builds. */
const findSelf = (tree: RepositoryTree, root: FoundRoot, objects: readonly JsonObject[]): FoundRoot | undefined => {
  if (root.declaredBy === undefined) return undefined;
  const key = keyOf(root.declaredBy);
  for (const json of objects) {
    const id = tryReadId(json);
    const self = id !== undefined && keyOf(id) === key ? rootOf(tree, id, json, root.folder) : undefined;
    if (self !== undefined) return { ...self, file: root.file };
  }
  return undefined;
};

const isSame = (a: FoundRoot, b: FoundRoot): boolean => a.key === b.key && equalJson(a.json['spec'], b.json['spec']);

/** Whether the root prunes the object that declares it, and so goes with everything that it applies. */
const prunesItself = ({ key, json, isDeclaredForGood }: FoundRoot, before: SettledRoot): boolean => {
  const owner = readOwner(json, key, true);
  const old = readOwner(before.json, key, true);
  if (owner.suspend || owner.keepsAll || isMarkedKept(json) || isDeclaredForGood === true) return false;
  return owner.prune || old.prune;
};

const prunes = ({ key, json }: FoundRoot): boolean => {
  const { prune, suspend, keepsAll } = readOwner(json, key, true);
  return prune && !suspend && !keepsAll;
};
