import { type ClusterState, entryOf, isWritten, makeState, ROOT, type StateEntry } from '../applied/cluster-state.js';
import type { RefusedUpdates } from '../changes/updates/refused-update.js';
import { equalJson } from '../json/equal-json.js';
import type { AppliedPair } from './applied-pairs.js';
import type { AppliedState } from './applied-state.js';

export type FindUpdates = (before: ClusterState, after: ClusterState) => RefusedUpdates;

/**
 * What the API server refuses of a change: by what is written, as the plan has it, and by what other values of vars
 * make of what is written the same.
 */
export const refusedUpdates = (
  before: AppliedState,
  after: AppliedState,
  pairs: ReadonlyMap<string, AppliedPair>,
  findUpdates: FindUpdates,
): RefusedUpdates => {
  const written = findUpdates(before.state, after.state);
  const byVars = [...pairs.keys()].filter((key) => {
    const [a, b] = [before.source(key), after.source(key)];
    return !written.has(key) && a !== undefined && b !== undefined && equalJson(a.built, b.built);
  });
  if (byVars.length === 0) return written;
  const keys = new Set(byVars);
  const applied = findUpdates(appliedState(before, keys), appliedState(after, keys));
  return new Map([...[...applied].filter(([key]) => keys.has(key)), ...written]);
};

/** The state with some of its objects as Flux applies them. */
const appliedState = ({ state, applied }: AppliedState, keys: ReadonlySet<string>): ClusterState => {
  const entries = [...state.objects.values()].flatMap(({ key, holdings }) =>
    holdings.filter(isWritten).map((holding): StateEntry => {
      const json = keys.has(key) ? applied(key)?.json : undefined;
      return json === undefined ? entryOf(holding) : { ...entryOf(holding), json, isSubstituted: true };
    }),
  );
  const root = [...state.owners.values()][0]!;
  const { rootKey = ROOT, scopeOf, protectedKinds } = state;
  return makeState(entries, () => true, { root, rootKey, scopeOf, protectedKinds });
};
