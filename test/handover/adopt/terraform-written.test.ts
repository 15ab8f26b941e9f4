import { expect, it } from 'vitest';
import { findTerraformWriters } from '../../../src/handover/adopt/terraform-written.js';

const find = (text: string, paths: readonly string[], namespaces: readonly string[] = []) =>
  findTerraformWriters(
    { blobs: new Map([['main.tf', 'x']]), read: () => new Map([['main.tf', text]]), folderOf: () => undefined },
    paths,
    namespaces,
  ).map(({ address, writes }) => [address, writes]);
const file = (name: string, expression: string) =>
  `resource "github_repository_file" "${name}" {\n  repository = { a = 1 }.a\n  file = ${expression}\n}\n`;

it('findTerraformWriters finds the resource that writes a file by the literal parts of its path', () => {
  const text =
    file('one', '"k8s/clusters/${var.env}/crds.yaml"') +
    file('two', '"k8s/clusters/dev/addons.yaml"') +
    file('other', '"docs/crds.yaml"');
  expect(find(text, ['k8s/clusters/dev/crds.yaml', 'k8s/clusters/dev/addons.yaml'])).toEqual([
    ['github_repository_file.one', ['k8s/clusters/dev/crds.yaml']],
    ['github_repository_file.two', ['k8s/clusters/dev/addons.yaml']],
  ]);
});

it('findTerraformWriters assumes that any other expression writes a path that its file names', () => {
  const text = `locals { names = ["crds"] }\n${file('all', 'each.value')}`;
  expect(find(text, ['k8s/clusters/dev/crds.yaml', 'k8s/clusters/dev/addons.yaml'])).toEqual([
    ['github_repository_file.all', ['k8s/clusters/dev/crds.yaml']],
  ]);
});

it('findTerraformWriters finds the resource that creates a namespace', () => {
  const text = 'resource "kubernetes_namespace_v1" "a" {\n  metadata {\n    name = "apps"\n  }\n}\n';
  expect(find(text, [], ['apps', 'web'])).toEqual([['kubernetes_namespace_v1.a', ['apps']]]);
});

it('findTerraformWriters terminates for a template of many parts', () => {
  const path = `k8s/${'a'.repeat(60)}.yml`;
  const parts = '${var.a}a'.repeat(25);
  expect(find(file('one', `"k8s/${parts}.yaml"`) + file('two', `"./k8s/${parts}.yml"`), [path])).toEqual([
    ['github_repository_file.two', [path]],
  ]);
});
