import type { RuleState, StateObject } from '../../rules/context/rule-state.js';

/** A cluster as far as it is compared with Terraform. */
export interface SeenCluster {
  readonly state: RuleState;
  /** The names of all vars that its Kustomizations read. */
  readonly reads: ReadonlySet<string>;
  /** All of it was read. */
  readonly isWhole: boolean;
}

export const objectsOfClusters = (clusters: readonly Pick<SeenCluster, 'state'>[]): readonly StateObject[] =>
  clusters.flatMap(({ state }) => state.units.flatMap(({ objects, entry }) => [...entry, ...objects]));
