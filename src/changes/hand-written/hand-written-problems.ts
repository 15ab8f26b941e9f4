import type { ClusterState } from '../../applied/cluster-state.js';
import type { ClusterViews } from '../../applied/view/cluster-views.js';
import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import type { Diagnostic } from '../../diagnostics/index.js';
import type { RunSchemas } from '../../rules/find-schemas.js';
import { encryptedOfOthers } from '../rules/hand-written/encrypted-of-others.js';
import { namesOfOthers } from '../rules/hand-written/names-of-others.js';
import { varsOfOthers } from '../rules/hand-written/vars-of-others.js';
import { parseHadContract } from './contract-of-base.js';

/**
 * What is wrong with files of others, by themselves or by what the plan changes.
 *
 * @param contract the text of the base's, where it differs
 */
export const handWrittenProblems = (
  compiled: CompiledCluster,
  contract: string | undefined,
  states: { readonly before: ClusterState; readonly after: ClusterState },
  view: ClusterViews,
  schemas: RunSchemas,
): readonly Diagnostic[] => {
  const had = contract === undefined ? undefined : parseHadContract(contract);
  return [
    ...varsOfOthers(compiled, had, view),
    ...namesOfOthers(compiled, had, states, view),
    ...encryptedOfOthers(compiled, view, schemas),
  ];
};
