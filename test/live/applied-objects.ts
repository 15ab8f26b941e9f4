import { substituteObject } from '../../src/substitution/index.js';
import type { KubeObject } from './kube-object.js';
import { type PlannedKustomization, planKustomizations } from './planned.js';
import { objectsOf, type Tree } from './tree.js';

/** The objects that Flux applies from a cluster's tree, with its labels and with the vars filled in, read from its files alone. */
export const appliedObjects = (tree: Tree, cluster: string, vars: Readonly<Record<string, string>>): KubeObject[] => {
  const settings = new Map(
    objectsOf(tree)
      .filter(({ apiVersion }) => apiVersion.startsWith('kustomize.toolkit.'))
      .map(({ metadata, spec }) => [metadata.name, spec]),
  );
  const fill = (object: KubeObject, { name, substitutes }: PlannedKustomization): KubeObject => {
    if (!substitutes) return object;
    const postBuild = settings.get(name)?.['postBuild'] as { substitute?: Record<string, string> };
    const outcome = substituteObject(object as never, { ...vars, ...postBuild.substitute }, { strategy: 'Always' });
    if (outcome.kind !== 'object') throw new Error(`${object.kind}/${object.metadata.name} can't be substituted`);
    return outcome.object as unknown as KubeObject;
  };
  return planKustomizations(tree, cluster).flatMap((planned) =>
    (planned.objects ?? []).map((object) => {
      const filled = fill(object, planned);
      const owner = {
        'kustomize.toolkit.fluxcd.io/name': planned.name,
        'kustomize.toolkit.fluxcd.io/namespace': 'flux-system',
      };
      return { ...filled, metadata: { ...filled.metadata, labels: { ...filled.metadata.labels, ...owner } } };
    }),
  );
};
