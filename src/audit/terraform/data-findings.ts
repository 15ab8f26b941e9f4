import { type Diagnostic, diagnose, nameSome } from '../../diagnostics/index.js';
import { fieldsOf, objectsOf, textOf } from '../../json/as-shape.js';
import { placeIn } from '../../rules/context/place-in.js';
import type { RuleState, StateObject } from '../../rules/context/rule-state.js';
import { type FoundReference, referencesOf } from '../../rules/references/find-references.js';
import { isTwin } from '../../rules/references/is-twin.js';
import { lackOfKeys } from '../../rules/references/needed-keys.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import type { TerraformRead } from '../../terraform/read/index.js';
import { misnamedData, missingKey, unreadKey } from '../diagnostics.js';
import { nearness } from '../names/near-names.js';
import { fieldFindings } from './field-findings.js';
import { dataTitle, missingKeyOf } from './missing-key.js';
import { openOwners } from './open-owners.js';
import { type RemoteSecret, remoteName, remoteReadsOf, type StoreType, storeTypeOf } from './remote-secrets.js';
import { vaultFindings } from './vault-findings.js';
import { type AllWrittenData, findWritten, mayHaveKey, type WrittenData } from './written-data.js';
import { elsewhereFinding, writtenElsewhere } from './written-elsewhere.js';

/** What Terraform writes, for all clusters. */
export interface TerraformData {
  readonly written: AllWrittenData;
  readonly remote: { readonly all: ReadonlyMap<string, RemoteSecret>; readonly openStores: ReadonlySet<StoreType> };
}

/**
 * Both sides of the contract: names and keys that the tree reads, against what Terraform writes.
 *
 * @param reads the roots whose vaults are compared, too
 */
export const dataFindings = (
  state: RuleState,
  { written, remote }: TerraformData,
  reads: readonly TerraformRead[] = [],
): readonly Diagnostic[] => {
  const objects = state.units.flatMap(({ objects: own, entry }) => [...entry, ...own]);
  const inTree = new Set(objects.map(({ kind, namespace = '', name }) => `${kind}/${namespace}/${name}`));
  return [
    ...objects.flatMap((object) =>
      referencesOf(object, state.scopeOf).flatMap((one) => referenceFinding(state, one, written, inTree)),
    ),
    ...fieldFindings(state, written, inTree),
    ...objects.flatMap((object) => remoteFindings(object, objects, remote)),
    ...renamedRemote(objects, remote),
    ...openOwners(state, written),
    ...vaultFindings(state, reads),
  ];
};

const referenceFinding = (
  state: RuleState,
  { object, kind, name, namespace = '', path, parts, isOptional, group, row }: FoundReference,
  written: AllWrittenData,
  inTree: ReadonlySet<string>,
): readonly Diagnostic[] => {
  if (group !== '' || (kind !== 'ConfigMap' && kind !== 'Secret') || holdsExpression(name) || isOptional) return [];
  if (inTree.has(`${kind}/${namespace}/${name}`)) return [];
  const found = findWritten(written, kind, namespace, name);
  if (found === undefined) {
    const elsewhere =
      row.isValues === true && object.kind === 'Kustomization'
        ? undefined
        : writtenElsewhere(state, written, { kind, namespace, name });
    if (elsewhere !== undefined) return [elsewhereFinding(object, path, { kind, namespace, name }, elsewhere)];
    const { all, patterns, hasUnknownNames } = written;
    const twin = [
      ...[...all.values()].filter((one) => one.namespace === namespace),
      // Into which namespaces these are written, only Terraform knows.
      ...patterns.flatMap((one) => (one.namespace === undefined ? [one.data] : [])),
    ].find((one) => one.kind === kind && isTwin(one.name, name) && !inTree.has(`${kind}/${namespace}/${one.name}`));
    if (twin === undefined) return [];
    return [
      diagnose(misnamedData, {
        message: `${object.title} reads ${dataTitle({ kind, namespace, name })}, which no file here makes, and Terraform writes "${twin.name}"`,
        at: placeIn(object, path),
        notes: [`Terraform's ${twin.address} is at ${twin.place}`],
        fix: `did you mean "${twin.name}"?`,
        // One of those whose names only Terraform knows may be it, and so may one of another namespace.
        ...(hasUnknownNames || twin.namespace === '' ? { severity: 'warning' as const } : {}),
      }),
    ];
  }
  const lacking = found.isOpen ? undefined : lackOfKeys(row.at, object, [...found.keys.keys()]);
  if (lacking !== undefined)
    return [
      diagnose(missingKey, {
        message: `${object.title} reads ${dataTitle(found)}, and Terraform writes it without ${lacking.lack}`,
        at: placeIn(object, path),
        notes: [
          `Terraform's ${found.address} (${found.place}) writes ${found.keys.size === 0 ? 'no keys' : nameSome([...found.keys.keys()].sort(), 10)}`,
        ],
        fix: `let Terraform write ${lacking.lack}`,
        ...(lacking.isLikely ? { severity: 'warning' as const } : {}),
      }),
    ];
  return parts.flatMap(({ of, value, path: at }) =>
    of !== 'data' || typeof value !== 'string' || mayHaveKey(found, value) || holdsExpression(value)
      ? []
      : [missingKeyOf(object, { ...found, path: at, title: dataTitle(found), key: value, keys: found.keys.keys() })],
  );
};

/** The store that an ExternalSecret names, if the tree has it. */
export const storeOf = (object: StateObject, objects: readonly StateObject[]): StoreType | undefined => {
  const store = storeObjectOf(object, objects);
  return store === undefined ? undefined : storeTypeOf(store.json);
};

const storeObjectOf = (object: StateObject, objects: readonly StateObject[]): StateObject | undefined => {
  const { name, kind = 'SecretStore' } = fieldsOf(fieldsOf(object.json['spec'])['secretStoreRef']);
  return objects.find(
    (one) =>
      one.group === 'external-secrets.io' &&
      one.kind === kind &&
      one.name === name &&
      (kind === 'ClusterSecretStore' || one.namespace === object.namespace),
  );
};

/** The names of all secrets that are read, as `store/name`; undefined if some aren't known. */
const readRemote = (objects: readonly StateObject[]): ReadonlySet<string> | undefined => {
  const found = new Set<string>();
  for (const object of objects) {
    if (object.group !== 'external-secrets.io' || object.kind !== 'ExternalSecret') continue;
    const store = storeObjectOf(object, objects);
    const type = store === undefined ? undefined : storeTypeOf(store.json);
    for (const { key } of remoteReadsOf(object.json)) {
      if (holdsExpression(key)) return undefined;
      if (type !== undefined) found.add(`${type}/${remoteName(key, type, store!.json)}`);
    }
  }
  return found;
};

const remoteFindings = (
  object: StateObject,
  objects: readonly StateObject[],
  { all, openStores }: TerraformData['remote'],
): readonly Diagnostic[] => {
  if (object.group !== 'external-secrets.io' || object.kind !== 'ExternalSecret' || all.size === 0) return [];
  const from = storeObjectOf(object, objects);
  const store = from === undefined ? undefined : storeTypeOf(from.json);
  if (from === undefined || store === undefined) return [];
  return remoteReadsOf(object.json).flatMap(({ key, property, path }): readonly Diagnostic[] => {
    if (holdsExpression(key)) return [];
    const name = remoteName(key, store, from.json);
    const found = all.get(`${store}/${name}`);
    if (found !== undefined) {
      // A path into the JSON begins with its first key.
      const first = property?.split('.')[0];
      const isMissing =
        first !== undefined &&
        found.properties !== undefined &&
        !found.properties.has(first) &&
        !found.properties.has(property!);
      return isMissing && !holdsExpression(property!)
        ? [
            missingKeyOf(object, {
              ...found,
              path: `${path}.property`,
              title: `the remote secret "${found.name}"`,
              key: property!,
              keys: found.properties!,
            }),
          ]
        : [];
    }
    if (openStores.has(store)) return [];
    const own = [...all.values()].filter((one) => one.store === store);
    const twin = own.find((one) => isTwin(one.name, name));
    // One with a word more or less, if nothing reads it.
    const read = twin === undefined ? readRemote(objects) : undefined;
    const [alike, ...more] =
      read === undefined
        ? []
        : own.filter((one) => !read.has(`${store}/${one.name}`) && nearness(one.name, name) !== undefined);
    const near = twin ?? (more.length === 0 ? alike : undefined);
    if (near === undefined) return [];
    return [
      diagnose(misnamedData, {
        ...(twin === undefined ? { severity: 'warning' as const } : {}),
        message: `${object.title} reads the remote secret "${key}", and Terraform makes "${near.name}"`,
        at: placeIn(object, `${path}.key`),
        notes: [`Terraform's ${near.address} is at ${near.place}`],
        fix: `did you mean "${near.name}"?`,
      }),
    ];
  });
};

/** Fewer secrets of a store that fit don't show that Terraform makes all of them. */
const LEAST_MADE = 2;

/**
 * Of a store whose secrets Terraform makes, the one that it doesn't, if it makes just one that nothing reads: one of them
 * was renamed.
 */
const renamedRemote = (
  objects: readonly StateObject[],
  { all, openStores }: TerraformData['remote'],
): readonly Diagnostic[] => {
  const reads = objects.flatMap((object) => {
    const store =
      object.group === 'external-secrets.io' && object.kind === 'ExternalSecret' ? storeOf(object, objects) : undefined;
    return store === undefined ? [] : remoteReadsOf(object.json).map((read) => ({ object, store, ...read }));
  });
  // Of Infisical, only some folders may be read.
  return (['aws', 'azurekv', 'gcpsm'] as const).flatMap((store): readonly Diagnostic[] => {
    const own = reads.filter((one) => one.store === store);
    if (openStores.has(store) || own.some(({ key }) => holdsExpression(key))) return [];
    const nameOf = (key: string) => (store === 'azurekv' ? key.replace(/^secret\//, '') : key);
    const names = new Set(own.map(({ key }) => nameOf(key)));
    const lost = own.filter(({ key }) => !all.has(`${store}/${nameOf(key)}`));
    const [unread, ...more] = [...all.values()].filter((one) => one.store === store && !names.has(one.name));
    const isOne = new Set(lost.map(({ key }) => key)).size === 1 && unread !== undefined && more.length === 0;
    if (
      !isOne ||
      names.size - 1 < LEAST_MADE ||
      nearness(unread.name, nameOf(lost[0]!.key)) !== undefined ||
      isTwin(unread.name, nameOf(lost[0]!.key))
    )
      return [];
    return lost.map(({ object, key, path }) =>
      diagnose(misnamedData, {
        message: `${object.title} reads the remote secret "${key}", which Terraform doesn't make, and it makes "${unread.name}", which nothing reads`,
        at: placeIn(object, `${path}.key`),
        notes: [`Terraform's ${unread.address} is at ${unread.place}`],
        fix: `did you mean "${unread.name}"?`,
        severity: 'warning',
      }),
    );
  });
};

/** Keys that Terraform writes for vars and that no Kustomization of any cluster reads. */
export const unreadKeys = (
  { all, patterns }: AllWrittenData,
  clusters: readonly { readonly state: RuleState; readonly reads: ReadonlySet<string>; readonly isWhole: boolean }[],
): readonly Diagnostic[] => {
  if (clusters.length === 0 || !clusters.every(({ isWhole }) => isWhole)) return [];
  const reads = new Set(clusters.flatMap((one) => [...one.reads]));
  const objects = clusters.flatMap(({ state }) => state.units.flatMap(({ objects: own, entry }) => [...entry, ...own]));
  const single = patterns.map(({ data, pattern }) => [data, (name: string) => pattern.test(name)] as const);
  const exact = [...all.values()].map((data) => [data, (name: string) => name === data.name] as const);
  return [...exact, ...single].flatMap(([data, isName]): readonly Diagnostic[] => {
    const users = objects.filter((object) => names(object, data, isName));
    // What else reads it may read any key.
    if (users.length === 0 || !users.every(({ kind }) => kind === 'Kustomization')) return [];
    return [...data.keys].flatMap(([name, place]) =>
      reads.has(name)
        ? []
        : [
            diagnose(unreadKey, {
              message: `Terraform writes "${name}" to ${dataTitle(data)}, and no Kustomization reads it`,
              at: { file: place },
              notes: [`${data.address} writes it`],
              fix: 'take it out',
              ties: { subject: { name } },
            }),
          ],
    );
  });
};

/** Whether an object names a ConfigMap or Secret, wherever in it: by its name alone. */
const names = (
  object: StateObject,
  { kind, namespace, name: written }: WrittenData,
  isName: (name: string) => boolean,
): boolean => {
  if (object.namespace !== namespace) return false;
  if (object.kind === 'Kustomization') {
    const { substituteFrom } = fieldsOf(fieldsOf(object.json['spec'])['postBuild']);
    return objectsOf(substituteFrom).some((one) => one['kind'] === kind && isName(textOf(one['name']) ?? ''));
  }
  return holdsText(object.json, (text) => text === written || isName(text));
};

const holdsText = (value: unknown, is: (text: string) => boolean): boolean =>
  typeof value === 'string'
    ? is(value)
    : typeof value === 'object' && value !== null && Object.values(value).some((one) => holdsText(one, is));
