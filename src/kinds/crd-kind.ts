/** One kind of an API group, as its CRD describes it. */
export interface CrdKind {
  readonly group: string;
  readonly kind: string;
  readonly scope: 'Cluster' | 'Namespaced';
  /** Those that are served, the one that kubectl takes first. */
  readonly versions: readonly CrdVersion[];
}

export interface CrdVersion {
  readonly name: string;
  /** @default false */
  readonly deprecated?: boolean;
  readonly schema: OpenApi;
}

/** The part of an OpenAPI v3 schema that types come from. */
export interface OpenApi {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, OpenApi>>;
  readonly required?: readonly string[];
  readonly items?: OpenApi;
  readonly additionalProperties?: OpenApi | boolean;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly format?: string;
  readonly default?: unknown;
  readonly nullable?: boolean;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  /** What upstream calls the type. @default - named by where it is */
  readonly typeName?: string;
}

/** A place of a kind where its objects name another one. */
export interface NamingPlace {
  /** `spec.issuerRef`; a list is gone through with `[]`. */
  readonly at: string;
  /** The kinds that can be named, as `group/Kind`; empty where any can be. */
  readonly kinds: readonly string[];
  /** The field with the name. */
  readonly name: string;
}

/** What types say more than schemas do. */
export interface TypeFacts {
  /** By `group/Kind`, where its objects name others. */
  readonly naming: ReadonlyMap<string, readonly NamingPlace[]>;
  /** Names of fields that hold a duration, though their schema has no pattern that says so. */
  readonly durations: ReadonlySet<string>;
}

const rank = (version: string): readonly [stability: number, major: number, minor: number] => {
  const match = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version);
  if (!match) return [-1, 0, 0];
  return [match[2] === undefined ? 2 : match[2] === 'beta' ? 1 : 0, Number(match[1]), Number(match[3] ?? 0)];
};

/** Kubernetes' own order of versions: v2, v1, v2beta1, v1beta2, v1alpha1. */
export const compareVersions = (a: string, b: string): number => {
  const left = rank(a);
  const right = rank(b);
  return right[0] - left[0] || right[1] - left[1] || right[2] - left[2] || (a < b ? -1 : a > b ? 1 : 0);
};

/** The version to use comes first: of those that aren't deprecated, the one that kubectl takes. */
export const comparePreference = (
  a: Pick<CrdVersion, 'name' | 'deprecated'>,
  b: Pick<CrdVersion, 'name' | 'deprecated'>,
): number => Number(a.deprecated === true) - Number(b.deprecated === true) || compareVersions(a.name, b.name);
