import type { ClusterState } from '../../applied/cluster-state.js';
import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import type { RunSchemas } from '../../rules/schemas/find-schemas.js';
import { covers } from '../declarations/match-declared.js';
import { findRefusedUpdates, type RefusedUpdate, type RefusedUpdates, withReplacedByHand } from './refused-update.js';

/** What the API server refuses of a cluster's change, by all that is known of its kinds. */
export const compareUpdates = (
  before: ClusterState,
  after: ClusterState,
  compiled: CompiledCluster,
  schemas: RunSchemas,
): RefusedUpdates => {
  const { replacements } = compiled.cluster;
  const known = schemas.of(compiled);
  const updates = findRefusedUpdates(before, after, ({ group, kind }, ...update) => {
    const found = known.find(group, kind);
    return found === undefined ? [] : schemas.checker.checkUpdate(found, ...update);
  });
  // A whole addon is declared for what Flux replaces; no person deletes that.
  const isDeclared = ({ object }: RefusedUpdate): boolean =>
    replacements.some((one) => typeof one.what !== 'string' && covers(one, { object, owners: [] }));
  return withReplacedByHand(updates, isDeclared);
};
