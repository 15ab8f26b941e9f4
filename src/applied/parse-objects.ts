import { decodeUtf16, isUtf16 } from '../files/utf16-text.js';
import { DEEPEST, isDeeperThan } from '../json/is-deeper-than.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { parseYamlDocuments } from '../yaml/parse-yaml.js';
import type { YamlDialect } from '../yaml/yaml-dialect.js';
import { YamlError } from '../yaml/yaml-error.js';

/**
 * The objects of a file, by default of manifests, as Flux reads them. @throws Error with the first fault that the file
 * has
 */
export const parseObjects = (text: string, dialect: YamlDialect = 'kyaml'): readonly JsonObject[] =>
  parseDocuments(text, dialect).flatMap((document): readonly JsonObject[] => {
    if (!isObject(document)) return [];
    if (isDeeperThan(document, DEEPEST))
      throw new Error(`it is nested deeper than the ${DEEPEST} levels that are read`);
    const { kind, items } = document;
    // `kubectl get -o yaml` prints a List, and kustomize splits it.
    return kind === 'List' && Array.isArray(items) ? items.filter(isObject) : [document];
  });

/** The same, but empty for a file that can't be parsed. The build reports its error better. */
export const readableObjects = (text: string): readonly JsonObject[] => {
  try {
    return parseObjects(text);
  } catch {
    return [];
  }
};

/** All documents of a YAML text. @throws Error with the first fault in the text */
const parseDocuments = (text: string, dialect: YamlDialect): readonly unknown[] => {
  try {
    // kustomize looks for `---` in the bytes, so of a file in UTF-16 it reads the first document alone.
    return isUtf16(text)
      ? parseYamlDocuments(decodeUtf16(text), dialect).slice(0, 1)
      : parseYamlDocuments(text, dialect);
  } catch (error) {
    throw error instanceof YamlError ? new Error(error.reason, { cause: error }) : error;
  }
};
