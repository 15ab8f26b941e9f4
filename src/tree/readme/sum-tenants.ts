import type { BuiltAddon } from '../../compile/built-cluster.js';
import { tenantOf } from '../../tenants/tenant-mark.js';

/** As many tenants of a stage are drawn and listed one by one. */
const MOST_DRAWN = 10;

/** Tenants of one stage that stand for one node of a picture, since nothing tells them apart there. */
export interface SummedTenants {
  /** `500 tenants`. */
  readonly title: string;
  readonly stage: number;
  /** What each of them waits for. */
  readonly dependsOn: readonly string[];
  readonly members: readonly BuiltAddon[];
}

/** The addons that are drawn, and the tenants that are summed up: many of a stage that wait for the same, and nothing for them. */
export const sumTenants = (
  addons: readonly BuiltAddon[],
): { readonly drawn: readonly BuiltAddon[]; readonly summed: readonly SummedTenants[] } => {
  const awaited = new Set(addons.flatMap(({ dependsOn }) => dependsOn));
  const alike = new Map<string, BuiltAddon[]>();
  for (const addon of addons) {
    if (tenantOf(addon.instance) === undefined || awaited.has(addon.name) || addon.externals.length > 0) continue;
    const key = JSON.stringify([addon.stage, addon.dependsOn]);
    const there = alike.get(key);
    if (there === undefined) alike.set(key, [addon]);
    else there.push(addon);
  }
  const groups = [...alike.values()].filter((members) => members.length > MOST_DRAWN);
  const hidden = new Set(groups.flat());
  const titles = new Map<string, number>();
  const summed = groups.map((members): SummedTenants => {
    const title = `${members.length} tenants`;
    const before = titles.get(title) ?? 0;
    titles.set(title, before + 1);
    const { stage, dependsOn } = members[0]!;
    return { title: before === 0 ? title : `${title} (${before + 1})`, stage, dependsOn, members };
  });
  return { drawn: addons.filter((addon) => !hidden.has(addon)), summed };
};
