import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GitAnswers } from '../../applied/git.js';
import { readMarks } from '../../applied/handover-marks.js';
import { noBaseRefusal } from '../../applied/no-base-diagnostic.js';
import { ownerNames } from '../../applied/owner-name.js';
import { compareApp } from '../../changes/comparison/compare-app.js';
import type { ClusterComparison } from '../../changes/comparison/comparison.js';
import { callsFor } from '../../changes/findings.js';
import { adoptionCommand } from '../../changes/words/adoption-command.js';
import type { DeclaredApp } from '../../declared/declared-app.js';
import { type Diagnostic, diagnose, hasErrors } from '../../diagnostics/index.js';
import type { AppPlan } from '../../tree/plan-app.js';
import { writeTree } from '../../tree/write-tree.js';
import { handoverBlocked, handoverNotMerged } from '../diagnostics.js';
import { openFirstStep } from './first-step.js';
import { type HandoverOutcome, nothingWritten } from './handover-outcome.js';
import { stepOf } from './handover-step.js';
import { lookAtClusters, type RunKubectl } from './look-at-clusters.js';
import { changedBesideMarks } from './marks-alone.js';
import { planWrite } from './plan-write.js';
import { abortCommand, finishCommand, movesInWords } from './step-notices.js';
import { type ClusterUnderWay, tryFindUnderWay, type UnderWay } from './under-way.js';

export interface FinishOptions {
  /** The project's folder. */
  readonly folder: string;
  readonly base: string | undefined;
  /** Answers of git from earlier in this run. */
  readonly answers?: GitAnswers | undefined;
  /** `finish` writes the second step; `abort` takes the first one back. */
  readonly how: 'finish' | 'abort';
  /** The clusters that the user named. @default - all in which a handover is under way */
  readonly named: readonly string[];
  /** Contexts of the user's kubeconfig, by which it looks whether Flux has reconciled the first step. */
  readonly contexts?: readonly string[];
  readonly kubectl?: RunKubectl | undefined;
}

/** Plans the second step of each handover that is under way, or the end of it. */
export const finishHandover = (app: DeclaredApp, plan: AppPlan, options: FinishOptions): HandoverOutcome => {
  const { folder, base, answers, how, named, contexts = [], kubectl } = options;
  const tree = plan.layout;
  const root = join(folder, tree.root);
  const comparison = compareApp(app, plan, { folder, base, answers });
  if (comparison.noBase !== undefined) return nothingWritten([noBaseRefusal(comparison.noBase)]);
  const general = [...comparison.problems, ...comparison.secondOwners];
  if (hasErrors(general)) return nothingWritten(general);
  const found = comparison.clusters.flatMap((one): readonly ClusterUnderWay[] => {
    const underWay = tryFindUnderWay(root, one);
    return underWay === undefined ? [] : [{ one, underWay }];
  });
  const without = (named.length > 0 ? named : found.length === 0 ? plan.scope.clusters : []).filter((name) =>
    found.every(({ one }) => one.cluster !== name),
  );
  const missing = nothingUnderWay(root, plan, comparison.clusters, without, options);
  const refused = [...missing, ...found.flatMap((each) => (how === 'finish' ? refusals(each) : abortRefusals(each)))];
  if (refused.length > 0) return nothingWritten([...general, ...refused]);

  const names = new Set(found.map(({ one }) => one.cluster));
  const clusters = plan.clusters.filter(({ cluster }) => names.has(cluster));
  const part = { ...plan, clusters, files: new Map(clusters.flatMap(({ files }) => [...files])) };
  const compared = comparison.clusters.filter(({ cluster }) => names.has(cluster));
  const step = stepOf({ root, tree }, part, { ...comparison, clusters: compared }, false, () => undefined, how);
  const looked = contexts.length === 0 ? undefined : lookAtClusters(app, found, contexts, kubectl);
  const scope = { clusters: [...names], all: false };
  const known = [...step.diagnostics, ...(looked?.problems ?? [])];
  const { changes, touched, files, problems } = planWrite(folder, tree, step.files, scope, known);
  if (hasErrors(problems)) return nothingWritten(problems);
  return {
    diagnostics: problems,
    step: how === 'finish' ? 'second' : 'back',
    files,
    clusters:
      how === 'abort'
        ? []
        : compared.map(({ cluster, before, changes: all }) => ({ cluster, before: before.state, changes: all })),
    next: how === 'finish' ? finishLines(found, touched, looked?.lines) : abortLines(found, touched),
    write: () => writeTree(root, changes, step.files),
  };
};

const finishLines = (found: readonly ClusterUnderWay[], touched: number, looked: readonly string[] | undefined) => [
  ...found.map(
    ({ one, underWay }) =>
      `handover of ${one.cluster}, step 2 of 2${touched === 0 ? ', is in the tree already' : ''}: ${movesInWords(underWay.moves)}`,
  ),
  ...(looked ?? [
    'before you merge it, look in each cluster whether Flux has reconciled the first step (--context NAME makes handover look):',
    ...found.flatMap(({ one, underWay }) => lookYourself(one, underWay)),
  ]),
  `commit it on a branch of its own, and merge it into ${[...new Set(found.map(({ one }) => one.base.revision))].join(' and ')}`,
];

/** What a person looks at. */
const lookYourself = (one: ClusterComparison, { moves }: UnderWay): readonly string[] => {
  const since = one.place.tree.lastChange(one.before.marked.map(({ path }) => path));
  const revision = since === undefined ? 'the revision of that merge' : since.commit.slice(0, 10);
  const owners = [...new Set(moves.flatMap(({ from }) => from))].sort();
  return [
    `  ${one.cluster}: flux get kustomizations -A: ${ownerNames(owners, one.before.state.rootKey)} Ready, at ${revision} or a later commit`,
  ];
};

const abortLines = (found: readonly ClusterUnderWay[], touched: number) => [
  ...found.map(
    ({ one }) =>
      `the first step in ${one.cluster} is taken back${touched === 0 ? ' in the tree already' : ''}: the old owners prune again, and nothing else changes`,
  ),
  'commit it with the code, and merge it',
];

/** Why there is nothing to finish, or to take back. */
const nothingUnderWay = (
  root: string,
  { layout }: AppPlan,
  clusters: readonly ClusterComparison[],
  names: readonly string[],
  { how }: FinishOptions,
): readonly Diagnostic[] => {
  const unmerged: string[] = [];
  const problems = names.flatMap((cluster): readonly Diagnostic[] => {
    const one = clusters.find((each) => each.cluster === cluster);
    const first =
      one === undefined || callsFor('handover', one.findings).length === 0 ? undefined : openFirstStep(one).plan();
    const isHere = first?.marked.some((path) => {
      const full = join(root, path);
      return existsSync(full) && readMarks(readFileSync(full, 'utf8')) !== undefined;
    });
    if (one !== undefined && isHere === true && how === 'finish') {
      unmerged.push(cluster);
      return [];
    }
    const isAdopted = one !== undefined && callsFor('adoption', one.findings).length > 0;
    const message = `no handover is under way in cluster "${cluster}"${one === undefined ? '' : `: ${one.base.revision} doesn't have its first step`}`;
    const fix = isAdopted
      ? `for files that fluxspan did not write, the command of the first step writes the second one, too: ${adoptionCommand(layout, one.before.layout)}`
      : isHere === true
        ? `the first step is on this branch alone: take it back with git, such as git checkout ${one!.base.revision} -- ${layout.root}`
        : first !== undefined
          ? `write the first step: npx fluxspan handover --cluster ${cluster}`
          : 'run it on a branch that starts from a branch that has the first step (after git fetch); npx fluxspan synth says where a handover is under way';
    return [diagnose(handoverBlocked, { message, at: { cluster }, fix })];
  });
  const revisions = new Set(unmerged.map((name) => clusters.find((one) => one.cluster === name)!.base.revision));
  for (const revision of revisions) {
    const those = clusters.filter((one) => unmerged.includes(one.cluster) && one.base.revision === revision);
    problems.push(notMerged(those));
  }
  return problems;
};

/** Reports each branch once for all clusters that follow it. */
const notMerged = (clusters: readonly ClusterComparison[]): Diagnostic => {
  const { cluster, base } = clusters[0]!;
  const names = clusters.map((one) => `"${one.cluster}"`);
  return diagnose(handoverNotMerged, {
    message: `the first step of the handover of ${names.join(', ')} is here, and not in ${base.revision} yet: with the second step on the same branch, both would arrive as one change`,
    at: names.length === 1 ? { cluster } : {},
    fix: `commit the tree as it is and merge it into ${base.revision}; when Flux has reconciled it, run this again (after git fetch, on a branch of it)`,
  });
};

const refusals = ({ one, underWay }: ClusterUnderWay): readonly Diagnostic[] => {
  const { cluster, base, findings } = one;
  const edited = editedMarks(one);
  if (edited.length > 0) return edited;
  if (underWay.isOld) {
    return [
      diagnose(handoverBlocked, {
        message: `cluster "${cluster}": a version of fluxspan before this one wrote the first step in ${base.revision}, and its marks don't name what they mark`,
        at: { cluster },
        fix: `write the marks once more, and merge them: npx fluxspan handover --cluster ${cluster}; then run this again`,
      }),
    ];
  }
  if (callsFor('handover', findings).length > 0) {
    return [
      diagnose(handoverBlocked, {
        message: `cluster "${cluster}": the first step in ${base.revision} doesn't cover all objects that the code moves: Flux would delete the others`,
        at: { cluster },
        notes: callsFor('handover', findings).map(({ message }) => message),
        fix: 'take back what the code has moved since, finish this handover, and start another one for it',
      }),
    ];
  }
  if (underWay.moves.length > 0) return [];
  return [
    diagnose(handoverBlocked, {
      message: `cluster "${cluster}": the code no longer moves what the first step in ${base.revision} has prepared, so there is no second one`,
      at: { cluster },
      fix: `take the first step back: ${abortCommand(cluster)}; or put the code back that moves the objects`,
    }),
  ];
};

const abortRefusals = ({ one, underWay }: ClusterUnderWay): readonly Diagnostic[] => {
  const { cluster, base } = one;
  const edited = editedMarks(one);
  if (edited.length > 0) return edited;
  if (underWay.moves.length > 0 || callsFor('handover', one.findings).length > 0) {
    return [
      diagnose(handoverBlocked, {
        message: `cluster "${cluster}": the code still moves what the first step in ${base.revision} has prepared`,
        at: { cluster },
        fix: `take the code's change back first (git revert of its commit), then run this again; or finish the handover: ${finishCommand(cluster)}`,
      }),
    ];
  }
  return changedBesideMarks(one, underWay);
};

/** Files of a first step that somebody has edited since. */
const editedMarks = ({ cluster, base, before, place }: ClusterComparison): readonly Diagnostic[] =>
  before.marked
    .filter(({ isEdited }) => isEdited)
    .map(({ path }) => {
      const file = place.layout.inProject(path);
      return diagnose(handoverBlocked, {
        message: `"${file}" has the mark of the first step of a handover, and somebody has edited it since: it may not let go any more`,
        at: { cluster, file },
        fix: `take the edit back in ${base.revision} (git log -p -- ${file} shows it), and let Flux reconcile it; then run this again`,
      });
    });
