import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { treeAt } from '../../src/compile/layout.js';
import { repositoryOwnerProblems, withRoots } from '../../src/owners/cluster-owner-problems.js';
import { readClusterRoots } from '../../src/owners/cluster-roots.js';
import { listOwners } from '../../src/owners/list-owners.js';
import { type PlainObject, shopCluster } from './cluster.js';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const repository = (files: Readonly<Record<string, string>>): string => {
  const top = mkdtempSync(join(tmpdir(), 'owners-'));
  folders.push(top);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(top, dirname(path)), { recursive: true });
    writeFileSync(join(top, path), text);
  }
  return top;
};

const terraform = (name: string, spec: object, namespace = 'flux-system'): PlainObject => ({
  apiVersion: 'infra.contrib.fluxcd.io/v1alpha2',
  kind: 'Terraform',
  metadata: { name, namespace },
  spec: { sourceRef: { kind: 'GitRepository', name: 'flux-system' }, ...spec },
});

const namespace = (name: string): string =>
  `resource "kubernetes_namespace_v1" "x" {\n  metadata {\n    name = "${name}"\n  }\n}\n`;

const problemsIn = async (files: Readonly<Record<string, string>>, objects: readonly PlainObject[], owners = {}) =>
  (
    await repositoryOwnerProblems(repository(files), treeAt(), [shopCluster(objects, { owners })], Object.keys(files))
  ).map(({ severity, code, message, at }) => `${severity} ${code} ${message} (${at.source ?? at.file})`);

it('finds what HCL that tofu-controller runs and the tree both have', async () => {
  const files = { 'tofu/base/main.tf': namespace('shop') };
  expect(await problemsIn(files, [terraform('base', { path: './tofu/base' })])).toEqual([
    'error FX781 Namespace/shop has two owners: Kustomization "shop" and kubernetes_namespace_v1.x of Terraform/base of Kustomization "shop" (tofu/base/main.tf:1)',
  ]);
});

it('lists it under the Terraform object', async () => {
  const files = { 'tofu/base/main.tf': namespace('other') };
  const compiled = shopCluster([terraform('base', { path: './tofu/base' })]);
  const roots = await readClusterRoots(
    repository(files),
    treeAt(),
    [withRoots(compiled, treeAt())],
    Object.keys(files),
    () => true,
  );
  const listed = listOwners(
    compiled,
    roots.flatMap(({ reads }) => reads),
  ).filter(({ tool }) => tool === 'tofu-controller');
  expect(listed).toEqual([
    {
      tool: 'tofu-controller',
      owner: 'Terraform/base of Kustomization "shop"',
      things: [{ title: 'Namespace/other', address: 'kubernetes_namespace_v1.x', place: 'tofu/base/main.tf:1' }],
    },
  ]);
  expect(listOwners(compiled, []).find(({ tool }) => tool === 'tofu-controller')?.things).toEqual([
    { title: 'what the HCL in ./tofu/base declares' },
  ]);
});

it.each([
  [
    'another source',
    [terraform('base', { path: './tofu', sourceRef: { kind: 'GitRepository', name: 'modules' } })],
    '',
  ],
  ['a source of that name in another namespace', [terraform('base', { path: './tofu' }, 'shop')], ''],
  ['a path above the repository', [terraform('base', { path: '../tofu' })], ''],
  ['no Terraform object', [], ''],
  [
    'a provider that reaches another cluster',
    [terraform('base', { path: './tofu' })],
    'provider "kubernetes" {\n  host = module.eks.endpoint\n}\n',
  ],
])('leaves HCL alone with %s', async (_, objects, more) => {
  expect(await problemsIn({ 'tofu/main.tf': `${namespace('shop')}${more}` }, objects)).toEqual([]);
});

it('reads the roots that owners names, with what is broken in them', async () => {
  const files = { 'infra/main.tf': namespace('shop'), 'infra/bad.tf': 'resource "a" "b" {\n' };
  const found = await problemsIn(files, [], { roots: ['infra'] });
  expect(found).toHaveLength(2);
  expect(found[0]).toContain('warning FX780');
  expect(found[1]).toContain('error FX781 Namespace/shop has two owners');
});
