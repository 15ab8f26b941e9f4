import { type Diagnostic, diagnose, nameSome } from '../diagnostics/index.js';
import { importApart } from './diagnostics.js';
import { isApart } from './merge-addon.js';
import { identifierOf, openNames } from './names.js';
import { type AddonRequest, type AddonSources, type PlannedModule, planAddon } from './plan-addon.js';
import type { ReadCluster } from './read-addons.js';
import type { SharedSettings } from './shared-settings.js';

/** A module for each addon that clusters can share, and more where they differ too much. */
export const planModules = (
  clusters: readonly ReadCluster[],
  sources: AddonSources,
  apart: ReadonlyMap<string, string>,
  shared: SharedSettings,
): { readonly modules: readonly PlannedModule[]; readonly diagnostics: readonly Diagnostic[] } => {
  const byOwner = new Map<string, AddonRequest[]>();
  for (const addon of clusters.flatMap((one) => one.addons)) {
    const key = `${addon.owner.key} ${addon.name}`;
    byOwner.set(key, [...(byOwner.get(key) ?? []), addon]);
  }
  const files = openNames(['flux-defaults', 'release-defaults'], '-');
  const identifiers = openNames(undefined, '');
  const diagnostics: Diagnostic[] = [];
  const plan = (module: string, identifier: string, members: readonly AddonRequest[]) =>
    planAddon({ module, identifier, members, provides: providesOf(members, clusters), shared }, sources);
  const modules = [...byOwner.values()].flatMap((members) => {
    const { name } = members[0]!;
    const groups: AddonRequest[][] = [];
    const reasons = new Set<string>();
    for (const member of members) {
      const known = apart.get(name);
      const group = groups.find((some) => {
        const tried = known === undefined ? plan(name, name, [...some, member]) : { apart: known };
        if (isApart(tried)) reasons.add(tried.apart);
        return !isApart(tried);
      });
      if (group === undefined) groups.push([member]);
      else group.push(member);
    }
    if (groups.length > 1) diagnostics.push(apartNotice(name, groups, [...reasons]));
    // That of most clusters has the plain name.
    const largest = groups.reduce((most, one) => (one.length > most.length ? one : most));
    return groups.map((group) => {
      const module = files.give(group === largest ? name : `${name}-${group[0]!.cluster}`);
      const planned = plan(module, identifiers.give(identifierOf(module)), group);
      if (isApart(planned)) throw new Error(`the addon "${name}" can't be planned: ${planned.apart}`);
      return planned;
    });
  });
  return { modules, diagnostics };
};

/** What an addon provides in each of its clusters that uses it. */
const providesOf = (members: readonly AddonRequest[], clusters: readonly ReadCluster[]): readonly string[] => {
  const own = members.map(({ cluster }) => clusters.find(({ name }) => name === cluster)!);
  const { name } = members[0]!;
  const provided = own.map(({ capabilities }) => capabilities.ofAddon.get(name) ?? []);
  return [...new Set(provided.flat())].filter((group) =>
    own.every(({ groups }, at) => provided[at]!.includes(group) || !groups.includes(group)),
  );
};

const apartNotice = (
  name: string,
  groups: readonly (readonly AddonRequest[])[],
  reasons: readonly string[],
): Diagnostic =>
  diagnose(importApart, {
    message: `"${name}" becomes ${groups.length} addons: ${nameSome(
      groups.map((group) => group.map(({ cluster }) => `"${cluster}"`).join(' and ')),
      6,
    )} differ in more than options`,
    at: { addon: name },
    notes: reasons,
    fix: 'nothing, if that is fine; otherwise make one addon of them by hand',
  });
