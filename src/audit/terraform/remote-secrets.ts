import { fieldsOf, objectsOf, textOf } from '../../json/as-shape.js';
import { escapePattern } from '../../json/escape-pattern.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { isQuietModule } from '../../knowledge/quiet-modules.js';
import type { TerraformRead, TerraformResource } from '../../terraform/read/index.js';
import type { FolderTree } from '../folder-tree.js';

/** What a store of External Secrets reads. */
export type StoreType = 'aws' | 'azurekv' | 'gcpsm' | 'infisical';

export const STORE_TYPES = ['aws', 'azurekv', 'gcpsm', 'infisical'] as const;

/** A secret that Terraform makes in the store of a cloud. */
export interface RemoteSecret {
  readonly store: StoreType;
  readonly name: string;
  /** The properties of its JSON; undefined if only Terraform knows them, or if it isn't JSON. */
  readonly properties: ReadonlySet<string> | undefined;
  /** `infra/secrets.tf:12`. */
  readonly place: string;
  readonly address: string;
}

/** By `store/name`. Names that only Terraform knows are left out. */
export const remoteSecretsOf = (
  reads: readonly TerraformRead[],
  tree: Pick<FolderTree, 'textOf'>,
): { readonly all: ReadonlyMap<string, RemoteSecret>; readonly openStores: ReadonlySet<StoreType> } => {
  const all = new Map<string, RemoteSecret>();
  const openStores = new Set<StoreType>();
  const add = (secret: RemoteSecret) => {
    const key = `${secret.store}/${secret.name}`;
    const before = all.get(key);
    // Roots of several clusters may make secrets of one name.
    const properties =
      before === undefined || before.properties === undefined || secret.properties === undefined
        ? before === undefined
          ? secret.properties
          : undefined
        : new Set([...before.properties, ...secret.properties]);
    all.set(key, { ...secret, properties });
  };
  for (const { resources, unseen, name: of } of reads) {
    if (unseen.some(({ source }) => !isQuietModule(source))) for (const store of STORE_TYPES) openStores.add(store);
    for (const resource of resources) {
      if (resource.mode !== 'managed') continue;
      const found = secretOf(resource, resources, tree);
      if (found === undefined) continue;
      if (found.name === undefined) openStores.add(found.store);
      else {
        const place = resource.place === undefined ? of : `${resource.place.file}:${resource.place.line}`;
        add({ ...found, name: found.name, place, address: resource.address });
      }
    }
  }
  return { all, openStores };
};

interface Found {
  readonly store: StoreType;
  readonly name: string | undefined;
  readonly properties: ReadonlySet<string> | undefined;
}

const secretOf = (
  resource: TerraformResource,
  all: readonly TerraformResource[],
  tree: Pick<FolderTree, 'textOf'>,
): Found | undefined => {
  const { type, attributes } = resource;
  if (type === 'aws_secretsmanager_secret') {
    const versions = versionsOf(resource, all, 'secret_id', tree);
    return { store: 'aws', name: textOf(attributes['name']), properties: propertiesOfAll(versions, 'secret_string') };
  }
  if (type === 'aws_ssm_parameter') {
    return { store: 'aws', name: textOf(attributes['name']), properties: propertiesIn(resource, 'value') };
  }
  if (type === 'azurerm_key_vault_secret') {
    return { store: 'azurekv', name: textOf(attributes['name']), properties: propertiesIn(resource, 'value') };
  }
  if (type === 'infisical_secret') {
    const [folder, name] = [textOf(attributes['folder_path']), textOf(attributes['name'])];
    const path = folder === undefined || name === undefined ? undefined : `${folder.replace(/\/$/, '')}/${name}`;
    return { store: 'infisical', name: path, properties: propertiesIn(resource, 'value') };
  }
  if (type === 'google_secret_manager_secret') {
    const versions = versionsOf(resource, all, 'secret', tree);
    return {
      store: 'gcpsm',
      name: textOf(attributes['secret_id']),
      properties: propertiesOfAll(versions, 'secret_data'),
    };
  }
  return undefined;
};

/** The versions of a secret, by the line that names it. */
const versionsOf = (
  { type, name, module }: TerraformResource,
  all: readonly TerraformResource[],
  field: string,
  tree: Pick<FolderTree, 'textOf'>,
): readonly TerraformResource[] | undefined => {
  const versions = all.filter(
    (one) => one.mode === 'managed' && one.module === module && one.type === `${type}_version`,
  );
  const texts = versions.map((one) => lineAt(one, field, tree));
  // What isn't written in HCL can't be told apart.
  if (texts.includes(undefined)) return undefined;
  const pattern = new RegExp(`\\b${type}\\.${escapePattern(name)}(?![\\w-])`);
  return versions.filter((_, at) => pattern.test(texts[at]!));
};

const lineAt = (resource: TerraformResource, path: string, tree: Pick<FolderTree, 'textOf'>): string | undefined => {
  const place = resource.lineOf(path);
  return place === undefined ? undefined : tree.textOf(place.file)?.split('\n')[place.line - 1];
};

const propertiesOfAll = (
  versions: readonly TerraformResource[] | undefined,
  field: string,
): ReadonlySet<string> | undefined => {
  if (versions === undefined || versions.length === 0) return undefined;
  const all = versions.map((one) => propertiesIn(one, field));
  return all.every((one) => one !== undefined) ? new Set(all.flatMap((one) => [...one])) : undefined;
};

/** The keys of a JSON object, whose values may be unknown. */
const propertiesIn = (
  { attributes, partialTexts }: TerraformResource,
  field: string,
): ReadonlySet<string> | undefined => {
  const text =
    textOf(attributes[field]) ??
    partialTexts
      .get(field)
      ?.map((part) => part ?? 'null')
      .join('');
  if (text === undefined) return undefined;
  try {
    const read: unknown = JSON.parse(text);
    return isObject(read) ? new Set(Object.keys(read)) : undefined;
  } catch {
    return undefined;
  }
};

/** One remote secret, or one property of it, that an ExternalSecret reads. */
export interface RemoteRead {
  readonly key: string;
  readonly property: string | undefined;
  /** `spec.data[0].remoteRef`. */
  readonly path: string;
}

/** What an ExternalSecret reads by name; what it finds by patterns isn't known. */
export const remoteReadsOf = (json: JsonObject): readonly RemoteRead[] => {
  const { data, dataFrom } = fieldsOf(json['spec']);
  const read = (ref: Readonly<Record<string, unknown>>, path: string): readonly RemoteRead[] => {
    const key = textOf(ref['key']);
    return key === undefined ? [] : [{ key, property: textOf(ref['property']), path }];
  };
  return [
    ...objectsOf(data).flatMap((one, at) => read(fieldsOf(one['remoteRef']), `spec.data[${at}].remoteRef`)),
    ...objectsOf(dataFrom).flatMap((one, at) => read(fieldsOf(one['extract']), `spec.dataFrom[${at}].extract`)),
  ];
};

/** The name of the secret that a key of a store means, as Terraform has it. */
export const remoteName = (key: string, store: StoreType, json: JsonObject): string => {
  // Azure's keys may say what they are of: secret/NAME.
  if (store === 'azurekv') return key.replace(/^secret\//, '');
  if (store !== 'infisical' || key.startsWith('/')) return key;
  const { secretsScope } = fieldsOf(fieldsOf(fieldsOf(json['spec'])['provider'])['infisical']);
  return `${(textOf(fieldsOf(secretsScope)['secretsPath']) ?? '/').replace(/\/$/, '')}/${key}`;
};

/** What a SecretStore reads; undefined for other stores, and for those of other regions or vaults than the default. */
export const storeTypeOf = (json: JsonObject): StoreType | undefined => {
  const provider = fieldsOf(fieldsOf(json['spec'])['provider']);
  if (isObject(provider['aws'])) return 'aws';
  if (isObject(provider['azurekv'])) return 'azurekv';
  if (isObject(provider['infisical'])) return 'infisical';
  return isObject(provider['gcpsm']) ? 'gcpsm' : undefined;
};
