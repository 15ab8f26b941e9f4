import type { Diagnostic } from '../diagnostics/index.js';
import { fieldsOf, objectsOf, textOf } from '../json/as-shape.js';
import { compareText } from '../json/compare-text.js';
import type { JsonObject } from '../json/json-value.js';
import { specOf } from '../json/manifest-fields.js';
import type { ImportedObject } from './imported-object.js';
import type { AddonRequest, AddonSources, PlannedAddon, PlannedModule } from './plan-addon.js';
import { planModules } from './plan-modules.js';
import { type ImportedStage, planStages } from './plan-stages.js';
import { type ClusterRequest, type ImportedExternal, readAddons } from './read-addons.js';
import { NOTHING_SHARED, type SharedSettings, sharedSettings } from './shared-settings.js';

export interface VarSourceObject {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** What one cluster gets. */
export interface PlannedImport {
  readonly name: string;
  readonly addons: readonly PlannedAddon[];
  readonly stages: readonly ImportedStage[];
  readonly externals: readonly ImportedExternal[];
  /** The ConfigMap with the contract's vars. */
  readonly contract: string | undefined;
  /** ConfigMaps and Secrets with vars that none of the addons makes. */
  readonly sources: readonly VarSourceObject[];
  /** API groups that none of the addons surely provides. */
  readonly provides: readonly string[];
  /** Namespaces that none of the addons makes. */
  readonly namespaces: readonly string[];
  /** The number of objects that stay in YAML: the root's own, and namespaces in which Kustomizations live. */
  readonly staying: number;
  /** Settings that its Kustomizations share. */
  readonly kustomization: JsonObject;
}

/** The code of all clusters. */
export interface PlannedImports {
  readonly modules: readonly PlannedModule[];
  readonly clusters: readonly PlannedImport[];
  readonly diagnostics: readonly Diagnostic[];
  readonly shared: SharedSettings;
}

/**
 * Plans the code of the chosen Kustomizations. Clusters whose Kustomization has the same name share its addon, unless they
 * differ in more than options can say.
 *
 * @param apart why a Kustomization is an addon of its own in each cluster, by its name, where that is known
 * @param isWhole whether the clusters have no addons beside those that are planned
 */
export const planImport = (
  requests: readonly ClusterRequest[],
  sources: AddonSources,
  apart: ReadonlyMap<string, string>,
  isWhole: boolean,
): PlannedImports => {
  const read = [...requests].sort((a, b) => compareText(a.name, b.name)).map((one) => readAddons(one, sources.schemas));
  const diagnostics = read.flatMap((one) => one.diagnostics);
  const shared = isWhole ? sharedSettings(read.flatMap((one) => one.addons)) : NOTHING_SHARED;
  const { modules, diagnostics: ofModules } = planModules(read, sources, apart, shared);
  const clusters = read.map((cluster): PlannedImport => {
    const addons = cluster.addons.map((one): PlannedAddon => ({ ...one, module: moduleOf(modules, one) }));
    const provided = new Set(addons.flatMap(({ module }) => module.provides));
    return {
      name: cluster.name,
      addons,
      stages: planStages(addons),
      externals: cluster.externals,
      contract: cluster.contract,
      namespaces: namespacesOf(addons),
      sources: sourcesOf(addons, cluster.contract),
      provides: cluster.groups.filter((group) => !provided.has(group)),
      staying: cluster.staying,
      kustomization: shared.kustomization,
    };
  });
  return { modules, clusters, diagnostics: [...diagnostics, ...ofModules], shared };
};

const moduleOf = (modules: readonly PlannedModule[], addon: AddonRequest): PlannedModule =>
  modules.find(({ members }) => members.includes(addon))!;

/** Those in which objects live, and into which releases install, but for Flux's own. */
const namespacesOf = (addons: readonly PlannedAddon[]): readonly string[] => {
  const objects = addons.flatMap(({ vars }) => vars.objects);
  const made = new Set(objects.filter(({ id }) => id.kind === 'Namespace' && id.group === '').map(({ id }) => id.name));
  const used = [
    ...objects.flatMap(({ id, json }) => [
      id.namespace,
      ...(id.kind === 'HelmRelease' && !createsNamespace(json) ? [textOf(specOf(json)['targetNamespace']) ?? ''] : []),
    ]),
  ];
  return [...new Set([...used, ...addons.map(({ namespace }) => namespace)])]
    .filter((name) => name !== '' && !name.includes('$') && !BUILT_IN.has(name) && !made.has(name))
    .sort();
};

/** What `substituteFrom` names, and no addon has. */
const sourcesOf = (addons: readonly PlannedAddon[], contract: string | undefined): readonly VarSourceObject[] => {
  const made = new Set(
    addons.flatMap(({ vars }) => vars.objects.map(({ id }) => `${id.kind}/${id.namespace}/${id.name}`)),
  );
  const named = addons.flatMap(({ owner, namespace }) =>
    objectsOf(fieldsOf(specOf(owner.json)['postBuild'])['substituteFrom']).flatMap(({ kind, name, optional }) =>
      optional === true || (kind === 'ConfigMap' && name === contract) ? [] : [`${kind}/${namespace}/${name}`],
    ),
  );
  return [...new Set(named)]
    .filter((key) => !made.has(key))
    .sort()
    .map((key) => {
      const [kind = '', namespace = '', name = ''] = key.split('/');
      return { kind, namespace, name };
    });
};

/** Kubernetes and the bootstrap of Flux make them. */
const BUILT_IN: ReadonlySet<string> = new Set([
  'default',
  'flux-system',
  'kube-node-lease',
  'kube-public',
  'kube-system',
]);

const createsNamespace = (release: ImportedObject['json']): boolean =>
  (specOf(release)['install'] as { createNamespace?: unknown } | undefined)?.createNamespace === true;
