import { type ApiObject, Chart } from 'cdk8s';
import { objectsIn } from '../addon/build-addon.js';
import { buildFailed } from '../addon/diagnostics.js';
import { addonSource } from '../addon/source-entry.js';
import { withoutLists } from '../addon/supplied-vars.js';
import { setAddonScope } from '../constructs/addon-scope.js';
import { Kustomization, type KustomizationProps } from '../constructs/kustomization.js';
import type { PostBuildSettings } from '../constructs/kustomization-settings.js';
import { type DescribedInput, FLUX_NAMESPACE, ROOT_OWNER, varsConfigMapOf } from '../contract/index.js';
import type { AppSettings } from '../declared/declared-app.js';
import type { AnyFluxCluster } from '../declared/declared-cluster.js';
import type { AddonDependencies } from '../dependencies/plan-dependencies.js';
import { type Diagnostic, diagnose, thrownText, within } from '../diagnostics/index.js';
import { compareText } from '../json/compare-text.js';
import { NO_SITES } from '../substitution/sites.js';
import type { AddonDraft, BuiltAddon } from './built-cluster.js';
import { freeId } from './free-id.js';
import type { AppLayout } from './layout.js';
import type { ObjectCompiler } from './object-compiler.js';
import { type NamespacePlan, newNamespace } from './plan-namespaces.js';
import { sourceOf } from './tenant-defaults.js';

const NO_DEPENDENCIES: AddonDependencies = { addons: [], externals: [], chosen: [], named: [] };

/** Adds to each addon what the root's Kustomization applies for it: its own Kustomization, and its source. */
export const makeEntries = (
  app: AppSettings,
  layout: AppLayout,
  cluster: AnyFluxCluster,
  drafts: readonly AddonDraft[],
  {
    dependencies,
    namespaces,
  }: {
    readonly dependencies: ReadonlyMap<string, AddonDependencies>;
    readonly namespaces: Pick<NamespacePlan, 'all' | 'createdByRoot'>;
  },
  compiler: ObjectCompiler,
  report: (problem: Diagnostic) => void,
): readonly BuiltAddon[] => {
  const chart = new Chart(cluster, freeId(cluster, 'flux-system'), { disableResourceNameHashes: true });
  let madeFor = '';
  const reportEntry = (problem: Diagnostic): void => report({ ...problem, at: { addon: madeFor, ...problem.at } });
  setAddonScope(chart, {
    // The names of its objects are given.
    addon: '',
    root: chart,
    namespace: FLUX_NAMESPACE,
    requires: [],
    cluster: cluster.name,
    isDerived: true,
    report: reportEntry,
    reportMissing: reportEntry,
  });
  const homes = new Map(drafts.map(({ name, kustomizationNamespace }) => [name, kustomizationNamespace]));
  return drafts.map((draft): BuiltAddon => {
    const { source, folder: kind = 'addons' } = draft.instance.definition;
    const folder = source === undefined ? layout.of(cluster.name).addonFolder(kind, draft.name) : undefined;
    const { addons: dependsOn, externals, chosen, named } = dependencies.get(draft.name) ?? NO_DEPENDENCIES;
    madeFor = draft.name;
    try {
      const made = (namespaces.createdByRoot.get(draft.name) ?? []).map((name) =>
        newNamespace(chart, `${draft.name}: namespace ${name}`, name, namespaces.all),
      );
      const waits = [
        ...dependsOn.map((name) => ({ name, namespace: homes.get(name) ?? FLUX_NAMESPACE })),
        ...externals.map(({ name, namespace }) => ({ name, namespace })),
      ].sort((a, b) => compareText(a.name, b.name) || compareText(a.namespace, b.namespace));
      const entry = [...made, ...makeEntry(app, layout, cluster, chart, draft, folder, waits)].flatMap(
        // What the root's Kustomization applies is not substituted.
        (object) =>
          compiler.compile(object, {
            addon: draft.name,
            owner: ROOT_OWNER,
            isUnfinished: false,
            sitesOf: () => NO_SITES,
          }) ?? [],
      );
      return { ...draft, folder, dependsOn, chosen, named, externals, entry };
    } catch (error) {
      for (const object of objectsIn(chart)) compiler.owned.add(object);
      report(within({ addon: draft.name }, entryFailure(draft.name, error)));
      return { ...draft, folder, dependsOn, chosen, named, externals, entry: [] };
    }
  });
};

const entryFailure = (addon: string, error: unknown): Diagnostic =>
  diagnose(buildFailed, {
    message: `the Kustomization of addon "${addon}" cannot be made: ${error instanceof RangeError ? 'a value holds itself, or is too deep' : thrownText(error)}`,
    at: { path: 'kustomization' },
    fix: 'give `kustomization` plain data',
  });

const makeEntry = (
  app: AppSettings,
  layout: AppLayout,
  cluster: AnyFluxCluster,
  chart: Chart,
  addon: AddonDraft,
  folder: string | undefined,
  dependsOn: readonly { readonly name: string; readonly namespace: string }[],
): readonly ApiObject[] => {
  const { instance, name, kustomizationNamespace: home } = addon;
  const source = addonSource(instance, chart, `${name}: `, home);
  // The cluster's code may say anything but what is derived here; its types see to that, and its last word wins.
  const settings = {
    ...(source === undefined ? {} : { prune: false }),
    // What Flux applies without an account is a tenant's then, and the platform's own isn't one.
    ...(cluster.fluxSettings?.defaultServiceAccount === undefined || home !== FLUX_NAMESPACE
      ? {}
      : { serviceAccountName: 'kustomize-controller' }),
    ...withoutLists(addon.settings),
    ...(addon.known.isSubstituted ? { postBuild: postBuild(cluster, addon) } : {}),
    ...(dependsOn.length === 0
      ? {}
      : { dependsOn: dependsOn.map(({ name, namespace }) => (namespace === home ? { name } : { name, namespace })) }),
    path: folder === undefined ? (instance.definition.path ?? '') : layout.sourcePath(folder),
    sourceRef: source?.sourceRef ?? sourceRef(sourceOf(app, cluster), home),
    name,
  } as KustomizationProps;
  const kustomization = new Kustomization(chart, name, settings);
  return source?.object === undefined ? [kustomization] : [source.object, kustomization];
};

const sourceRef = (source: AppSettings['source'], home: string): KustomizationProps['sourceRef'] =>
  ({
    kind: source.kind,
    name: source.name,
    ...(source.namespace === home ? {} : { namespace: source.namespace }),
  }) as KustomizationProps['sourceRef'];

/** https://fluxcd.io/flux/components/kustomize/kustomizations/#post-build-variable-substitution */
const postBuild = ({ flux, varsConfigMap }: AnyFluxCluster, { inputs, settings, known }: AddonDraft): object => {
  const { substituteFrom = [], ...others } = (withoutLists(settings)['postBuild'] ?? {}) as PostBuildSettings;
  // Later ones win: nothing whose keys are not known hides what Terraform gives.
  const own = new Set([...inputs.vars.values()].map(({ from }) => from ?? ''));
  for (const name of known.borrowed) own.add((known.vars.get(name) as Partial<DescribedInput>).from ?? '');
  const ofContract = [...own]
    .sort(compareText)
    .map((state) => ({ kind: 'ConfigMap', name: varsConfigMapOf(varsConfigMap, state === '' ? undefined : state) }))
    .reverse();
  const from = [...substituteFrom, ...ofContract];
  return {
    // From 2.9 on Flux can be told to substitute even when every var has its default and the ConfigMap is empty.
    ...(flux === '2.9' ? { substituteStrategy: 'Always' } : {}),
    ...others,
    ...(from.length === 0 ? {} : { substituteFrom: from }),
  };
};
