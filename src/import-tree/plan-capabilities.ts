import { packageProviders } from '../dependencies/package-providers.js';
import { fieldsOf, textOf } from '../json/as-shape.js';
import { specOf } from '../json/manifest-fields.js';
import { isBuiltInGroup } from '../schema/kubernetes-groups.js';
import { kindWord } from './names.js';
import type { AddonRequest } from './plan-addon.js';

/** Who installs the CRDs of the objects. */
export interface PlannedCapabilities {
  /** API groups by the name of the addon that installs them with a release. */
  readonly ofAddon: ReadonlyMap<string, readonly string[]>;
  /** Those that the cluster has, or that come from a place that isn't certain. */
  readonly ofCluster: readonly string[];
}

/**
 * The API groups that addons and the cluster provide. An addon provides a group only if all others that use it wait for
 * that addon today: a new dependency would be a change.
 */
export const planCapabilities = (addons: readonly AddonRequest[]): PlannedCapabilities => {
  const byName = new Map(addons.map((one) => [one.name, one]));
  const waits = (from: AddonRequest, to: string, seen = new Set<string>()): boolean =>
    from.requires.some((name) => {
      if (name === to) return true;
      if (seen.has(name)) return false;
      seen.add(name);
      const next = byName.get(name);
      return next !== undefined && waits(next, to, seen);
    });
  const ofAddon = new Map<string, string[]>();
  const ofCluster: string[] = [];
  for (const [group, users] of [...usersOf(addons)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (addons.some((one) => hasCrdOf(one, group) && users.every((user) => user === one || waits(user, one.name))))
      continue;
    const provider = addons.find(
      (one) => installs(one, group) && isAwaited(one) && users.every((user) => user !== one && waits(user, one.name)),
    );
    if (provider === undefined) ofCluster.push(group);
    else ofAddon.set(provider.name, [...(ofAddon.get(provider.name) ?? []), group]);
  }
  return { ofAddon, ofCluster };
};

const usersOf = (addons: readonly AddonRequest[]): ReadonlyMap<string, readonly AddonRequest[]> => {
  const users = new Map<string, AddonRequest[]>();
  for (const addon of addons) {
    const groups = new Set(addon.objects.map(({ id }) => id.group));
    for (const group of groups) {
      if (isBuiltInGroup(group) || isFluxGroup(group)) continue;
      users.set(group, [...(users.get(group) ?? []), addon]);
    }
  }
  return users;
};

const isFluxGroup = (group: string): boolean => group.endsWith('.toolkit.fluxcd.io');

const hasCrdOf = ({ objects }: AddonRequest, group: string): boolean =>
  objects.some(({ id, json }) => id.kind === 'CustomResourceDefinition' && specOf(json)['group'] === group);

/** A chart of the project that has the group. */
const installs = ({ objects }: AddonRequest, group: string): boolean => {
  const packaged = packageProviders[group];
  const known = packaged === undefined ? undefined : kindWord(packaged).replace(/-crds$/, '');
  const word = group.split('.')[0]!;
  return objects.some(({ id, json }) => {
    if (id.kind !== 'HelmRelease') return false;
    const { chart, chartRef } = specOf(json);
    const names = [id.name, textOf(fieldsOf(fieldsOf(chart)['spec'])['chart']), textOf(fieldsOf(chartRef)['name'])];
    return names.some((name) => name !== undefined && (name === known || (word.length > 3 && name.includes(word))));
  });
};

const isAwaited = ({ owner }: AddonRequest): boolean => {
  const { wait, healthChecks } = specOf(owner.json);
  return wait === true || (Array.isArray(healthChecks) && healthChecks.length > 0);
};
