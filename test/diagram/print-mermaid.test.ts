import { expect, it } from 'vitest';
import { printMermaid } from '../../src/diagram/print-mermaid.js';
import { drawnOf, shopCluster } from './shop.js';

it('is a flowchart with thick arrows along the critical path, and inputs beside their readers', async () => {
  const { compiled, graph } = drawnOf(shopCluster());
  await expect(printMermaid(compiled.built, graph)).toMatchFileSnapshot('../fixtures/graph/shop.mmd');
});

it('ends no label early', () => {
  const { compiled, graph } = drawnOf(shopCluster());
  const inputs = graph.inputs.map((input) => ({ ...input, name: 'a["b"]<i>#1' }));
  const text = printMermaid(compiled.built, { ...graph, inputs });
  expect(text).toContain('[/"cache: a[#34;b#34;]#60;i#62;#35;1<br>');
});
