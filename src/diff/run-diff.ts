import type { BuildCache } from '../applied/build/folder-builder.js';
import { makeState } from '../applied/cluster-state.js';
import type { Base, NoBase } from '../applied/find-base.js';
import { Git, GitError } from '../applied/git.js';
import type { FluxView } from '../applied/view/flux-view.js';
import { compareUpdates } from '../changes/updates/compare-updates.js';
import type { CompiledCluster } from '../compile/compiled-cluster.js';
import { findProjectPlace } from '../compile/find-project-place.js';
import { knownScope } from '../compile/kind-scopes.js';
import { layOut } from '../compile/layout.js';
import type { DeclaredApp } from '../declared/declared-app.js';
import type { DeclaredRemoval } from '../declared/removal.js';
import { type Diagnostic, diagnose, nearest, suggest } from '../diagnostics/index.js';
import { withExactIntegers } from '../preview/exact-integers.js';
import { openPackageSchemas, type PackageSchemas } from '../schema/package-schemas.js';
import { type AsStored, openStored } from '../schema/update/as-stored.js';
import { unknownCluster } from '../tree/diagnostics.js';
import type { AppPlan } from '../tree/plan-app.js';
import { type AppliedState, absentState } from './applied-state.js';
import { applyView } from './applied-view.js';
import { type ClusterDiff, compareStates } from './compare-states.js';
import { unknownRevision } from './diagnostics.js';
import { givenFor, type InputsFile } from './given-for.js';
import type { HelmOptions } from './helm/with-releases.js';
import { failedAddons, type NotCompared, sortNotCompared, withoutOwners } from './not-compared.js';
import { notSeenNotices } from './not-seen-notices.js';
import { type OpenedRepository, openRepository, type RepositoryState, WORKING } from './open-repository.js';
import { openRedactor } from './redact.js';
import { afterFirstStep } from './under-way.js';

/** What is compared with what. */
export type DiffRequest =
  /** A revision, or what Flux has, with the work tree or another revision. */
  | {
      readonly kind: 'revisions';
      readonly from: string | undefined;
      readonly to: string | undefined;
      /** From where the second one left the first. @default false */
      readonly isFromMergeBase?: boolean;
    }
  /** Two clusters of the work tree. */
  | { readonly kind: 'clusters'; readonly from: string; readonly to: string }
  /** The work tree with two sets of inputs. */
  | { readonly kind: 'inputs'; readonly cluster: string; readonly from: InputsFile; readonly to: InputsFile };

export interface RunDiffOptions {
  /** The project's folder, absolute. */
  readonly folder: string;
  readonly request: DiffRequest;
  /** Only these clusters. @default - all */
  readonly clusters: readonly string[];
  /** For the vars of both sides. @default - the examples of each side's contract */
  readonly inputs?: InputsFile | undefined;
  readonly builds?: BuildCache | undefined;
  /** Render releases with the real helm. @default - releases are compared by their chart and values */
  readonly helm?: HelmOptions | undefined;
}

/** A cluster's differences, and between what. */
export interface LabelledDiff extends ClusterDiff {
  readonly from: string;
  readonly to: string;
}

export interface DiffResult {
  /** Those that differ, by name. */
  readonly clusters: readonly LabelledDiff[];
  /** How many were compared. */
  readonly compared: number;
  /** The names of those that were. */
  readonly names: readonly string[];
  /** Why the code removes or replaces what goes, by cluster. */
  readonly reasons: ReadonlyMap<string, readonly DeclaredRemoval[]>;
  /** What an error keeps out of the comparison. */
  readonly notCompared: readonly NotCompared[];
  /** Two clusters beside each other: nothing happens to any object. */
  readonly isBeside: boolean;
  /** Some of the values that it shows are examples of a contract. */
  readonly showsExamples: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Compares what Flux applies in two states. What can't be read is named among the diagnostics, and the rest compared.
 *
 * @param plan of the work tree; undefined where two revisions are compared
 */
export const runDiff = async (
  app: DeclaredApp,
  plan: AppPlan | undefined,
  options: RunDiffOptions,
): Promise<DiffResult> => {
  const diagnostics: Diagnostic[] = [];
  const isBeside = options.request.kind === 'clusters';
  const examples = new Set<string>();
  const left: NotCompared[] = [];
  const finish = (all: readonly LabelledDiff[], compared: number): DiffResult => {
    const clusters = all.filter(({ objects, noise, contract }) => objects.length + noise.length + contract.length > 0);
    const showsExamples = showsAny(clusters, examples);
    return {
      clusters,
      compared,
      names: all.map(({ cluster }) => cluster),
      reasons: new Map(app.clusters.map(({ name, removals, replacements }) => [name, [...removals, ...replacements]])),
      notCompared: sortNotCompared(left),
      isBeside,
      showsExamples,
      diagnostics: [...diagnostics, ...all.flatMap(notSeenNotices)],
    };
  };
  let repository: OpenedRepository;
  try {
    const layout = plan?.layout ?? layOut(app, findProjectPlace(options.folder));
    repository = openRepository(new Git(options.folder), app, layout, options.builds);
    const run: Run = {
      app,
      plan,
      options,
      repository,
      diagnostics,
      examples,
      left,
      redactor: openRedactor(),
      packageSchemas: openPackageSchemas(),
    };
    const pairs = pairsOf(run, options.request);
    const clusters: LabelledDiff[] = [];
    // Without what Terraform gives, all vars would seem to change.
    const isGiven = ({ before, after }: StatePair) =>
      !left.some(({ cluster, addon }) => addon === undefined && [before.cluster, after.cluster].includes(cluster));
    for (const pair of pairs.filter(isGiven).map((one) => withoutFailed(run, one)))
      clusters.push(await withReleases(run, pair, compareOne(run, pair, isBeside)));
    return finish(clusters, clusters.length);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    diagnostics.push(diagnose(unknownRevision, { message: `git cannot be asked: ${error.message}`, fix: error.fix }));
    left.push(...wantedOf(app, options).map((cluster) => ({ cluster, codes: [unknownRevision.code] })));
    return finish([], 0);
  }
};

interface Run {
  readonly app: DeclaredApp;
  readonly plan: AppPlan | undefined;
  readonly options: RunDiffOptions;
  readonly repository: OpenedRepository;
  readonly diagnostics: Diagnostic[];
  /** The values of vars that stand in for Terraform's. */
  readonly examples: Set<string>;
  /** What isn't compared, which grows. */
  readonly left: NotCompared[];
  readonly redactor: ReturnType<typeof openRedactor>;
  readonly packageSchemas: PackageSchemas;
}

/** The clusters that are asked for. */
const wantedOf = ({ clusters }: DeclaredApp, { clusters: only, request }: RunDiffOptions): readonly string[] => {
  if (request.kind === 'clusters') return [request.from, request.to];
  if (request.kind === 'inputs') return [request.cluster];
  return only.length > 0 ? only : clusters.map(({ name }) => name);
};

/** Two states to compare, and what each is called. */
interface StatePair {
  readonly before: AppliedState;
  readonly after: AppliedState;
  readonly from: string;
  readonly to: string;
}

const pairsOf = (run: Run, request: DiffRequest): readonly StatePair[] => {
  const { repository, plan } = run;
  const working = (): RepositoryState => repository.working(plan?.clusters ?? []);
  if (request.kind === 'clusters') {
    const state = working();
    const { from, to } = request;
    return [{ before: read(run, state, from), after: read(run, state, to), from, to }];
  }
  if (request.kind === 'inputs') {
    const state = working();
    const { cluster, from, to } = request;
    const [before, after] = [read(run, state, cluster, from), read(run, state, cluster, to)];
    return [{ before, after, from: from.name, to: to.name }];
  }
  const to = request.to === undefined ? working() : stateAt(run, request.to);
  const from = to === undefined ? undefined : startOf(run, request);
  if (to !== undefined && from !== null) return revisionPairs(run, from, to);
  run.left.push(...wantedOf(run.app, run.options).map((cluster) => ({ cluster, codes: [unknownRevision.code] })));
  return [];
};

/** Null where two revisions have no commit in common. */
const startOf = (
  run: Run,
  { from, to, isFromMergeBase = false }: Extract<DiffRequest, { readonly kind: 'revisions' }>,
): string | undefined | null => {
  if (!isFromMergeBase || from === undefined || to === undefined || stateAt(run, from) === undefined) return from;
  const base = run.repository.mergeBase(from, to);
  if (base !== undefined) return base;
  const message = `"${from}" and "${to}" have no commit in common here`;
  const fix = `git fetch --unshallow in a shallow clone; or compare the two: fluxspan diff ${from}..${to}`;
  run.diagnostics.push(diagnose(unknownRevision, { message, fix }));
  return null;
};

const revisionPairs = (run: Run, revision: string | undefined, to: RepositoryState): readonly StatePair[] => {
  const states = new Map<string, RepositoryState | undefined>();
  /** What Flux has may be another branch for each cluster. */
  const fromOf = (cluster: string): RepositoryState | undefined => {
    const name = revision ?? `base of ${followedBy(run, cluster)}`;
    if (!states.has(name)) states.set(name, revision === undefined ? baseState(run, cluster) : stateAt(run, revision));
    return states.get(name);
  };
  const declared = run.app.clusters.map(({ name }) => name);
  const onDisk = to.label === WORKING ? run.repository.onDisk(to.clusters) : undefined;
  const wanted = run.options.clusters;
  const own = new Set([...declared, ...to.clusters]);
  const names = new Set([...own, ...[...own].flatMap((name) => fromOf(name)?.clusters ?? [])]);
  for (const cluster of wanted.filter((name) => !names.has(name) && fromOf(name) !== undefined)) {
    const message = `neither side has a cluster "${cluster}"`;
    run.diagnostics.push(diagnose(unknownCluster, { message, at: { cluster }, fix: suggest(cluster, [...names]) }));
    run.left.push({ cluster, codes: [unknownCluster.code] });
  }
  return [...names]
    .filter((name) => wanted.length === 0 || wanted.includes(name))
    .filter((name) => own.has(name) || !run.app.otherClusters.includes(name))
    .sort()
    .flatMap((name) => {
      const from = fromOf(name);
      if (from === undefined) {
        run.left.push({ cluster: name, codes: [unknownRevision.code] });
        return [];
      }
      const [before, after] = [read(run, from, name), read(run, to, name)];
      if (before.state.objects.size + after.state.objects.size === 0) return [];
      const pair = { before, after, from: from.label, to: to.label };
      if (onDisk?.isInHandover(name) !== true) return [pair];
      // With its first step merged, this change is what is written beside it: the second step is another change.
      if (from.isInHandover(name))
        return [{ ...pair, after: read(run, onDisk, name), to: `${to.label}, with the handover under way` }];
      return [inHandover(run, onDisk, pair)];
    });
};

/** Where the files of the working tree are the first step of a handover: what both steps do together. */
const inHandover = (run: Run, onDisk: RepositoryState, pair: StatePair): StatePair => {
  const { before, after, to } = pair;
  const { state } = read(run, onDisk, after.cluster);
  return {
    ...pair,
    before: { ...before, state: afterFirstStep(before.state, state) },
    to: `${to}, once both steps of the handover are reconciled`,
  };
};

/** Without the addons that the plan has only in part. */
const withoutFailed = ({ plan, left }: Run, pair: StatePair): StatePair => {
  const { before, after } = pair;
  const failed =
    plan === undefined
      ? []
      : [...new Set([before.cluster, after.cluster])].flatMap((cluster) => failedAddons(plan, cluster));
  if (failed.length === 0) return pair;
  left.push(...failed.map(({ cluster, addon, codes }) => ({ cluster, addon, codes })));
  const owners = failed.map(({ owner }) => owner);
  const [from, to] = withoutOwners([before.state, after.state], owners);
  return { ...pair, before: { ...before, state: from! }, after: { ...after, state: to! } };
};

const compareOne = (run: Run, { before, after, from, to }: StatePair, isBeside: boolean): LabelledDiff => {
  const { plan, redactor } = run;
  const compiled = compiledOf(plan, after.cluster);
  const findUpdates =
    plan === undefined || compiled === undefined
      ? undefined
      : (a: AppliedState['state'], b: AppliedState['state']) => compareUpdates(a, b, compiled, plan.schemas);
  return {
    ...compareStates(before, after, { findUpdates, isBeside, redactor, asStored: asStoredIn(run, compiled) }),
    from,
    to,
  };
};

/** With the objects that Helm installs, where they are asked for. */
const withReleases = async (run: Run, { before, after }: StatePair, diff: LabelledDiff): Promise<LabelledDiff> => {
  const { plan, options, redactor, diagnostics } = run;
  const { helm } = options;
  if (helm === undefined) return diff;
  const releases = await import('./helm/with-releases.js');
  const compiled = compiledOf(plan, after.cluster);
  return releases.withReleases(diff, before, after, {
    helm,
    redactor,
    compiled,
    schemas: plan?.schemas,
    kubernetes: compiled?.cluster.kubernetes ?? declaredOf(run, after.cluster)?.kubernetes,
    asStored: asStoredIn(run, compiled),
    report: (found) => diagnostics.push(...found),
  });
};

/** By the schemas of the cluster, one's own CRDs among them, or else by the package's alone. */
const asStoredIn = ({ plan, packageSchemas }: Run, compiled: CompiledCluster | undefined): AsStored =>
  openStored((plan === undefined || compiled === undefined ? packageSchemas : plan.schemas.of(compiled)).find);

const declaredOf = ({ app }: Run, cluster: string) => app.clusters.find(({ name }) => name === cluster);

const compiledOf = (plan: AppPlan | undefined, cluster: string): CompiledCluster | undefined =>
  plan?.compiled.find((one) => one.cluster.name === cluster);

const followedBy = ({ app }: Run, cluster: string): string =>
  app.clusters.find(({ name }) => name === cluster)?.base ?? app.clusters[0]?.base ?? 'origin/main';

const stateAt = (run: Run, revision: string): RepositoryState | undefined => {
  const base = run.repository.find(revision);
  if (base !== undefined) return run.repository.commit(base);
  const names = run.app.clusters.map(({ name }) => name);
  if (names.includes(revision)) {
    const other = names.find((name) => name !== revision) ?? 'prod';
    run.diagnostics.push(
      diagnose(unknownRevision, {
        message: `"${revision}" is a cluster, and no branch, tag or commit has that name: a cluster can't be compared with a revision`,
        fix: `compare one cluster at two revisions: fluxspan diff main --cluster ${revision}; or two clusters: fluxspan diff ${revision} ${other}`,
      }),
    );
    return undefined;
  }
  const near = nearest(revision, names);
  run.diagnostics.push(
    diagnose(unknownRevision, {
      message: `"${revision}" is neither a cluster of the app nor a commit of this repository`,
      fix:
        near === undefined
          ? 'give a branch, tag or commit that is here; git fetch --tags, and git fetch --unshallow in a shallow clone'
          : `did you mean "${near}"?`,
    }),
  );
  return undefined;
};

const baseState = (run: Run, cluster: string): RepositoryState | undefined => {
  const base: Base | NoBase = run.repository.findBase(followedBy(run, cluster));
  if (!('cause' in base)) return run.repository.commit(base);
  const name = 'name a revision that is here: fluxspan diff HEAD';
  const help = base.isNew === true ? base.fix : base.fetch && `${base.fetch} (in CI, fetch-depth: 0)`;
  const fix = help === undefined ? name : `${help}; or ${name}`;
  run.diagnostics.push(diagnose(unknownRevision, { message: base.cause, at: { cluster }, fix }));
  return undefined;
};

/** Reads one cluster of a state. */
const read = (run: Run, state: RepositoryState, cluster: string, inputs = run.options.inputs): AppliedState => {
  const { app, plan, redactor } = run;
  const compiled = compiledOf(plan, cluster);
  const scopeOf = compiled?.built.scopeOf ?? knownScope;
  const { protectedKinds } = app;
  const isOurs = state.clusters.includes(cluster);
  const absent = (): AppliedState =>
    absentState(
      cluster,
      makeState([], () => true, { scopeOf, protectedKinds }),
    );
  // What others have of a cluster counts before we have a file of it, and not once it isn't declared any more.
  if (!isOurs && declaredOf(run, cluster) === undefined) return absent();
  const contract = state.contractOf(cluster);
  const given = givenFor(run, contract, cluster, inputs);
  const view = state.view(cluster, { follows: followedBy(run, cluster), scopeOf, given });
  const flux = declaredOf(run, cluster)?.flux;
  if (!isOurs && [...view.owners.values()].every(({ objects }) => objects.length === 0)) return absent();
  const { isPlanned } = state;
  const applied = {
    ...applyView(view, { cluster, given, flux, scopeOf, protectedKinds, redactor, isPlanned }),
    contract: contract?.ok === true ? contract.value : undefined,
  };
  return isOurs ? applied : { ...applied, isAbsent: isFluxAlone(view) };
};

/** Whether a cluster has what `flux bootstrap` writes, and nothing else. */
const isFluxAlone = ({ root, owners }: FluxView): boolean =>
  owners.size === 1 && owners.get(root)!.objects.every(({ path }) => /(^|\/)flux-system\//.test(path));

/** A short value, or a document of values, is found by chance or never. */
const showsAny = (clusters: readonly LabelledDiff[], examples: ReadonlySet<string>): boolean => {
  const texts = [...examples].filter((text) => text.length > 3 && !text.includes('\n'));
  if (texts.length === 0) return false;
  const shown = clusters.flatMap(({ objects }) =>
    objects.flatMap(({ fields }) => fields.flatMap((field) => withExactIntegers(field, (one) => JSON.stringify(one)))),
  );
  return texts.some((text) => shown.some((one) => one.includes(JSON.stringify(text).slice(1, -1))));
};
