import { posix } from 'node:path';
import { configMapKey } from '../config-map-key.js';
import { tryFindKustomizationFile } from '../kustomize-files.js';
import { keyOf, tryReadId } from '../object-id.js';
import { type BuiltOwner, sourceOf } from './build-owner.js';
import { findRoot, holds, implicitRoot, rootOf, rootsBelow } from './find-root.js';
import type { RepositoryTree } from './flux-view.js';
import type { FoundRoot } from './found-root.js';
import { hasExpression, learnConfigMap, withOwnVars } from './known-vars.js';
import { settleRoot } from './settle-root.js';
import { openSources } from './sources.js';
import type { ViewOptions } from './view-options.js';

/** Builds a root, with its vars substituted; `undefined` if it doesn't build. */
export type BuildObjects = (root: FoundRoot) => BuiltOwner['objects'] | undefined;

/**
 * The root that the repository declares for a cluster: in a file of its folder or above it, in the build of the folder,
 * or elsewhere, as another root applies it. Otherwise a root with Flux's default settings.
 */
export const declareRoot = (tree: RepositoryTree, options: ViewOptions, build: BuildObjects): FoundRoot => {
  const { folder, source } = options;
  if (options.isImplicit === true)
    return builtRoot(tree, options, build) ?? implicitRoot(folder, source, options.rootKey);
  const found = findRoot(tree, folder, source);
  if (found.file !== undefined && found.isOutside !== true) return found;
  const built = builtRoot(tree, options, build);
  if (built !== undefined) return built;
  return found.file === undefined
    ? (rootsBelow(tree, folder, source)[0] ?? implicitRoot(folder, source, options.rootKey))
    : patchedAbove(tree, found, options, build);
};

/** The Kustomization or FluxInstance that the cluster's folder builds and that reads this folder: it applies itself. */
const builtRoot = (
  tree: RepositoryTree,
  { folder, source, prefix, repository, given }: ViewOptions,
  build: BuildObjects,
): FoundRoot | undefined => {
  // Without a kustomization file, Flux lists all files, also those of a bootstrap under another name than flux-system.
  const list =
    tryFindKustomizationFile(tree, folder) ??
    tryFindKustomizationFile(tree, posix.join(folder, 'flux-system')) ??
    rootsBelow(tree, folder, source)[0]?.file;
  const objects = list === undefined ? [] : (build(implicitRoot(folder, source)) ?? []);
  const configMaps = new Map(given);
  const own = `${source.kind}/${source.namespace}/${source.name}`;
  const sources = openSources(tree, prefix, [own], repository);
  for (const { json } of objects) {
    learnConfigMap(configMaps, json);
    const id = tryReadId(json);
    if (id !== undefined) sources.learn(id, json);
  }
  for (const { json, path } of objects) {
    const id = tryReadId(json);
    if (id === undefined) continue;
    const applied = withOwnVars(json, id.namespace, (namespace, name) => configMaps.get(configMapKey(namespace, name)));
    const root = rootOf(tree, id, applied, folder);
    if (root?.folder !== folder) continue;
    // The operator also creates the source.
    if (root.sync !== undefined) return { ...root, file: path === '' ? list : path };
    const { kind, namespace, name } = sourceOf(applied, id.namespace);
    if (typeof sources.find(kind, namespace, name) !== 'string') return { ...root, file: path === '' ? list : path };
  }
  return undefined;
};

/** A Kustomization that another root applies, as that root's vars and patches make it. */
const patchedAbove = (
  tree: RepositoryTree,
  declared: FoundRoot,
  { folder, source }: ViewOptions,
  build: BuildObjects,
): FoundRoot => {
  const { file, isOutside, declaredBy } = declared;
  if (isOutside !== true || file === undefined || declaredBy === undefined) return declared;
  // If vars in the path stay unknown, it may not be this folder.
  const unchanged = isUncertain(declared) ? implicitRoot(folder, source) : declared;
  const above = findRoot(tree, posix.dirname(file), source);
  if (above.file === undefined || above.key === declared.key) return unchanged;
  const settled = settleRoot(tree, above, (root) => build(root)?.map(({ json }) => json));
  for (const { json } of build(settled) ?? []) {
    const id = tryReadId(json);
    const found = id !== undefined && keyOf(id) === keyOf(declaredBy) ? rootOf(tree, id, json) : undefined;
    if (found === undefined) continue;
    return isUncertain(declared) && !holds(found.folder, folder) ? unchanged : { ...found, file, isOutside };
  }
  return unchanged;
};

/** Whether the path has a var whose value isn't known. */
const isUncertain = ({ json }: FoundRoot): boolean => {
  const { spec } = json as { spec?: { path?: unknown } };
  return hasExpression(spec?.path);
};
