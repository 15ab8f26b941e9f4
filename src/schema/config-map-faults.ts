import { isObject } from '../json/is-object.js';

/** What the API server refuses of the data of a ConfigMap or Secret, whatever its schema takes. */
export type ConfigMapFault =
  | { readonly kind: 'key'; readonly part: Part; readonly key: string }
  /** All values together, in bytes. */
  | { readonly kind: 'size'; readonly size: number };

type Part = 'data' | 'stringData' | 'binaryData';
const PARTS: readonly Part[] = ['data', 'stringData', 'binaryData'];

/** https://kubernetes.io/docs/concepts/configuration/configmap/: all values of one object, without their keys. */
export const MAX_DATA = 1024 * 1024;
/** A UTF-16 unit has three bytes in UTF-8 at most. */
const MOST_BYTES = 3;
const KEY = /^(?!\.$|\.\.)[-._a-zA-Z0-9]{1,253}$/;

/** @param kind of the core group */
export const configMapFaults = (kind: string, object: unknown): readonly ConfigMapFault[] => {
  if ((kind !== 'ConfigMap' && kind !== 'Secret') || !isObject(object)) return [];
  const faults: ConfigMapFault[] = [];
  let units = 0;
  for (const part of PARTS) {
    for (const [key, value] of Object.entries((object[part] ?? {}) as Readonly<Record<string, unknown>>)) {
      if (typeof value === 'string') units += value.length;
      if (!KEY.test(key)) faults.push({ kind: 'key', part, key });
    }
  }
  // Most are small, and need no closer look.
  if (units * MOST_BYTES <= MAX_DATA) return faults;
  const isSecret = kind === 'Secret';
  const size =
    bytesOf(object['data'], isSecret ? 'base64' : 'utf8') +
    bytesOf(object['stringData'], 'utf8') +
    bytesOf(object['binaryData'], 'base64');
  return size <= MAX_DATA ? faults : [...faults, { kind: 'size', size }];
};

const bytesOf = (part: unknown, encoding: 'utf8' | 'base64'): number =>
  Object.values((part ?? {}) as Readonly<Record<string, unknown>>).reduce<number>(
    (size, value) => size + (typeof value === 'string' ? Buffer.byteLength(value, encoding) : 0),
    0,
  );
