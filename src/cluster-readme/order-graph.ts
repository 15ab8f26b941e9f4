import type { BuiltAddon, BuiltCluster } from '../compile/built-cluster.js';
import { type ExternalName, externalKey } from '../compile/external-kustomization.js';
import { addonsOf, findExternal } from '../compile/find-external.js';
import { compareText } from '../json/compare-text.js';

/** Mermaid takes no dash-only or reserved ids; `a_` in front makes any addon's name one. */
const node = (name: string): string => `a_${name.replaceAll('-', '_')}`;

const externalNode = (external: ExternalName): string => `x_${externalKey(external).replace(/[-./]/g, '_')}`;

/**
 * The order in which a cluster comes up, as a Mermaid flowchart: an arrow leads from what is waited for to what waits.
 * An addon that is reached through another one anyway has no arrow of its own.
 */
export const orderGraph = ({ cluster, addons }: BuiltCluster): string => {
  const byName = new Map(addons.map((addon) => [addon.name, addon]));
  const byStage = new Map<number, BuiltAddon[]>();
  for (const addon of addons) {
    const there = byStage.get(addon.stage);
    if (there === undefined) byStage.set(addon.stage, [addon]);
    else there.push(addon);
  }
  const lines = ['flowchart LR'];
  for (const [index, stage] of cluster.stages.entries()) {
    const members = byStage.get(index);
    if (members === undefined) continue;
    lines.push(`  subgraph stage_${index}["${stage.name}"]`);
    for (const { name } of members) lines.push(`    ${node(name)}["${name}"]`);
    lines.push('  end');
  }
  const externals = [...cluster.externals].sort((a, b) => compareText(externalKey(a), externalKey(b)));
  for (const one of externals) lines.push(`  ${externalNode(one)}(["${one.name} (external)"])`);
  for (const one of externals) {
    for (const before of one.dependsOn) {
      const other = findExternal(cluster, before);
      const from = other === undefined ? addonsOf(cluster, before).map(node) : [externalNode(other)];
      for (const each of from) lines.push(`  ${each} --> ${externalNode(one)}`);
    }
  }
  for (const { name, dependsOn, externals: others } of addons) {
    const indirect = reachedThroughOthers(dependsOn, byName);
    for (const dependency of dependsOn)
      if (!indirect.has(dependency)) lines.push(`  ${node(dependency)} --> ${node(name)}`);
    for (const one of others) lines.push(`  ${externalNode(one)} --> ${node(name)}`);
  }
  return `${lines.join('\n')}\n`;
};

/** Nothing waits for what comes up in a later stage, so no way leads back from before the first of them. */
const reachedThroughOthers = (
  direct: readonly string[],
  byName: ReadonlyMap<string, BuiltAddon>,
): ReadonlySet<string> => {
  const found = new Set<string>();
  if (direct.length < 2) return found;
  const stageOf = (name: string): number => byName.get(name)?.stage ?? 0;
  const first = direct.reduce((least, name) => Math.min(least, stageOf(name)), Number.POSITIVE_INFINITY);
  const open = [...direct];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    for (const next of byName.get(name)?.dependsOn ?? []) {
      if (found.has(next) || stageOf(next) < first) continue;
      found.add(next);
      open.push(next);
    }
  }
  return found;
};
