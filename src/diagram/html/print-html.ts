import type { ClusterGraph, GraphEdge, GraphNode } from '../cluster-graph.js';
import {
  carrierTitle,
  count,
  countNodes,
  type IndexedGraph,
  indexGraph,
  inputTitle,
  readerTitle,
  suppliers,
} from '../describe-graph.js';
import { escapeText as text } from '../escape-text.js';
import type { Box, Drawing } from '../layout/lay-out.js';
import { classOf, inside, printDrawing, sizeOf } from '../svg/print-svg.js';
import { DRAWING, PALETTE } from '../svg/style.js';
import { code, linkTo, printDetails } from './print-details.js';

/** What is the same in every page. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
}

/** A page in one file: it asks for nothing, and shows all that it has without its script, too. */
export const printHtml = (given: ClusterGraph, drawing: Drawing, { script, style }: PageAssets): string => {
  const graph = indexGraph(given);
  const { cluster, flux, nodes, levels, criticalPath, inputs, namespaces } = graph;
  const facts = [
    `Flux ${flux}`,
    count(countNodes(nodes), 'Kustomization'),
    count(levels, 'level'),
    count(inputs.length, 'input'),
  ];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none';style-src 'unsafe-inline';script-src 'unsafe-inline';img-src data:">
<link rel="icon" href="data:,">
<title>Cluster ${text(cluster)}</title>
<style>${PALETTE}
${DRAWING}
${style}</style>
<header><div><h1>Cluster ${text(cluster)}</h1><p class="dim">${facts.join(' · ')}</p></div>
<div class="bar"><output aria-live="polite"></output><input id="search" type="search" placeholder="Search (/)" aria-label="Search addons, objects, inputs and files"><button data-zoom="-" aria-label="Smaller">−</button><button data-zoom="+" aria-label="Larger">+</button><button data-zoom="0">Fit</button></div></header>
${levels < 2 ? '' : `<p>Critical path: ${criticalPath.map(linkTo).join(' → ')}.${otherEnds(graph)}</p>\n`}<div id="graph" tabindex="-1"><svg xmlns="http://www.w3.org/2000/svg" ${sizeOf(graph, drawing)} role="group" aria-label="Order of Kustomizations">
${printDrawing(graph, drawing, boxPrinter(graph, drawing))}</svg></div>
<p class="bar dim">Arrow keys: along waits, and up and down a column. Enter: details. /: search. Escape: back. + − 0: zoom.</p>
<h2>Kustomizations</h2>
${nodes.map((node) => printDetails(node, graph)).join('')}${
  inputs.length === 0
    ? ''
    : `<h2>Inputs</h2>
<div class="scroll"><table class="inputs"><tr><th>input<th>supplied by<th>travels in<th>read by
${inputs
  .map(
    (input) =>
      `<tr data-row><td>${code(inputTitle(input))}${input.required ? '' : ' <small>optional</small>'}${input.description === undefined ? '' : `<br><small>${text(input.description)}</small>`}<td data-title="supplied by">${input.suppliedBy === 'addon' ? linkTo(input.of ?? '') : suppliers[input.suppliedBy]}<td data-title="travels in">${text(input.carriers.map(carrierTitle).join(', '))}<td data-title="read by">${input.readBy.map((reader) => `${linkTo(reader.addon)} ${code(readerTitle(reader))}`).join('<br>')}\n`,
  )
  .join('')}</table></div>
`
}<h2>Namespaces</h2>
<div class="scroll"><table><tr><th>namespace<th>created by
${namespaces.map(({ name, creator, addon }) => `<tr data-row><td>${code(name)}<td>${addon === undefined ? suppliers[creator] : linkTo(addon)}\n`).join('')}</table></div>
<script>${script}</script>
</html>
`;
};

const MOST_ENDS = 4;

/** What other chains as long as the critical path end in. */
const otherEnds = ({ nodes, levels, criticalPath }: ClusterGraph): string => {
  const ends = nodes.filter(({ id, level }) => level === levels && id !== criticalPath.at(-1)).map(({ id }) => id);
  if (ends.length === 0) return '';
  const [shown, hidden] = [ends.slice(0, MOST_ENDS).map(linkTo).join(', '), ends.length - MOST_ENDS];
  const list = hidden > 0 ? `${shown} and ${hidden} more` : shown;
  return ends.length === 1
    ? ` One other chain, to ${list}, is as long.`
    : ` ${ends.length} other chains are as long, to ${list}.`;
};

/** Prints boxes as links to their details, with what the arrow keys follow: the critical path first, then what is near. */
const boxPrinter = (graph: IndexedGraph, { boxes }: Drawing): ((box: Box) => string) => {
  const places = new Map(boxes.map((box) => [box.node.id, box]));
  const sorted = (edges: readonly GraphEdge[], end: 'from' | 'to', { y }: Box): string => {
    const away = (edge: GraphEdge): number => Math.abs(places.get(edge[end])!.y - y) - (edge.critical ? 1e6 : 0);
    return [...edges]
      .sort((a, b) => away(a) - away(b))
      .map((edge) => edge[end])
      .join(' ');
  };
  return (box) => {
    const { node, block } = box;
    const shown = (ends: IndexedGraph['before']) => ends.get(node.id)!.filter(({ implied }) => !implied);
    const [before, after] = [shown(graph.before), shown(graph.after)];
    const data = {
      id: node.id,
      block,
      column: columnOf(node, graph, before.length + after.length),
      in: sorted(before, 'from', box),
      out: sorted(after, 'to', box),
    };
    const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${text(String(value))}"`);
    const label = `${node.id}, ${node.stage ?? 'external'}`;
    return `<a class="${classOf(graph, box)}" href="#k-${text(node.id)}"${attributes.join('')} aria-label="${text(label)}">${inside(box, graph)}</a>\n`;
  };
};

/** What the keys go up and down in. */
const columnOf = ({ level }: GraphNode, { levels }: ClusterGraph, waits: number): number =>
  waits === 0 ? 0 : (level ?? levels + 1);
