import type { ClusterState, OwnedObject } from '../../applied/cluster-state.js';
import type { Found } from '../transitions/found.js';
import type { RefusedUpdate } from '../updates/refused-update.js';

/** An object beside what it becomes, each with the state that it is part of. */
export interface Change {
  readonly object: OwnedObject;
  readonly before: ClusterState;
  readonly next: OwnedObject;
  readonly after: ClusterState;
  /** Where the API server refuses the change as an update. */
  readonly refused: RefusedUpdate | undefined;
  /** Its harmful changes in place. */
  readonly transitions: () => readonly Found[];
}
