/** Whose reading of JSON Schema counts: no two of them read the same keywords. */
export interface Dialect {
  readonly name: 'api-server' | 'chart' | 'contract';
  /**
   * What structural schemas add: `nullable`, `format`, `x-kubernetes-*`, flags for exclusive bounds, an object's
   * metadata. An object takes only its properties unless the schema says otherwise.
   */
  readonly kubernetes: boolean;
  /** What JSON Schema 2020-12 has and structural schemas lack: `const`, `patternProperties`, `if`, `contains` and others. */
  readonly full: boolean;
  /** Every object takes only its properties. */
  readonly closed: boolean;
  /** A number must arrive with all its digits, whoever reads it. */
  readonly exactNumbers: boolean;
  /** Whether violations come in the order of keys, and not in that of the value. */
  readonly sorted: boolean;
  /** Whether a missing key is reported where it would be, and not at the object that lacks it. */
  readonly missingAtKey: boolean;
}

/** https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation */
export const apiServer: Dialect = {
  name: 'api-server',
  kubernetes: true,
  full: false,
  closed: false,
  exactNumbers: false,
  sorted: false,
  missingAtKey: true,
};

/** JSON Schema 2020-12 without refs, as the imports of charts hold it. */
export const chart: Dialect = {
  name: 'chart',
  kubernetes: false,
  full: true,
  closed: false,
  exactNumbers: false,
  sorted: true,
  missingAtKey: false,
};

/** The small schemas of infra inputs. */
export const contract: Dialect = {
  name: 'contract',
  kubernetes: false,
  full: false,
  closed: true,
  exactNumbers: true,
  sorted: true,
  missingAtKey: true,
};
