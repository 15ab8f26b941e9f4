import { compareText } from '../json/compare-text.js';
import { type TenantData, tenantOf } from '../tenants/tenant-mark.js';
import type { CompiledCluster } from './compiled-cluster.js';

/** The tenants of a cluster, by name. */
export const tenantsOf = ({ built }: Pick<CompiledCluster, 'built'>): readonly TenantData[] =>
  built.addons.flatMap(({ instance }) => tenantOf(instance) ?? []).sort((a, b) => compareText(a.name, b.name));
