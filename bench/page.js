// What `fluxspan graph` costs beside the plan of the same cluster.
import { best, ms, print } from './child.js';

/** @param {Record<string, number>} took @param {readonly string[]} steps */
const sum = (took, steps) => steps.reduce((all, step) => all + (took[step] ?? 0), 0);
const DRAWN = ['graph', 'lay out', 'html'];

const rows = [];
for (const addons of [16, 300, 1000]) {
  const { took, bytes } = await best(
    3,
    'one-page.js',
    () => [String(addons)],
    ({ took }) => sum(took, DRAWN),
  );
  rows.push([
    addons.toLocaleString('en'),
    ms(sum(took, ['compile', 'plan'])),
    ...['graph', 'lay out', 'mermaid', 'svg', 'html'].map((step) => ms(took[step])),
    `${Math.round(bytes / 1000).toLocaleString('en')} kB`,
  ]);
}
print([['addons', 'compile and plan', 'graph', 'layout', 'Mermaid', 'SVG', 'HTML', 'page'], ...rows]);
