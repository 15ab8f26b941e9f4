import type { BuiltCluster } from '../../compile/built-cluster.js';
import { tenantOf } from '../../tenants/tenant-mark.js';
import { code, table } from './markdown.js';

/** As many tenants have a row each. */
const MOST_LISTED = 50;

/** Who is on the cluster: a row for each team, or how many there are. */
export const tenantSection = ({ addons }: BuiltCluster): readonly string[] => {
  const tenants = addons.flatMap(({ instance }) => {
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
  ];
};
