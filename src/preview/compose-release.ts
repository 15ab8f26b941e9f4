import { type ComposedValues, type ComposeFailure, composeValues, type ValuesSource } from '../charts/values/index.js';
import { VALUES_KEY } from '../contract/index.js';
import type { JsonObject } from '../json/json-value.js';
import { specOf } from '../json/manifest-fields.js';
import type { GivenConfigMap } from './given-config-maps.js';

/** The values that Helm gets for one release. */
export interface AppliedRelease {
  readonly sources: readonly ValuesSource[];
  readonly composed: ComposedValues | ComposeFailure;
}

interface Data extends GivenConfigMap {
  readonly kind: 'ConfigMap' | 'Secret';
}

/** What a ConfigMap or Secret holds, decoded; undefined for other kinds. */
export const dataOf = (json: JsonObject): Data | undefined => {
  const { kind, metadata, data, stringData } = json as {
    kind?: unknown;
    metadata?: { name?: unknown; namespace?: unknown };
    data?: Record<string, unknown>;
    stringData?: Record<string, unknown>;
  };
  if (kind !== 'ConfigMap' && kind !== 'Secret') return undefined;
  const decoded = Object.entries(data ?? {}).map(([key, value]) => [
    key,
    kind === 'Secret' ? Buffer.from(String(value), 'base64').toString() : String(value),
  ]);
  const text = Object.entries(stringData ?? {}).map(([key, value]) => [key, String(value)]);
  return {
    kind,
    namespace: String(metadata?.namespace ?? ''),
    name: String(metadata?.name ?? ''),
    data: Object.fromEntries([...decoded, ...text]) as Record<string, string>,
  };
};

interface ValuesReference {
  readonly kind: 'ConfigMap' | 'Secret';
  readonly name: string;
  readonly valuesKey?: string;
  readonly targetPath?: string;
  readonly optional?: boolean;
  readonly literal?: boolean;
}

/** @param written what the cluster has, by `ConfigMap namespace/name` */
export const composeRelease = (release: JsonObject, written: ReadonlyMap<string, GivenConfigMap>): AppliedRelease => {
  const sources = valuesSources(release, written);
  return { sources, composed: composeValues(sources, inlineValues(release)) };
};

export const inlineValues = (release: JsonObject): Readonly<Record<string, unknown>> =>
  (specOf(release) as { values?: Readonly<Record<string, unknown>> }).values ?? {};

/** What `spec.valuesFrom` reads. */
export const valuesSources = (
  release: JsonObject,
  written: ReadonlyMap<string, GivenConfigMap>,
): readonly ValuesSource[] => {
  const { namespace = '' } = (release['metadata'] ?? {}) as { namespace?: string };
  const { valuesFrom } = specOf(release) as { valuesFrom?: readonly ValuesReference[] };
  return (valuesFrom ?? []).map((reference): ValuesSource => {
    const { kind, name, valuesKey = VALUES_KEY, optional, targetPath, literal } = reference;
    const there = written.get(`${kind} ${namespace}/${name}`);
    const text = there !== undefined && Object.hasOwn(there.data, valuesKey) ? there.data[valuesKey] : undefined;
    return {
      kind,
      namespace,
      name,
      key: valuesKey,
      ...(optional === undefined ? {} : { optional }),
      ...(targetPath === undefined ? {} : { targetPath }),
      ...(literal === undefined ? {} : { literal }),
      ...(text === undefined ? { missing: there === undefined ? 'object' : 'key' } : { text }),
    };
  });
};
