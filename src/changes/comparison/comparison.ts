import type { BaseTree } from '../../applied/base-tree.js';
import type { ClusterState } from '../../applied/cluster-state.js';
import type { Base, NoBase } from '../../applied/find-base.js';
import type { BaseCluster } from '../../applied/read-base.js';
import type { AppLayout } from '../../compile/layout.js';
import type { AppSettings } from '../../declared/declared-app.js';
import type { Diagnostic } from '../../diagnostics/index.js';
import type { ChangeContext } from '../change-rule.js';
import type { Finding } from '../findings.js';
import type { OwnerChanges } from '../model/owner-changes.js';

/** One cluster, compared with what Flux applies of it. */
export interface ClusterComparison {
  readonly cluster: string;
  readonly base: Base;
  readonly before: BaseCluster;
  readonly after: ClusterState;
  readonly changes: OwnerChanges;
  /** What the change rules find. */
  readonly findings: readonly Finding[];
  /** What the rules have compared. */
  readonly context: ChangeContext;
  readonly place: PlaceInBase;
  /** The cluster's files as the base has them. */
  readonly ownFiles: () => ReadonlyMap<string, string>;
}

/** Where the base has a cluster, and the settings that its files were written with. */
export interface PlaceInBase {
  readonly tree: BaseTree;
  readonly app: AppSettings;
  readonly layout: AppLayout;
  /** The cluster is written elsewhere now, so that no step of a handover can be in this place. */
  readonly isMoved?: true;
}

/** An app's clusters, each compared with what Flux applies. */
export interface BaseComparison {
  /** The clusters that differ from their base. */
  readonly clusters: readonly ClusterComparison[];
  /** Why one cluster, or all, have nothing to compare with. */
  readonly noBase: NoBase | undefined;
  /** Problems that don't belong to a compared cluster. */
  readonly problems: readonly Diagnostic[];
  /** Unmerged files that contain objects of the plan. */
  readonly secondOwners: readonly Diagnostic[];
  /** Clusters that the base has only in another folder: Flux applies that one. */
  readonly moving: ReadonlySet<string>;
}
