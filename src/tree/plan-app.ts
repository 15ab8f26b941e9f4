import { compileCluster } from '../compile/compile-cluster.js';
import { type CompileContext, openCompileContext } from '../compile/compile-context.js';
import type { CompiledCluster, CompiledObject } from '../compile/compiled-cluster.js';
import { pathAssumed } from '../compile/diagnostics.js';
import type { AppLayout } from '../compile/layout.js';
import type { DeclaredApp } from '../declared/declared-app.js';
import type { AnyFluxCluster } from '../declared/declared-cluster.js';
import { rolloutProblems } from '../declared/rollout-problems.js';
import { type Diagnostic, diagnose, suggest } from '../diagnostics/index.js';
import type { AppliedByRoot, CheckOptions } from '../rules/context/open-context.js';
import { checkCluster } from '../rules/index.js';
import type { CleanObjects } from '../rules/schemas/clean-objects.js';
import { openSchemas, type RunSchemas } from '../rules/schemas/find-schemas.js';
import { openModulePlanner } from '../terraform/module/open-module-planner.js';
import { createYamlPrinter } from '../yaml/print-yaml.js';
import type { TreeScope } from './compare-tree.js';
import { unknownCluster } from './diagnostics.js';
import { isImageOf, withAccepted } from './image-lines.js';
import { type ClusterPlan, planCluster } from './plan-cluster.js';
import { treePlaces } from './tree-place.js';

/** The tree of an app, or of some of its clusters, in memory. */
export interface AppPlan {
  readonly clusters: readonly ClusterPlan[];
  readonly compiled: readonly CompiledCluster[];
  /** Where the files lie; their paths start from its root. */
  readonly layout: AppLayout;
  /** Of all clusters, by path relative to the tree's root. */
  readonly files: ReadonlyMap<string, string>;
  readonly scope: TreeScope;
  /** In no order, and what was found twice, twice. */
  readonly diagnostics: readonly Diagnostic[];
  /** By which the objects were checked. */
  readonly schemas: RunSchemas;
}

export interface PlanOptions {
  /** @default - the files that the app names are read from the current folder */
  readonly context?: CompileContext | undefined;
  /** Objects that need not be checked by their schemas again; those found clean are added. */
  readonly clean?: CleanObjects | undefined;
  /** @default - schemas that are read for this plan alone */
  readonly schemas?: RunSchemas | undefined;
  /** Whether others have an object, in what they wrote for a cluster. @default - nothing is known of that */
  readonly isKnown?: ((cluster: string, kind: string, name: string) => boolean) | undefined;
  /** A Kustomization of a cluster as Flux's root applies it. @default - as it is written */
  readonly asApplied?:
    | ((cluster: string, object: Pick<CompiledObject, 'json'>) => AppliedByRoot | undefined)
    | undefined;
  /** What the platform offered a tenant in the base. @default - not known */
  readonly offerBefore?: CheckOptions['offerBefore'];
  /** Whether a problem of an object is told with its line in the tree. @default true */
  readonly showsTreeLines?: boolean;
  /** The text of a file of the tree as it is now, by its path in the tree. @default - nothing is known of the disk */
  readonly onDisk?: ((path: string) => string | undefined) | undefined;
  /**
   * Whether a cluster with a name of a wrong form is planned too: paths that such names make may lead anywhere, so only
   * for a tree that stays in memory. @default false
   */
  readonly plansUnusableNames?: boolean;
}

/**
 * Compiles, checks and plans an app: all that synth knows before it looks at what is there. Nothing is written.
 *
 * @param only the names of the clusters to plan; all where it is empty
 */
export const planApp = (app: DeclaredApp, only: readonly string[] = [], options: PlanOptions = {}): AppPlan => {
  const names = app.clusters.map((cluster) => cluster.name);
  const unknown = only
    .filter((name) => !names.includes(name))
    .map((name) =>
      diagnose(unknownCluster, {
        message: `the app has no cluster "${name}"`,
        at: { cluster: name },
        fix: suggest(name, names),
      }),
    );
  const chosen = app.clusters.filter((cluster) => only.length === 0 || only.includes(cluster.name));
  const plan = planClusters(app, chosen, options);
  return {
    ...plan,
    scope:
      only.length === 0
        ? { ...plan.scope, all: true }
        : { ...plan.scope, isOfOthers: foldersOfOthers(plan.layout, plan.scope.clusters) },
    diagnostics: [
      ...app.problems,
      ...rolloutProblems(app),
      ...unknown,
      ...assumedPath(app, plan.layout),
      ...plan.diagnostics,
    ],
  };
};

/** A cluster with the values that Flux's image automation wrote into its files, which Flux applies. */
const asAccepted = (compiled: CompiledCluster, plan: ClusterPlan): CompiledCluster => {
  const accepted = [...plan.accepted.values()].flat();
  const asApplied = (object: CompiledObject): CompiledObject => {
    if (object.imageMarks === undefined) return object;
    return {
      ...object,
      json: withAccepted(
        object.json,
        accepted.filter((one) => isImageOf(one, object)),
      ),
    };
  };
  return {
    ...compiled,
    addons: compiled.addons.map((addon) => ({
      ...addon,
      objects: addon.objects.map(asApplied),
      entry: addon.entry.map(asApplied),
    })),
  };
};

/** Says whether a folder is that of a cluster which isn't planned. */
const foldersOfOthers = (layout: AppLayout, planned: readonly string[]): ((folder: string) => boolean) => {
  const others = [...layout.clusters].filter(([name]) => !planned.includes(name)).map(([, one]) => one.folders);
  const own = planned.flatMap((name) => layout.of(name).folders);
  // Folders that lie in one another are refused elsewhere, and nothing is left out here.
  const isApart = (folder: string): boolean => own.every((one) => one !== folder && !one.startsWith(`${folder}/`));
  const found = new Set(others.flat().filter(isApart));
  return (folder) => found.has(folder);
};

/** Says where the tree lies in an artifact, where neither the app nor git does. Outside git, the project is the repository. */
const assumedPath = (
  { root, source, pathPrefix }: DeclaredApp,
  { place, pathPrefix: assumed, inRepository }: AppLayout,
): readonly Diagnostic[] => {
  if (pathPrefix !== undefined || source.kind === 'GitRepository' || place.prefix === '') return [];
  const there = assumed === '' ? './' : `./${assumed}`;
  const whole = inRepository === '' ? root : inRepository;
  return [
    diagnose(pathAssumed, {
      message: `the project lies in "${place.prefix.slice(0, -1)}" of its repository, and Flux reads an artifact: synth assumes that the artifact starts at the project, with the tree at "${there}"`,
      fix: `set where the tree lies in the artifact: new FluxApp({ pathPrefix: '${whole}' }) if the artifact holds the whole repository`,
    }),
  ];
};

/** The same for some clusters of an app, without what is wrong with the app itself. */
export const planClusters = (
  app: DeclaredApp,
  chosen: readonly AnyFluxCluster[],
  {
    context = openCompileContext(app),
    clean,
    schemas = openSchemas(),
    isKnown = () => false,
    asApplied,
    showsTreeLines = true,
    plansUnusableNames = false,
    onDisk,
    offerBefore,
  }: PlanOptions = {},
): AppPlan => {
  const diagnostics: Diagnostic[] = [];
  const clusters: ClusterPlan[] = [];
  const compiled: CompiledCluster[] = [];
  const files = new Map<string, string>();
  const printYaml = createYamlPrinter();
  const planModule = openModulePlanner();
  for (const cluster of chosen) {
    const one = compileCluster(app, cluster, context);
    compiled.push(one);
    const checks: CheckOptions = {
      clean,
      schemas,
      offerBefore,
      isKnown: ({ kind, name }) => isKnown(cluster.name, kind, name),
      asApplied: asApplied === undefined ? undefined : (object) => asApplied(cluster.name, object),
    };
    if (!cluster.hasUsableNames && !plansUnusableNames) {
      diagnostics.push(...checkCluster(one, checks));
      continue;
    }
    const plan = planCluster(one, printYaml, onDisk, planModule);
    clusters.push(plan);
    if (plan.accepted.size > 0) compiled[compiled.length - 1] = asAccepted(one, plan);
    const treePlaceOf = showsTreeLines ? { treePlaceOf: treePlaces(plan, context.layout) } : {};
    diagnostics.push(...checkCluster(one, checks, { unprintable: plan.problems, ...treePlaceOf }));
    for (const [path, text] of plan.files) files.set(path, text);
  }
  return {
    clusters,
    compiled,
    layout: context.layout,
    files,
    scope: { clusters: chosen.map((cluster) => cluster.name), all: false },
    diagnostics,
    schemas,
  };
};
