import { isObject } from '../../../json/is-object.js';
import { parseYamlDocuments } from '../../../yaml/parse-yaml.js';
import { YamlError } from '../../../yaml/yaml-error.js';

/**
 * Which object a `kubectl_manifest` is. The provider marks the whole of `yaml_body` as sensitive, so that is dropped; which
 * object it is isn't a secret. The names are those of the provider's own attributes.
 */
export const manifestIdentity = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> => {
  const text = values['yaml_body_parsed'] ?? values['yaml_body'];
  if (typeof text !== 'string') return {};
  let documents: readonly unknown[];
  try {
    documents = parseYamlDocuments(text).filter((one) => one !== null);
  } catch (error) {
    if (error instanceof YamlError) return {};
    throw error;
  }
  const [object] = documents;
  if (documents.length !== 1 || !isObject(object)) return {};
  const { apiVersion, kind, metadata } = object;
  const { name, namespace } = isObject(metadata) ? metadata : {};
  const found = { api_version: apiVersion, kind, name, namespace };
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
};
