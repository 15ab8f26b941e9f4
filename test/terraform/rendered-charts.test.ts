import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { renderedCharts } from '../live/aws/read-rendered-charts.js';
import { accountThatCallsAws, type RenderedChart } from '../live/aws/rendered-charts.js';
import { readTree, type Tree } from '../live/tree.js';
import { root } from '../support/root.js';

const tree = readTree(join(root, 'k8s'));

it('gives a role to the service account that each rendered chart has', () => {
  const terraform = readFileSync(join(root, 'examples/terraform-eks/aws/pod-identity.tf'), 'utf8');
  const [, controllers = ''] = /^ {2}controllers = \{\n(.*?)^ {2}\}/ms.exec(terraform) ?? [];
  const associated = [...controllers.matchAll(/namespace = "([^"]+)", service_account = "([^"]+)"/g)].map(
    ([, namespace, name]) => ({ namespace, name }),
  );
  expect(renderedCharts(tree, 'dev').map(accountThatCallsAws)).toEqual(associated);
});

it.each([
  ['another version of a chart', 'external-dns', /version: \S+/, 'version: 0.0.1'],
  ['another service account', 'external-dns', /name: external-dns\n {4}sources/, 'name: dns\n    sources'],
  ['another tag', 'karpenter', /tag: \S+/, 'tag: 0.0.1'],
  ['another name', 'karpenter', /replicas: \d/, 'nameOverride: k'],
])('asks to be rendered again for %s', (_, addon, before, after) => {
  const changed: Tree = Object.fromEntries(
    Object.entries(tree).map(([path, text]) => [
      path,
      path.startsWith(`k8s/addons/dev/${addon}/`) ? text.replace(before, after) : text,
    ]),
  );
  expect(changed).not.toEqual(tree);
  expect(() => renderedCharts(changed, 'dev')).toThrow('Run `node research/render-accounts.js MIRRORS`');
});

it('says which chart renders no pod or no account for its role', () => {
  const [chart] = renderedCharts(tree, 'dev') as readonly [RenderedChart];
  expect(() => accountThatCallsAws({ ...chart, accounts: ['default'] })).toThrow(/renders no ServiceAccount aws-load/);
  expect(() => accountThatCallsAws({ ...chart, pods: [] })).toThrow(/renders 0 pods with container aws-load/);
});
