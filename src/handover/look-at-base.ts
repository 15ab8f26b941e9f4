import { join } from 'node:path';
import type { AskedAhead } from '../applied/ask-ahead.js';
import type { BuildCache } from '../applied/build/folder-builder.js';
import type { FluxFiles } from '../applied/flux-files.js';
import type { GitAnswers } from '../applied/git.js';
import { compareApp } from '../changes/comparison/compare-app.js';
import type { BaseComparison } from '../changes/comparison/comparison.js';
import { callsFor } from '../changes/findings.js';
import type { DeclaredApp } from '../declared/declared-app.js';
import type { AppPlan } from '../tree/plan-app.js';
import type { Adoption } from './adopt/plan-adoption.js';
import { type SynthStep, stepOf } from './steps/handover-step.js';

export interface LookOptions {
  /** The project's folder. */
  readonly folder: string;
  /** `--base`. */
  readonly base: string | undefined;
  /** The command only checks the tree, and doesn't write it. */
  readonly check: boolean;
  /** Answers of git that were requested earlier. */
  readonly asked?: AskedAhead | undefined;
  /** All that git said earlier in this run. @default - those of `asked` */
  readonly answers?: GitAnswers | undefined;
  /** Builds of earlier runs. */
  readonly builds?: BuildCache | undefined;
  /** Flux's own files that this run has already read. */
  readonly flux?: FluxFiles | undefined;
}

/**
 * Reads what synth must know about the base before it writes. If nothing differs, this costs only a few short git runs.
 */
export const lookAtBase = async (
  app: DeclaredApp,
  plan: AppPlan,
  { folder, base, check, asked, answers = asked?.answers, builds, flux }: LookOptions,
): Promise<{ readonly step: SynthStep; readonly comparison: BaseComparison }> => {
  const tree = plan.layout;
  const root = join(folder, tree.root);
  await asked?.done;
  const comparison = compareApp(app, plan, { folder, base, answers, builds, flux });
  const isForeign = comparison.clusters.some(({ findings }) => callsFor('adoption', findings).length > 0);
  // This module builds the files of others, so it's loaded only during an adoption.
  const adopt = isForeign ? await import('./adopt/prepare-adoption.js') : undefined;
  const adoptionOf = (name: string): Adoption | undefined => {
    const cluster = plan.clusters.find((one) => one.cluster === name);
    const compiled = plan.compiled.find((one) => one.cluster.name === name);
    if (adopt === undefined || cluster === undefined || compiled === undefined) return undefined;
    const from = join(root, tree.of(name).folder);
    const options = { folder, base, answers, builds, from, cwd: folder };
    const prepared = adopt.prepareAdoption(app, cluster, compiled, options);
    return prepared.ok && adopt.isFirstStep(prepared.value) ? prepared.value.adoption : undefined;
  };
  return { comparison, step: stepOf({ root, tree }, plan, comparison, check, adoptionOf) };
};
