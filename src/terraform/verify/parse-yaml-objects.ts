import { isObject } from '../../json/is-object.js';
import { parseYamlDocuments } from '../../yaml/parse-yaml.js';
import { YamlError } from '../../yaml/yaml-error.js';

/** Whether a text that is not JSON begins as an object or list of Kubernetes does. Looks at its first lines alone. */
export const looksLikeObjects = (text: string): boolean => {
  // A few screens of comments; a plan of 100 MB that is broken is not split for this.
  const lines = text.slice(0, 4096).split('\n');
  const first = lines.find((line) => !/^(?:#|---|\s*$)/.test(line));
  return first !== undefined && /^(?:apiVersion|kind|metadata|items|data|immutable|stringData|type):/.test(first);
};

/** The fault of a YAML text; it quotes nothing of it, which may be a secret. */
export interface YamlFault {
  /** From 1; absent where the fault is of no line. */
  readonly line: number | undefined;
  /** There is more of it than is read. */
  readonly isTooLarge?: true;
}

/**
 * The one object that `kubectl get -o yaml` prints, or a List of all that a text of several documents has.  */
export const parseYamlObjects = (text: string): { readonly json: unknown } | YamlFault => {
  try {
    const values = parseYamlDocuments(text).filter((value) => value !== null);
    return { json: values.length === 1 ? values[0] : { kind: 'List', items: values.flatMap(objectsOf) } };
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    return { line: error.line, ...(error.kind === 'too-many-values' ? { isTooLarge: true } : {}) };
  }
};

const objectsOf = (value: unknown): readonly unknown[] => {
  if (!isObject(value) || typeof value['kind'] !== 'string' || !Array.isArray(value['items'])) return [value];
  const { kind, items } = value;
  // The items of the API's own list do not repeat what they are.
  return kind === 'ConfigMapList'
    ? items.map((one: unknown) => (isObject(one) ? { kind: 'ConfigMap', ...one } : one))
    : items;
};
