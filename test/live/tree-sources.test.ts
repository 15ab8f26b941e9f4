import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readTree } from './tree.js';
import { sourcesOf } from './tree-sources.js';

const tree = readTree(fileURLToPath(new URL('./trees/smoke/k8s', import.meta.url)));

it('finds each chart and each Git path that a tree asks for', () => {
  expect(sourcesOf(tree)).toEqual({
    charts: [
      { url: 'https://charts.example.org/stable', name: 'web', version: '2.0.1' },
      { url: 'oci://registry.example.org/charts/karpenter', name: 'karpenter', version: '1.14.1' },
    ],
    repositories: [{ url: 'https://git.example.org/gateway-api', tag: 'v1.6.1', paths: ['config/crd'] }],
  });
});

it('puts the chart of an OCI HelmRepository under its URL', () => {
  const path = 'k8s/addons/dev/web/helm-repository.yaml';
  const text = `${tree[path]}`.replace('https://charts.example.org/stable/', 'oci://registry.example.org/stable');
  const [first, second] = sourcesOf({ ...tree, [path]: `${text}  type: oci\n` }).charts;
  expect([first?.url, second?.url]).toEqual([
    'oci://registry.example.org/charts/karpenter',
    'oci://registry.example.org/stable/web',
  ]);
});

it('refuses a range of versions, since no stub has one', () => {
  const path = 'k8s/addons/dev/web/helm-release.yaml';
  const text = `${tree[path]}`.replace('version: 2.0.1', 'version: 2.x');
  expect(() => sourcesOf({ ...tree, [path]: text })).toThrow('HelmRelease "web" asks for version "2.x"');
});
