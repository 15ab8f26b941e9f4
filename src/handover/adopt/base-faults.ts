import { baseNotBuilt } from '../../applied/diagnostics.js';
import { ownerName } from '../../applied/owner-name.js';
import type { FluxView } from '../../applied/view/flux-view.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';

/** Faults that prevent the adoption of a tree. If Flux itself can't apply the tree, no decision can be based on it. */
export const baseFaults = (cluster: string, { root, owners, problems }: FluxView): readonly Diagnostic[] => [
  ...problems.map((problem): Diagnostic => ({ ...problem, severity: 'error', at: { cluster, ...problem.at } })),
  ...[...owners.values()].flatMap(({ key, folder, notSeen }) => {
    // Without its remote parts, a folder may fail to build here but build in the cluster.
    if (notSeen.some(({ cause }) => cause === 'remote')) return [];
    return notSeen
      .filter(({ cause, problem }) => (cause === 'unbuilt' || cause === 'no-kubectl') && problem === undefined)
      .filter(({ reason }) => key !== root || !BOOTSTRAP.test(reason))
      .map(({ cause, file, line, reason }) =>
        diagnose(baseNotBuilt, {
          message: `the folder "${folder ?? ''}" of Kustomization "${ownerName(key)}" does not build: ${reason}`,
          at: { cluster, file: line === undefined ? file : `${file}:${line}` },
          fix:
            cause === 'no-kubectl'
              ? 'install kubectl: https://kubernetes.io/docs/tasks/tools/'
              : 'correct it on the branch that Flux follows, then run handover again',
        }),
      );
  }),
];

/** Some repositories generate the files of `flux bootstrap` again for each cluster. */
const BOOTSTRAP = /\bgotk-(?:components|sync)\.yaml\b/;
