import type { Api } from './api.js';
import { type KubeObject, printRef } from './kube-object.js';
import { type UntilOptions, until } from './until.js';

/** Read in this order: what a Kustomization has made is there when it says that it is ready. */
const kinds = [
  { apiVersion: 'kustomize.toolkit.fluxcd.io/v1', kind: 'Kustomization' },
  { apiVersion: 'source.toolkit.fluxcd.io/v1', kind: 'GitRepository' },
  { apiVersion: 'source.toolkit.fluxcd.io/v1', kind: 'HelmRepository' },
  { apiVersion: 'source.toolkit.fluxcd.io/v1', kind: 'OCIRepository' },
  { apiVersion: 'helm.toolkit.fluxcd.io/v2', kind: 'HelmRelease' },
] as const;

/**
 * Waits until all of Flux's objects are ready, as they are now, and each Kustomization that reads the tree has applied
 * `commit`; suspended ones do not count. Gives them, Kustomizations first.
 */
export const untilReady = async (
  api: Api,
  commit: string,
  options: Pick<UntilOptions, 'timeout' | 'check'>,
): Promise<KubeObject[]> => {
  let waiting: string[] = [];
  const probe = async () => {
    const objects: KubeObject[] = [];
    for (const kind of kinds) {
      const found = (await api.list(kind)).filter((object) => object.spec?.['suspend'] !== true);
      objects.push(...found);
      waiting = found.flatMap((object) => obstacle(object, commit) ?? []);
      if (waiting.length > 0) return undefined;
    }
    return objects;
  };
  return until('everything of Flux is ready', probe, {
    timeout: 120_000,
    ...options,
    explain: () => `not ready:\n  ${waiting.join('\n  ')}`,
  });
};

/** Why this object is not ready, in a line. */
const obstacle = (object: KubeObject, commit: string): string | undefined => {
  const { status, metadata, spec } = object;
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  // A HelmRepository of type oci has no status: there is nothing to fetch.
  if (object.kind === 'HelmRepository' && spec?.['type'] === 'oci') return undefined;
  if (status?.observedGeneration !== metadata.generation || ready === undefined) {
    return `${printRef(object)}: not yet looked at`;
  }
  if (ready.status !== 'True') return `${printRef(object)}: ${ready.reason}: ${ready.message}`;
  const source = spec?.['sourceRef'] as { kind?: string; name?: string } | undefined;
  const readsTree =
    object.kind === 'Kustomization' && source?.kind === 'GitRepository' && source.name === 'flux-system';
  if (readsTree && !status?.lastAppliedRevision?.endsWith(commit)) {
    return `${printRef(object)}: has applied ${status?.lastAppliedRevision}, not ${commit}`;
  }
  return undefined;
};
