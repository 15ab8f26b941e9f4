import { relative, resolve } from 'node:path';
import { BaseTree, type ReadableTree } from '../../applied/base-tree.js';
import type { BuildCache } from '../../applied/build/folder-builder.js';
import type { ClusterState } from '../../applied/cluster-state.js';
import { noBase } from '../../applied/diagnostics.js';
import { type Base, findBase, type NoBase } from '../../applied/find-base.js';
import { Git, GitError } from '../../applied/git.js';
import { readBaseCluster } from '../../applied/read-base.js';
import { stateOfPlan } from '../../applied/state-of-plan.js';
import { asPlanned } from '../../changes/comparison/as-planned.js';
import { compareUpdates } from '../../changes/updates/compare-updates.js';
import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import type { DeclaredApp } from '../../declared/declared-app.js';
import { type Diagnostic, diagnose, failure, hasErrors, type Result, success } from '../../diagnostics/index.js';
import { openSchemas } from '../../rules/schemas/find-schemas.js';
import type { ClusterPlan } from '../../tree/plan-cluster.js';
import { handoverBlocked } from '../diagnostics.js';
import type { HandoverOptions } from '../steps/run-handover.js';
import { openAdoptionReader } from './adoption-reader.js';
import { assumedRootProblem } from './assumed-root.js';
import { readWorking, unixLines } from './check-files.js';
import { type Adoption, planAdoption } from './plan-adoption.js';

export interface AdoptionOptions extends HandoverOptions {
  /** The cluster's folder as the user passes it: absolute, or relative to `cwd`. */
  readonly from: string;
  readonly cwd: string;
  /** Builds of earlier runs. */
  readonly builds?: BuildCache | undefined;
  /** The second step may change versions. */
  readonly withUpgrades: boolean;
}

/** A cluster's hand-written folder at the base commit, and the next step of its adoption. */
export interface PreparedAdoption {
  readonly git: Git;
  readonly base: Base;
  readonly tree: ReadableTree;
  readonly adoption: Adoption;
}

/** Reads the base and plans the next step; returns a diagnostic if that isn't possible. */
export const prepareAdoption = (
  app: DeclaredApp,
  plan: ClusterPlan,
  compiled: CompiledCluster,
  options: Pick<AdoptionOptions, 'folder' | 'base' | 'from' | 'cwd' | 'answers' | 'builds'>,
): Result<PreparedAdoption> => {
  let git: Git;
  try {
    git = Git.open(options.folder, options.answers);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return failure(noBaseFor({ cause: error.message, fix: error.fix }));
  }
  const base = findBase(git, compiled.cluster.base, options.base);
  if ('cause' in base) return failure(noBaseFor(base));
  const folder = relative(git.top, resolve(options.cwd, options.from)).replaceAll('\\', '/');
  // In one run of git: the reader also needs the files outside of the tree.
  git.files(base.commit);
  const tree = new BaseTree(git, base, compiled.appLayout);
  const scopeOf = compiled.built.scopeOf;
  const planned = stateOfPlan(plan, compiled);
  const found = readBaseCluster(tree, app, compiled.appLayout, plan.cluster, plan, scopeOf);
  const own = found ?? asPlanned(plan, planned);
  const reader = openAdoptionReader(
    git,
    app,
    base,
    compiled,
    plan,
    own.own,
    { before: own.state, after: planned },
    options.builds,
  );
  const root = reader.base.owners.get(reader.base.root);
  // Flux may read it from a folder above, and find nothing there yet.
  const isRead = root?.file !== undefined && (folder === reader.folder || folder === root.folder);
  if (!isRead && ![...reader.tree.blobs.keys()].some((path) => path.startsWith(`${folder}/`)))
    return failure(notInBase(options.from, base));
  if (!isRead && folder !== reader.folder) return failure(anotherFolder(folder, reader.folder, plan.cluster));
  const broken = own.problems.find(({ severity }) => severity === 'error');
  if (broken !== undefined) return failure(broken);
  const assumed = assumedRootProblem(compiled.cluster, reader.folder, reader.base, base.revision);
  if (assumed?.severity === 'error') return failure(assumed);
  const schemas = openSchemas();
  const updates = (before: ClusterState, after: ClusterState) => compareUpdates(before, after, compiled, schemas);
  const adoption = planAdoption({
    compiled,
    reader,
    plan,
    own,
    planned,
    updates,
    schemas,
    revision: base.revision,
  });
  const isTold = assumed !== undefined && adoption.step !== 'nothing';
  const problems = isTold ? [...adoption.problems, assumed] : adoption.problems;
  return success({ git, base, tree: reader.tree, adoption: { ...adoption, problems } });
};

/** Whether the files are in the first step: edited as planned or, once the base has the edits, not yet taken away. */
export const isFirstStep = ({ git, tree, adoption }: PreparedAdoption): boolean => {
  if (adoption.step === 'nothing' || adoption.step === 'only' || hasErrors(adoption.problems)) return false;
  if (adoption.step === 'first')
    return [...adoption.edited].every(([path, text]) => readWorking(git, path) === unixLines(text));
  // People may go on editing these files until the second step takes them away.
  const texts = tree.read([...adoption.edited.keys()]);
  return (
    adoption.removed.every((path) => readWorking(git, path) !== undefined) &&
    [...adoption.edited].every(([path, text]) => {
      const working = readWorking(git, path);
      return working === unixLines(texts.get(path)) || (working !== undefined && working !== unixLines(text));
    })
  );
};

const noBaseFor = ({ cause, fix }: NoBase): Diagnostic =>
  diagnose(noBase, { severity: 'error', message: `there is no branch to compare with: ${cause}`, fix });

const notInBase = (from: string, { revision }: Base): Diagnostic =>
  diagnose(handoverBlocked, {
    message: `"${from}" is not a folder of ${revision}`,
    fix: 'give the folder that Flux reads, such as k8s/clusters/dev, from where you are',
  });

const anotherFolder = (folder: string, ours: string, cluster: string): Diagnostic =>
  diagnose(handoverBlocked, {
    message: `Flux reads "${folder}", and cluster "${cluster}" would be written to "${ours}"`,
    at: { cluster },
    fix: `let both be one: new FluxCluster(app, '${cluster}', { path: '${folder}' }), or choose another cluster: --cluster`,
  });
