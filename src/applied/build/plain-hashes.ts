import { hash } from 'node:crypto';
import { groupOf } from '../../constructs/reference.js';
import { compareText } from '../../json/compare-text.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { isBuiltInGroup } from '../../schema/kubernetes-groups.js';
import { NotPlain } from './not-plain.js';
import type { PlainObject } from './plain-object.js';

/** A field of objects of a kind that names a ConfigMap, from the `nameReference` of a `configurations` file. */
export interface NameField {
  readonly kind: string;
  readonly path: readonly string[];
}

/**
 * Reads a `configurations` file of a kustomization file, if it only says where HelmReleases and the like name ConfigMaps
 * and Secrets.
 *
 * @throws NotPlain if it says more
 */
export const nameFieldsIn = (objects: readonly JsonObject[]): readonly NameField[] => {
  const [json, second] = objects;
  const { nameReference, ...more } = json ?? {};
  if (second !== undefined || !Array.isArray(nameReference) || Object.keys(more).length > 0)
    throw new NotPlain('configurations with more than name references');
  return nameReference.flatMap((entry): readonly NameField[] => {
    const { kind, version = 'v1', fieldSpecs, ...rest } = isObject(entry) ? entry : {};
    const isPlain = (kind === 'ConfigMap' || kind === 'Secret') && version === 'v1' && Array.isArray(fieldSpecs);
    if (!isPlain || Object.keys(rest).length > 0) throw new NotPlain('configurations for another kind');
    const fields = (fieldSpecs as readonly unknown[]).map(fieldOf);
    // Secrets with a hash are left to kustomize.
    return kind === 'ConfigMap' ? fields : [];
  });
};

const fieldOf = (spec: unknown): NameField => {
  const { kind, path, ...rest } = isObject(spec) ? spec : {};
  if (typeof kind !== 'string' || MAY_NAME.has(kind) || typeof path !== 'string' || !/^spec(?:\/[\w-]+)+$/.test(path))
    throw new NotPlain('configurations for another field');
  if (Object.keys(rest).length > 0) throw new NotPlain('configurations for another field');
  return { kind, path: path.split('/') };
};

/** Kinds of Kubernetes in which kustomize looks for names of ConfigMaps by itself, whatever their group. */
const MAY_NAME: ReadonlySet<string> = new Set([
  'ClusterRole',
  'CronJob',
  'DaemonSet',
  'Deployment',
  'Ingress',
  'Job',
  'Node',
  'Pod',
  'PodTemplate',
  'ReplicaSet',
  'Role',
  'StatefulSet',
]);

/**
 * Gives generated ConfigMaps the hash in their names, and changes what names them.
 *
 * @throws NotPlain if kustomize may find names elsewhere
 */
export const addHashes = (objects: readonly PlainObject[], fields: readonly NameField[]): readonly PlainObject[] => {
  const renamed = new Map<string, { readonly name: string; readonly namespace: unknown }>();
  for (const { json, needsHash } of objects) {
    if (needsHash !== true) continue;
    const { name, namespace } = metadataOf(json);
    renamed.set(String(name), { name: `${String(name)}-${hashOf(json)}`, namespace });
  }
  if (renamed.size === 0) return objects;
  for (const [name] of renamed)
    if (objects.filter(({ json }) => json['kind'] === 'ConfigMap' && metadataOf(json)['name'] === name).length > 1)
      throw new NotPlain('ConfigMaps with the same name');
  return objects.map((one): PlainObject => {
    const { json, needsHash } = one;
    if (needsHash === true) {
      const name = renamed.get(String(metadataOf(json)['name']))!.name;
      return { ...one, json: { ...json, metadata: { ...metadataOf(json), name } as JsonObject } };
    }
    const { apiVersion, kind, metadata: _, ...body } = json;
    const isKnown = isBuiltInGroup(groupOf(String(apiVersion))) || MAY_NAME.has(String(kind));
    if (isKnown) {
      if (holds(body, (text) => renamed.has(text)))
        throw new NotPlain(`a ConfigMap with a hash, named by ${String(kind)}`);
      return one;
    }
    const change = (text: string): string => {
      const to = renamed.get(text);
      if (to === undefined) return text;
      if ((to.namespace ?? 'default') !== (metadataOf(json)['namespace'] ?? 'default'))
        throw new NotPlain('a ConfigMap with a hash, named in another namespace');
      return to.name;
    };
    let now: unknown = json;
    for (const field of fields) if (field.kind === kind) now = changeAt(now, field.path, change);
    return now === json ? one : { ...one, json: now as JsonObject };
  });
};

const metadataOf = ({ metadata }: JsonObject): Readonly<Record<string, unknown>> => metadata as JsonObject;

/** https://github.com/kubernetes-sigs/kustomize/blob/master/api/hasher/hasher.go */
const hashOf = ({ kind, data }: JsonObject): string => {
  const sorted = Object.fromEntries(Object.entries(data as JsonObject).sort(([a], [b]) => compareText(a, b)));
  // kustomize looks for the name in the wrong place, and Go escapes these characters in JSON.
  const text = JSON.stringify({ data: sorted, kind, name: '' }).replaceAll(
    /[<>&]/g,
    (one) => `\\u00${one.charCodeAt(0).toString(16)}`,
  );
  return [...hash('sha256', text).slice(0, 10)].map((one) => LETTERS[one] ?? one).join('');
};

const LETTERS: Readonly<Record<string, string>> = { '0': 'g', '1': 'h', '3': 'k', a: 'm', e: 't' };

const holds = (value: unknown, isIt: (text: string) => boolean): boolean => {
  if (typeof value === 'string') return isIt(value);
  return typeof value === 'object' && value !== null && Object.values(value).some((one) => holds(one, isIt));
};

/** Changes the texts at a path, which leads through all items of lists. */
const changeAt = (value: unknown, path: readonly string[], change: (text: string) => string): unknown => {
  const [key, ...rest] = path;
  if (value === undefined || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((one) => changeAt(one, path, change));
    return items.every((one, at) => one === value[at]) ? value : items;
  }
  if (key === undefined) {
    if (typeof value !== 'string') throw new NotPlain('configurations for a field with another value');
    return change(value);
  }
  if (!isObject(value)) throw new NotPlain('configurations for a field with another value');
  if (!Object.hasOwn(value, key)) return value;
  const inner = changeAt(value[key], rest, change);
  return inner === value[key] ? value : { ...value, [key]: inner };
};
