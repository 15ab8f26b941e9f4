import { hash } from 'node:crypto';
import type { CompiledObject } from '../compile/compiled-cluster.js';
import type { CopiedObject } from '../constructs/encrypted-file.js';
import { fieldsOf } from '../json/as-shape.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { metadataOf } from '../json/manifest-fields.js';
import { isDisabled, SUBSTITUTE_MARK } from '../substitution/is-disabled.js';
import type { YamlPrinter } from '../yaml/print-yaml.js';
import { type Header, readHeader } from './header.js';

/**
 * Files that the tree has byte for byte hold no header. The kustomization file beside them says whose they are: a
 * comment for each, with its checksum.
 */
const RECORD = /^# Copied byte for byte: (\S+) ([0-9a-f]{32})\r?$/gm;

const checksumOf = (text: string): string => hash('sha256', text).slice(0, 32);

/** The comment that says that a file is ours. */
export const printCopyRecord = (name: string, text: string): string =>
  `# Copied byte for byte: ${name} ${checksumOf(text)}\n`;

/** Which files a kustomization file says are copied, with their checksums; several where a merge left both sides. */
export const readCopyRecords = (text: string): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const [, name = '', checksum = ''] of text.matchAll(RECORD)) {
    const known = found.get(name);
    if (known === undefined) found.set(name, [checksum]);
    else known.push(checksum);
  }
  return found;
};

/** The lines of a kustomization file that say which files are copied. */
export const copyRecordsIn = (text: string): string => [...text.matchAll(RECORD)].map(([line]) => `${line}\n`).join('');

/** The kustomization file that would say that a file is copied. */
export const recordPathOf = (path: string): string =>
  `${path.slice(0, path.lastIndexOf('/') + 1)}${KUSTOMIZATION_FILE}`;

export const KUSTOMIZATION_FILE = 'kustomization.yaml';

/**
 * What stands for the header of a copied file; undefined where it isn't one.
 *
 * @param record the kustomization file beside it, of which the header was found to be ours
 */
export const copiedHeader = (path: string, text: string, record: string, header: Header): Header | undefined => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const checksums = readCopyRecords(record).get(name);
  return checksums === undefined || readHeader(path, text) !== undefined
    ? undefined
    : { ...header, state: stateOf(text, checksums) };
};

const stateOf = (text: string, checksums: readonly string[]): Header['state'] => {
  if ([text, text.replaceAll('\r\n', '\n')].some((one) => checksums.includes(checksumOf(one)))) return 'intact';
  // The text is elsewhere too, so nothing of a merge is lost when it is copied again.
  return /^<{7} /m.test(text) && /^>{7} /m.test(text) ? 'conflicted' : 'edited';
};

/** What the kustomization file adds to a copied object, as a patch. */
export interface CopyPatch {
  readonly target: JsonObject;
  readonly patch: string;
}

/** What the tree adds to a copied object: that Flux substitutes nothing in it, and a namespace where it has none. */
export const additionsOf = (
  object: CompiledObject & { readonly copied: CopiedObject },
): { readonly annotations: Readonly<Record<string, string>>; readonly namespace: string | undefined } => {
  const { json } = object.copied;
  return {
    annotations: isDisabled(object.json) && !isDisabled(json) ? { [SUBSTITUTE_MARK]: 'disabled' } : {},
    namespace: metadataOf(json)['namespace'] === undefined ? object.namespace : undefined,
  };
};

type Additions = ReturnType<typeof additionsOf>;

/** A copied object as Flux reads it. */
export const withAdditions = (json: JsonObject, { annotations, namespace }: Additions): JsonObject => {
  const metadata = metadataOf(json);
  const before = fieldsOf(metadata['annotations']);
  return {
    ...json,
    metadata: {
      ...metadata,
      ...(namespace === undefined ? {} : { namespace }),
      ...(Object.keys(annotations).length === 0 ? {} : { annotations: { ...before, ...annotations } }),
    },
  };
};

/**
 * The patch of a kustomization file that makes the additions; undefined where there are none.
 *
 * @param isNamespaced what has no namespace in its file counts as in "default" for kustomize
 */
export const copyPatch = (
  json: JsonObject,
  { annotations, namespace }: Additions,
  isNamespaced: boolean,
  printYaml: YamlPrinter,
): CopyPatch | undefined => {
  const metadata = metadataOf(json);
  const operations: JsonObject[] = [];
  const add = (path: string, value: unknown) =>
    operations.push({ op: 'add', path: `/metadata/${path}`, value } as never);
  if (namespace !== undefined) add('namespace', namespace);
  const entries = Object.entries(annotations);
  if (entries.length > 0 && !isObject(metadata['annotations'])) add('annotations', annotations);
  else for (const [key, value] of entries) add(`annotations/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, value);
  if (operations.length === 0) return undefined;
  const apiVersion = String(json['apiVersion']);
  const slash = apiVersion.indexOf('/');
  const target = {
    ...(slash < 0 ? {} : { group: apiVersion.slice(0, slash) }),
    version: apiVersion.slice(slash + 1),
    kind: String(json['kind']),
    // kustomize takes both for regular expressions.
    name: escaped(metadata['name']),
    ...(isNamespaced ? { namespace: escaped(metadata['namespace'] ?? 'default') } : {}),
  };
  return { target: target as JsonObject, patch: printYaml(operations) };
};

const escaped = (text: unknown): string => String(text).replaceAll('.', '\\.');
