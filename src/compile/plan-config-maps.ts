import { printValuesDocument } from '../addon/values-document.js';
import type { Contract } from '../contract/index.js';

/** A ConfigMap as Kubernetes takes it. */
export interface ConfigMapManifest {
  readonly apiVersion: 'v1';
  readonly kind: 'ConfigMap';
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly labels: Readonly<Record<string, string>>;
  };
  readonly data: Readonly<Record<string, string>>;
}

/** What an infra gives by ConfigMaps. */
export interface ConfigMapInfra {
  readonly vars: Readonly<Record<string, unknown>>;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The ConfigMaps of a contract, with an infra that keeps it, in the contract's order. Vars left out are not in them. */
export const planConfigMaps = (contract: Contract, infra: ConfigMapInfra): readonly ConfigMapManifest[] =>
  contract.configMaps.map(({ name, namespace, labels, key, release, from }) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace, labels },
    data:
      key === undefined || release === undefined
        ? varsData(infra.vars, (one) => contract.vars[one]?.from === from)
        : { [key]: printValuesDocument(infra.values[release] as object) },
  }));

const varsData = (
  vars: Readonly<Record<string, unknown>>,
  isHere: (key: string) => boolean,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.keys(vars)
      .filter((key) => vars[key] !== undefined && isHere(key))
      .sort()
      .map((key) => [key, String(vars[key])]),
  );
