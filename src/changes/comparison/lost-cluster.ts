import { type ClusterState, isFluxKustomization, ownerKey } from '../../applied/cluster-state.js';
import { deletes } from '../../applied/owned-objects.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { compareText } from '../../json/compare-text.js';
import { tryFindLoss } from '../losses/find-loss.js';
import { lossOf, removalNotDeclared } from '../rules/removals/removal-not-declared.js';

/** Refuses all that is lost in a cluster that the app no longer declares, since no code can declare it. */
export const lostClusterProblems = (cluster: string, state: ClusterState): readonly Diagnostic[] => {
  const going = [...state.objects.values()].filter(({ id }) => {
    const owner = isFluxKustomization(id) ? state.owners.get(ownerKey(id)) : undefined;
    return owner !== undefined && deletes(owner);
  });
  if (going.length === 0) return [];
  const addons = going.map(({ id }) => id.name).sort();
  const owners = new Set(going.map(({ id }) => ownerKey(id)));
  const losses = [...state.objects.values()]
    .filter(
      ({ id, holdings }) => !isFluxKustomization(id) && holdings.some(({ owner, kept }) => !kept && owners.has(owner)),
    )
    .sort((a, b) => compareText(a.key, b.key))
    .flatMap((object) => (tryFindLoss(object, state) === undefined ? [] : [lossOf(object, state)]));
  const lines = addons.map((name) => `.removed('${name}', { reason: '…' })`);
  return [
    diagnose(removalNotDeclared, {
      message: `the app has no cluster "${cluster}" any more, and Flux would delete all that its ${addons.length === 1 ? 'Kustomization owns' : `${addons.length} Kustomizations own`}`,
      at: { cluster },
      notes: ['a renamed cluster is a removal and a creation', `Kustomizations: ${addons.join(', ')}`, ...losses],
      fix: `keep the cluster without stages for one change, new FluxCluster(app, '${cluster}')${lines.join('')}, and take it out after that`,
    }),
  ];
};
