import { ROOT } from '../../applied/cluster-state.js';
import { ownerName } from '../../applied/owner-name.js';
import type { FluxView } from '../../applied/view/flux-view.js';
import { isOperated } from '../../changes/root/operator-takes.js';
import { FLUX_NAMESPACE } from '../../contract/index.js';
import type { AnyFluxCluster } from '../../declared/declared-cluster.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { OPERATOR_GROUP } from '../../flux/resource-sets/resource-set.js';
import { isFluxGroup } from '../../rules/context/state-index.js';
import { isListed } from '../../rules/references/external.js';
import { handoverBlocked, rootAssumed } from '../diagnostics.js';

/**
 * The diagnostic for a folder without a declared root in the repository: a notice if Flux objects in it or the
 * cluster's code show that Flux reads it, else an error.
 *
 * @param folder the cluster's folder, from the repository's root
 * @param revision the revision that Flux follows
 */
export const assumedRootProblem = (
  { name, externalObjects, fluxSettings }: AnyFluxCluster,
  folder: string,
  { running, owners }: Pick<FluxView, 'running' | 'owners'>,
  revision: string,
): Diagnostic | undefined => {
  if (running.file !== undefined) return undefined;
  const isDeclared =
    fluxSettings?.operator?.sync !== undefined ||
    isOperated({ externalObjects }) ||
    externalObjects.some((one) => isListed(one, ROOT_OBJECT));
  const isFlux = [...owners.values()].some(({ objects }) =>
    objects.some(({ id }) => isFluxGroup(id.group) || id.group === OPERATOR_GROUP),
  );
  const at = { cluster: name };
  if (!isDeclared && !isFlux) {
    return diagnose(handoverBlocked, {
      message: `nothing in ${revision} says that Flux reads "${folder}": a handover would take files away that something else may apply`,
      at,
      notes: [
        `looked for: a gotk-sync.yaml or FluxInstance in "${folder}/flux-system" or in a folder above; a Kustomization of Flux with path: ./${folder}; any object of Flux's kinds in "${folder}"`,
      ],
      fix: `let Flux read the folder first: flux bootstrap … --path=${folder}; if nothing of Flux is there yet, delete the files and run npx fluxspan synth instead; if Flux reads it by a Kustomization that isn't in this repository, name that one: new FluxCluster(app, '${name}', { external: [{ kind: 'Kustomization', name: 'flux-system', namespace: 'flux-system' }] })`,
    });
  }
  return diagnose(rootAssumed, {
    message: `no file declares the Kustomization that reads "${folder}", so one with Flux's default settings is assumed: ${ownerName(ROOT)}, with prune: true`,
    at,
    fix: `compare it with the one in the cluster before you merge: kubectl get kustomizations -A -o wide; it must read ./${folder}, without patches or postBuild`,
  });
};

const ROOT_OBJECT = {
  group: 'kustomize.toolkit.fluxcd.io',
  kind: 'Kustomization',
  namespace: FLUX_NAMESPACE,
  name: FLUX_NAMESPACE,
};
