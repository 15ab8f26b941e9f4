import type { BuiltCluster } from '../cluster/build.js';

/** Mermaid takes no dash-only or reserved ids; `a_` in front makes any addon's name one. */
const node = (name: string): string => `a_${name.replaceAll('-', '_')}`;

/**
 * The order in which a cluster comes up, as a Mermaid flowchart: an arrow leads from what is waited for to what waits.
 * An addon that is reached through another one anyway has no arrow of its own.
 */
export const orderGraph = ({ cluster, addons }: BuiltCluster): string => {
  const edges = new Map(addons.map((addon) => [addon.name, addon.dependsOn]));
  const lines = ['flowchart LR'];
  for (const [index, stage] of cluster.stages.entries()) {
    const members = addons.filter((addon) => addon.stage === index);
    if (members.length === 0) continue;
    lines.push(`  subgraph stage_${index}["${stage.name}"]`);
    for (const { name } of members) lines.push(`    ${node(name)}["${name}"]`);
    lines.push('  end');
  }
  for (const { name, dependsOn } of addons) {
    const indirect = reachedThroughOthers(dependsOn, edges);
    for (const dependency of dependsOn)
      if (!indirect.has(dependency)) lines.push(`  ${node(dependency)} --> ${node(name)}`);
  }
  return `${lines.join('\n')}\n`;
};

const reachedThroughOthers = (
  direct: readonly string[],
  edges: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> => {
  const found = new Set<string>();
  const open = direct.flatMap((name) => edges.get(name) ?? []);
  while (open.length > 0) {
    const next = open.pop()!;
    if (found.has(next)) continue;
    found.add(next);
    open.push(...(edges.get(next) ?? []));
  }
  return found;
};
