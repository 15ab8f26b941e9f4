import { join } from 'node:path';
import type { BuildCache } from '../../applied/build/folder-builder.js';
import { isFluxKustomization, ownerKey } from '../../applied/cluster-state.js';
import type { FluxFiles } from '../../applied/flux-files.js';
import { Git, type GitAnswers, GitError } from '../../applied/git.js';
import { keyOf, tryReadId } from '../../applied/object-id.js';
import { isKnown, readRootOfPlan, type ViewedRoot } from '../../applied/view/cluster-views.js';
import type { DeclaredApp } from '../../declared/declared-app.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { equalJson } from '../../json/equal-json.js';
import { isObject } from '../../json/is-object.js';
import type { AppliedByRoot } from '../../rules/context/open-context.js';
import type { AppPlan, PlanOptions } from '../../tree/plan-app.js';
import { openDependencies } from './dependencies.js';
import { rootNotRead } from './diagnostics.js';
import { openParents } from './parent-elsewhere.js';
import { placeOfChange } from './patch-place.js';
import { rootMayTransform } from './root-may-matter.js';

export interface AppliedOptions {
  /** The project's folder. */
  readonly folder: string;
  readonly answers?: GitAnswers | undefined;
  readonly builds?: BuildCache | undefined;
  readonly flux: FluxFiles;
}

/** What Flux's root makes of a plan, with the root from the work tree. */
export interface AppliedPlan {
  /**
   * Gives the addons' Kustomizations that patches of the root change. `undefined` if Flux applies all of them as
   * written.
   */
  readonly asApplied: PlanOptions['asApplied'];
  /** The roots that may change them, by cluster. */
  readonly roots: ReadonlyMap<string, ViewedRoot>;
  /** Problems of roots that can't be read. */
  readonly problems: readonly Diagnostic[];
}

/** Finds the clusters whose root may change the generated Kustomizations: a quick check. */
export const patchedClusters = (
  { clusters, layout }: AppPlan,
  folder: string,
  answers: GitAnswers | undefined,
  flux: FluxFiles,
): AppPlan['clusters'] => {
  const top = join(folder, layout.root);
  const hasParent = openParents(() => Git.open(folder, answers), layout);
  return clusters.filter((one) => rootMayTransform(top, one.layout.folder, hasParent, flux));
};

/** Reads the roots of the clusters that may change the generated Kustomizations. */
export const applyRoots = (
  app: DeclaredApp,
  plan: AppPlan,
  { folder, answers, builds, flux }: AppliedOptions,
): AppliedPlan => {
  const { layout } = plan;
  const changed = new Map<string, ReadonlyMap<string, AppliedByRoot>>();
  const roots = new Map<string, ViewedRoot>();
  const problems: Diagnostic[] = [];
  const report = (cluster: string, cause: string, fix: string, file?: string): void => {
    const at = { cluster, ...(file === undefined ? {} : { file }) };
    const message = `Flux's root may patch the Kustomizations of the addons, and that isn't checked: ${cause}`;
    problems.push(diagnose(rootNotRead, { message, at, fix }));
  };
  let git: Git | undefined;
  for (const one of patchedClusters(plan, folder, answers, flux)) {
    const compiled = plan.compiled.find(({ cluster }) => cluster.name === one.cluster);
    if (compiled === undefined) continue;
    try {
      git ??= Git.open(folder, answers);
      const { scopeOf } = compiled.built;
      const viewed = readRootOfPlan(git, app, layout, { plan: one, scopeOf, follows: compiled.cluster.base }, builds);
      const { root } = viewed;
      if (isKnown(root)) {
        roots.set(one.cluster, viewed);
        changed.set(one.cluster, changedKustomizations(one.objects, viewed));
      } else {
        const [cause] = root.notSeen.filter((item) => item.cause === 'unbuilt' || item.cause === 'no-kubectl');
        report(one.cluster, cause!.reason, `correct ${cause!.what}`, root.file);
      }
    } catch (error) {
      if (!(error instanceof GitError)) throw error;
      report(one.cluster, error.message, error.fix);
    }
  }
  if ([...changed.values()].every(({ size }) => size === 0)) return { asApplied: undefined, roots, problems };
  return {
    asApplied: (cluster, { json }) => {
      const id = changed.has(cluster) ? tryReadId(json) : undefined;
      return id === undefined ? undefined : changed.get(cluster)!.get(keyOf(id));
    },
    roots,
    problems,
  };
};

const changedKustomizations = (
  planned: AppPlan['clusters'][number]['objects'],
  viewed: ViewedRoot,
): ReadonlyMap<string, AppliedByRoot> => {
  const specs = new Map(
    planned.flatMap(({ json }) => {
      const id = tryReadId(json);
      return id !== undefined && isFluxKustomization(id) ? [[keyOf(id), json['spec']] as const] : [];
    }),
  );
  const own = new Set(
    viewed.root.objects
      .filter(({ id, path }) => isFluxKustomization(id) && viewed.isOwn(path))
      .map(({ id }) => ownerKey(id)),
  );
  const changed = new Map<string, AppliedByRoot>();
  // Change rules check the order of what synth writes.
  const waitsFor = openDependencies(viewed.root.objects, (key) => !own.has(key));
  for (const { id, json, path } of viewed.root.objects) {
    const key = keyOf(id);
    if (!viewed.isOwn(path) || !specs.has(key) || equalJson(specs.get(key), json['spec'])) continue;
    const [was, is] = [specs.get(key), json['spec']].map((spec) => (isObject(spec) ? spec : {}));
    const placeOf = (field: string) => {
      if (equalJson(was![field] ?? null, is![field] ?? null)) return undefined;
      return placeOfChange(viewed, {
        id,
        words: [new RegExp(`/spec/${field}\\b`), new RegExp(`\\b${field}["']?:`)],
        fields: ['transformers', 'replacements'],
      }).at.file;
    };
    changed.set(key, { json, waitsFor: waitsFor(ownerKey(id)), placeOf });
  }
  return changed;
};
