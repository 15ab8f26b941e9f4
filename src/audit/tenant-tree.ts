import { posix } from 'node:path';
import { type FolderBuilder, openFolderBuilder } from '../applied/build/folder-builder.js';
import { sourceOf } from '../applied/view/build-owner.js';
import { readFluxView } from '../applied/view/read-view.js';
import type { CompiledCluster } from '../compile/compiled-cluster.js';
import { tenantsOf } from '../compile/tenants-of.js';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { fieldsOf } from '../json/as-shape.js';
import type { JsonObject } from '../json/json-value.js';
import type { RuleState, StateObject, Unit } from '../rules/context/rule-state.js';
import { specOf } from '../rules/context/state-index.js';
import { stateOfCluster } from '../rules/context/state-of-cluster.js';
import { checkState } from '../rules/index.js';
import type { RunSchemas } from '../rules/schemas/find-schemas.js';
import { isTenantRoot } from '../tenants/tenant-mark.js';
import { tenantCheckout } from './diagnostics.js';
import { listFiles } from './folder-files.js';
import { openFolderTree } from './folder-tree.js';
import { openFiles } from './object-file.js';
import { stateOfView } from './state-of-view.js';
import { suppliedDataOf } from './supplied-data.js';
import { viewFindings } from './view-findings.js';

/** A checkout of a tenant's own repository. */
export interface TenantCheckout {
  readonly tenant: string;
  /** As it was named, for the places of diagnostics. */
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
}

/**
 * What Flux, Helm and the API server would refuse of a tenant's own tree in a cluster: it's checked like the platform's, with
 * the rights of the tenant's account, and with all that the platform has.
 */
export const checkTenantTree = (
  compiled: CompiledCluster,
  checkout: TenantCheckout,
  schemas: RunSchemas,
  builder: FolderBuilder = openFolderBuilder(),
): readonly Diagnostic[] => {
  const platform = stateOfCluster(compiled);
  const tenant = tenantsOf(compiled).find(({ name }) => name === checkout.tenant);
  const unit = platform.units.find(({ name }) => name === checkout.tenant);
  if (tenant === undefined || unit === undefined) return [];
  const kustomization = unit.objects.find((one) => isTenantRoot(one, tenant));
  const at = { cluster: platform.name, addon: unit.name };
  if (kustomization === undefined) {
    return [
      diagnose(tenantCheckout, {
        message: `tenant "${unit.name}" has no source, so Flux applies nothing of "${checkout.name}"`,
        at,
        fix: `give the tenant a source, or leave --tenant ${checkout.tenant}=… out`,
      }),
    ];
  }
  const files = listFiles(checkout.folder);
  const tree = openFolderTree(checkout.folder, files);
  const { path = './' } = specOf(kustomization);
  const folder = posix.join('/', String(path)).slice(1).replace(/\/$/, '');
  if (folder !== '' && ![...tree.blobs.keys()].some((one) => one.startsWith(`${folder}/`))) {
    return [
      diagnose(tenantCheckout, {
        message: `Flux reads "${String(path)}" for tenant "${unit.name}", and "${checkout.name}" has no such folder`,
        at: { ...at, path: 'path' },
        fix: 'correct `path` of the tenant, or name the checkout of another branch',
      }),
    ];
  }
  const { state, unbuilt } = withTenantTree(platform, { unit, kustomization, folder }, { tree, builder });
  return [...unbuilt, ...checkState(state, { schemas })]
    .filter(({ at: place }) => place.addon === undefined && place.file !== undefined)
    .map((one) => ({ ...one, at: { ...one.at, file: posix.join(checkout.name, one.at.file!) } }));
};

interface Applied {
  readonly unit: Unit;
  readonly kustomization: StateObject;
  readonly folder: string;
}

/** The state of the cluster with the units of a tenant's tree. */
const withTenantTree = (
  platform: RuleState,
  { unit, kustomization, folder }: Applied,
  { tree, builder }: { readonly tree: ReturnType<typeof openFolderTree>; readonly builder: FolderBuilder },
): { readonly state: RuleState; readonly unbuilt: readonly Diagnostic[] } => {
  const { namespace = '', json } = kustomization;
  const key = `${namespace}/${kustomization.name}`;
  const source = sourceOf(json, namespace);
  const view = readFluxView(tree, {
    folder,
    source,
    prefix: '',
    repository: { remotes: [], branch: 'main' },
    scopeOf: platform.scopeOf,
    builder,
    start: { key, json, file: undefined, folder },
  });
  const fileOf = openFiles(tree);
  const data = suppliedDataOf(view);
  const { state } = stateOfView({
    name: platform.name,
    flux: platform.flux,
    kubernetes: platform.kubernetes,
    source,
    view,
    find: (one) => data.get(one),
    fileOf,
  });
  const { targetNamespace } = specOf(kustomization);
  const units = state.units.map((one): Unit => {
    if (one.key !== key) return { ...one, parent: one.parent ?? key };
    // The view has applied its patches.
    const entry = [{ ...kustomization, unit: key, json: withoutPatches(json) }];
    const objects =
      typeof targetNamespace === 'string'
        ? one.objects.map((object) => inNamespace(object, targetNamespace, platform))
        : one.objects;
    return { ...one, parent: unit.name, entry, objects, isElsewhere: false };
  });
  const { declared: _, ...rest } = platform;
  const merged = {
    ...rest,
    units: [
      ...platform.units.map((one) =>
        one === unit ? { ...one, objects: one.objects.filter((object) => object !== kustomization) } : one,
      ),
      ...units,
    ],
    namespaces: [
      ...platform.namespaces,
      ...state.namespaces.filter(({ name }) => !platform.namespaces.some((known) => known.name === name)),
    ],
    vars: new Set([...platform.vars, ...state.vars]),
  };
  const unbuilt = viewFindings(view, { tree, fileOf, assumed: new Set(), source, isGuessed: false });
  return { state: merged, unbuilt: unbuilt.map((one) => ({ ...one, at: { ...one.at, cluster: platform.name } })) };
};

const inNamespace = (object: StateObject, namespace: string, { scopeOf }: RuleState): StateObject =>
  scopeOf(object.group, object.kind) === 'Cluster' ? object : { ...object, namespace };

const withoutPatches = (json: JsonObject): JsonObject => {
  const { patches: _, ...spec } = fieldsOf(json['spec']);
  return { ...json, spec: spec as JsonObject };
};
