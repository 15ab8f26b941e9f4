import type { Json } from '../compile/compiled-cluster.js';
import { isObject } from '../json/is-object.js';
import { parseYamlDocuments } from '../yaml/parse-yaml.js';
import { YamlError } from '../yaml/yaml-error.js';

/** The objects of a file of manifests, as Flux reads them. @throws Error with the first fault that the file has */
export const parseObjects = (text: string): readonly Json[] =>
  documentsOf(text).flatMap((document): readonly Json[] => {
    if (!isObject(document)) return [];
    const { kind, items } = document;
    // `kubectl get -o yaml` gives a List, and kustomize takes it apart.
    return kind === 'List' && Array.isArray(items) ? (items as readonly Json[]) : [document];
  });

const documentsOf = (text: string): readonly unknown[] => {
  try {
    return parseYamlDocuments(text);
  } catch (error) {
    throw error instanceof YamlError ? new Error(error.reason, { cause: error }) : error;
  }
};
