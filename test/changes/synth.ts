import { join } from 'node:path';
import { GitAnswers } from '../../src/applied/git.js';
import type { ClusterComparison } from '../../src/changes/comparison/comparison.js';
import type { OwnerChanges } from '../../src/changes/model/owner-changes.js';
import type { FluxApp } from '../../src/cluster/flux-app.js';
import { openCompileContext } from '../../src/compile/compile-context.js';
import { type Diagnostic, hasErrors } from '../../src/diagnostics/index.js';
import type { AdoptionOptions } from '../../src/handover/adopt/prepare-adoption.js';
import { runAdoption } from '../../src/handover/adopt/run-adoption.js';
import { lookAtBase } from '../../src/handover/look-at-base.js';
import { type FinishOptions, finishHandover } from '../../src/handover/steps/finish-handover.js';
import type { HandoverOutcome } from '../../src/handover/steps/handover-outcome.js';
import { type HandoverOptions, runHandover } from '../../src/handover/steps/run-handover.js';
import { compareTree } from '../../src/tree/compare-tree.js';
import { planApp } from '../../src/tree/plan-app.js';
import { writeTree } from '../../src/tree/write-tree.js';
import { builds } from '../support/builds.js';
import { schemas } from '../support/schemas.js';
import type { Repository } from './repository.js';

export interface Synthesized {
  readonly diagnostics: readonly Diagnostic[];
  /** Codes of the diagnostics, in their order. */
  readonly codes: readonly string[];
  readonly written: boolean;
  /** With `check`: the tree is what it should be. */
  readonly clean: boolean;
  readonly clusters: readonly ClusterComparison[];
  /** What the second step of a handover will do, of clusters that are in the first. */
  readonly next: readonly OwnerChanges[];
}

interface SynthOptions {
  readonly check?: boolean;
  readonly base?: string;
  readonly only?: readonly string[];
}

/** What `fluxspan synth` does, with an app of this process. What the rules say of the samples is not looked at. */
export const synth = async (repository: Repository, app: FluxApp, options: SynthOptions = {}): Promise<Synthesized> => {
  const { check = false, base, only = [] } = options;
  const plan = planApp(app, only, { context: openCompileContext(app, repository.folder), schemas });
  const { step, comparison } = await lookAtBase(app, plan, {
    folder: repository.folder,
    base,
    check,
    answers: new GitAnswers(),
    builds,
  });
  for (const { rule, problem } of comparison.clusters.flatMap(({ findings }) => findings)) {
    const listed = rule.diagnostics.map(({ code }): string => code);
    if (!listed.includes(problem.code))
      throw new Error(`the change rule of ${listed.join(', ')} reports ${problem.code}: list it in its diagnostics`);
  }
  const root = join(repository.folder, plan.layout.root);
  const changes = compareTree(root, step.files, plan.scope, { force: false, tree: plan.layout });
  const clean =
    !hasErrors(step.diagnostics) &&
    [changes.added, changes.changed, changes.removed, changes.kept, changes.problems].every(
      (list) => list.length === 0,
    );
  const written = !check && !hasErrors(step.diagnostics) && changes.problems.length === 0;
  if (written) writeTree(root, changes, step.files);
  const codes = step.diagnostics.map(({ code }) => code);
  return {
    diagnostics: step.diagnostics,
    codes,
    written,
    clean,
    clusters: step.compared,
    next: [...step.next.values()],
  };
};

/** What `fluxspan handover` does. */
export const handover = (
  repository: Repository,
  app: FluxApp,
  options: Partial<HandoverOptions> & { readonly only?: readonly string[] } = {},
): HandoverOutcome => {
  const { only = [], ...rest } = options;
  const outcome = runHandover(
    app,
    planApp(app, only, { context: openCompileContext(app, repository.folder), schemas }),
    {
      folder: repository.folder,
      base: undefined,
      terraformApplied: false,
      ...rest,
    },
  );
  if (!hasErrors(outcome.diagnostics)) outcome.write();
  return outcome;
};

/** What `fluxspan handover --finish` does; with `how: 'abort'`, what `--abort` does. */
export const finish = (repository: Repository, app: FluxApp, options: Partial<FinishOptions> = {}): HandoverOutcome => {
  const { named = [], ...rest } = options;
  const plan = planApp(app, named, { context: openCompileContext(app, repository.folder), schemas });
  const outcome = finishHandover(app, plan, {
    folder: repository.folder,
    base: undefined,
    how: 'finish',
    named,
    ...rest,
  });
  if (!hasErrors(outcome.diagnostics)) outcome.write();
  return outcome;
};

/** What `fluxspan handover --from FOLDER` does. */
export const adopt = (
  repository: Repository,
  app: FluxApp,
  from: string,
  { cluster = from.slice(from.lastIndexOf('/') + 1), ...options }: Partial<AdoptionOptions> & { cluster?: string } = {},
): HandoverOutcome => {
  const plan = planApp(app, [cluster], { schemas });
  const outcome = runAdoption(app, plan.clusters[0]!, plan.compiled[0]!, {
    folder: repository.folder,
    cwd: repository.folder,
    from,
    base: undefined,
    terraformApplied: false,
    withUpgrades: false,
    builds,
    ...options,
  });
  if (!hasErrors(outcome.diagnostics)) outcome.write();
  return outcome;
};
