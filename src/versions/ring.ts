/** Clusters that get a change together, as `rollout` of the app names them. */
export interface Ring {
  /** A key of `rollout`. */
  readonly name: string;
  /** Its place in the rollout; the first one is 0. */
  readonly index: number;
  /** The names of its clusters. */
  readonly clusters: readonly string[];
}

/** The rings of an app, in the order in which they get a change. */
export type Rollout = readonly Ring[];

/** Whether a value, which may come without types, is a ring of an app. */
export const isRing = (value: unknown): value is Ring => {
  if (typeof value !== 'object' || value === null) return false;
  const { name, index } = value as Partial<Ring>;
  return typeof name === 'string' && typeof index === 'number';
};

/** The name of a ring: a key of `rollout`, and of `rings` in versions.yaml. */
export const RING_NAME = /^[a-z](?:[-a-z\d]{0,61}[a-z\d])?$/;
