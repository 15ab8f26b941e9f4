import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { Tree } from '../tree.js';
import { type RenderedChart, releasesThatCallAws } from './rendered-charts.js';

const file = fileURLToPath(new URL('./rendered-charts.yaml', import.meta.url));

/** What Helm rendered of the charts whose pods call AWS; throws where the tree has other versions, names or charts since. */
export const renderedCharts = (tree: Tree, cluster: string): readonly RenderedChart[] => {
  const rendered = parse(readFileSync(file, 'utf8')) as readonly RenderedChart[];
  const text = (all: readonly object[]) => JSON.stringify(all, undefined, 2);
  const before = text(rendered.map(({ accounts: _, pods: __, ...named }) => named));
  const now = text(releasesThatCallAws(tree, cluster).map(({ values: _, ...named }) => named));
  if (before !== now)
    throw new Error(
      `rendered-charts.yaml is of other releases than the tree's. Run \`node research/render-accounts.js MIRRORS\`.\nthen: ${before}\nnow: ${now}`,
    );
  return rendered;
};
