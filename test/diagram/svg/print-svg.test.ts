import { expect, it } from 'vitest';
import { printSvg } from '../../../src/diagram/svg/print-svg.js';
import { drawingOf, drawnOf, shopCluster } from '../shop.js';

const { graph } = drawnOf(shopCluster());
const svg = printSvg(graph, drawingOf(graph));

it('has a box for each Kustomization, whose title says what it reads', () => {
  expect([...svg.matchAll(/<g class="(box [^"]*)"><title>([^<]*)/g)].map(([, kind, title]) => [kind, title])).toEqual([
    ['box addon critical', 'Kustomization flux-system/store-crds\nthe CRDs of External Secrets &#60;&#38; co&#62;'],
    [
      'box addon',
      'Kustomization flux-system/cache\ncache: nodes[].zone → HelmRelease/cache spec.values.nodes[].zone\ncache: size → HelmRelease/cache spec.values.size',
    ],
    ['box external critical', 'Kustomization flux-system/monitoring'],
    [
      'box addon critical',
      'Kustomization flux-system/shop\nthe &#34;shop&#34;\nTF_SHOP_HOST → ConfigMap/shop data.host, ConfigMap/shop data.url\nTF_SHOP_SECRET → ExternalSecret/shop spec.data[0].remoteRef.key\nshop: password → ExternalSecret/shop spec.data[0].remoteRef',
    ],
  ]);
  expect([...svg.matchAll(/>(Level \d)</g)].map(([, level]) => level)).toEqual(['Level 1', 'Level 2', 'Level 3']);
});

it('says by lines and words what colours say, and explains them', () => {
  const lines = [...svg.matchAll(/<path class="(line[^"]*)" data-from="([^"]*)" data-to="([^"]*)"/g)];
  expect(lines.map(([, kind, from, to]) => [kind, from, to])).toEqual([
    ['line chosen', 'cache', 'shop'],
    ['line critical', 'flux-system/monitoring', 'shop'],
    ['line critical', 'store-crds', 'flux-system/monitoring'],
  ]);
  expect([...svg.matchAll(/class="legend"[^>]*>([^<]*)/g)].map(([, line]) => line)).toEqual([
    'An arrow leads to what waits. Thick: the critical path.',
    "Dashed arrow: only a stage's dependsOn declares it.",
    'Dashed box: external.',
  ]);
});

it('asks for nothing', () => {
  expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(/https?:|@import|<script|href/);
});

it('is markup only where it says so, whatever things are called', () => {
  const nodes = graph.nodes.map((node) => ({ ...node, id: `${node.id}"><script>`, stage: '<b>' }));
  const named = { ...graph, nodes, edges: [], criticalPath: [] };
  expect(printSvg(named, drawingOf(named))).not.toMatch(/<script|<b>/);
});
