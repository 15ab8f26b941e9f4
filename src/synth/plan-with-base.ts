import type { AskedAhead } from '../applied/ask-ahead.js';
import type { BuildCache } from '../applied/build/folder-builder.js';
import { FluxFiles } from '../applied/flux-files.js';
import type { GitAnswers } from '../applied/git.js';
import { openCompileContext } from '../compile/compile-context.js';
import type { DeclaredApp } from '../declared/declared-app.js';
import { missesObject } from '../rules/index.js';
import { type AppPlan, type PlanOptions, planApp } from '../tree/plan-app.js';
import { planWithRoot } from './plan-with-root.js';

/** What Flux has, for the comparison of owners. */
export interface BaseOptions {
  /** A git revision. @default - the branch that each cluster follows, or the merge base with it */
  readonly revision?: string | undefined;
  /** What git was asked before. */
  readonly asked?: AskedAhead | undefined;
}

export interface PlanWithBaseOptions extends PlanOptions {
  /** The project's folder, absolute. */
  readonly project: string;
  /** @default - the plan alone, with what Flux's root patches in */
  readonly base?: BaseOptions | undefined;
  /** What git said earlier in this run. */
  readonly answers?: GitAnswers | undefined;
  /** What kustomize has built in earlier runs. */
  readonly builds?: BuildCache | undefined;
  /** Flux's own files, as far as this run has read them. */
  readonly flux?: FluxFiles | undefined;
}

/** The plan; where something is missing, with what others have in the base, and with what Flux's root patches in. */
export const planWithBase = async (
  app: DeclaredApp,
  clusters: readonly string[],
  given: PlanWithBaseOptions,
): Promise<AppPlan> => {
  const { project, base, answers, builds, flux = new FluxFiles() } = given;
  if (base === undefined) return planWithRoot(app, clusters, given);
  const options = await withOffers(app, given, base);
  const plan = planApp(app, clusters, options);
  const isMissing = plan.diagnostics.some(missesObject);
  const { applyRoots, patchedClusters } = await import('../changes/root/as-applied.js');
  await base.asked?.done;
  const isPatched = patchedClusters(plan, project, answers, flux).length > 0;
  if (!isMissing && !isPatched) return plan;
  const read = { folder: project, base: base.revision, answers, builds, flux };
  const asApplied = isPatched ? applyRoots(app, plan, read).asApplied : undefined;
  if (!isMissing && asApplied === undefined) return plan;
  const { knownInBase } = await import('../applied/known-in-base.js');
  const { othersInBase } = await import('../applied/others-in-base.js');
  const others = othersInBase(app, plan, read);
  const context = { ...(options.context ?? openCompileContext(app)), others };
  return planApp(app, clusters, { ...options, context, isKnown: knownInBase(app, plan, read), asApplied });
};

/** With what platforms offered in the base, if the app has a tenant's part of a cluster. */
const withOffers = async (
  { clusters }: DeclaredApp,
  options: PlanWithBaseOptions,
  { revision, asked }: BaseOptions,
): Promise<PlanWithBaseOptions> => {
  if (clusters.every(({ published }) => published === undefined)) return options;
  const { offersInBase } = await import('../applied/offers-in-base.js');
  await asked?.done;
  return { ...options, offerBefore: offersInBase(options.project, revision, options.answers) };
};
