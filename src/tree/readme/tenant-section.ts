import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import { tenantOf } from '../../tenants/tenant-mark.js';
import { code, table } from './markdown.js';
import { teamSecrets } from './team-secrets.js';

/** As many tenants have a row each. */
const MOST_LISTED = 50;

/** Who is on the cluster: a row for each team, or how many there are. */
export const tenantSection = (compiled: CompiledCluster): readonly string[] => {
  const tenants = compiled.built.addons.flatMap(({ instance }) => {
    const tenant = tenantOf(instance);
    return tenant === undefined ? [] : [{ tenant, description: instance.definition.description }];
  });
  if (tenants.length === 0) return [];
  const leaving = tenants.filter(({ tenant }) => tenant.offboard !== undefined);
  const rows = tenants.length > MOST_LISTED ? leaving : tenants;
  const namespaces = tenants.reduce((sum, { tenant }) => sum + tenant.namespaces.length, 0);
  return [
    '## Tenants',
    tenants.length > MOST_LISTED
      ? `${tenants.length} teams have ${namespaces} namespaces. Each has a folder in the tree, with its name.${leaving.length === 0 ? '' : ' These are being removed:'}`
      : '',
    rows.length === 0
      ? ''
      : table(
          ['team', 'namespaces', 'groups', 'applies', 'as'],
          rows.map(({ tenant, description }) => [
            `**${tenant.name}**${description === undefined ? '' : `: ${description}`}`,
            tenant.namespaces.map(code).join(', '),
            tenant.groups.map(code).join(', '),
            tenant.offboard === undefined ? (tenant.source ?? '') : `being removed: ${tenant.offboard.reason}`,
            code(`${tenant.namespaces[0]}/${tenant.serviceAccount}`),
          ]),
        ),
    ...secretSection(compiled, tenants.length > MOST_LISTED),
  ];
};

/** What somebody makes for the teams when Flux has made their namespaces. */
const secretSection = (compiled: CompiledCluster, isSummed: boolean): readonly string[] => {
  const secrets = teamSecrets(compiled);
  if (secrets.length === 0) return [];
  const { name } = compiled.cluster;
  if (isSummed)
    return [
      `The teams read ${secrets.length} Secrets that nothing here makes: ${code(`npx fluxspan bootstrap ${name}`)} lists them.`,
    ];
  return [
    'Nothing here makes these Secrets of the teams. Make each one when Flux has made its namespace:',
    table(
      ['Secret', 'namespace', 'read by'],
      secrets.map((one) => [code(one.name), code(one.namespace), one.readBy.map(code).join(', ')]),
    ),
  ];
};
