import { baseNotBuilt } from '../../applied/diagnostics.js';
import { ownerName } from '../../applied/owner-name.js';
import type { FluxView } from '../../applied/view/flux-view.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import type { Taken } from './choose-taken.js';

/**
 * Faults of a tree that is adopted. If Flux itself can't apply what is taken over, or what applies that, no decision
 * can be based on it; a fault of another Kustomization stays as it is, whatever the adoption does.
 */
export const baseFaults = (
  cluster: string,
  { root, owners, faulty }: FluxView,
  taken: Taken,
): readonly Diagnostic[] => [
  ...faultsOf(cluster, faulty, concernedBy(taken, owners, root)),
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

const faultsOf = (cluster: string, faulty: FluxView['faulty'], concerned: ReadonlySet<string>): readonly Diagnostic[] =>
  [...faulty].map(
    ([problem, owner]): Diagnostic => ({
      ...problem,
      ...(concerned.has(owner) ? { severity: 'error' as const } : {}),
      at: { cluster, ...problem.at },
    }),
  );

/** The Kustomizations that an adoption changes or removes, and all that apply them. */
const concernedBy = (taken: Taken, owners: FluxView['owners'], root: string): ReadonlySet<string> => {
  const found = new Set<string>();
  const add = (key: string): void => {
    if (found.has(key)) return;
    found.add(key);
    for (const parent of owners.get(key)?.parents ?? []) add(parent);
  };
  add(root);
  for (const key of taken.owners.keys()) add(key);
  return found;
};

/** Some repositories generate the files of `flux bootstrap` again for each cluster. */
const BOOTSTRAP = /\bgotk-(?:components|sync)\.yaml\b/;
