import type { BuiltAddon, BuiltCluster } from '../../compile/built-cluster.js';
import { reachedThroughOthers } from '../../compile/reached-through-others.js';
import { type ExternalName, externalKey } from '../../declared/external-kustomization.js';
import { addonsOf, findExternal } from '../../dependencies/find-external.js';
import { compareText } from '../../json/compare-text.js';
import { sumTenants } from './sum-tenants.js';

/** Mermaid takes no dash-only or reserved ids; `a_` in front makes any addon's name one. */
export const mermaidNode = (name: string): string => `a_${name.replaceAll('-', '_')}`;

const tenantsNode = (title: string): string => `t_${title.replace(/[ ()]+/g, '_')}`;

const externalNode = (external: ExternalName): string => `x_${externalKey(external).replace(/[-./]/g, '_')}`;

/**
 * The order in which a cluster comes up, as a Mermaid flowchart: an arrow leads from what is waited for to what waits.
 * An addon that is reached through another one anyway has no arrow of its own.
 *
 * @param critical the names along the critical path, whose arrows are thick. @default - all arrows are alike
 */
export const orderGraph = ({ cluster, addons }: BuiltCluster, critical: readonly string[] = []): string => {
  const thick = new Set(critical.slice(1).map((to, index) => JSON.stringify([critical[index], to])));
  const arrow = (from: string, to: string): string => (thick.has(JSON.stringify([from, to])) ? '==>' : '-->');
  const byName = new Map(addons.map((addon) => [addon.name, addon]));
  const { drawn, summed } = sumTenants(addons);
  const byStage = new Map<number, BuiltAddon[]>();
  for (const addon of drawn) {
    const there = byStage.get(addon.stage);
    if (there === undefined) byStage.set(addon.stage, [addon]);
    else there.push(addon);
  }
  const lines = ['flowchart LR'];
  for (const [index, stage] of cluster.stages.entries()) {
    const members = byStage.get(index) ?? [];
    const tenants = summed.filter((one) => one.stage === index);
    if (members.length + tenants.length === 0) continue;
    lines.push(`  subgraph stage_${index}["${stage.name}"]`);
    for (const { name } of members) lines.push(`    ${mermaidNode(name)}["${name}"]`);
    for (const { title } of tenants) lines.push(`    ${tenantsNode(title)}["${title}"]`);
    lines.push('  end');
  }
  const externals = [...cluster.externals].sort((a, b) => compareText(externalKey(a), externalKey(b)));
  for (const one of externals) lines.push(`  ${externalNode(one)}(["${one.name} (external)"])`);
  for (const one of externals) {
    for (const before of one.dependsOn) {
      const other = findExternal(cluster, before);
      if (other !== undefined)
        lines.push(`  ${externalNode(other)} ${arrow(externalKey(other), externalKey(one))} ${externalNode(one)}`);
      else
        for (const from of addonsOf(cluster, before))
          lines.push(`  ${mermaidNode(from)} ${arrow(from, externalKey(one))} ${externalNode(one)}`);
    }
  }
  for (const { title, dependsOn } of summed)
    for (const from of dependsOn) lines.push(`  ${mermaidNode(from)} ${arrow(from, title)} ${tenantsNode(title)}`);
  for (const { name, dependsOn, externals: others } of drawn) {
    const indirect = reachedThroughOthers(
      dependsOn,
      (one) => byName.get(one)?.dependsOn ?? [],
      (one) => byName.get(one)?.stage ?? 0,
    );
    for (const dependency of dependsOn)
      if (!indirect.has(dependency))
        lines.push(`  ${mermaidNode(dependency)} ${arrow(dependency, name)} ${mermaidNode(name)}`);
    for (const one of others)
      lines.push(`  ${externalNode(one)} ${arrow(externalKey(one), name)} ${mermaidNode(name)}`);
  }
  return `${lines.join('\n')}\n`;
};
