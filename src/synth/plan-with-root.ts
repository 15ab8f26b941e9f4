import type { BuildCache } from '../applied/build/folder-builder.js';
import { FluxFiles } from '../applied/flux-files.js';
import { GitAnswers } from '../applied/git.js';
import type { DeclaredApp } from '../declared/declared-app.js';
import { type Diagnostic, identityOf } from '../diagnostics/index.js';
import { namesMissing } from '../rules/index.js';
import { type AppPlan, type PlanOptions, planApp } from '../tree/plan-app.js';

export interface RootOptions extends PlanOptions {
  /** The project's folder, absolute. */
  readonly project: string;
  /** What git said earlier in this run. */
  readonly answers?: GitAnswers | undefined;
  /** What kustomize has built in earlier runs. */
  readonly builds?: BuildCache | undefined;
  /** Flux's own files, as far as this run has read them. */
  readonly flux?: FluxFiles | undefined;
}

/**
 * The plan, with what Flux's root does to it as the work tree has the root: where nothing is compared with a base. What
 * lies below Kustomizations of others isn't read, so that an object that a patch names may be there.
 */
export const planWithRoot = async (
  app: DeclaredApp,
  clusters: readonly string[],
  options: RootOptions,
): Promise<AppPlan> => {
  const plan = planApp(app, clusters, options);
  const { asApplied, problems } = await readRoots(app, plan, options);
  const again = asApplied === undefined ? plan : planApp(app, clusters, { ...options, asApplied });
  // What a patch names may be below the Kustomizations of others, which aren't read here.
  const before = new Set(plan.diagnostics.filter(namesMissing).map(identityOf));
  const told = again.diagnostics.filter((one) => !namesMissing(one) || before.has(identityOf(one)));
  return problems.length === 0 && again === plan ? plan : { ...again, diagnostics: [...told, ...problems] };
};

/** What patches of Flux's root make of a plan, and what is wrong with that, as the work tree has the root. */
export const readRoots = async (
  app: DeclaredApp,
  plan: AppPlan,
  {
    project,
    answers = new GitAnswers(),
    builds,
    flux = new FluxFiles(),
  }: Pick<RootOptions, 'project' | 'answers' | 'builds' | 'flux'>,
): Promise<Pick<PlanOptions, 'asApplied'> & { readonly problems: readonly Diagnostic[] }> => {
  const { applyRoots, patchedClusters } = await import('../changes/root/as-applied.js');
  if (patchedClusters(plan, project, answers, flux).length === 0) return { problems: [] };
  const { injections } = await import('../changes/root/injections.js');
  const { openKeys } = await import('../changes/root/root-build.js');
  const { asApplied, roots, problems } = applyRoots(app, plan, { folder: project, answers, builds, flux });
  const injected = plan.compiled.flatMap((compiled) => {
    const one = plan.clusters.find(({ cluster }) => cluster === compiled.cluster.name);
    const viewed = roots.get(compiled.cluster.name);
    if (one === undefined || viewed === undefined) return [];
    return injections(compiled, one, { ...viewed, keysOf: openKeys(compiled, viewed.root.objects) });
  });
  return { asApplied, problems: [...injected, ...problems] };
};
