import { type ApiObject, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import type { AddonInstance } from '../addon/addon.js';
import { buildAddon, objectsIn } from '../addon/build-addon.js';
import { type AddonInputs, inspectAddon } from '../addon/inspect.js';
import { nameFault } from '../addon/names.js';
import { setAddonScope } from '../constructs/addon-scope.js';
import { GitRepository } from '../constructs/git-repository.js';
import { Kustomization, type KustomizationProps } from '../constructs/kustomization.js';
import { Manifest } from '../constructs/manifest.js';
import { Namespace } from '../constructs/namespace.js';
import { groupOf } from '../constructs/reference.js';
import { type ContractNamespace, FLUX_NAMESPACE, VARS_CONFIG_MAP } from '../contract/index.js';
import type { Diagnostic } from '../diagnostics/index.js';
import type { AnyFluxCluster } from './any-cluster.js';
import type { AppSettings } from './app-settings.js';
import { planDependencies } from './dependencies.js';
import { isClusterScoped } from './known-scopes.js';
import { planNamespaces } from './namespaces.js';

/** An addon with everything that it makes in one cluster. */
export interface BuiltAddon {
  readonly instance: AddonInstance;
  readonly name: string;
  readonly stage: number;
  readonly inputs: AddonInputs;
  /** Its folder in the tree, relative to the tree's root; undefined where another repository holds it. */
  readonly folder: string | undefined;
  /** What is in the folder. */
  readonly objects: readonly ApiObject[];
  /** What is in `clusters/<cluster>/<addon>.yaml`: its Kustomization, and its Git source. */
  readonly entry: readonly ApiObject[];
  /** Names of the addons whose Kustomizations it waits for. */
  readonly dependsOn: readonly string[];
}

export interface BuiltCluster {
  readonly cluster: AnyFluxCluster;
  /** In the order of stages, then of names. */
  readonly addons: readonly BuiltAddon[];
  readonly namespaces: readonly ContractNamespace[];
  readonly problems: readonly Diagnostic[];
}

const built = new WeakMap<AnyFluxCluster, BuiltCluster>();
const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

/** Runs every addon of a cluster once, and adds what follows from all of them: namespaces and Kustomizations. */
export const buildCluster = (app: AppSettings, cluster: AnyFluxCluster): BuiltCluster => {
  const known = built.get(cluster);
  if (known !== undefined) return known;
  const problems: Diagnostic[] = [];
  const report = (problem: Diagnostic) => problems.push({ ...problem, at: { cluster: cluster.name, ...problem.at } });

  const drafts = cluster.stages.flatMap((stage, index) =>
    // A name that the tree cannot hold has been reported; nothing can be called after it.
    stage.addons
      .filter(({ name }) => nameFault(name) === undefined)
      .sort(byName)
      .map((instance) => {
        const chart = new Chart(cluster, instance.name, { disableResourceNameHashes: true });
        buildAddon(instance, chart, cluster.name, report);
        const objects = objectsIn(chart);
        for (const object of objects) {
          giveNamespace(object, instance.definition.namespace);
          cluster.mirrors.redirect(object, (problem) =>
            report({ ...problem, at: { addon: instance.name, ...problem.at } }),
          );
        }
        return {
          instance,
          name: instance.name,
          stage: index,
          chart,
          objects,
          inputs: inspectAddon(instance.definition).inputs,
        };
      }),
  );

  const namespaces = planNamespaces(cluster, drafts, report);
  for (const [addon, names] of namespaces.createdBy) {
    const draft = drafts.find((one) => one.name === addon)!;
    for (const name of names) draft.objects.push(new Namespace(draft.chart, `Namespace-${name}`, { name }));
  }
  const dependencies = planDependencies(cluster, drafts, namespaces, report);

  const entries = new Chart(cluster, 'flux-system', { disableResourceNameHashes: true });
  const addons = drafts.map(({ chart: _, ...draft }): BuiltAddon => {
    const { source, folder = 'addons' } = draft.instance.definition;
    const place = source === undefined ? `${folder}/${cluster.name}/${draft.name}` : undefined;
    const dependsOn = dependencies.get(draft.name) ?? [];
    const entry = makeEntry(app, cluster, entries, draft, place, dependsOn, report);
    for (const object of entry) {
      cluster.mirrors.redirect(object, (problem) => report({ ...problem, at: { addon: draft.name, ...problem.at } }));
    }
    return { ...draft, folder: place, dependsOn, entry };
  });
  const result = {
    cluster,
    addons,
    namespaces: namespaces.all,
    problems: [...app.problems, ...cluster.problems, ...problems],
  };
  built.set(cluster, result);
  return result;
};

/** An object of the ecosystem gets the addon's namespace, as ours do; its own, where it says one, stays. */
const giveNamespace = (object: ApiObject, namespace: string | undefined): void => {
  if (namespace === undefined || Manifest.isManifest(object) || object.metadata.namespace !== undefined) return;
  if (isClusterScoped(groupOf(object.apiVersion), object.kind)) return;
  // cdk8s takes a namespace only when the object is made, and what it takes later it renders as undefined.
  (object.metadata as { namespace?: string }).namespace = namespace;
};

const makeEntry = (
  app: AppSettings,
  cluster: AnyFluxCluster,
  chart: Chart,
  addon: { readonly instance: AddonInstance; readonly name: string; readonly inputs: AddonInputs },
  folder: string | undefined,
  dependsOn: readonly string[],
  report: (problem: Diagnostic) => void,
): readonly ApiObject[] => {
  const { instance, name } = addon;
  const root = new Construct(chart, name);
  setAddonScope(root, {
    addon: name,
    root,
    namespace: FLUX_NAMESPACE,
    requires: [],
    cluster: cluster.name,
    report: (problem) => report({ ...problem, at: { addon: name, ...problem.at } }),
  });
  const { source, path = '' } = instance.definition;
  const repository =
    source === undefined
      ? undefined
      : new GitRepository(root, 'GitRepository', {
          name: source.name ?? name,
          url: source.url,
          ref: { tag: instance.tag ?? source.tag },
          ...(source.ignore === undefined ? {} : { ignore: source.ignore }),
        });
  // The cluster's code may say anything but what is derived here; its types see to that, and its last word wins.
  const settings = {
    ...(repository === undefined ? {} : { prune: false }),
    ...instance.kustomization,
    ...(addon.inputs.vars.size === 0 ? {} : { postBuild: postBuild(cluster) }),
    ...(dependsOn.length === 0 ? {} : { dependsOn: dependsOn.map((one) => ({ name: one })) }),
    path: folder === undefined ? path : treePath(app, folder),
    sourceRef: repository ?? sourceRef(app),
    name,
  } as KustomizationProps;
  const kustomization = new Kustomization(root, 'Kustomization', settings);
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
