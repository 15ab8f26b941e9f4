/** One object that is removed or replaced on purpose. */
export interface RemovedObject {
  /** The kind, without its group: `Secret`. */
  readonly kind: string;
  /** `metadata.name`. */
  readonly name: string;
  /** `metadata.namespace`. @default - the only namespace that has an object of this kind and name to remove or replace, or none */
  readonly namespace?: string;
  /** The API group: `apps`, and `''` for Kubernetes' core. @default - the only group that has an object of this kind and name to remove or replace */
  readonly group?: string;
}

/** What `FluxCluster.removed` and `FluxCluster.replaced` take beside the target. */
export interface RemovalOptions {
  /** Why, for those who review the change. */
  readonly reason: string;
}

/** A removal or replacement that the code of a cluster declares. */
export interface DeclaredRemoval extends RemovalOptions {
  /** The name of an addon, with all that it had; or one object. */
  readonly what: string | RemovedObject;
  /** `src/platform/dev.ts:12`. */
  readonly place: () => string | undefined;
  /** The tenant whose offboarding declares it. */
  readonly tenant?: string;
}
