import type { BaseTree } from '../../applied/base-tree.js';
import type { ClusterState } from '../../applied/cluster-state.js';
import type { Base, NoBase } from '../../applied/find-base.js';
import type { BaseCluster } from '../../applied/read-base.js';
import type { AppSettings } from '../../compile/declared-app.js';
import type { AppLayout } from '../../compile/layout.js';
import type { Diagnostic } from '../../diagnostics/index.js';
import type { ChangeContext } from '../change-rule.js';
import type { Finding } from '../findings.js';
import type { OwnerChanges } from '../model/owner-changes.js';

/** One cluster, compared with what Flux has of it. */
export interface ClusterComparison {
  readonly cluster: string;
  readonly base: Base;
  readonly before: BaseCluster;
  readonly after: ClusterState;
  readonly changes: OwnerChanges;
  /** What the change rules find. */
  readonly findings: readonly Finding[];
  /** What they have looked at. */
  readonly context: ChangeContext;
  readonly place: PlaceInBase;
  /** The cluster's files as the base has them. */
  readonly ownFiles: () => ReadonlyMap<string, string>;
}

/** Where the base has a cluster, with the settings that its files were written with. */
export interface PlaceInBase {
  readonly tree: BaseTree;
  readonly app: AppSettings;
  readonly layout: AppLayout;
  /** It is written elsewhere now, so that no step of a handover can stand there. */
  readonly isMoved?: true;
}

/** An app's clusters, each compared with what Flux has of it. */
export interface BaseComparison {
  /** Those that differ from their base. */
  readonly clusters: readonly ClusterComparison[];
  /** Where there is nothing to compare with, for one cluster or all: why. */
  readonly noBase: NoBase | undefined;
  /** What is wrong apart from the clusters that are compared. */
  readonly problems: readonly Diagnostic[];
  /** Of files that are not merged yet and hold objects of the plan. */
  readonly secondOwners: readonly Diagnostic[];
  /** Clusters that the base has in another folder alone: Flux applies what is there. */
  readonly moving: ReadonlySet<string>;
}
