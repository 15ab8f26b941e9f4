import { describe, expect, it } from 'vitest';
import { layOut, type PlacedApp, treeAt } from '../../src/compile/layout.js';

const source = { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' } as const;
const layoutOf = (
  clusters: Readonly<Record<string, string | undefined>>,
  { prefix = '', ...app }: Partial<PlacedApp> & { readonly prefix?: string } = {},
) =>
  layOut(
    {
      root: 'k8s',
      pathPrefix: undefined,
      source,
      clusters: Object.entries(clusters).map(([name, path]) => ({ name, path, place: () => 'src/app.ts:1' })),
      ...app,
    },
    { prefix },
  );
/** Where the files of a cluster's addon lie, relative to the project, and the path that Flux gets. */
const placesOf = (layout: ReturnType<typeof layoutOf>, cluster: string) => {
  const one = layout.of(cluster);
  const folder = one.addonFolder('addons', 'web');
  return {
    root: layout.root,
    entry: layout.inProject(one.entry('web')),
    folder: layout.inProject(folder),
    contract: layout.inProject(one.contract),
    path: layout.sourcePath(folder),
  };
};

describe('where the files of a cluster lie', () => {
  it.each([
    ['by default', layoutOf({ dev: undefined }), ['k8s', 'k8s/clusters/dev', 'k8s/', './k8s/']],
    ['root .', layoutOf({ dev: undefined }, { root: '' }), ['', 'clusters/dev', '', './']],
    ['a path', layoutOf({ dev: 'kubernetes/flux' }), ['', 'kubernetes/flux', 'k8s/', './k8s/']],
    ['a path below the root', layoutOf({ dev: 'k8s/flux/dev' }), ['k8s', 'k8s/flux/dev', 'k8s/', './k8s/']],
    [
      'a subfolder',
      layoutOf({ dev: undefined }, { prefix: 'infra/platform/' }),
      ['k8s', 'k8s/clusters/dev', 'k8s/', './infra/platform/k8s/'],
    ],
    [
      'root . of a subfolder',
      layoutOf({ dev: undefined }, { prefix: 'infra/', root: '' }),
      ['', 'clusters/dev', '', './infra/'],
    ],
    [
      'a path above a subfolder',
      layoutOf({ dev: 'clusters/dev' }, { prefix: 'infra/platform/' }),
      ['../..', '../../clusters/dev', 'k8s/', './infra/platform/k8s/'],
    ],
    [
      'a path beside a subfolder',
      layoutOf({ dev: 'infra/flux' }, { prefix: 'infra/platform/' }),
      ['..', '../flux', 'k8s/', './infra/platform/k8s/'],
    ],
    [
      'a prefix',
      layoutOf({ dev: undefined }, { prefix: 'infra/', pathPrefix: 'k8s' }),
      ['k8s', 'k8s/clusters/dev', 'k8s/', './k8s/'],
    ],
    [
      'an artifact of the tree',
      layoutOf({ dev: undefined }, { pathPrefix: '' }),
      ['k8s', 'k8s/clusters/dev', 'k8s/', './'],
    ],
    [
      'an artifact',
      layoutOf({ dev: undefined }, { prefix: 'infra/', source: { ...source, kind: 'OCIRepository' } }),
      ['k8s', 'k8s/clusters/dev', 'k8s/', './k8s/'],
    ],
  ] as const)('%s', (_, layout, [root, folder, below, path]) => {
    expect(placesOf(layout, 'dev')).toEqual({
      root,
      entry: `${folder}/web.yaml`,
      folder: `${below}addons/dev/web`,
      contract: `${below}contract/dev`,
      path: `${path}addons/dev/web`,
    });
    expect(layout.problemsOf('dev')).toEqual([]);
  });

  it('finds the folder of an artifact in the repository', () => {
    const roots = [
      layoutOf({ dev: undefined }, { prefix: 'infra/' }),
      layoutOf({ dev: undefined }, { prefix: 'infra/', pathPrefix: 'k8s' }),
      layoutOf({ dev: undefined }, { prefix: 'infra/', pathPrefix: '' }),
      layoutOf({ dev: undefined }, { root: '' }),
    ].map(({ sourceRoot }) => sourceRoot);
    expect(roots).toEqual(['', 'infra/', 'infra/k8s/', '']);
  });

  it('looks at the folders that hold generated files, and no others', () => {
    expect(layoutOf({ dev: undefined }).folders).toEqual(['']);
    expect(layoutOf({ dev: 'kubernetes/dev', prod: undefined }).folders).toEqual(['k8s', 'kubernetes/dev']);
    expect(layoutOf({ dev: undefined }, { root: '' }).folders).toEqual([
      'addons',
      'apps',
      'checksums',
      'clusters',
      'contract',
      'crds',
      'flux-settings',
      'tenants',
    ]);
    expect(layoutOf({ dev: 'flux' }, { prefix: 'infra/' }).folders).toEqual(['flux', 'infra/k8s']);
  });

  it("knows what is a cluster's, and what is Flux's own", () => {
    const layout = layoutOf({ dev: 'flux/dev' });
    const dev = layout.of('dev');
    expect(['flux/dev/web.yaml', 'k8s/addons/dev/web/a.yaml', 'k8s/contract/dev/contract.json'].every(dev.holds)).toBe(
      true,
    );
    expect(
      ['flux/dev/flux-system/gotk-sync.yaml', 'flux/prod/web.yaml', 'k8s/clusters/dev/web.yaml'].some(dev.holds),
    ).toBe(false);
    expect(layout.isFluxOwn('flux/dev/flux-system')).toBe(true);
    expect(layout.isFluxOwn('k8s/addons/dev/flux-system')).toBe(false);
    expect(treeAt().isFluxOwn('clusters/dev/flux-system')).toBe(true);
    expect([
      dev.addonOf('flux/dev/web.yaml'),
      dev.addonOf('k8s/crds/dev/web/a.yaml'),
      dev.addonOf('flux/dev/x/y.yaml'),
    ]).toEqual(['web', 'web', undefined]);
  });
});

describe("folders that clusters can't have", () => {
  const messagesOf = (clusters: Readonly<Record<string, string | undefined>>, app: Partial<PlacedApp> = {}) => {
    const layout = layoutOf(clusters, app);
    return Object.keys(clusters).flatMap((name) => layout.problemsOf(name).map(({ message }) => message));
  };

  it('two clusters over one folder', () => {
    expect(messagesOf({ dev: 'flux/all', prod: 'flux/all' })).toEqual([
      'clusters "dev" and "prod" have one folder: "flux/all"',
    ]);
    expect(messagesOf({ dev: 'flux/All', prod: 'flux/all' })).toHaveLength(1);
    expect(messagesOf({ dev: 'k8s/clusters/prod', prod: undefined })).toEqual([
      'clusters "dev" and "prod" have one folder: "k8s/clusters/prod"',
    ]);
  });

  it('one in another', () => {
    expect(messagesOf({ dev: 'flux', prod: 'flux/prod' })).toEqual([
      'the folders of clusters "dev" and "prod" lie in one another: "flux" and "flux/prod"',
    ]);
    expect(messagesOf({ dev: 'flux', prod: 'flux-prod' })).toEqual([]);
  });

  it.each(['k8s', 'k8s/addons', 'k8s/addons/dev/web', 'k8s/contract'])('one with addons or contracts: %s', (path) => {
    expect(messagesOf({ dev: path })[0]).toContain(`the folder "${path}" of cluster "dev" and "k8s/`);
  });

  it('the whole project with root .', () => {
    expect(messagesOf({ dev: 'clusters' }, { root: '' })).toEqual([]);
    expect(messagesOf({ dev: 'apps/flux' }, { root: '' })).toHaveLength(1);
  });
});
