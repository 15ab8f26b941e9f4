import { type Diagnostic, diagnose, nameSome, nearest } from '../../diagnostics/index.js';
import { fieldsOf, objectsOf, textOf } from '../../json/as-shape.js';
import { placeIn } from '../../rules/context/place-in.js';
import type { RuleState, StateObject } from '../../rules/context/rule-state.js';
import { type FoundReference, referencesOf } from '../../rules/references/find-references.js';
import { isTwin } from '../../rules/references/is-twin.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { misnamedData, missingKey, unreadKey } from '../diagnostics.js';
import { type RemoteSecret, remoteReadsOf, type StoreType, storeTypeOf } from './remote-secrets.js';
import { type AllWrittenData, findWritten, type WrittenData } from './written-data.js';

/** What Terraform writes, for all clusters. */
export interface TerraformData {
  readonly written: AllWrittenData;
  readonly remote: { readonly all: ReadonlyMap<string, RemoteSecret>; readonly openStores: ReadonlySet<StoreType> };
}

/** Both sides of the contract: names and keys that the tree reads, against what Terraform writes. */
export const dataFindings = (state: RuleState, { written, remote }: TerraformData): readonly Diagnostic[] => {
  const objects = state.units.flatMap(({ objects: own, entry }) => [...entry, ...own]);
  const inTree = new Set(objects.map(({ kind, namespace = '', name }) => `${kind}/${namespace}/${name}`));
  return [
    ...objects.flatMap((object) =>
      referencesOf(object, state.scopeOf).flatMap((one) => referenceFinding(one, written, inTree)),
    ),
    ...objects.flatMap((object) => remoteFindings(object, objects, remote)),
  ];
};

const titleOf = ({ kind, namespace, name }: Pick<WrittenData, 'kind' | 'namespace' | 'name'>): string =>
  `${kind} "${name}" in namespace "${namespace}"`;

const referenceFinding = (
  { object, kind, name, namespace = '', path, parts, isOptional, group }: FoundReference,
  written: AllWrittenData,
  inTree: ReadonlySet<string>,
): readonly Diagnostic[] => {
  if (group !== '' || (kind !== 'ConfigMap' && kind !== 'Secret') || holdsExpression(name) || isOptional) return [];
  if (inTree.has(`${kind}/${namespace}/${name}`)) return [];
  const found = findWritten(written, kind, namespace, name);
  if (found === undefined) {
    const { all, hasUnknownNames } = written;
    const twin = [...all.values()].find(
      (one) =>
        one.kind === kind &&
        one.namespace === namespace &&
        isTwin(one.name, name) &&
        !inTree.has(`${kind}/${namespace}/${one.name}`),
    );
    if (twin === undefined) return [];
    return [
      diagnose(misnamedData, {
        message: `${object.title} reads ${titleOf({ kind, namespace, name })}, which no file here makes, and Terraform writes "${twin.name}"`,
        at: placeIn(object, path),
        notes: [`Terraform's ${twin.address} is at ${twin.place}`],
        fix: `did you mean "${twin.name}"?`,
        // One of those whose names only Terraform knows may be it.
        ...(hasUnknownNames ? { severity: 'warning' as const } : {}),
      }),
    ];
  }
  if (found.isOpen) return [];
  return parts.flatMap(({ of, value, path: at }) =>
    of !== 'data' || typeof value !== 'string' || found.keys.has(value) || holdsExpression(value)
      ? []
      : [missing(object, at, titleOf(found), value, found.keys.keys(), found)],
  );
};

const missing = (
  object: StateObject,
  path: string,
  title: string,
  key: string,
  keys: Iterable<string>,
  { address, place }: Pick<WrittenData, 'address' | 'place'>,
): Diagnostic => {
  const all = [...keys];
  const near = nearest(key, all);
  return diagnose(missingKey, {
    message: `${object.title} reads "${key}" of ${title}, and Terraform doesn't write it there`,
    at: placeIn(object, path),
    notes: [`Terraform's ${address} (${place}) writes ${all.length === 0 ? 'no keys' : nameSome(all.sort(), 10)}`],
    fix: near === undefined ? `let Terraform write "${key}", or read another one` : `did you mean "${near}"?`,
  });
};

/** The store that an ExternalSecret names, if the tree has it. */
export const storeOf = (object: StateObject, objects: readonly StateObject[]): StoreType | undefined => {
  const { name, kind = 'SecretStore' } = fieldsOf(fieldsOf(object.json['spec'])['secretStoreRef']);
  const store = objects.find(
    (one) =>
      one.group === 'external-secrets.io' &&
      one.kind === kind &&
      one.name === name &&
      (kind === 'ClusterSecretStore' || one.namespace === object.namespace),
  );
  return store === undefined ? undefined : storeTypeOf(store.json);
};

const remoteFindings = (
  object: StateObject,
  objects: readonly StateObject[],
  { all, openStores }: TerraformData['remote'],
): readonly Diagnostic[] => {
  if (object.group !== 'external-secrets.io' || object.kind !== 'ExternalSecret' || all.size === 0) return [];
  const store = storeOf(object, objects);
  if (store === undefined) return [];
  return remoteReadsOf(object.json).flatMap(({ key, property, path }): readonly Diagnostic[] => {
    if (holdsExpression(key)) return [];
    // Azure's keys may say what they are of: secret/NAME.
    const name = store === 'azurekv' ? key.replace(/^secret\//, '') : key;
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
            missing(
              object,
              `${path}.property`,
              `the remote secret "${found.name}"`,
              property!,
              found.properties!,
              found,
            ),
          ]
        : [];
    }
    if (openStores.has(store)) return [];
    const twin = [...all.values()].find((one) => one.store === store && isTwin(one.name, name));
    if (twin === undefined) return [];
    return [
      diagnose(misnamedData, {
        message: `${object.title} reads the remote secret "${key}", and Terraform makes "${twin.name}"`,
        at: placeIn(object, `${path}.key`),
        notes: [`Terraform's ${twin.address} is at ${twin.place}`],
        fix: `did you mean "${twin.name}"?`,
      }),
    ];
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
              message: `Terraform writes "${name}" to ${titleOf(data)}, and no Kustomization reads it`,
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
