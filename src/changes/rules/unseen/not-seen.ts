import { type ClusterState, ROOT } from '../../../applied/cluster-state.js';
import { ownerName } from '../../../applied/owner-name.js';
import type { ClusterViews } from '../../../applied/view/cluster-views.js';
import type { NotSeen } from '../../../applied/view/flux-view.js';
import { type Diagnostic, defineDiagnostic, diagnose, ties } from '../../../diagnostics/index.js';
import { isTwin } from '../../../rules/references/is-twin.js';
import { defineChangeRule } from '../../change-rule.js';
import { isToldWithCause, unbuiltOwners } from '../../views/unbuilt-owners.js';

export const notCompared = defineDiagnostic({
  code: 'FX505',
  name: 'not-compared',
  severity: 'notice',
  summary:
    "A Kustomization that fluxspan didn't write applies something that synth can't read: it is in another repository, encrypted, or fetched from the network. synth compares everything else.",
  page: {
    example: 'a kustomization.yaml with resources: [https://github.com/example/app//deploy]',
    right: 'do nothing, if no addon has an object of it',
  },
});

/** Reports hand-written parts that can't be seen and therefore aren't compared. */
export const notSeenRule = defineChangeRule(
  [notCompared],
  ({ cluster, after, view, followed, twinFiles, others }, report) => {
    if (view === undefined) return;
    const broken = unbuiltOwners(view);
    const isRootTold = isToldWithCause(view, twinFiles, others);
    const problems = notSeenNotices(
      cluster,
      view.after.notSeen.filter(({ owner, cause, problem }) => {
        // What an addon's own Kustomization reads in another repository is up to the addon.
        if (cause === 'elsewhere' && (isInside(view, owner) || followed.has(owner))) return false;
        const isTold = problem !== undefined || broken.some(({ key }) => key === owner) || isRootTold(owner);
        return cause !== 'unbuilt' || !isTold;
      }),
      after,
    );
    for (const problem of problems) report(problem);
  },
  { settledBy: ['adoption'], asksOfAdoption: 'others' },
);

/** Whether an addon makes a Kustomization. */
const isInside = ({ after: { owners } }: ClusterViews, key: string): boolean =>
  owners.get(key)?.parents.some((parent) => !owners.has(parent)) === true;

/** Gives one notice for each thing that can't be seen, whichever owners read it. */
export const notSeenNotices = (
  cluster: string,
  notSeen: readonly NotSeen[],
  after?: Pick<ClusterState, 'index'>,
): readonly Diagnostic[] =>
  notSeen.map(({ cause, owner, file, line, what, reason }) =>
    diagnose(notCompared, {
      ...(isBroken({ cause, owner, reason }, notSeen) ? { severity: 'warning' as const } : {}),
      message: `${what} of ${owner === ROOT ? 'the root Kustomization' : `Kustomization "${ownerName(owner)}"`} is not compared: ${reason}`,
      at: { cluster, ...(file === '' ? {} : { file: line === undefined ? file : `${file}:${line}` }) },
      ties: {
        ...(cause === 'var' ? { follows: [ties.unknownPath(owner)] } : {}),
        alike:
          ALIKE[cause] ??
          (reason.startsWith('it is in ') ? ELSEWHERE : undefined) ??
          `things are not compared: ${sentence(what, reason)}`,
      },
      fix:
        cause === 'no-kubectl'
          ? 'install kubectl: https://kubernetes.io/docs/tasks/tools/'
          : isBroken({ cause, owner, reason }, notSeen)
            ? `correct it on the branch that Flux follows; flux build kustomization ${owner.slice(owner.indexOf('/') + 1)} --namespace ${owner.slice(0, owner.indexOf('/'))} --path ${pathOf(what)}${file === '' ? '' : ` --kustomization-file ${file}`} --dry-run shows the error. Until then, Flux applies nothing new of it, and synth can't see what else it has`
            : `${after === undefined ? '' : twinOf({ cause, what }, after)}nothing, if no addon has an object of it`,
    }),
  );

/**
 * The twin of a source in the other state.
 *
 * @param what a source: `GitRepository "fleet"`
 */
const twinOf = ({ cause, what }: Pick<NotSeen, 'cause' | 'what'>, { index }: Pick<ClusterState, 'index'>): string => {
  const [, kind, name = ''] = /^(\w+) "(.+)"$/.exec(cause === 'elsewhere' ? what : '') ?? [];
  const all = kind === undefined ? [] : index.ofKind('source.toolkit.fluxcd.io', kind);
  const twin = all.some(({ id }) => id.name === name) ? undefined : all.find(({ id }) => isTwin(id.name, name));
  return twin === undefined ? '' : `did you mean "${twin.id.name}"? Otherwise `;
};

/** Whether a folder doesn't build in the cluster either. Without the files that Flux fetches, it may fail only here. */
const isBroken = (
  { cause, owner, reason }: Pick<NotSeen, 'cause' | 'owner' | 'reason'>,
  all: readonly NotSeen[],
): boolean =>
  cause === 'unbuilt' &&
  !/\bgotk-(?:components|sync)\.yaml\b/.test(reason) &&
  !all.some((one) => one.owner === owner && one.cause === 'remote');

/**
 * The path of a folder for `flux build`.
 *
 * @param what `folder "apps"`
 */
const pathOf = (what: string): string => `./${what.slice(what.indexOf('"') + 1, -1)}`;

/** The message for several unseen things with the same cause. */
const ALIKE: Readonly<Partial<Record<NotSeen['cause'], string>>> = {
  remote: 'resources are not compared: they are fetched from the network',
  encrypted: 'objects are not compared: their names are encrypted',
  generated: 'objects make others in the cluster, which are not compared',
  var: 'things are not compared: they have vars whose values are not known here',
  'no-kubectl': 'folders are not compared: kubectl is not installed',
};

const ELSEWHERE = 'sources are not compared: they are in other repositories';

const sentence = (what: string, reason: string): string =>
  reason.startsWith(what) ? reason : `${what} ${reason.replace(/^it /, '')}`;
