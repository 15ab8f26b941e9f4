import type { ClusterGraph } from '../cluster-graph.js';
import { type IndexedGraph, indexGraph, inputTitle, readerTitle, subtitle, summary } from '../describe-graph.js';
import { escapeText } from '../escape-text.js';
import type { Box, Drawing } from '../layout/lay-out.js';
import { DRAWING, PALETTE } from './style.js';

/** A picture that needs nothing else. What each Kustomization reads of Terraform is in the title of its box. */
export const printSvg = (given: ClusterGraph, drawing: Drawing): string => {
  const graph = indexGraph(given);
  const box = (one: Box): string => {
    const read = [...graph.readBy.get(one.node.id)!].map(
      ([input, readers]) => `${inputTitle(input)} → ${readers.map(readerTitle).join(', ')}`,
    );
    const title = [
      one.node.tenants?.join(', ') ?? `Kustomization ${one.node.kustomization}`,
      one.node.description ?? '',
      ...read,
    ].filter(Boolean);
    return `<g class="${classOf(graph, one)}"><title>${escapeText(title.join('\n'))}</title>${inside(one, graph)}</g>\n`;
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" ${sizeOf(graph, drawing)} role="img" aria-label="${escapeText(summary(graph))}">
<style>${PALETTE}
${DRAWING}</style>
${printDrawing(graph, drawing, box)}</svg>
`;
};

/** Width, height and view box, with room for the legend. */
export const sizeOf = (graph: IndexedGraph, drawing: Drawing): string => {
  const height = drawing.height + legendOf(graph, drawing).length * LEGEND_LINE;
  const width = Math.max(drawing.width, LEGEND_WIDTH);
  return `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
};

const LEGEND_WIDTH = 400;
const LEGEND_LINE = 16;

/** The lines that explain what is in a drawing. */
const legendOf = ({ nodes }: IndexedGraph, { frames, lines }: Drawing): readonly string[] => [
  ...(lines.length > 0 ? ['An arrow leads to what waits. Thick: the critical path.'] : []),
  ...(lines.some(({ chosen }) => chosen) ? ["Dashed arrow: only a stage's dependsOn declares it."] : []),
  ...(nodes.some(({ kind }) => kind === 'external') ? ['Dashed box: external.'] : []),
  ...(frames.length > 0 ? ['Frame: these wait for the same.'] : []),
];

/** What is inside of a drawing's `svg`, each box as the caller prints it. */
export const printDrawing = (graph: IndexedGraph, drawing: Drawing, box: (one: Box) => string): string => {
  const { columns, frames, lines, boxes, height, alone } = drawing;
  const legend = legendOf(graph, drawing).map(
    (line, index) => `<text class="legend" x="20" y="${height + 4 + index * LEGEND_LINE}">${line}</text>\n`,
  );
  return `<defs>${arrow('arrow')}${arrow('hot')}</defs>
<g class="heads">${columns.map(({ level, x }) => `<text x="${x}" y="30">${level > graph.levels ? 'In a circle' : `Level ${level}`}</text>`).join('')}${alone === undefined ? '' : `<text x="20" y="${alone + 10}">Wait for nothing, and nothing waits for them</text>`}</g>
${frames.map(({ x, y, width, height: h }) => `<rect class="frame" x="${x}" y="${y}" width="${width}" height="${h}" rx="6"/>\n`).join('')}${lines
  .map(
    ({ from, to, path, critical, chosen }) =>
      `<path class="line${critical ? ' critical' : ''}${chosen ? ' chosen' : ''}" data-from="${escapeText(from)}" data-to="${escapeText(to)}" d="${path}"/>\n`,
  )
  .join('')}${boxes.map(box).join('')}${legend.join('')}`;
};

const arrow = (id: string): string =>
  `<marker id="${id}" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L8 4L0 8z"/></marker>`;

export const classOf = ({ critical }: IndexedGraph, { node }: Box): string =>
  `box ${node.kind}${critical.has(node.id) ? ' critical' : ''}`;

/** The rectangle and its two lines of text. */
export const inside = ({ node, label, x, y, width, height }: Box, graph: IndexedGraph): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="4"/><text class="name" x="${x + 12}" y="${y + 18}">${escapeText(label)}</text><text x="${x + 12}" y="${y + 33}">${escapeText(subtitle(node, graph))}</text>`;
