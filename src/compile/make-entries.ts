import { type ApiObject, Chart } from 'cdk8s';
import { objectsIn } from '../addon/build-addon.js';
import { buildFailed } from '../addon/diagnostics.js';
import { addonSource } from '../addon/source-entry.js';
import { setAddonScope } from '../constructs/addon-scope.js';
import { Kustomization, type KustomizationProps } from '../constructs/kustomization.js';
import { FLUX_NAMESPACE, VARS_CONFIG_MAP } from '../contract/index.js';
import { type Diagnostic, diagnose, thrownText, within } from '../diagnostics/index.js';
import { NO_SITES } from '../substitution/sites.js';
import type { AddonDraft, BuiltAddon } from './built-cluster.js';
import type { AppSettings } from './declared-app.js';
import type { AnyFluxCluster } from './declared-cluster.js';
import { freeId } from './free-id.js';
import type { ObjectCompiler } from './object-compiler.js';

/** Adds to each addon what the root's Kustomization applies for it: its own Kustomization, and its source. */
export const makeEntries = (
  app: AppSettings,
  cluster: AnyFluxCluster,
  drafts: readonly AddonDraft[],
  dependencies: ReadonlyMap<string, readonly string[]>,
  compiler: ObjectCompiler,
  report: (problem: Diagnostic) => void,
): readonly BuiltAddon[] => {
  const chart = new Chart(cluster, freeId(cluster, 'flux-system'), { disableResourceNameHashes: true });
  let madeFor = '';
  setAddonScope(chart, {
    // The names of its objects are given.
    addon: '',
    root: chart,
    namespace: FLUX_NAMESPACE,
    requires: [],
    cluster: cluster.name,
    isDerived: true,
    report: (problem) => report({ ...problem, at: { addon: madeFor, ...problem.at } }),
  });
  return drafts.map((draft): BuiltAddon => {
    const { source, folder: kind = 'addons' } = draft.instance.definition;
    const folder = source === undefined ? `${kind}/${cluster.name}/${draft.name}` : undefined;
    const dependsOn = dependencies.get(draft.name) ?? [];
    madeFor = draft.name;
    try {
      const entry = makeEntry(app, cluster, chart, draft, folder, dependsOn).flatMap(
        // What the root's Kustomization applies is not substituted.
        (object) =>
          compiler.compile(object, { addon: draft.name, owner: FLUX_NAMESPACE, sitesOf: () => NO_SITES }) ?? [],
      );
      return { ...draft, folder, dependsOn, entry };
    } catch (error) {
      for (const object of objectsIn(chart)) compiler.owned.add(object);
      report(within({ addon: draft.name }, entryFailure(draft.name, error)));
      return { ...draft, folder, dependsOn, entry: [] };
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
  cluster: AnyFluxCluster,
  chart: Chart,
  addon: AddonDraft,
  folder: string | undefined,
  dependsOn: readonly string[],
): readonly ApiObject[] => {
  const { instance, name } = addon;
  const source = addonSource(instance, chart, `${name}: `);
  // The cluster's code may say anything but what is derived here; its types see to that, and its last word wins.
  const settings = {
    ...(source === undefined ? {} : { prune: false }),
    ...instance.kustomization,
    ...(addon.inputs.vars.size === 0 ? {} : { postBuild: postBuild(cluster) }),
    ...(dependsOn.length === 0 ? {} : { dependsOn: dependsOn.map((one) => ({ name: one })) }),
    path: folder === undefined ? (instance.definition.path ?? '') : treePath(app, folder),
    sourceRef: source?.sourceRef ?? sourceRef(app),
    name,
  } as KustomizationProps;
  const kustomization = new Kustomization(chart, name, settings);
  return source?.object === undefined ? [kustomization] : [source.object, kustomization];
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
