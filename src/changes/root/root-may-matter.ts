import { existsSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import type { ClusterTree } from '../../applied/base-tree.js';
import { isFluxKustomization } from '../../applied/cluster-state.js';
import { type FluxFiles, isComponents, isRootFile } from '../../applied/flux-files.js';
import { keyOf, type ObjectId, tryReadId } from '../../applied/object-id.js';
import { rootOf } from '../../applied/view/find-root.js';
import { hasSourceSettings, IGNORE_FILE } from '../../applied/view/source-ignore.js';
import { FLUX_NAMESPACE } from '../../contract/index.js';
import type { AppSettings } from '../../declared/declared-app.js';
import { componentOf, requiredComponents } from '../../flux/components.js';
import { KUSTOMIZATION_FILES } from '../../flux/kustomization-file-names.js';
import { listOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { specOf } from '../../json/manifest-fields.js';
import { readPatch } from '../../rules/languages/patch.js';
import { compilePattern } from '../../schema/pattern.js';
import type { ClusterPlan } from '../../tree/plan-cluster.js';
import { objectsOfRoot } from './objects-of-root.js';
import type { HasParent } from './parent-elsewhere.js';
import { openRootsBeside } from './roots-beside.js';

/**
 * Opens a quick check of planned clusters: whether the root may do more with the tree than apply it, changes itself,
 * has a name that the plan uses too, reads another source than the app, or shares the folder with the root of another
 * cluster. In these cases, all that it builds must be read. Reads only the few Flux files in the cluster's folder, and
 * those above it.
 *
 * @param root the tree's folder on the disk
 * @param hasParent whether a Kustomization elsewhere may read a folder; called if neither the folder nor one above it
 * has a root
 */
export const openRootLook = (
  root: string,
  tree: ClusterTree,
  source: TreeSource,
  hasParent: HasParent,
  flux: FluxFiles,
): ((plan: PlannedFolder) => boolean) => {
  let ignores: boolean | undefined;
  const hasRootBeside = openRootsBeside(root, tree, flux);
  return (plan) => {
    const { folder } = plan.layout;
    ignores ??= hasIgnoreFile(root, tree);
    const hasOne = () => hasParent(folder) || hasParent(folder, tree.base.commit);
    return ignores || hasRootBeside(folder) || rootMayMatter(root, tree, { plan, source }, hasOne, flux);
  };
};

type PlannedFolder = Pick<ClusterPlan, 'layout' | 'objects' | 'files'>;

const rootMayMatter = (
  root: string,
  tree: ClusterTree,
  { plan, source }: { readonly plan: PlannedFolder; readonly source: TreeSource },
  hasParent: () => boolean,
  flux: FluxFiles,
): boolean => {
  const { folder } = plan.layout;
  const place = join(root, folder);
  const start = `${folder}/flux-system/`;
  const paths = tree.under(`${folder}/flux-system`).filter(isRootFile);
  const before = tree.read(paths);
  const now = flux.rootTexts(place);
  const isSame =
    before.size === now.size && [...before].every(([path, text]) => now.get(path.slice(start.length)) === text);
  if (!isSame || hasOtherComponents(tree, folder, place, flux) || hasOtherInstance(tree, plan)) return true;
  if (lacksController(place, plan, flux)) return true;
  // The bootstrap's manifests may hold the same one.
  if (plan.objects.some(({ json }) => isNamedSo(json, FLUX_OWN))) return true;
  const found = [...before.values()].map((text) => flux.tryParse(text));
  if (found.some((one) => one === undefined)) return true;
  const objects = found.flatMap((one) => one ?? []);
  if (objects.some((json) => transforms(json, (path) => tree.folderOf(path) === folder))) return true;
  const names = new Set(objects.flatMap((json) => declaredNames(tree, json)).map(keyOf));
  if (plan.objects.some(({ json }) => isNamedSo(json, names))) return true;
  if (objects.some(isRoot)) return !names.has(keyOf({ group: 'source.toolkit.fluxcd.io', ...source }));
  return hasAbove(root, folder, tree) || hasParent();
};

const FLUX_OWN: ReadonlySet<string> = new Set([
  keyOf({ group: '', kind: 'Namespace', namespace: '', name: FLUX_NAMESPACE }),
]);

type TreeSource = AppSettings['source'];

/** The names of an object in Flux's folder, and of the source if it's a root. No addon may use them. */
const declaredNames = (tree: ClusterTree, json: JsonObject): readonly ObjectId[] => {
  const id = tryReadId(json);
  if (id === undefined) return [];
  const root = rootOf(tree, id, json);
  return root === undefined ? [id] : [id, ...objectsOfRoot(root)];
};

const isNamedSo = (json: JsonObject, names: ReadonlySet<string>): boolean => {
  const id = tryReadId(json);
  return id !== undefined && names.has(keyOf(id));
};

/**
 * Whether the root may change the generated Kustomizations, according to the files on the disk. Reads only few files.
 *
 * @param root the tree's folder on the disk
 * @param folder the cluster's, relative to the tree's root
 * @param hasParent whether a Kustomization elsewhere may read a folder; called if neither the folder nor one above it
 * has a root
 */
export const rootMayTransform = (root: string, folder: string, hasParent: HasParent, flux: FluxFiles): boolean => {
  if (KUSTOMIZATION_FILES.some((name) => existsSync(join(root, folder, name)))) return true;
  const found = [...flux.rootTexts(join(root, folder)).values()].map((text) => flux.tryParse(text));
  if (found.some((one) => one === undefined)) return true;
  const objects = found.flatMap((one) => one ?? []);
  const isOwnFolder = (path: string) => `/${posix.normalize(path).replace(/\/$/, '')}`.endsWith(`/${folder}`);
  if (objects.some((json) => transforms(json, isOwnFolder))) return true;
  return !objects.some(isRoot) && (hasAbove(root, folder) || hasParent(folder));
};

/** Whether the controllers themselves change, including their flags. Compares hashes. */
const hasOtherComponents = (tree: ClusterTree, folder: string, place: string, flux: FluxFiles): boolean => {
  const start = `${folder}/flux-system/`;
  const here = new Set(flux.paths(place));
  return tree.under(`${folder}/flux-system`).some((path) => {
    const below = path.slice(start.length);
    return isComponents(path) && (!here.has(below) || !tree.holds(path, flux.text(place, below)));
  });
};

/**
 * Whether Flux's own files don't name a controller that objects of the plan need. Searches the texts. Two controllers
 * always exist; a FluxInstance with default components is checked by its build.
 */
const lacksController = (place: string, { objects }: PlannedFolder, flux: FluxFiles): boolean => {
  const needed = new Set(
    objects.flatMap(({ object: { group, kind } }) => {
      const name = componentOf(group, kind);
      return name === undefined || requiredComponents.some((one) => one === name) ? [] : [name];
    }),
  );
  if (needed.size === 0) return false;
  const all = flux
    .paths(place)
    .filter((path) => /^[^/]+\.ya?ml$/.test(path))
    .map((path) => flux.text(place, path));
  if (!all.some((text) => /\bkustomize-controller\b|\bkind: FluxInstance\b/.test(text))) return false;
  return [...needed].some((name) => !all.some((text) => text.includes(name)));
};

/** Whether the FluxInstance generated from the code's Flux settings changes. */
const hasOtherInstance = (tree: ClusterTree, { layout, files }: PlannedFolder): boolean => {
  const path = `${layout.fluxSettings}/flux-instance.yaml`;
  return tree.blobs.has(path) && !tree.holds(path, files.get(path) ?? '');
};

/** Whether ignore files, in the tree or in a folder above it, may leave files out of Flux's source. */
const hasIgnoreFile = (root: string, tree: ClusterTree): boolean => {
  if ([...tree.blobs.keys()].some((path) => posix.basename(path) === IGNORE_FILE)) return true;
  for (let at = root; ; at = dirname(at)) {
    if (existsSync(join(at, IGNORE_FILE))) return true;
    if (dirname(at) === at || existsSync(join(at, '.git'))) return false;
  }
};

/** Fields of the root that change what it builds, or how it deletes. */
const TOUCHING = [
  'patches',
  'components',
  'images',
  'targetNamespace',
  'namePrefix',
  'nameSuffix',
  'postBuild',
  'commonMetadata',
  'deletionPolicy',
  'kubeConfig',
  'ignore',
] as const;

const isRoot = (json: JsonObject): boolean => {
  const id = tryReadId(json);
  return id !== undefined && (isFluxKustomization(id) || id.kind === 'FluxInstance');
};

/** Whether an object is a root with such fields, or a kustomization file that changes the root. */
const transforms = (json: JsonObject, isOwnFolder: (path: string) => boolean): boolean => {
  const spec = specOf(json);
  const id = tryReadId(json);
  if (id === undefined || String(json['apiVersion']).startsWith('kustomize.config.k8s.io/')) return changesRoot(json);
  if (isFluxKustomization(id)) {
    const isUsual = spec['prune'] === true && spec['suspend'] !== true;
    return !isUsual || !isOwnFolder(String(spec['path'])) || TOUCHING.some((field) => isSet(spec[field]));
  }
  if (id.group === 'source.toolkit.fluxcd.io') return hasSourceSettings(spec) || spec['suspend'] === true;
  if (id.kind !== 'FluxInstance') return false;
  const { sync, kustomize, cluster, sharding } = spec;
  if (sharding !== undefined || (isObject(cluster) && cluster['multitenant'] === true)) return true;
  if (isObject(sync) && !isOwnFolder(String(sync['path']))) return true;
  return isObject(kustomize) && listOf(kustomize['patches']).some(mayPatchRoot);
};

/** Fields of a kustomization file that don't change the root's settings. */
const HARMLESS: ReadonlySet<string> = new Set([
  'apiVersion',
  'kind',
  'metadata',
  'resources',
  'patches',
  'images',
  'labels',
  'commonLabels',
  'commonAnnotations',
  'buildMetadata',
  'sortOptions',
  '$schema',
]);

const changesRoot = (json: JsonObject): boolean =>
  Object.keys(json).some((field) => !HARMLESS.has(field) && isSet(json[field]) && json[field] !== 'flux-system') ||
  listOf(json['patches']).some(mayPatchRoot);

/** Whether a patch may change a Flux Kustomization, its source, or the objects from which the operator makes them. */
const mayPatchRoot = (entry: unknown): boolean => {
  if (!isObject(entry)) return true;
  const { target, patch } = entry;
  if (isObject(target)) return KINDS.some((kind) => fits(target['kind'], kind));
  const read = typeof patch === 'string' ? readPatch(patch) : '';
  return (
    typeof read === 'string' ||
    read.kind === 'operations' ||
    read.objects.some(({ kind }) => KINDS.includes(String(kind)))
  );
};

const KINDS: readonly string[] = ['Kustomization', 'FluxInstance', 'GitRepository', 'OCIRepository', 'Bucket'];

const fits = (pattern: unknown, value: string): boolean =>
  typeof pattern !== 'string' || pattern === '' || (compilePattern(`^(?:${pattern})$`)?.(value) ?? true);

const isSet = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== '' &&
  !(Array.isArray(value) && value.length === 0) &&
  !(isObject(value) && Object.keys(value).length === 0);

/**
 * Whether a folder above the cluster's has a root, or a kustomization file through which a root may read it.
 *
 * @param tree the base's tree
 */
const hasAbove = (root: string, folder: string, tree?: ClusterTree): boolean => {
  const names = [...KUSTOMIZATION_FILES, 'flux-system'];
  const isIn = (at: string) => names.some((name) => existsSync(join(at, name)));
  for (let at = posix.dirname(folder); ; at = posix.dirname(at)) {
    if (isIn(join(root, at))) return true;
    const inside = names.map((name) => posix.join(at, name));
    if (tree !== undefined && inside.some((one) => tree.blobs.has(one) || tree.under(one).length > 0)) return true;
    if (at === '.') break;
  }
  for (let at = root; !existsSync(join(at, '.git')); ) {
    const above = dirname(at);
    if (above === at) return false;
    if (isIn(above)) return true;
    at = above;
  }
  return false;
};
