import { posix } from 'node:path';
import { groupOf } from '../../constructs/reference.js';
import { isUtf16 } from '../../files/utf16-text.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { isClusterWideToKustomize } from '../../rules/patches/kustomize-scopes.js';
import type { ReadableTree } from '../base-tree.js';
import { isYaml } from '../is-yaml.js';
import { objectsIn, tryFindKustomizationFile } from '../kustomize-files.js';
import type { BuiltObject } from './build-folder.js';
import { NotPlain } from './not-plain.js';
import { generatePlainly } from './plain-generators.js';
import { addHashes, type NameField, nameFieldsIn } from './plain-hashes.js';
import type { PlainObject } from './plain-object.js';
import { patchPlainly } from './plain-patches.js';
import { mayFoldWrongly, TOUCHED } from './plain-text.js';
import type { PreparedFolder } from './prepare-folder.js';

/**
 * Builds a prepared folder without kustomize if the result is certain to be the same: plain lists of resources and
 * components, ConfigMaps made of files, patches for Flux's own kinds, and a namespace for kinds that no reference names
 * with it. `undefined`
 * means that kustomize must build it, if only to report an error. The order of the objects differs from kustomize's.
 */
export const tryBuildPlainly = (tree: ReadableTree, prepared: PreparedFolder): readonly BuiltObject[] | undefined => {
  try {
    return buildPlainly(tree, prepared);
  } catch {
    // kustomize reports it if a file can't be parsed.
    return undefined;
  }
};

/** The same. @throws NotPlain if kustomize must build it */
export const buildPlainly = (tree: ReadableTree, prepared: PreparedFolder): readonly BuiltObject[] =>
  prepared.isEmpty ? [] : buildTarget(tree, prepared);

const buildTarget = (tree: ReadableTree, prepared: PreparedFolder): readonly BuiltObject[] => {
  const fields: NameField[] = [];
  const json = prepared.kustomizations.get(prepared.target);
  const objects = addHashes(visit({ tree, prepared, fields }, prepared.folder, json, []), fields);
  return objects.map(({ json, path }) => ({ json, path }));
};

/** What all folders of a build share. */
interface Visit {
  readonly tree: ReadableTree;
  readonly prepared: PreparedFolder;
  /** Fields that name ConfigMaps; filled while the folders are read. */
  readonly fields: NameField[];
}

/** Fields that a plain kustomization file may have. */
const PLAIN: ReadonlySet<string> = new Set([
  'apiVersion',
  'kind',
  'metadata',
  'resources',
  'components',
  'namespace',
  'patches',
  'configMapGenerator',
  'generatorOptions',
  'configurations',
  '$schema',
]);

const visit = (
  all: Visit,
  folder: string,
  json: JsonObject | undefined,
  above: readonly string[],
): readonly PlainObject[] => {
  const { tree } = all;
  if (json === undefined || above.includes(folder)) throw new NotPlain('no kustomization file');
  requirePlain(json, above.length > 0);
  const objects: PlainObject[] = [];
  const isComponent = json['kind'] === 'Component';
  // A component changes the objects built before it.
  if (isComponent && ['namespace', 'patches', 'configMapGenerator'].some((name) => !isNothing(json[name] ?? [])))
    throw new NotPlain('a component that changes what is built before it');
  for (const name of ['resources', 'components']) {
    for (const text of (json[name] ?? []) as readonly string[]) {
      const path = posix.join(folder, text).replace(/\/$/, '');
      if (!tree.blobs.has(path)) {
        const inner = path === '.' ? '' : path;
        objects.push(...visitFolder(all, inner, name === 'components', [...above, folder]));
      } else if (name === 'resources') objects.push(...readFile(tree, path));
      else throw new NotPlain('a file among the components');
    }
  }
  objects.push(...generatePlainly(tree, folder, json));
  for (const text of (json['configurations'] ?? []) as readonly string[])
    all.fields.push(...nameFieldsIn(objectsIn(tree, posix.join(folder, text))));
  const patched = patchPlainly(tree, folder, json['patches'] ?? [], objects);
  for (const { json: one } of patched) requirePlainObject(one);
  const namespace = json['namespace'];
  const placed = namespace === undefined || namespace === '' ? patched : inNamespace(patched, namespace);
  if (hasTwins(placed)) throw new NotPlain('the same object twice');
  return placed;
};

const requirePlain = (json: JsonObject, isInside: boolean): void => {
  const other = Object.keys(json).find((key) => !PLAIN.has(key) && !isNothing(json[key]));
  if (other !== undefined) throw new NotPlain(`the field ${other}`);
  const { apiVersion = 'kustomize.config.k8s.io/v1beta1', kind = 'Kustomization' } = json;
  const isComponent = kind === 'Component' && isInside && apiVersion === 'kustomize.config.k8s.io/v1alpha1';
  if (!isComponent && (kind !== 'Kustomization' || apiVersion !== 'kustomize.config.k8s.io/v1beta1'))
    throw new NotPlain(`a kustomization file with ${String(apiVersion)} and ${String(kind)}`);
};

const isNothing = (value: unknown): boolean =>
  (Array.isArray(value) && value.length === 0) || (isObject(value) && Object.keys(value).length === 0);

const visitFolder = (
  all: Visit,
  folder: string,
  isComponent: boolean,
  above: readonly string[],
): readonly PlainObject[] => {
  const file = tryFindKustomizationFile(all.tree, folder);
  const json = file === undefined ? undefined : all.prepared.kustomizations.get(file);
  if (json !== undefined && (json['kind'] === 'Component') !== isComponent)
    throw new NotPlain('a component among the resources, or another folder among the components');
  return visit(all, folder, json, above);
};

const readFile = (tree: ReadableTree, path: string): readonly PlainObject[] => {
  if (!isYaml(path)) throw new NotPlain('a resource that is no YAML file');
  const text = tree.read([path]).get(path) ?? '';
  if (isUtf16(text)) throw new NotPlain('a file in UTF-16');
  if (!text.isWellFormed()) throw new NotPlain("a file that isn't UTF-8");
  if (text.startsWith('%')) throw new NotPlain('a file with directives');
  if (KEY_OF_OTHER_TYPE.test(text)) throw new NotPlain("a key that isn't a text");
  const objects = objectsIn(tree, path);
  if (objects.length === 0) throw new NotPlain('a file without objects');
  if (mayFoldWrongly(text, objects)) throw new NotPlain('a folded text with indented lines');
  for (const json of objects) requirePlainObject(json);
  return objects.map((json) => ({ json, path }));
};

/** kustomize can't print a map with such a key. A line of a text may look the same. */
const KEY_OF_OTHER_TYPE = /(?:^[ \t]*(?:- +)*|[{,]\s*)(?:[-+.]?\d[\w.+-]*|true|false|null|~)[ \t]*:(?:\s|$)/im;

const requirePlainObject = (json: JsonObject): void => {
  const { apiVersion, kind, metadata } = json;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || !isObject(metadata))
    throw new NotPlain('what is no object of Kubernetes');
  const { name, namespace, annotations, labels } = metadata;
  if (typeof name !== 'string' || name === '' || TOUCHED.test(apiVersion))
    throw new NotPlain('an object without a name, or for kustomize itself');
  if (namespace !== undefined && (typeof namespace !== 'string' || namespace === ''))
    throw new NotPlain("a namespace that isn't a text");
  if (kind.endsWith('List') && json['items'] !== undefined) throw new NotPlain('a list of objects');
  if (![annotations, labels].every(isPlainMap)) throw new NotPlain('empty or odd labels or annotations');
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
  'CustomResourceDefinition',
  'MutatingWebhookConfiguration',
  'Namespace',
  'PersistentVolume',
  'ValidatingWebhookConfiguration',
]);

/**
 * Whether all subjects of a RoleBinding stay: kustomize changes ServiceAccounts that it moves, and those named "default".
 */
const keepsSubjects = ({ subjects }: JsonObject, namespace: string): boolean =>
  subjects === undefined ||
  (Array.isArray(subjects) &&
    subjects.every(
      (one) =>
        isObject(one) &&
        (one['kind'] === 'ServiceAccount' ? one['namespace'] === namespace : String(one['name']).includes(':')),
    ));

const inNamespace = (objects: readonly PlainObject[], namespace: unknown): readonly PlainObject[] => {
  if (typeof namespace !== 'string') throw new NotPlain("a namespace that isn't a text");
  const placed: PlainObject[] = [];
  for (const one of objects) {
    const { json } = one;
    const kind = json['kind'] as string;
    const group = groupOf(json['apiVersion'] as string);
    const metadata = json['metadata'] as JsonObject;
    if (LINKED.has(kind) && !(kind === 'Namespace' && group === '' && metadata['name'] === namespace))
      throw new NotPlain(`a namespace for ${kind}`);
    if (/^(?:Cluster)?RoleBinding$/.test(kind) && !keepsSubjects(json, namespace))
      throw new NotPlain(`a namespace for ${kind} with other subjects`);
    const isClusterWide = isClusterWideToKustomize(json['apiVersion'] as string, kind);
    placed.push(isClusterWide ? one : { ...one, json: { ...json, metadata: { ...metadata, namespace } } });
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
