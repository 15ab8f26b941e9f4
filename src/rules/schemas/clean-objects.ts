import { hash } from 'node:crypto';
import { isJson } from '../../contract/index.js';
import type { KubernetesVersion } from '../../declared/declared-cluster.js';
import type { StateObject } from '../context/rule-state.js';
import type { Filled } from './fill-examples.js';

/** Keys of objects and values that passed the schema check, in another cluster or in an earlier run. */
export interface CleanObjects {
  has(key: string): boolean;
  add(key: string): void;
}

/**
 * Creates the keys of objects and values in a run. Clusters of a fleet share the schemas of charts, whose text is long.
 */
export interface CleanKeys {
  /**
   * A key that is the same only for objects with the same result; undefined for objects that must not be remembered,
   * since not even the hash of a secret is stored.
   */
  ofObject(
    object: Pick<StateObject, 'kind'>,
    filled: Filled,
    kubernetes: KubernetesVersion | undefined,
  ): string | undefined;
  /** The same for values of a chart, checked against the schema with this text. */
  ofValues(schema: string, values: object): string | undefined;
}

export const openCleanKeys = (): CleanKeys => {
  const schemas = new Map<string, string>();
  return {
    ofObject: ({ kind }, { value, open }, kubernetes) =>
      kind === 'Secret' ? undefined : tryHash([value, open, kubernetes]),
    ofValues: (schema, values) => {
      const name = schemas.get(schema) ?? hash('sha256', schema, 'base64url');
      schemas.set(schema, name);
      return tryHash(['values', name, values]);
    },
  };
};

/** Undefined for values that aren't JSON data (FX311): different ones may have the same JSON. */
const tryHash = (value: unknown): string | undefined =>
  isJson(value) ? hash('sha256', JSON.stringify(value), 'base64url') : undefined;
