import { posix } from 'node:path';
import { FLUX_NAMESPACE } from '../../contract/index.js';
import { parseOwnerKey } from '../../declared/owner-key.js';
import { fieldsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { specOf } from '../../json/manifest-fields.js';
import { mayBecome } from '../../substitution/may-become.js';
import { openPatches } from '../apply-patches.js';
import { isFluxKustomization, isMarkedKept, ownerKey, ROOT } from '../cluster-state.js';
import { deletedByPatches } from '../deleted-by-patches.js';
import { isComponents } from '../flux-files.js';
import { filesBelow, filesIn } from '../folders.js';
import { isYaml } from '../is-yaml.js';
import { type ObjectId, tryReadId } from '../object-id.js';
import { sourceOf } from './build-owner.js';
import type { RepositoryTree } from './flux-view.js';
import { folderOf } from './folder-of.js';
import type { FoundRoot } from './found-root.js';
import { hasExpression, withOwnVars } from './known-vars.js';

/**
 * Finds the root of a cluster: the one that `flux bootstrap` writes to its folder or to one above, a FluxInstance
 * there, or, if the repository has neither, a Kustomization elsewhere that reads the cluster's folder. Otherwise a root
 * with Flux's default settings. If several above or elsewhere read the folder, the nearest counts.
 *
 * @param folder the cluster's, from the repository's root
 * @param source the source of the implicit root
 */
export const findRoot = (
  tree: RepositoryTree,
  folder: string,
  source: { readonly kind: string; readonly name: string; readonly namespace: string },
): FoundRoot => {
  for (const at of foldersUpFrom(folder)) {
    const found = rootsIn(tree, at, folder, source);
    const [first, ...rest] = found;
    if (first === undefined) continue;
    return at === folder ? first : nearest([first, ...rest]);
  }
  // A certain path takes precedence over one with vars.
  const outside = [...rootsOutside(tree, folder, source)].sort((a, b) => uncertainty(a) - uncertainty(b));
  if (outside.length > 0) return nearest(outside);
  return implicitRoot(folder, source);
};

/** A root that nothing declares, with Flux's default settings. */
export const implicitRoot = (folder: string, source: Parameters<typeof findRoot>[2], key = ROOT): FoundRoot => ({
  key,
  json: defaultRoot(key, `./${folder}`, source),
  file: undefined,
  folder,
});

const uncertainty = ({ json: { spec } }: FoundRoot): number => (isObject(spec) && hasExpression(spec['path']) ? 1 : 0);

const nearest = ([first, ...rest]: readonly FoundRoot[]): FoundRoot =>
  rest.reduce((a, b) => (b.folder.length > a.folder.length ? b : a), first!);

/**
 * Kustomizations in files elsewhere that read the folder, or one above: `flux/cluster.yaml`, which the root of `flux/`
 * applies. A Kustomization that reads the whole repository isn't intended for this folder.
 */
export const rootsOutside = (
  tree: RepositoryTree,
  folder: string,
  source: Parameters<typeof findRoot>[2],
): readonly FoundRoot[] => {
  const isHere = (path: string) => folder === '' || path.startsWith(`${folder}/`);
  const paths = tree
    .namingKustomizations()
    .filter((path) => tree.blobs.has(path) && !isHere(path) && !isComponents(path))
    .sort();
  return paths.flatMap((path) => {
    return tryObjects(tree, path).flatMap((json): readonly FoundRoot[] => {
      const id = tryReadId(json);
      if (id === undefined || !isFluxKustomization(id)) return [];
      const found = rootOf(tree, id, json, folder);
      if (found === undefined || found.folder === '' || !holds(found.folder, folder)) return [];
      return isOfSource(found, source) ? [{ ...found, file: path, isOutside: true }] : [];
    });
  });
};

/** Kustomizations in folders below that read the very folder: `flux bootstrap` writes one to the folder of its namespace. */
export const rootsBelow = (
  tree: RepositoryTree,
  folder: string,
  source: Parameters<typeof findRoot>[2],
): readonly FoundRoot[] =>
  folder === ''
    ? []
    : tree
        .namingKustomizations()
        .filter((path) => tree.blobs.has(path) && path.startsWith(`${folder}/`) && !isComponents(path))
        .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
        .flatMap((path) =>
          tryObjects(tree, path).flatMap((json): readonly FoundRoot[] => {
            const id = tryReadId(json);
            if (id === undefined || !isFluxKustomization(id)) return [];
            const found = rootOf(tree, id, json);
            return found?.folder === folder && isOfSource(found, source) ? [{ ...found, file: path }] : [];
          }),
        );

/** The folder itself and its parents. */
const foldersUpFrom = (folder: string): readonly string[] =>
  folder === '' ? [''] : [folder, ...foldersUpFrom(folder.includes('/') ? posix.dirname(folder) : '')];

/** Roots that a folder, or its `flux-system`, declares and that read another folder. */
const rootsIn = (
  tree: RepositoryTree,
  at: string,
  folder: string,
  source: Parameters<typeof findRoot>[2],
): readonly FoundRoot[] => {
  const inside = filesBelow(tree.blobs, at === '' ? 'flux-system' : `${at}/flux-system`).filter(isYaml);
  const direct = filesIn(tree.blobs, at).filter(isYaml);
  return [...inside, ...direct]
    .sort((a, b) => rank(a) - rank(b))
    .flatMap((path) => {
      if (isComponents(path)) return [];
      return tryObjects(tree, path).flatMap((json): readonly FoundRoot[] => {
        const id = tryReadId(json);
        const found = id === undefined ? undefined : rootOf(tree, id, withOwnVars(json, id.namespace), folder);
        if (found === undefined || !holds(found.folder, folder)) return [];
        // An ordinary Kustomization reads the folder only if its paths start from the same place.
        if (direct.includes(path) && isFluxKustomization(id!) && !isOfSource(found, source)) return [];
        return [{ ...found, file: path }];
      });
    });
};

export const isOfSource = (
  { key, json }: Pick<FoundRoot, 'key' | 'json'>,
  source: Parameters<typeof findRoot>[2],
): boolean => {
  const { kind, namespace, name } = sourceOf(json, parseOwnerKey(key).namespace);
  return kind === source.kind && namespace === source.namespace && name === source.name;
};

const rank = (path: string): number => (/sync/.test(posix.basename(path)) ? 0 : 1);

const tryObjects = (tree: RepositoryTree, path: string): readonly JsonObject[] => {
  try {
    return tree.objects(path);
  } catch {
    return [];
  }
};

/**
 * The root that an object declares, as a Kustomization or FluxInstance; `undefined` if it declares none.
 *
 * @param expected the folder that a path with unknown vars counts as, if it may be this folder
 */
export const rootOf = (
  tree: Paths,
  id: ObjectId,
  json: JsonObject,
  expected?: string,
): Omit<FoundRoot, 'file'> | undefined => {
  const spec = specOf(json);
  if (isFluxKustomization(id)) {
    const { path } = spec;
    const reads = hasExpression(path) ? expectedAt(tree, String(path), expected) : folderOf(tree, path);
    return reads === undefined ? undefined : { key: ownerKey(id), json, folder: reads, declaredBy: id };
  }
  const { sync, kustomize } = spec;
  if (id.kind !== 'FluxInstance' || id.group !== 'fluxcd.controlplane.io' || !isObject(sync)) return undefined;
  if (folderOf(tree, sync['path']) === undefined) return undefined;
  // Often the kustomization file next to it sets the namespace.
  const namespace = id.namespace === '' ? FLUX_NAMESPACE : id.namespace;
  const name = typeof sync['name'] === 'string' && sync['name'] !== '' ? sync['name'] : namespace;
  const made = defaultRoot(ownerKey({ namespace, name }), String(sync['path']), {
    kind: String(sync['kind']),
    name,
    namespace,
  });
  const root = patchedRoot(made, fieldsOf(kustomize));
  if (root === undefined) return undefined;
  const reads = folderOf(tree, isObject(root.json['spec']) ? (root.json['spec']['path'] ?? './') : './');
  if (reads === undefined) return undefined;
  const mark = isMarkedKept(json) ? { isDeclaredForGood: true as const } : {};
  return { ...root, folder: reads, declaredBy: id, sync, ...mark };
};

/** Applies the patches of a FluxInstance to the root, including its name and path; `undefined` if they delete it. */
const patchedRoot = (made: JsonObject, patches: JsonObject): Pick<FoundRoot, 'key' | 'json'> | undefined => {
  const id = tryReadId(made)!;
  if (deletedByPatches({ spec: patches })?.(made) === 'certainly') return undefined;
  const json = openPatches({ spec: patches })?.(made) ?? made;
  return { key: ownerKey(tryReadId(json) ?? id), json };
};

type Paths = Pick<RepositoryTree, 'folderOf'>;

/** The expected folder, if a path with vars may be that folder. */
const expectedAt = (tree: Paths, path: string, expected: string | undefined): string | undefined => {
  const start = tree.folderOf('');
  if (expected === undefined || start === undefined || !expected.startsWith(start)) return undefined;
  return mayBecome(path.replace(STRAY_ENDS, ''), expected.slice(start.length)) ? expected : undefined;
};

const STRAY_ENDS = /^(?:\.?\/)+|\/+$/g;

export const holds = (folder: string, inner: string): boolean =>
  folder === '' || folder === inner || inner.startsWith(`${folder}/`);

/** As `flux bootstrap` and the Flux operator write it. */
const defaultRoot = (
  key: string,
  path: string,
  { kind, name, namespace }: { readonly kind: string; readonly name: string; readonly namespace: string },
): JsonObject => ({
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  metadata: { name: parseOwnerKey(key).name, namespace: parseOwnerKey(key).namespace || FLUX_NAMESPACE },
  spec: { interval: '10m', path, prune: true, sourceRef: { kind, name, namespace } },
});
