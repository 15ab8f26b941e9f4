import { isObject } from '../../json/is-object.js';
import { parsePatch } from '../../yaml/parse-patch.js';
import { YamlError } from '../../yaml/yaml-error.js';

/** A patch of kustomize, in one of its two forms. */
export type Patch =
  | { readonly kind: 'merge'; readonly objects: readonly Readonly<Record<string, unknown>>[] }
  | { readonly kind: 'operations'; readonly operations: readonly Readonly<Record<string, unknown>>[] };

/**
 * Reads a patch as kustomize does: objects to merge, or JSON 6902 operations.
 *
 * @returns the patch, or what is wrong with it in words
 */
export const readPatch = (text: string): Patch | string => {
  if (text.trim() === '') return 'it is empty';
  if (!isJsonWhereBrackets(text)) return 'a list in brackets must be JSON: every key and text in double quotes';
  try {
    const [first, ...others] = parsePatch(text);
    if (Array.isArray(first)) return readOperations(first);
    const documents = [first, ...others].filter((one) => one !== null && one !== undefined);
    const objects: Readonly<Record<string, unknown>>[] = [];
    for (const one of documents) {
      if (!isObject(one)) return 'it is neither an object nor a list of operations';
      const missing = missingOf(one);
      if (missing !== undefined) return `an object to merge needs ${missing}`;
      objects.push(one);
    }
    return { kind: 'merge', objects };
  } catch (error) {
    if (error instanceof YamlError) return error.reason;
    throw error;
  }
};

/** kustomize reads a patch that starts with a bracket as JSON, and any other as YAML. */
export const isJsonWhereBrackets = (text: string): boolean => {
  if (!text.trimStart().startsWith('[')) return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** kustomize reads this kind of patch like a resource; only the API server needs its version. */
const missingOf = (object: Readonly<Record<string, unknown>>): string | undefined => {
  const { kind, metadata } = object;
  if (Object.keys(object).length === 0 || (kind !== undefined && typeof kind !== 'string')) return undefined;
  if (kind === undefined || kind === '') return '"kind"';
  const name = isObject(metadata) ? metadata['name'] : undefined;
  return kind.endsWith('List') || (name !== undefined && name !== '' && name !== null) ? undefined : '"metadata.name"';
};

/** A null among the operations does nothing. */
const readOperations = (all: readonly unknown[]): Patch | string => {
  const operations = all.filter((one) => one !== null);
  return operations.every(isObject)
    ? { kind: 'operations', operations }
    : 'each operation is an object with "op" and "path"';
};
