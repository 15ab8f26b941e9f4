import { expect, it } from 'vitest';
import * as assets from '../../../src/diagram/html/assets.js';
import { printHtml } from '../../../src/diagram/html/print-html.js';
import { largeCluster } from '../large.js';
import { drawingOf, drawnOf, shopCluster } from '../shop.js';

const { graph } = drawnOf(shopCluster());
const page = printHtml(graph, drawingOf(graph), assets);

it('has a box and details for each Kustomization, and links that lead somewhere', () => {
  const ids = [...page.matchAll(/ id="(k-[^"]*)"/g)].map(([, id]) => id);
  expect(ids).toEqual(graph.nodes.map(({ id }) => `k-${id}`));
  const links = [...page.matchAll(/href="#([^"]*)"/g)].map(([, target]) => target);
  expect(links.length).toBeGreaterThan(graph.nodes.length);
  expect(links.filter((target) => !ids.includes(target))).toEqual([]);
});

it('tells the keys where each wait leads, the critical path first', () => {
  const waits = [...page.matchAll(/ data-id="([^"]*)".*? data-in="([^"]*)" data-out="([^"]*)"/g)];
  expect(Object.fromEntries(waits.map(([, id, before, after]) => [id, [before, after]]))).toEqual({
    cache: ['', 'shop'],
    'store-crds': ['', 'flux-system/monitoring'],
    'flux-system/monitoring': ['store-crds', 'shop'],
    shop: ['flux-system/monitoring cache', ''],
  });
});

/** Without the places where a long word may be broken. */
const plain = page.replaceAll(/<wbr>|<\/?span>/g, '');

it('breaks a path between its parts, once it is longer than a line', () => {
  expect(page).toContain('<code><span>ExternalSecret/<wbr>shop</span> <span>spec.<wbr>data<wbr>[0].<wbr>remoteRef');
  expect(page).toContain('<code>cache: size</code>');
});

it('lists inputs with their carriers and readers, what is owned, and namespaces', () => {
  expect(plain).toContain(
    '<code>TF_SHOP_HOST</code><br><small>host name of the shop</small><td data-title="supplied by">Terraform<td data-title="travels in">ConfigMap flux-system/cluster-vars-terraform, key TF_SHOP_HOST<td data-title="read by"><a href="#k-shop">shop</a> <code>ConfigMap/shop data.host</code><br>',
  );
  expect(plain).toContain(
    '<code>shop: password</code><td data-title="supplied by">AWS<td data-title="travels in">remote secret whose name is in TF_SHOP_SECRET<td data-title="read by">',
  );
  expect(plain).toContain('<code>cache: size</code> <small>optional</small>');
  expect(plain).toContain(
    '<h3>Owns</h3><ul><li><code>HelmRelease/cache</code> <small>in cache</small><br><small>k8s/addons/shop/cache/helm-release.yaml</small>',
  );
  expect(plain).toContain('<code>shop</code><td><a href="#k-shop">shop</a>');
});

it('names what other chains as long as the critical path end in', () => {
  const ends = (addons: number) => {
    const { graph: large } = drawnOf(largeCluster(addons));
    return /Critical path: .*/.exec(printHtml(large, drawingOf(large), assets))![0].replace(/<[^>]*>/g, '');
  };
  expect(page).not.toContain('as long');
  expect(ends(10)).toMatch(/\. 6 other chains are as long, to (?:app-of-a-team-\d,? ){4}and 2 more\.$/);
  expect(ends(300)).toMatch(/\. 202 other chains are as long, to (?:app-of-a-team-\d+,? ){4}and 198 more\.$/);
});

it('asks for no other file', () => {
  const own = plain.replaceAll('http://www.w3.org/2000/svg', '').replaceAll(/<code>https:[^<]*/g, '');
  expect(own).not.toMatch(/https?:|@import|url\((?!#)|\ssrc=/);
  expect(page).toContain("default-src 'none'");
});

it('is markup only where it says so, whatever things are called', () => {
  const evil = '"><script>alert(1)</script>';
  const nodes = graph.nodes.map((node) => ({
    ...node,
    id: node.id + evil,
    description: evil,
    stage: evil,
    namespace: evil,
  }));
  const named = { ...graph, nodes, edges: [], criticalPath: [evil], cluster: evil };
  expect(printHtml(named, drawingOf(named), assets).match(/<script/g)).toHaveLength(1);
});

it('is the same each time', () => {
  expect(printHtml(graph, drawingOf(graph), assets)).toBe(page);
});
