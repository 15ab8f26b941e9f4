import { posix } from 'node:path';
import { knownScope } from '../../compile/kind-scopes.js';
import { groupOf } from '../../constructs/reference.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { isBuiltInGroup } from '../../schema/kubernetes-groups.js';
import type { ReadableTree } from '../base-tree.js';
import { isYaml } from '../is-yaml.js';
import { objectsIn, tryFindKustomizationFile } from '../kustomize-files.js';
import type { BuiltObject } from './build-folder.js';
import { patchPlainly } from './plain-patches.js';
import { hasWords, TOUCHED } from './plain-text.js';
import type { PreparedFolder } from './prepare-folder.js';

/**
 * Builds a prepared folder without kustomize if the result is certain to be the same: plain lists of resources and
 * components, patches for Flux's own kinds, and a namespace for kinds that no reference names with it. `undefined`
 * means that kustomize must build it, if only to report an error. The order of the objects differs from kustomize's.
 */
export const tryBuildPlainly = (tree: ReadableTree, prepared: PreparedFolder): readonly BuiltObject[] | undefined => {
  if (prepared.isEmpty) return [];
  try {
    return visit(tree, prepared, prepared.folder, prepared.kustomizations.get(prepared.target), []);
  } catch {
    // A file can't be parsed.
    return undefined;
  }
};

/** Fields that a plain kustomization file may have. */
const PLAIN: ReadonlySet<string> = new Set([
  'apiVersion',
  'kind',
  'metadata',
  'resources',
  'components',
  'namespace',
  'patches',
  '$schema',
]);

const visit = (
  tree: ReadableTree,
  prepared: PreparedFolder,
  folder: string,
  json: JsonObject | undefined,
  above: readonly string[],
): readonly BuiltObject[] | undefined => {
  if (json === undefined || above.includes(folder) || !isPlain(json, above.length > 0)) return undefined;
  const objects: BuiltObject[] = [];
  const isComponent = json['kind'] === 'Component';
  // A component changes the objects built before it.
  if (isComponent && (json['namespace'] !== undefined || !isNothing(json['patches'] ?? []))) return undefined;
  for (const name of ['resources', 'components']) {
    for (const text of (json[name] ?? []) as readonly string[]) {
      const path = posix.join(folder, text).replace(/\/$/, '');
      const found = tree.blobs.has(path)
        ? name === 'resources'
          ? readFile(tree, path)
          : undefined
        : visitFolder(tree, prepared, path === '.' ? '' : path, name === 'components', [...above, folder]);
      if (found === undefined) return undefined;
      objects.push(...found);
    }
  }
  const patched = patchPlainly(tree, folder, json['patches'] ?? [], objects);
  if (patched === undefined || !patched.every(({ json: one }) => isPlainObject(one))) return undefined;
  const namespace = json['namespace'];
  const placed = namespace === undefined || namespace === '' ? patched : inNamespace(patched, namespace);
  return placed === undefined || hasTwins(placed) ? undefined : placed;
};

const isPlain = (json: JsonObject, isInside: boolean): boolean => {
  if (Object.keys(json).some((key) => !PLAIN.has(key) && !isNothing(json[key]))) return false;
  const { apiVersion = 'kustomize.config.k8s.io/v1beta1', kind = 'Kustomization' } = json;
  if (kind === 'Component') return isInside && apiVersion === 'kustomize.config.k8s.io/v1alpha1';
  return kind === 'Kustomization' && apiVersion === 'kustomize.config.k8s.io/v1beta1';
};

const isNothing = (value: unknown): boolean =>
  (Array.isArray(value) && value.length === 0) || (isObject(value) && Object.keys(value).length === 0);

const visitFolder = (
  tree: ReadableTree,
  prepared: PreparedFolder,
  folder: string,
  isComponent: boolean,
  above: readonly string[],
): readonly BuiltObject[] | undefined => {
  const file = tryFindKustomizationFile(tree, folder);
  const json = file === undefined ? undefined : prepared.kustomizations.get(file);
  if (json === undefined || (json['kind'] === 'Component') !== isComponent) return undefined;
  return visit(tree, prepared, folder, json, above);
};

const readFile = (tree: ReadableTree, path: string): readonly BuiltObject[] | undefined => {
  if (!isYaml(path)) return undefined;
  if (tree.marks?.([path]).get(path)?.hasWords ?? hasWords(tree.read([path]).get(path) ?? '')) return undefined;
  const objects = objectsIn(tree, path);
  return objects.length > 0 && objects.every(isPlainObject) ? objects.map((json) => ({ json, path })) : undefined;
};

const isPlainObject = (json: JsonObject): boolean => {
  const { apiVersion, kind, metadata } = json;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || !isObject(metadata)) return false;
  const { name, namespace, annotations, labels } = metadata;
  if (typeof name !== 'string' || name === '' || TOUCHED.test(apiVersion)) return false;
  if (namespace !== undefined && (typeof namespace !== 'string' || namespace === '')) return false;
  if (kind.endsWith('List') && json['items'] !== undefined) return false;
  return [annotations, labels].every(isPlainMap);
};

/** kustomize drops empty maps, and rejects values that aren't text. */
const isPlainMap = (entries: unknown): boolean =>
  entries === undefined ||
  (isObject(entries) &&
    Object.keys(entries).length > 0 &&
    Object.entries(entries).every(([key, value]) => typeof value === 'string' && !TOUCHED.test(key)));

/**
 * Kinds with references to a namespace, or that others reference with a namespace, in fields that kustomize also
 * changes.
 */
const LINKED: ReadonlySet<string> = new Set([
  'APIService',
  'ClusterRoleBinding',
  'CustomResourceDefinition',
  'MutatingWebhookConfiguration',
  'Namespace',
  'PersistentVolume',
  'RoleBinding',
  'ValidatingWebhookConfiguration',
]);

/** Cluster-scoped kinds that kustomize has known for a long time. */
const CLUSTER_WIDE: ReadonlySet<string> = new Set([
  'CSIDriver',
  'ClusterRole',
  'IngressClass',
  'Namespace',
  'PriorityClass',
  'RuntimeClass',
  'StorageClass',
]);

const inNamespace = (objects: readonly BuiltObject[], namespace: unknown): readonly BuiltObject[] | undefined => {
  if (typeof namespace !== 'string') return undefined;
  const placed: BuiltObject[] = [];
  for (const { json, path } of objects) {
    const kind = json['kind'] as string;
    const group = groupOf(json['apiVersion'] as string);
    const metadata = json['metadata'] as JsonObject;
    if (LINKED.has(kind) && !(kind === 'Namespace' && group === '' && metadata['name'] === namespace)) return undefined;
    // kustomize, which is based on Kubernetes 1.21, doesn't know that newer kinds are cluster-scoped.
    const isClusterWide = isBuiltInGroup(group) && knownScope(group, kind) === 'Cluster';
    if (isClusterWide && !(CLUSTER_WIDE.has(kind) && /(?:^|\/)v1$/.test(json['apiVersion'] as string)))
      return undefined;
    placed.push({ json: isClusterWide ? json : { ...json, metadata: { ...metadata, namespace } }, path });
  }
  return placed;
};

/** Whether objects have the same identity, which kustomize rejects. */
const hasTwins = (objects: readonly BuiltObject[]): boolean => {
  const ids = new Set<string>();
  for (const { json } of objects) {
    const { name, namespace = 'default' } = json['metadata'] as JsonObject;
    const place = namespace === 'default' ? '' : namespace;
    ids.add([groupOf(json['apiVersion'] as string), json['apiVersion'], json['kind'], place, name].join('\0'));
  }
  return ids.size < objects.length;
};
