import type { ClusterState, OwnedObject } from '../../applied/cluster-state.js';
import type { Found } from '../transitions/found.js';
import type { RefusedUpdate } from '../updates/refused-update.js';

/** An object before and after a change, each with its state. */
export interface Change {
  readonly object: OwnedObject;
  readonly before: ClusterState;
  readonly next: OwnedObject;
  readonly after: ClusterState;
  /** Set if the API server refuses the change as an update. */
  readonly refused: RefusedUpdate | undefined;
  /** Gives the harmful changes in place. */
  readonly transitions: () => readonly Found[];
}
