import { fieldsOf, objectsOf, textOf } from '../json/as-shape.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { dataWrittenFor } from '../knowledge/written-data.js';

/** An object of an addon, as far as others may name it. */
export interface NamedObject {
  readonly group: string;
  readonly kind: string;
  readonly namespace?: string | undefined;
  readonly name: string;
  readonly json: JsonObject;
}

/** An addon, as far as its releases name objects of others. */
export interface NamingAddon {
  readonly name: string;
  /** The index of its stage. */
  readonly stage: number;
  readonly objects: readonly NamedObject[];
}

/**
 * By addon: the addons of earlier stages that have a Secret, ConfigMap or claim that one of its releases names, in its
 * values or in `valuesFrom`, or an encrypted Secret that any of its objects names. An object that an operator makes counts
 * as the one that asks for it.
 *
 * @param waits what each addon waits for already
 */
export const namedByReleases = (
  addons: readonly NamingAddon[],
  waits: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, readonly string[]> => {
  const byName = new Map(addons.map((addon) => [addon.name, addon]));
  const all = new Map([...waits].map(([name, waited]) => [name, new Set(waited)]));
  const found = new Map<string, readonly string[]>();
  const encrypted = encryptedIn(addons);
  let owners: ReadonlyMap<string, NamingAddon> | undefined;
  for (const addon of [...addons].sort((a, b) => a.stage - b.stage)) {
    const named = addon.objects.flatMap(namesOf);
    if (encrypted.size > 0) named.push(...addon.objects.flatMap(secretsOf).filter((one) => encrypted.has(one)));
    if (named.length === 0) continue;
    owners ??= ownersIn(addons);
    const makers = new Set<string>();
    for (const one of named) {
      const owner = owners.get(one);
      if (owner === undefined || owner.stage >= addon.stage) continue;
      const upstream = upstreamOf(owner, all, byName);
      // An addon may wait for a later one whose namespace it uses, which is reported: a wait would be a circle.
      if (!upstream.includes(addon) && !mayNeed(upstream, addon)) makers.add(owner.name);
    }
    if (makers.size === 0) continue;
    found.set(addon.name, [...makers].sort());
    all.set(addon.name, new Set([...(all.get(addon.name) ?? []), ...makers]));
  }
  return found;
};

const keyOf = (kind: string, namespace: string | undefined, name: string): string => `${kind}/${namespace}/${name}`;

const dataKinds: ReadonlySet<string> = new Set(['ConfigMap', 'PersistentVolumeClaim', 'Secret']);

/** What an addon makes for others to read: its own objects, and those that operators write for them. */
const madeBy = ({ group, kind, namespace, name, json }: NamedObject): readonly string[] => [
  ...(group === '' && dataKinds.has(kind) ? [keyOf(kind, namespace, name)] : []),
  ...dataWrittenFor(`${group}/${kind}`, fieldsOf(json['spec']), json).map((written) =>
    keyOf(written.kind ?? 'Secret', written.namespace ?? namespace, written.name ?? name),
  ),
];

const ownersIn = (addons: readonly NamingAddon[]): ReadonlyMap<string, NamingAddon> => {
  const owners = new Map<string, NamingAddon>();
  for (const addon of addons) {
    for (const one of addon.objects.flatMap(madeBy)) if (!owners.has(one)) owners.set(one, addon);
  }
  return owners;
};

/** The Secrets that are encrypted in Git, by SOPS or as SealedSecrets. */
const encryptedIn = (addons: readonly NamingAddon[]): ReadonlySet<string> =>
  new Set(
    addons
      .flatMap(({ objects }) => objects)
      .filter(({ group, kind, json }) => isObject(json['sops']) || (group === 'bitnami.com' && kind === 'SealedSecret'))
      .flatMap(madeBy),
  );

/** What an object of any other kind names by the keys that kinds have for Secrets: `secretName`, `secretKeyRef`, … */
const secretsOf = ({ kind, namespace, json }: NamedObject): readonly string[] => {
  if (kind === 'HelmRelease') return [];
  const { apiVersion: _, kind: __, metadata: ___, ...rest } = json;
  return [...namesInValues(rest)].flatMap(([of, name]) => (of === 'Secret' ? [keyOf(of, namespace, name)] : []));
};

/** What a release names. Flux continues without a source of values that is optional. */
const namesOf = ({ group, kind, namespace, json }: NamedObject): readonly string[] => {
  if (group !== 'helm.toolkit.fluxcd.io' || kind !== 'HelmRelease') return [];
  const { values, valuesFrom, targetNamespace, kubeConfig } = fieldsOf(json['spec']);
  const sources = objectsOf(valuesFrom).flatMap((one) =>
    one['optional'] === true || typeof one['kind'] !== 'string' || typeof one['name'] !== 'string'
      ? []
      : keyOf(one['kind'], namespace, one['name']),
  );
  // The pods of a release with a kubeConfig are in another cluster.
  if (kubeConfig !== undefined) return sources;
  const home = textOf(targetNamespace) ?? namespace;
  return [...sources, ...[...namesInValues(values)].map(([of, name]) => keyOf(of, home, name))];
};

/** The kind that a key of a chart's values speaks of; `secretKey` and its like name a key of the object. */
const kindOfKey = (key: string): string | undefined =>
  /key$/i.test(key)
    ? undefined
    : /secret/i.test(key)
      ? 'Secret'
      : /config-?map/i.test(key)
        ? 'ConfigMap'
        : /claim/i.test(key)
          ? 'PersistentVolumeClaim'
          : undefined;

/**
 * Charts have no schema for what a value names, so the key decides: `existingSecret: db`, `secretKeyRef: { name: db }`,
 * `imagePullSecrets: [{ name: db }]`. A name counts only if an addon has an object of that kind and name.
 */
const namesInValues = function* (value: unknown, kind?: string): Generator<readonly [kind: string, name: string]> {
  if (typeof value === 'string') {
    if (kind !== undefined && value !== '') yield [kind, value];
  } else if (Array.isArray(value)) {
    for (const item of value) yield* namesInValues(item, kind);
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      const holdsName = key === 'name' || typeof item !== 'string';
      yield* namesInValues(item, kindOfKey(key) ?? (/ref$/i.test(key) || holdsName ? kind : undefined));
    }
  }
};

/** An addon and all that it waits for. */
const upstreamOf = (
  addon: NamingAddon,
  waits: ReadonlyMap<string, ReadonlySet<string>>,
  byName: ReadonlyMap<string, NamingAddon>,
): readonly NamingAddon[] => {
  const reached = new Set([addon.name]);
  // A set visits what is added meanwhile.
  for (const name of reached) for (const one of waits.get(name) ?? []) reached.add(one);
  return [...reached].flatMap((name) => byName.get(name) ?? []);
};

/**
 * Whether addons name anything that another one has. They might be ready only after it, and a wait would be a circle: they
 * come up without it.
 */
const mayNeed = (upstream: readonly NamingAddon[], addon: NamingAddon): boolean => {
  const names = new Set(
    addon.objects.flatMap((object) =>
      object.group.endsWith('.toolkit.fluxcd.io') || object.kind === 'Namespace'
        ? []
        : [object.name, ...madeBy(object).map((one) => one.slice(one.lastIndexOf('/') + 1))],
    ),
  );
  if (names.size === 0) return false;
  const isNamed = (value: unknown): boolean =>
    typeof value === 'string'
      ? names.has(value)
      : typeof value === 'object' && value !== null && Object.values(value).some(isNamed);
  return upstream.some(({ objects }) =>
    objects.some(({ json }) => {
      const { metadata, ...rest } = json;
      return isNamed(rest) || isNamed(fieldsOf(metadata)['annotations']);
    }),
  );
};
