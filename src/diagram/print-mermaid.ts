import type { BuiltCluster } from '../compile/built-cluster.js';
import { mermaidNode, orderGraph } from '../tree/readme/order-graph.js';
import type { ClusterGraph } from './cluster-graph.js';
import { indexGraph, inputTitle } from './describe-graph.js';

/**
 * A graph as a Mermaid flowchart: that of the cluster's README, with thick arrows along the critical path and, beside
 * each addon, what it reads of Terraform.
 */
export const printMermaid = (built: BuiltCluster, graph: ClusterGraph): string => {
  const order = orderGraph(built, graph.criticalPath);
  const inputs = [...indexGraph(graph).readBy].map(([addon, all]) => {
    if (all.size === 0) return '';
    const label = [...all.keys()].map((input) => quote(inputTitle(input))).join('<br>');
    return `  i_${mermaidNode(addon)}[/"${label}"/] -.-> ${mermaidNode(addon)}\n`;
  });
  return order + inputs.join('');
};

/** What would end a label, or be read as markup. */
const quote = (text: string): string => text.replace(/[#"<>&`]/g, (one) => `#${one.charCodeAt(0)};`);
