import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { redirect } from './redirect.js';
import type { Tree } from './tree.js';

const source = (kind: string, url: string, spec = '') =>
  `# generated\napiVersion: source.toolkit.fluxcd.io/v1\nkind: ${kind}\nmetadata:\n  name: a\nspec:\n  interval: 1h\n  url: ${url}\n${spec}`;

it('points sources to where the map says, and OCI ones without TLS', () => {
  const tree: Tree = {
    'k8s/a.yaml': `${source('HelmRepository', 'https://charts.example.org/stable/')}---\n${source('OCIRepository', 'oci://registry.example.org/app', '  provider: aws\n  ref:\n    tag: 1.0.0\n')}`,
    'k8s/b.yaml': source('GitRepository', 'https://git.example.org/crds', '  secretRef:\n    name: token\n'),
  };
  const redirected = redirect(tree, {
    'https://charts.example.org/stable': 'http://127.0.0.1:1/stable',
    'oci://registry.example.org/app': 'oci://127.0.0.1:1/app',
    'https://git.example.org/crds': 'http://127.0.0.1:2/crds.git',
  });
  const [helm, oci] = `${redirected['k8s/a.yaml']}`.split('---\n').map((text) => parse(text).spec);
  expect(helm).toEqual({ interval: '1h', url: 'http://127.0.0.1:1/stable' });
  expect(oci).toEqual({ interval: '1h', url: 'oci://127.0.0.1:1/app', insecure: true, ref: { tag: '1.0.0' } });
  expect(parse(`${redirected['k8s/b.yaml']}`).spec).toEqual({ interval: '1h', url: 'http://127.0.0.1:2/crds.git' });
});

it('keeps the bytes of every other file', () => {
  const tree = { 'k8s/a.yaml': 'a:   1 # odd\n', 'k8s/contract.json': '{"url":"https://charts.example.org"}' };
  expect(redirect(tree, {})).toEqual(tree);
});

it('names all sources that would be fetched from the Internet', () => {
  const tree = {
    'k8s/a.yaml': source('HelmRepository', 'https://charts.example.org'),
    'k8s/b.yaml': source('GitRepository', 'https://git.example.org/crds'),
  };
  expect(() => redirect(tree, {})).toThrow(
    'k8s/a.yaml: HelmRepository "https://charts.example.org"\n  k8s/b.yaml: GitRepository "https://git.example.org/crds"',
  );
});
