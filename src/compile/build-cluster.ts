import { type ApiObject, Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import type { AddonInstance } from '../addon/addon.js';
import { buildAddon, objectsIn } from '../addon/build-addon.js';
import { buildFailed } from '../addon/diagnostics.js';
import { giveNamespace } from '../addon/give-namespace.js';
import { inspectionOf } from '../addon/inspect.js';
import type { AddonInputs } from '../addon/inspection.js';
import { nameFault } from '../addon/names.js';
import { addonRepository } from '../addon/source-entry.js';
import { setAddonScope } from '../constructs/addon-scope.js';
import { Kustomization, type KustomizationProps } from '../constructs/kustomization.js';
import { Namespace } from '../constructs/namespace.js';
import { groupOf } from '../constructs/reference.js';
import { type ContractNamespace, FLUX_NAMESPACE, VARS_CONFIG_MAP } from '../contract/index.js';
import { type Diagnostic, diagnose, thrownText, within } from '../diagnostics/index.js';
import { isDisabled } from '../substitution/is-disabled.js';
import { findSites, NO_SITES } from '../substitution/sites.js';
import { compileObject } from './compile-object.js';
import type { CompiledObject } from './compiled-object.js';
import type { AppSettings } from './declared-app.js';
import type { AnyFluxCluster } from './declared-cluster.js';
import { kindScopes, type ScopeOf } from './kind-scopes.js';
import type { OwnKinds } from './own-kinds.js';
import { planDependencies } from './plan-dependencies.js';
import { planNamespaces } from './plan-namespaces.js';
import { strayInApp, strayInCluster } from './stray-objects.js';
import { ownersOf } from './text-owners.js';

/** An addon with everything that it makes in one cluster. */
export interface BuiltAddon {
  readonly instance: AddonInstance;
  readonly name: string;
  readonly stage: number;
  readonly inputs: AddonInputs;
  /** Its folder in the tree, relative to the tree's root; undefined where another repository holds it. */
  readonly folder: string | undefined;
  /** What is in the folder. */
  readonly objects: readonly CompiledObject[];
  /** What is in `clusters/<cluster>/<addon>.yaml`: its Kustomization, and its Git source. */
  readonly entry: readonly CompiledObject[];
  /** Not all of its objects could be made: what is not there is not missing. */
  readonly isPartial: boolean;
  /** Names of the addons whose Kustomizations it waits for. */
  readonly dependsOn: readonly string[];
}

export interface BuiltCluster {
  readonly cluster: AnyFluxCluster;
  /** In the order of stages, then of names. */
  readonly addons: readonly BuiltAddon[];
  readonly namespaces: readonly ContractNamespace[];
  /** The vars that any of its addons declares. */
  readonly declaredVars: ReadonlySet<string>;
  /** Of the kinds that its objects are of. */
  readonly scopeOf: ScopeOf;
  readonly problems: readonly Diagnostic[];
}

const BUILT = Symbol.for('fluxspan.builtCluster');
const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

/**
 * Runs every addon of a cluster, and adds what follows from all of them: namespaces and Kustomizations. The constructs
 * that this makes stay in the cluster, so a cluster is built once and has its result.
 */
export const buildCluster = (
  app: AppSettings,
  cluster: AnyFluxCluster & { readonly [BUILT]?: BuiltCluster },
  ownKinds: OwnKinds,
): BuiltCluster => {
  if (cluster[BUILT] !== undefined) return cluster[BUILT];
  const problems: Diagnostic[] = [];
  const report = (problem: Diagnostic) => problems.push({ ...problem, at: { cluster: cluster.name, ...problem.at } });

  const owned = new Set<ApiObject>();
  /** Makes an object of an addon plain, after the cluster's own changes. */
  const render = (
    addon: string,
    owner: string,
    object: ApiObject,
    sitesOf: Parameters<typeof compileObject>[1]['sitesOf'],
  ): readonly CompiledObject[] => {
    owned.add(object);
    cluster.mirrors.redirect(object, (problem) => report(within({ addon }, problem)));
    const compiled = compileObject(object, { cluster: cluster.name, addon, owner, sitesOf }, report);
    return compiled === undefined ? [] : [compiled];
  };

  const charts = cluster.stages.flatMap((stage, index) =>
    // A name that the tree cannot hold has been reported; nothing can be called after it. Nor can a definition be built
    // that is none.
    stage.addons
      .filter((instance) => nameFault(instance.name) === undefined && inspectionOf(instance).isReadable)
      .sort(byName)
      .map((instance) => {
        const chart = new Chart(cluster, freeId(cluster, instance.name), { disableResourceNameHashes: true });
        const isDone = buildAddon(instance, chart, cluster.name, report);
        const { inputs } = inspectionOf(instance);
        return { instance, stage: index, chart, isDone, constructs: objectsIn(chart), inputs };
      }),
  );
  const declaredVars = new Set(charts.flatMap(({ inputs }) => [...inputs.vars.keys()]));
  /** Makes an object plain that an addon's Kustomization applies, and so substitutes. */
  const renderOwn = ({ instance, inputs }: (typeof charts)[number], object: ApiObject) =>
    render(instance.name, instance.name, object, (json) =>
      isDisabled(json) ? NO_SITES : findSites(json, ownersOf(inputs, declaredVars)),
    );

  // A CRD says where the objects of its kind live, whichever addon makes them.
  const crds = new Map<ApiObject, readonly CompiledObject[]>();
  for (const chart of charts) {
    for (const object of chart.constructs) {
      if (isCrd(object)) crds.set(object, renderOwn(chart, object));
    }
  }
  const scopeOf = kindScopes(
    [...crds.values()].flat().map(({ json }) => json),
    ownKinds,
  );
  const isCluster = (group: string, kind: string) => scopeOf(group, kind) === 'Cluster';

  const drafts = charts.map((chart) => {
    const { instance, stage, isDone, constructs, inputs } = chart;
    const objects = constructs.flatMap((object) => {
      const crd = crds.get(object);
      if (crd !== undefined) return crd;
      giveNamespace(object, instance.definition.namespace, isCluster);
      return renderOwn(chart, object);
    });
    return {
      instance,
      name: instance.name,
      stage,
      objects,
      isPartial: !isDone || objects.length < constructs.length,
      inputs,
    };
  });

  const namespaces = planNamespaces(cluster, drafts, report);
  for (const [index, { name: addon, objects }] of drafts.entries()) {
    const chart = charts[index]!;
    for (const name of namespaces.createdBy.get(addon) ?? []) {
      // No id of an addon's own is like that.
      const namespace = new Namespace(chart.chart, `fluxspan: namespace ${name}`, { name });
      objects.push(...renderOwn(chart, namespace));
    }
  }
  const dependencies = planDependencies(cluster, drafts, namespaces, report);

  const entries = new Chart(cluster, freeId(cluster, 'flux-system'), { disableResourceNameHashes: true });
  let madeFor = '';
  setAddonScope(entries, {
    // The names of its objects are given.
    addon: '',
    root: entries,
    namespace: FLUX_NAMESPACE,
    requires: [],
    cluster: cluster.name,
    isDerived: true,
    report: (problem) => report({ ...problem, at: { addon: madeFor, ...problem.at } }),
  });
  const addons = drafts.map((draft): BuiltAddon => {
    const { source, folder = 'addons' } = draft.instance.definition;
    const place = source === undefined ? `${folder}/${cluster.name}/${draft.name}` : undefined;
    const dependsOn = dependencies.get(draft.name) ?? [];
    madeFor = draft.name;
    try {
      const made = makeEntry(app, cluster, entries, draft, place, dependsOn);
      // What the root's Kustomization applies is not substituted.
      const entry = made.flatMap((object) => render(draft.name, FLUX_NAMESPACE, object, () => NO_SITES));
      return { ...draft, folder: place, dependsOn, entry };
    } catch (error) {
      for (const object of objectsIn(entries)) owned.add(object);
      report(within({ addon: draft.name }, entryFailure(draft.name, error)));
      return { ...draft, folder: place, dependsOn, entry: [] };
    }
  });
  const strays = [
    ...strayInCluster(cluster, owned).map((problem) => within({ cluster: cluster.name }, problem)),
    ...strayInApp(cluster.node.root),
  ];
  // The `build` of another cluster that makes something here throws, at its place.
  cluster.node.lock();
  const result: BuiltCluster = {
    cluster,
    addons,
    namespaces: namespaces.all,
    declaredVars,
    scopeOf,
    problems: [...app.problems, ...cluster.problems, ...problems, ...strays],
  };
  Object.defineProperty(cluster, BUILT, { value: result });
  return result;
};

/** A construct of the user's may have the name; what stands in it is told (FX319). */
const freeId = (cluster: Construct, name: string): string =>
  cluster.node.tryFindChild(name) === undefined ? name : freeId(cluster, `fluxspan: ${name}`);

const isCrd = ({ kind, apiVersion }: ApiObject): boolean =>
  kind === 'CustomResourceDefinition' && groupOf(apiVersion) === 'apiextensions.k8s.io';

const entryFailure = (addon: string, error: unknown): Diagnostic =>
  diagnose(buildFailed, {
    message: `the Kustomization of addon "${addon}" cannot be made: ${error instanceof RangeError ? 'a value holds itself, or is too deep' : thrownText(error)}`,
    at: { path: 'kustomization' },
    fix: 'give `kustomization` plain data',
  });

const makeEntry = (
  app: AppSettings,
  cluster: AnyFluxCluster,
  chart: Chart,
  addon: { readonly instance: AddonInstance; readonly name: string; readonly inputs: AddonInputs },
  folder: string | undefined,
  dependsOn: readonly string[],
): readonly ApiObject[] => {
  const { instance, name } = addon;
  const repository = addonRepository(instance, chart, `${name}: GitRepository`);
  // The cluster's code may say anything but what is derived here; its types see to that, and its last word wins.
  const settings = {
    ...(repository === undefined ? {} : { prune: false }),
    ...instance.kustomization,
    ...(addon.inputs.vars.size === 0 ? {} : { postBuild: postBuild(cluster) }),
    ...(dependsOn.length === 0 ? {} : { dependsOn: dependsOn.map((one) => ({ name: one })) }),
    path: folder === undefined ? (instance.definition.path ?? '') : treePath(app, folder),
    sourceRef: repository ?? sourceRef(app),
    name,
  } as KustomizationProps;
  const kustomization = new Kustomization(chart, name, settings);
  return repository === undefined ? [kustomization] : [repository, kustomization];
};

const treePath = (app: AppSettings, folder: string): string =>
  app.pathPrefix === '' ? `./${folder}` : `./${app.pathPrefix}/${folder}`;

const sourceRef = ({ source }: AppSettings): KustomizationProps['sourceRef'] =>
  ({
    kind: source.kind,
    name: source.name,
    ...(source.namespace === FLUX_NAMESPACE ? {} : { namespace: source.namespace }),
  }) as KustomizationProps['sourceRef'];

/** https://fluxcd.io/flux/components/kustomize/kustomizations/#post-build-variable-substitution */
const postBuild = (cluster: AnyFluxCluster): object => ({
  substituteFrom: [{ kind: 'ConfigMap', name: VARS_CONFIG_MAP }],
  // From 2.9 on Flux can be told to substitute even when every var has its default and the ConfigMap is empty.
  ...(cluster.flux === '2.9' ? { substituteStrategy: 'Always' } : {}),
});
