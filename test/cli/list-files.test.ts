import { expect, it } from 'vitest';
import { listFiles } from '../../src/cli/list-files.js';
import { layOut } from '../../src/compile/layout.js';

const source = { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' } as const;
const treeOf = (clusters: readonly { name: string; path?: string }[], prefix = '') =>
  layOut(
    {
      root: 'k8s',
      pathPrefix: undefined,
      name: undefined,
      source,
      clusters: clusters.map(({ name, path }) => ({ name, path, place: () => undefined })),
    },
    { prefix },
  );
const namesOf = (count: number) => Array.from({ length: count }, (_, at) => `c-${at}`);
const names = namesOf(7);
const tree = treeOf(names.map((name) => ({ name })));
const inAll = (file: string, clusters = names) => clusters.map((name) => `addons/${name}/${file}`);

it('lists each file of a few clusters', () => {
  expect(listFiles(inAll('web/a.yaml', names.slice(0, 3)), tree)).toEqual([
    'k8s/addons/c-0/web/a.yaml',
    'k8s/addons/c-1/web/a.yaml',
    'k8s/addons/c-2/web/a.yaml',
  ]);
});

it('sums up what many clusters have alike, and nothing else', () => {
  const others = ['addons/c-3/web/b.yaml', 'clusters/c-1/README.md', 'README.md'];
  expect(listFiles([...inAll('web/a.yaml'), ...others], tree)).toEqual([
    'k8s/README.md',
    'k8s/addons/<cluster>/web/a.yaml in 7 clusters: c-0, c-1, c-2, c-3 and 3 more',
    'k8s/addons/c-3/web/b.yaml',
    'k8s/clusters/c-1/README.md',
  ]);
});

it('leaves no cluster out where that matters', () => {
  expect(listFiles(inAll('web/a.yaml'), tree, { namesAll: true })).toEqual([
    `k8s/addons/<cluster>/web/a.yaml in 7 clusters: ${names.join(', ')}`,
  ]);
});

it('takes no addon for a cluster', () => {
  const odd = treeOf(['web', 'apps', 'addons', 'a.b'].map((name) => ({ name })));
  const paths = ['addons/web/web/a.yaml', 'addons/apps/apps/a.yaml', 'addons/addons/web/a.yaml', 'addons/a.b/a/b.yaml'];
  expect(listFiles(paths, odd)).toEqual([...paths].sort().map((path) => `k8s/${path}`));
});

it('counts the files of a new tree, of each cluster or of many', () => {
  const files = Array.from({ length: 13 }, (_, at) => `web-${at}/a.yaml`);
  const two = names.slice(0, 2).flatMap((name) => files.map((file) => `addons/${name}/${file}`));
  expect(listFiles([...two, 'README.md'], tree, { isShort: true })).toEqual([
    'k8s/README.md',
    '13 files of cluster c-0 in k8s',
    '13 files of cluster c-1 in k8s',
  ]);
  const many = names.flatMap((name) => Array.from({ length: 30 }, (_, at) => `addons/${name}/web-${at}${name}/a.yaml`));
  expect(listFiles(many, tree, { isShort: true })).toEqual([
    '210 files of 7 clusters: c-0, c-1, c-2, c-3 and 3 more, in k8s',
  ]);
  expect(listFiles(two.slice(0, 24), tree, { isShort: true })).toHaveLength(24);
});
