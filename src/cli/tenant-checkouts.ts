import { existsSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { TenantCheckout } from '../audit/tenant-tree.js';
import type { CompiledCluster } from '../compile/compiled-cluster.js';
import { tenantsOf } from '../compile/tenants-of.js';
import { type Diagnostic, suggest } from '../diagnostics/index.js';
import { type Args, type Io, UsageError } from './command.js';

/** The checkouts of `--tenant NAME=FOLDER`. */
export const readCheckouts = ({ values }: Args, io: Io): readonly TenantCheckout[] =>
  ((values['tenant'] ?? []) as readonly string[]).map((given) => {
    const [, tenant, name] = /^([^=]+)=(.+)$/s.exec(given) ?? [];
    if (tenant === undefined || name === undefined)
      throw new UsageError(`--tenant "${given}" is not NAME=FOLDER, such as claims=../claims`);
    const folder = resolve(io.cwd(), name);
    if (!existsSync(folder)) throw new UsageError(`--tenant ${tenant}: there is no folder "${name}"`);
    if (!statSync(folder).isDirectory())
      throw new UsageError(`--tenant ${tenant}: "${name}" is a file: name the folder of the tenant's repository`);
    return { tenant, name, folder: realpathSync(folder) };
  });

/** What is wrong with the trees of tenants, in each cluster that has them. */
export const tenantProblems = async (
  compiled: readonly CompiledCluster[],
  checkouts: readonly TenantCheckout[],
): Promise<readonly Diagnostic[]> => {
  if (checkouts.length === 0) return [];
  const { checkTenantTree } = await import('../audit/tenant-tree.js');
  const { openSchemas } = await import('../rules/schemas/find-schemas.js');
  const schemas = openSchemas();
  const known = new Set(compiled.flatMap((one) => tenantsOf(one).map(({ name }) => name)));
  for (const { tenant } of checkouts) {
    if (known.has(tenant)) continue;
    const hint = known.size === 0 ? 'no cluster here has tenants' : suggest(tenant, [...known]);
    throw new UsageError(`--tenant "${tenant}" is not a tenant of any cluster here: ${hint}`);
  }
  return compiled.flatMap((one) => checkouts.flatMap((checkout) => checkTenantTree(one, checkout, schemas)));
};
