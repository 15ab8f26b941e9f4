import { hash } from 'node:crypto';
import type { KubernetesVersion } from '../../compile/declared-cluster.js';
import { isJson } from '../../contract/index.js';
import type { StateObject } from '../context/rule-state.js';
import type { Filled } from './fill-examples.js';

/** Objects and values that a schema check found nothing wrong with, by their keys; in another cluster, or an earlier run. */
export interface CleanObjects {
  has(key: string): boolean;
  add(key: string): void;
}

/** Makes the keys of objects and values in a run: clusters of a fleet share the schemas of charts, whose text is long. */
export interface CleanKeys {
  /**
   * What tells an object from all others whose check may end differently; undefined for one that must not be
   * remembered: not even a hash is kept of a secret.
   */
  ofObject(
    object: Pick<StateObject, 'kind'>,
    filled: Filled,
    kubernetes: KubernetesVersion | undefined,
  ): string | undefined;
  /** The same for values of a chart, which are checked by the schema of this text. */
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

/** Undefined for what is not JSON data (FX311): two such values may have one JSON. */
const tryHash = (value: unknown): string | undefined =>
  isJson(value) ? hash('sha256', JSON.stringify(value), 'base64url') : undefined;
