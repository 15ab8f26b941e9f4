import { type ClusterState, isFluxKustomization, type OwnedObject, ownerKey } from '../../applied/cluster-state.js';
import { jsonOf } from '../../applied/holding.js';
import { keyOf } from '../../applied/object-id.js';
import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import { isObject } from '../../json/is-object.js';
import { specOf } from '../../json/manifest-fields.js';
import { TENANT_LABEL, type TenantData, tenantOf } from '../../tenants/tenant-mark.js';
import { labelOf } from '../words/label-of.js';

/** A tenant that seems to be one of before, under another name. */
export interface RenamedTenant {
  readonly tenant: TenantData;
  readonly place: string | undefined;
  /** The name that it had. */
  readonly old: string;
  /** How that is known: it has the old one's namespace, or its source and path. */
  readonly by: 'namespace' | 'source';
}

export interface TenantChange {
  readonly compiled: { readonly built: Pick<CompiledCluster['built'], 'addons'> };
  readonly before: ClusterState;
  readonly after: ClusterState;
}

/** Finds tenants that have the namespace, or the source and path, of one that is no longer declared. */
export const renamedTenants = ({ compiled, before, after }: TenantChange): readonly RenamedTenant[] => {
  const tenants = compiled.built.addons.flatMap(({ instance }) => {
    const tenant = tenantOf(instance);
    return tenant === undefined ? [] : [{ tenant, place: instance.place() }];
  });
  if (tenants.length === 0) return [];
  const names = new Set(tenants.map(({ tenant }) => tenant.name));
  const had = new Map(
    before.index.ofKind('', 'Namespace').map((object) => [object.id.name, labelOf(object, TENANT_LABEL)] as const),
  );
  const contents = contentsOf(before);
  const newContents = contentsOf(after);
  return tenants.flatMap(({ tenant, place }): readonly RenamedTenant[] => {
    const byNamespace = had.get(tenant.namespaces[0]);
    if (byNamespace !== undefined)
      return names.has(byNamespace) ? [] : [{ tenant, place, old: byNamespace, by: 'namespace' }];
    const content = contents.has(tenant.name) ? undefined : newContents.get(tenant.name);
    const [old, other] = [...contents].filter(([name, one]) => one === content && !names.has(name));
    return old === undefined || other !== undefined ? [] : [{ tenant, place, old: old[0], by: 'source' }];
  });
};

/** By tenant: the address and the path of what Flux applies for it. */
const contentsOf = ({ index, objects }: ClusterState): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const object of kustomizationsOf(index)) {
    const { path, sourceRef } = specOf(jsonOf(object));
    const ref = isObject(sourceRef) ? sourceRef : {};
    const tenant = labelOf(object, TENANT_LABEL);
    const source = objects.get(
      keyOf({
        group: 'source.toolkit.fluxcd.io',
        kind: String(ref['kind']),
        namespace: String(ref['namespace'] ?? object.id.namespace),
        name: String(ref['name']),
      }),
    );
    const url = source === undefined ? undefined : specOf(jsonOf(source))['url'];
    if (tenant !== undefined && url !== undefined) found.set(tenant, JSON.stringify([url, path]));
  }
  return found;
};

/** The Kustomizations of a tenant: those that it has, and those that apply its own objects. */
export const ownersOfTenant = ({ index }: ClusterState, tenant: string): ReadonlySet<string> => {
  const own = kustomizationsOf(index);
  return new Set(
    [...own, ...index.ofKind('', 'Namespace')]
      .filter((object) => labelOf(object, TENANT_LABEL) === tenant)
      .flatMap((object) => [
        ...(isFluxKustomization(object.id) ? [ownerKey(object.id)] : []),
        ...object.holdings.map(({ owner }) => owner),
      ]),
  );
};

const kustomizationsOf = (index: ClusterState['index']): readonly OwnedObject[] =>
  index.ofKind('kustomize.toolkit.fluxcd.io', 'Kustomization');
