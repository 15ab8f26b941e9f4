import { helmReleases, kustomization, kustomizations } from './flux-kinds.js';
import type { KubeObject } from './kube-object.js';
import { isReady, type State, stateOf } from './kustomization-state.js';
import type { Live } from './live.js';
import type { PlannedKustomization } from './planned.js';

/**
 * Has each Kustomization reconcile now instead of at its next interval, each after all that it depends on, until it
 * says where it stands: what Flux would say of the cluster some minutes later. One that waits for a release that is
 * not ready stands there until its timeout.
 */
export const pokeAll = async (live: Live, plan: readonly PlannedKustomization[]): Promise<Map<string, KubeObject>> => {
  const settled = new Map<string, KubeObject>();
  const rest = new Set(plan);
  while (rest.size > 0) {
    const layer = [...rest].filter(({ dependsOn }) => dependsOn.every((name) => settled.has(name)));
    for (const planned of layer) rest.delete(planned);
    const tokens = new Map<string, string>();
    for (const { name } of layer) tokens.set(name, await live.reconcile(kustomization(name)));
    await live.until(`${[...tokens.keys()].join(', ')} have reconciled`, async () => {
      const objects = (await live.list(kustomizations)).filter(({ metadata }) => tokens.has(metadata.name));
      const releases = await live.list(helmReleases);
      for (const object of objects) {
        const { name } = object.metadata;
        const state = stateOf(object);
        const handled = object.status?.['lastHandledReconcileAt'] === tokens.get(name) && isEnd(state);
        if (handled || (state === 'checks' && hasUnready(releases, name))) settled.set(name, object);
      }
      return layer.every(({ name }) => settled.has(name));
    });
  }
  return settled;
};

const isEnd = (state: State) => state === 'ready' || state === 'waits' || state === 'fails';

const hasUnready = (releases: readonly KubeObject[], owner: string): boolean =>
  releases.some(
    (release) => release.metadata.labels?.['kustomize.toolkit.fluxcd.io/name'] === owner && !isReady(release),
  );
