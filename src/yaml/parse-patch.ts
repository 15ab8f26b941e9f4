import type { YamlValue } from './decode-yaml.js';
import { parseYaml, parseYamlDocuments } from './parse-yaml.js';

/**
 * The documents of a patch as kustomize reads them: a list of JSON 6902 operations by sigs.k8s.io/yaml, so that
 * `value: yes` is a boolean, and objects to merge as it reads manifests, so that `yes` is a text.
 *
 * @returns one list, or the objects to merge
 * @throws YamlError
 */
export const parsePatch = (text: string): readonly YamlValue[] => {
  const first = parseYaml(text);
  return Array.isArray(first) ? [first] : parseYamlDocuments(text, 'kyaml', 'ignored');
};
