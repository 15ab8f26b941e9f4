import { configMapKey } from '../../applied/config-map-key.js';
import { fieldsOf, listOf, textOf } from '../../json/as-shape.js';
import { escapePattern } from '../../json/escape-pattern.js';
import { isObject } from '../../json/is-object.js';
import { joinPath } from '../../json/json-path.js';
import { isCopied } from '../../knowledge/copied-data.js';
import { isQuietModule } from '../../knowledge/quiet-modules.js';
import {
  type PartialMap,
  type TerraformRead,
  type TerraformResource,
  textWithMarks,
  UNKNOWN,
} from '../../terraform/read/index.js';
import { parseYamlDocuments } from '../../yaml/parse-yaml.js';
import { YamlError } from '../../yaml/yaml-error.js';
import { type GivenManifest, givenManifests } from './given-manifests.js';
import { isGone } from './is-gone.js';
import { isOfFlux } from './is-of-flux.js';

/** A ConfigMap or Secret that Terraform writes, put together from all resources that write keys of it. */
export interface WrittenData {
  readonly kind: 'ConfigMap' | 'Secret';
  readonly namespace: string;
  readonly name: string;
  /** The keys that are known, each with its place. */
  readonly keys: ReadonlyMap<string, string>;
  /** By key, the texts that are certain without Terraform, in parts: undefined stands for an unknown one. */
  readonly texts: ReadonlyMap<string, readonly (string | undefined)[]>;
  /** Only Terraform knows whether it writes more keys. */
  readonly isOpen: boolean;
  /** If it is open: what the names of those keys are like. @default - any */
  readonly openKeys?: readonly RegExp[];
  /** An annotation may make a controller copy it into other namespaces. */
  readonly isCopied?: true;
  /** `infra/flux.tf:12`. */
  readonly place: string;
  /** `kubernetes_config_map_v1.cluster_vars`. */
  readonly address: string;
}

/** Everything that the roots of a repository write into clusters. */
export interface AllWrittenData {
  /** By `Kind/namespace/name`. */
  readonly all: ReadonlyMap<string, WrittenData>;
  /** Those whose names are known in parts: `eks-${var.cluster}-vars`. */
  readonly patterns: readonly NamePattern[];
  /** A name or namespace of some of them is known only to Terraform, so any may be written. */
  readonly hasUnknownNames: boolean;
}

export interface NamePattern {
  readonly kind: WrittenData['kind'];
  /** Undefined where only Terraform knows it, such as `each.value`. */
  readonly namespace: string | undefined;
  readonly pattern: RegExp;
  readonly data: WrittenData;
  /** It is in the YAML that a module from elsewhere is given. */
  readonly isGiven?: true;
}

interface Part extends Omit<WrittenData, 'keys' | 'texts'> {
  readonly isInAnyNamespace: boolean;
  /** Of a name that is known in parts, or whose namespace isn't known. */
  readonly pattern: RegExp | undefined;
  readonly data: Readonly<Record<string, unknown>>;
  readonly lineOf: (path: string) => string;
  readonly partsOf: (key: string) => readonly (string | undefined)[] | undefined;
}

const KINDS: Readonly<Record<string, WrittenData['kind']>> = {
  kubernetes_config_map: 'ConfigMap',
  kubernetes_config_map_v1: 'ConfigMap',
  kubernetes_config_map_v1_data: 'ConfigMap',
  kubernetes_secret: 'Secret',
  kubernetes_secret_v1: 'Secret',
  kubernetes_secret_v1_data: 'Secret',
};

const MANIFESTS: ReadonlySet<string> = new Set(['kubectl_manifest', 'kubernetes_manifest']);

export const writtenDataOf = (reads: readonly TerraformRead[]): AllWrittenData => {
  const all = new Map<string, WrittenData>();
  const patterns: NamePattern[] = [];
  let hasUnknownNames = false;
  for (const read of reads) {
    for (const resource of read.resources) {
      if (resource.mode !== 'managed' || isGone(resource)) continue;
      const found = partOf(resource, read.name);
      if (found === 'unknown') hasUnknownNames ||= !isOfFlux(resource);
      else if (found?.pattern !== undefined) {
        const { kind, pattern } = found;
        const namespace = found.isInAnyNamespace ? undefined : found.namespace;
        const alone = new Map<string, WrittenData>();
        add(alone, found);
        for (const data of alone.values()) patterns.push({ kind, namespace, pattern, data });
      } else if (found !== undefined) add(all, found);
    }
    for (const module of read.unseen) {
      if (isQuietModule(module.source)) continue;
      // A module from elsewhere may write anything.
      hasUnknownNames = true;
      patterns.push(...givenManifests(module).flatMap(givenData));
    }
  }
  return { all, patterns, hasUnknownNames };
};

/** What a module may do with a ConfigMap or Secret that it is given isn't known, but that there is one. */
const givenData = ({ kind, namespace, name, address, place, json }: GivenManifest): readonly NamePattern[] => {
  if (kind !== 'ConfigMap' && kind !== 'Secret') return [];
  const keys = Object.keys({ ...fieldsOf(json['data']), ...fieldsOf(json['stringData']) });
  const data: WrittenData = {
    kind,
    namespace: namespace ?? '',
    name,
    keys: new Map(keys.map((key) => [key, place])),
    texts: new Map(),
    isOpen: true,
    place,
    address,
  };
  return [{ kind, namespace, pattern: new RegExp(`^${escapePattern(name)}$`), data, isGiven: true }];
};

const partOf = (resource: TerraformResource, name: string): Part | 'unknown' | undefined => {
  const { type, attributes } = resource;
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (kind !== undefined) {
    const metadata = fieldsOf(listOf(attributes['metadata'])[0]);
    const fields = [attributes['data'], attributes['binary_data'], attributes['data_wo']].filter(
      (one) => one !== undefined && one !== null,
    );
    const open = ['data', 'binary_data', 'data_wo'].map((path) => resource.partialMaps?.get(path));
    return named(kind, metadata, together(fields, open), 'data', resource, name);
  }
  if (!MANIFESTS.has(type)) return undefined;
  const manifest = type === 'kubernetes_manifest' ? attributes['manifest'] : bodyOf(resource);
  if (manifest === UNKNOWN) return 'unknown';
  const { kind: given, metadata, data, stringData } = fieldsOf(manifest);
  if (given !== 'ConfigMap' && given !== 'Secret') return undefined;
  const fields = [data, stringData].filter((one) => one !== undefined && one !== null);
  const open = ['manifest.data', 'manifest.stringData'].map((path) => resource.partialMaps?.get(path));
  return named(
    given,
    fieldsOf(metadata),
    together(fields, open),
    type === 'kubernetes_manifest' ? 'manifest.data' : 'data',
    resource,
    name,
  );
};

type Keys = Pick<Part, 'data' | 'isOpen' | 'openKeys'>;

/** All keys that are known, and those that may be there in addition. */
const together = (fields: readonly unknown[], partial: readonly (PartialMap | undefined)[]): Keys => {
  const maps = partial.filter((one) => one !== undefined);
  const known = fields.filter(isObject);
  const data: Readonly<Record<string, unknown>> = Object.assign({}, ...maps.map((one) => one.known), ...known);
  const marked = Object.keys(data).filter((key) => key.includes(MARK));
  const open = [
    ...maps.flatMap((one) => one.keys.map((parts) => parts.map((part) => part ?? MARK).join(''))),
    ...marked,
  ];
  const isAny = fields.length > known.length + maps.length;
  return {
    data: Object.fromEntries(Object.entries(data).filter(([key]) => !key.includes(MARK))),
    isOpen: isAny || open.length > 0,
    ...(isAny || open.length === 0 ? {} : { openKeys: open.map(keyPattern) }),
  };
};

const keyPattern = (name: string): RegExp =>
  new RegExp(`^${name.split(MARK).map(escapePattern).join('[-._a-zA-Z0-9]*')}$`);

/** Stands in YAML for what Terraform alone knows: a letter that no manifest has. */
const MARK = '\ue000';

const bodyOf = (resource: TerraformResource): unknown => {
  const text = textWithMarks(resource, 'yaml_body', MARK);
  if (text === undefined) return UNKNOWN;
  try {
    return parseYamlDocuments(text)[0];
  } catch (error) {
    if (error instanceof YamlError) return UNKNOWN;
    throw error;
  }
};

const named = (
  kind: WrittenData['kind'],
  metadata: Readonly<Record<string, unknown>>,
  { data, isOpen, openKeys }: Keys,
  path: string,
  { address, place, lineOf, partialTexts }: TerraformResource,
  of: string,
): Part | 'unknown' => {
  const { namespace = 'default' } = metadata;
  const name =
    textOf(metadata['name']) ??
    partialTexts
      .get('metadata[0].name')
      ?.map((part) => part ?? MARK)
      .join('');
  const isInAnyNamespace = typeof namespace !== 'string' || namespace.includes(MARK);
  // Without both, too little is known.
  if (name === undefined || (isInAnyNamespace && name.includes(MARK))) return 'unknown';
  const pattern = name.includes(MARK) || isInAnyNamespace ? patternOf(name) : undefined;
  if (pattern === null) return 'unknown';
  const own = place === undefined ? of : `${place.file}:${place.line}`;
  const lineAt = (at: string): string => {
    const line = lineOf(at === '' ? path : `${path}.${at}`);
    return line === undefined ? own : `${line.file}:${line.line}`;
  };
  return {
    kind,
    namespace: isInAnyNamespace ? '' : namespace,
    isInAnyNamespace,
    name: name.replaceAll(MARK, '…'),
    pattern,
    address,
    place: own,
    data,
    isOpen,
    ...(openKeys === undefined ? {} : { openKeys }),
    ...(mayBeCopied(metadata) ? { isCopied: true as const } : {}),
    lineOf: lineAt,
    partsOf: (key) => {
      const text = data[key];
      return typeof text === 'string' ? [text] : partialTexts.get(joinPath(path, key));
    },
  };
};

/** Of what only Terraform knows, anything may be true. */
const mayBeCopied = (metadata: Readonly<Record<string, unknown>>): boolean =>
  metadata['annotations'] === UNKNOWN || metadata['labels'] === UNKNOWN || isCopied(metadata);

/** Fewer known letters fit too many names. */
const FEWEST_LETTERS = 4;

/** A name with unknown parts as a pattern; `null` if too little of it is known. */
const patternOf = (name: string): RegExp | null => {
  if (name.replaceAll(MARK, '').length < FEWEST_LETTERS) return null;
  const parts = name.split(MARK).map(escapePattern);
  return new RegExp(`^${parts.join('[a-z0-9.-]*')}$`);
};

/** What Terraform writes by a name; undefined if nothing does. */
export const findWritten = (
  { all, patterns }: AllWrittenData,
  kind: string,
  namespace: string,
  name: string,
): WrittenData | undefined => {
  const exact = all.get(`${kind}/${configMapKey(namespace, name)}`);
  if (exact !== undefined) return exact;
  const fitting = patterns.filter(
    (one) =>
      one.kind === kind && (one.namespace === undefined || one.namespace === namespace) && one.pattern.test(name),
  );
  const [first, ...more] = fitting;
  if (first === undefined) return undefined;
  // Which of them it is, such as that of one root for each cluster, isn't known: it may have the keys of any.
  const found = { ...first.data, namespace };
  return more.reduce((all, { data }) => withKeysOf(all, data), found);
};

const withKeysOf = ({ openKeys, ...all }: WrittenData, other: WrittenData): WrittenData => ({
  ...all,
  keys: new Map([...other.keys, ...all.keys]),
  texts: new Map(
    [...all.texts].filter(([key, parts]) => JSON.stringify(other.texts.get(key)) === JSON.stringify(parts)),
  ),
  ...openTogether({ isOpen: all.isOpen, openKeys }, other),
});

interface Openness {
  readonly isOpen: boolean;
  readonly openKeys?: readonly RegExp[] | undefined;
}

const openTogether = (a: Openness, b: Openness): Pick<WrittenData, 'isOpen' | 'openKeys'> => {
  const open = [a, b].filter(({ isOpen }) => isOpen);
  const isAny = open.some(({ openKeys }) => openKeys === undefined);
  return {
    isOpen: open.length > 0,
    ...(isAny || open.length === 0 ? {} : { openKeys: open.flatMap(({ openKeys = [] }) => openKeys) }),
  };
};

/** Whether Terraform writes a key, or may do so. */
export const mayHaveKey = (
  { keys, isOpen, openKeys }: Pick<WrittenData, 'keys' | 'isOpen' | 'openKeys'>,
  key: string,
): boolean => keys.has(key) || (isOpen && (openKeys === undefined || openKeys.some((one) => one.test(key))));

/** Several resources, and several roots for several clusters, may write keys of one. */
const add = (
  all: Map<string, WrittenData>,
  { data, lineOf, partsOf, pattern: _, isInAnyNamespace: __, isOpen, openKeys, ...part }: Part,
): void => {
  const key = `${part.kind}/${configMapKey(part.namespace, part.name)}`;
  const before = all.get(key);
  const keys = new Map(before?.keys);
  const texts = new Map(before?.texts);
  for (const one of Object.keys(data)) {
    const parts = partsOf(one);
    // Roots of several clusters may give one key different texts.
    if (parts === undefined || (keys.has(one) && JSON.stringify(texts.get(one)) !== JSON.stringify(parts)))
      texts.delete(one);
    else texts.set(one, parts);
    keys.set(one, lineOf(one));
  }
  const { isOpen: wasOpen = false, openKeys: otherKeys, ...rest } = before ?? {};
  const open = openTogether({ isOpen, openKeys }, { isOpen: wasOpen, openKeys: otherKeys });
  all.set(key, { ...part, ...rest, keys, texts, ...open });
};
