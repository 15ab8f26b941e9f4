import { createRequire } from 'node:module';
import type { Json } from '../compile/compiled-cluster.js';

/** Loaded with the first file that is read: mostly the base has what the plan has, and none is. */
const yaml = (): typeof import('yaml') => createRequire(import.meta.url)('yaml') as typeof import('yaml');

/** The objects of a YAML file. @throws Error with the first fault that the file has */
export const parseObjects = (text: string): readonly Json[] =>
  yaml()
    .parseAllDocuments(text, { logLevel: 'silent', prettyErrors: false })
    .flatMap((document) => {
      const fault = document.errors[0];
      if (fault !== undefined) throw new Error(fault.message.split('\n')[0]);
      const value: unknown = document.toJS();
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
      const json = value as Json;
      // `kubectl get -o yaml` gives a List, and kustomize takes it apart.
      return json['kind'] === 'List' && Array.isArray(json['items']) ? (json['items'] as Json[]) : [json];
    });
