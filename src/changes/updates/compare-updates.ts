import type { ClusterState } from '../../applied/cluster-state.js';
import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import type { RunSchemas } from '../../rules/schemas/find-schemas.js';
import { covers } from '../declarations/match-declared.js';
import { findRefusedUpdates, type RefusedUpdate, type RefusedUpdates, withReplacedByHand } from './refused-update.js';

/** Finds the updates in a cluster's change that the API server refuses, with all schemas and rules that are known. */
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
  // Declaring a whole addon covers only what Flux replaces: a person deletes objects one by one.
  const isDeclared = ({ object }: RefusedUpdate): boolean =>
    replacements.some((one) => typeof one.what !== 'string' && covers(one, { object, owners: [] }));
  return withReplacedByHand(updates, isDeclared);
};
