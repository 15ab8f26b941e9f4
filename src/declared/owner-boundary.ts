/** Whom something can belong to. */
export const boundaryOwners = [
  'flux',
  'terraform',
  'tofu-controller',
  'crossplane',
  'operator',
  'bootstrap',
  'person',
] as const;
export type BoundaryOwner = (typeof boundaryOwners)[number];

/**
 * What belongs to whom in a cluster, as its team has decided. Each owner has patterns: `Kind/name`, `Kind/namespace/name`,
 * or with an API group before them, `rds.aws.upbound.io/*` for all kinds of a group. `*` stands for any part. Where several
 * fit, the one with the fewest `*` decides.
 *
 * @example { terraform: ['Namespace/*'], crossplane: ['rds.aws.upbound.io/*'] }
 */
export type OwnerBoundary = { readonly [O in BoundaryOwner]?: readonly string[] } & {
  /**
   * Folders of root modules in the repository whose Terraform works on this cluster, from the repository's root. One that
   * calls the contract's module is known anyway.
   */
  readonly roots?: readonly string[];
};

/** A pattern: two to four parts. */
export const OWNER_PATTERN = /^[^\s/]+(?:\/[^\s/]+){1,3}$/;

/** Owners as sentences name them. */
export const OWNER_NAMES: Readonly<Record<BoundaryOwner, string>> = {
  flux: 'Flux',
  terraform: 'Terraform',
  'tofu-controller': 'tofu-controller',
  crossplane: 'Crossplane',
  operator: 'an operator',
  bootstrap: 'the bootstrap',
  person: 'a person',
};
