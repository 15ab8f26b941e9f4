import { join } from 'node:path';
import { BaseTree } from '../../base/base-tree.js';
import type { BuildCache } from '../../base/build/folder-builder.js';
import { isFluxKustomization } from '../../base/cluster-state.js';
import { findBase } from '../../base/find-base.js';
import { Git, type GitAnswers, GitError } from '../../base/git.js';
import { keyOf, tryReadId } from '../../base/object-id.js';
import { readAppliedByRoot } from '../../base/view/cluster-views.js';
import type { DeclaredApp } from '../../compile/declared-app.js';
import { equalJson } from '../../json/equal-json.js';
import type { JsonObject } from '../../json/json-value.js';
import type { AppPlan, PlanOptions } from '../../tree/plan-app.js';
import { rootMayTransform } from './root-may-matter.js';

export interface AppliedOptions {
  /** The project's folder. */
  readonly folder: string;
  /** `--base`. */
  readonly base: string | undefined;
  readonly answers?: GitAnswers | undefined;
  readonly builds?: BuildCache | undefined;
}

/**
 * The Kustomizations of addons as Flux's root applies them, where patches of it change them; `undefined`: they are applied
 * as they are written.
 */
export const kustomizationsAsApplied = (
  app: DeclaredApp,
  plan: AppPlan,
  { folder, base, answers, builds }: AppliedOptions,
): PlanOptions['asApplied'] => {
  const { layout } = plan;
  const root = join(folder, layout.root);
  const found = new Map<string, ReadonlyMap<string, JsonObject>>();
  try {
    let git: Git | undefined;
    for (const one of plan.clusters) {
      const compiled = plan.compiled.find(({ cluster }) => cluster.name === one.cluster);
      if (compiled === undefined || !rootMayTransform(root, one.layout.folder)) continue;
      git ??= new Git(folder, answers);
      const follows = compiled.cluster.base;
      const revision = findBase(git, follows, base);
      if ('cause' in revision) continue;
      const { scopeOf } = compiled.built;
      const tree = new BaseTree(git, revision, layout);
      const applied = readAppliedByRoot(git, app, layout, tree, { plan: one, scopeOf, follows }, builds) ?? [];
      const changed = changedKustomizations(one.objects, applied);
      if (changed.size > 0) found.set(one.cluster, changed);
    }
  } catch (error) {
    // Without git there is nothing to know; the comparison says why.
    if (!(error instanceof GitError)) throw error;
  }
  if (found.size === 0) return undefined;
  return (cluster, { json }) => {
    const id = found.has(cluster) ? tryReadId(json) : undefined;
    return id === undefined ? undefined : found.get(cluster)!.get(keyOf(id));
  };
};

const changedKustomizations = (
  planned: AppPlan['clusters'][number]['objects'],
  applied: readonly JsonObject[],
): ReadonlyMap<string, JsonObject> => {
  const specs = new Map(
    planned.flatMap(({ json }) => {
      const id = tryReadId(json);
      return id !== undefined && isFluxKustomization(id) ? [[keyOf(id), json['spec']] as const] : [];
    }),
  );
  const changed = new Map<string, JsonObject>();
  for (const json of applied) {
    const id = tryReadId(json);
    const key = id === undefined ? '' : keyOf(id);
    if (specs.has(key) && !equalJson(specs.get(key), json['spec'])) changed.set(key, json);
  }
  return changed;
};
