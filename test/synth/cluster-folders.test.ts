import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigMap, FluxApp, type FluxAppOptions, FluxCluster, type FluxClusterOptions, hostname } from 'fluxspan';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { openCompileContext } from '../../src/compile/compile-context.js';
import { synthApp } from '../../src/synth/synth-app.js';
import { Repository } from '../changes/repository.js';
import { kustomize, withoutKubectl } from '../reference/kubectl.js';
import { addon } from '../support/synthesize.js';

const skipReason = withoutKubectl();
let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const web = () =>
  addon('web', {
    infra: { vars: { TF_WEB_HOST: hostname() } },
    build: (scope, { vars }) => {
      new ConfigMap(scope, 'data', { data: { host: vars['TF_WEB_HOST']! } });
    },
  });

/** An app with an addon `web` in each cluster. */
const appOf = (clusters: Readonly<Record<string, string | undefined>>, options: FluxAppOptions = {}): FluxApp => {
  const app = new FluxApp(options);
  for (const [name, path] of Object.entries(clusters)) {
    new FluxCluster(app, name, path === undefined ? {} : { path }).stage('all', [web()] as never);
  }
  return app;
};
const synth = (app: FluxApp, { at = '', ...options }: { at?: string; check?: boolean; base?: object } = {}) => {
  const project = join(repository.folder, at);
  return synthApp(app, { project, context: openCompileContext(app, project), ...options });
};
const bothCodes = ({ diagnostics }: Awaited<ReturnType<typeof synth>>) => diagnostics.map(({ code }) => code);

const forms: readonly (readonly [
  string,
  {
    readonly app: () => FluxApp;
    readonly at?: string;
    readonly clusters: Readonly<Record<string, string>>;
    readonly addons: string;
  },
])[] = [
  ['root .', { app: () => appOf({ dev: undefined }, { root: '.' }), clusters: { dev: 'clusters/dev' }, addons: '' }],
  [
    'a subfolder of a monorepo',
    {
      app: () => appOf({ dev: undefined }),
      at: 'infra/platform',
      clusters: { dev: 'infra/platform/k8s/clusters/dev' },
      addons: 'infra/platform/k8s/',
    },
  ],
  [
    'two clusters with folders of their own',
    {
      app: () => appOf({ dev: 'kubernetes/flux/dev', prod: 'kubernetes/flux/prod' }),
      clusters: { dev: 'kubernetes/flux/dev', prod: 'kubernetes/flux/prod' },
      addons: 'k8s/',
    },
  ],
  [
    'a subfolder, and a folder above it that Flux reads',
    {
      app: () => appOf({ dev: 'kubernetes/flux/cluster', prod: undefined }),
      at: 'infra/platform',
      clusters: { dev: 'kubernetes/flux/cluster', prod: 'infra/platform/k8s/clusters/prod' },
      addons: 'infra/platform/k8s/',
    },
  ],
];

describe("a README of the user in the cluster's folder", () => {
  const mine = '# How we run dev\n';
  const appWith = (options: FluxClusterOptions): FluxApp => {
    const app = new FluxApp();
    new FluxCluster(app, 'dev', { path: 'flux/dev', ...options }).stage('all', [addon('web')] as never);
    return app;
  };

  it('is refused, with the option that lets both be there', async () => {
    repository.write('flux/dev/README.md', mine);
    const { diagnostics, written } = await synth(appWith({}));
    expect(written).toBe(false);
    expect(diagnostics.map(({ code, at, fix }) => [code, at.file, fix])).toEqual([
      [
        'FX003',
        'flux/dev/README.md',
        "keep it, and give what sums the cluster up another name: readme: 'fluxspan.md' in the cluster's options",
      ],
    ]);
    expect((await synth(appWith({ readme: 'fluxspan.md' }))).written).toBe(true);
    expect(repository.read('flux/dev/README.md')).toBe(mine);
    expect(repository.read('flux/dev/fluxspan.md')).toContain('# Cluster dev');
  });

  it('is no reason to keep a README of ours that has another name now', async () => {
    await synth(appWith({}));
    const { changes } = await synth(appWith({ readme: 'fluxspan.md' }));
    expect(changes).toMatchObject({ added: ['flux/dev/fluxspan.md'], removed: ['flux/dev/README.md'] });
  });

  it.each(['docs/fluxspan.md', 'fluxspan', '.md', 'web.yaml'])('has no name like %s', async (readme) => {
    const { diagnostics } = await synth(appWith({ readme: readme as 'fluxspan.md' }));
    expect(diagnostics.map(({ message, fix }) => [message, fix])).toEqual([
      [
        `cluster "dev" has readme "${readme}"`,
        "give the name of a file that ends in .md, without a folder: 'fluxspan.md'",
      ],
    ]);
  });
});

describe.each(forms)('%s', (_, { app, at = '', clusters, addons }) => {
  it('has each file where Flux finds it, with a header that says where it is', async () => {
    const first = await synth(app(), { at });
    expect(bothCodes(first)).toEqual([]);
    expect(first.written).toBe(true);
    const files = Object.entries(repository.files('')).filter(
      ([path]) => path !== 'README.md' && !path.startsWith('.git/'),
    );
    const expected = Object.entries(clusters).flatMap(([cluster, folder]) => [
      `${folder}/README.md`,
      `${folder}/web.yaml`,
      `${addons}addons/${cluster}/web/config-map.yaml`,
      `${addons}addons/${cluster}/web/kustomization.yaml`,
      `${addons}checksums/${cluster}/web.txt`,
      ...['README.md', 'contract.json', 'contract.tf', 'kubernetes.tf'].map(
        (name) => `${addons}contract/${cluster}/${name}`,
      ),
    ]);
    expect(files.map(([path]) => path).sort()).toEqual(expected.sort());
    const lists = Object.keys(clusters).length;
    for (const [path, text] of files) {
      const said = /File: (\S+)|"file": "([^"]+)"/.exec(text);
      expect(join(at, said?.[1] ?? said?.[2] ?? ''), path).toBe(path);
    }
    for (const [cluster, folder] of Object.entries(clusters)) {
      const [kustomization] = parseAllDocuments(repository.read(`${folder}/web.yaml`)).map((one) => one.toJS());
      expect(kustomization.spec.path).toBe(`./${addons}addons/${cluster}/web`);
    }
    const again = await synth(app(), { at, check: true });
    expect(again.changes).toMatchObject({ added: [], changed: [], removed: [], unchanged: files.length - lists });
  });

  it.skipIf(skipReason !== undefined)('builds what Flux builds', async () => {
    await synth(app(), { at });
    for (const [cluster, folder] of Object.entries(clusters)) {
      // As Flux does where the folder has no kustomization file.
      repository.write(`${folder}/kustomization.yaml`, 'resources: [web.yaml]\n');
      const root = kustomize(join(repository.folder, folder));
      expect(root.map(({ kind, metadata }) => `${kind}/${metadata.name}`)).toEqual(['Kustomization/web']);
      const { path } = root[0]!.spec as { path: string };
      const inside = kustomize(join(repository.folder, path));
      expect(inside.map(({ kind }) => kind)).toEqual(['ConfigMap']);
      expect(path).toContain(`/${cluster}/`);
    }
  });

  it('is compared with what Flux has of it', async () => {
    await synth(app(), { at });
    repository.publish('the tree');
    const same = await synth(app(), { at, base: {}, check: true });
    expect(bothCodes(same)).toEqual([]);
    expect(same.compared).toEqual([]);
    repository.delete(`${Object.values(clusters)[0]}/web.yaml`);
    repository.publish('one file less');
    const { compared } = await synth(app(), { at, base: {}, check: true });
    expect(compared.map(({ changes }) => changes.created.map(({ id }) => id.name))).toEqual([['web']]);
  });
});

it('takes the project for the repository outside git, without a word', async () => {
  const project = mkdtempSync(join(tmpdir(), 'no-git-'));
  try {
    const app = appOf({ dev: 'flux/dev' });
    const { diagnostics, files } = await synthApp(app, { project, context: openCompileContext(app, project) });
    expect(diagnostics).toEqual([]);
    expect(existsSync(join(project, 'flux/dev/web.yaml'))).toBe(true);
    expect(files.get('flux/dev/web.yaml')).toContain('path: ./k8s/addons/dev/web\n');
  } finally {
    rmSync(project, { recursive: true });
  }
});

it('says where it assumes the tree to lie in an artifact', async () => {
  const source = { kind: 'OCIRepository', name: 'platform' } as const;
  const told = async (options: FluxAppOptions, at: string) => {
    const { diagnostics } = await synth(appOf({ dev: undefined }, { source, ...options }), { at, check: true });
    return diagnostics.map(({ code, severity, message }) => [code, severity, message]);
  };
  expect(await told({}, 'infra/platform')).toEqual([
    [
      'FX014',
      'notice',
      'the project lies in "infra/platform" of its repository, and Flux reads an artifact: synth assumes that the artifact starts at the project, with the tree at "./k8s"',
    ],
  ]);
  expect(await told({ pathPrefix: 'infra/platform/k8s' }, 'infra/platform')).toEqual([]);
  expect(await told({}, '')).toEqual([]);
});

it('keeps the files of the old folder until Flux reads the new one', async () => {
  await synth(appOf({ dev: undefined }));
  repository.publish('the tree');
  const next = () => appOf({ dev: 'flux/dev' });
  expect((await synth(next(), { base: {} })).written).toBe(false);

  const written = await synth(next());
  expect(written.changes.removed).toEqual([]);
  expect(repository.has('k8s/clusters/dev/web.yaml')).toBe(true);
  const both = await synth(next(), { base: {}, check: true });
  expect(bothCodes(both)).toEqual(['FX518']);
  expect(both.changes).toMatchObject({ added: [], changed: [], removed: [] });

  const sync = (path: string) =>
    repository.write(
      'k8s/clusters/dev/flux-system/gotk-sync.yaml',
      `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: flux-system, namespace: flux-system }
spec: { interval: 10m, path: ./${path}, prune: true, sourceRef: { kind: GitRepository, name: flux-system } }
`,
    );
  sync('k8s/clusters/dev');
  repository.publish('both');
  const early = await synth(next(), { base: {} });
  expect(early.diagnostics.map(({ code, message }) => [code, message])).toEqual([
    [
      'FX015',
      'synth would empty "k8s/clusters/dev", which Flux\'s root still reads at origin/main: Flux would delete every Kustomization there, with all that it applied',
    ],
  ]);
  sync('flux/dev');
  repository.publish('the root reads the new folder');
  expect(bothCodes(await synth(next(), { base: {} }))).toEqual([]);
  expect(repository.has('k8s/clusters/dev/web.yaml')).toBe(false);
  expect(repository.has('flux/dev/web.yaml')).toBe(true);
});

it.each([
  ['../flux', 'is not a folder inside the repository'],
  ['/flux', 'is not a folder inside the repository'],
  ['flux//dev', 'is not a folder inside the repository'],
  ['flux\\dev', 'holds a character that is not part of a folder name everywhere'],
  ['.github/flux', 'lies in ".github", which git or npm has for itself'],
  ['flux/flux-system', 'is a folder of Flux itself: give the one that holds it'],
])('refuses the path %s', async (path, fault) => {
  const { diagnostics, written } = await synth(appOf({ dev: path }));
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toContain(
    `FX209 the path "${path}" ${fault}`.replaceAll('\\dev', '\\\\dev'),
  );
  expect(written).toBe(false);
});

it.each(['.', './'])('refuses the path "%s", and names the way that works', async (path) => {
  const { diagnostics, written } = await synth(appOf({ dev: path }));
  expect(diagnostics.map(({ code, message, fix }) => [code, message, fix])).toContainEqual([
    'FX209',
    `the path "${path}" is the whole repository, where Flux's root would apply the folders of addons too`,
    "give a folder below it: 'clusters/dev'; where Flux reads the whole repository, list the files of that folder in a kustomization.yaml at its root, beside flux-system (FX550 prints the list)",
  ]);
  expect(written).toBe(false);
});

it("writes through no link on the way to a cluster's folder", async () => {
  repository.write('elsewhere/README.md', '');
  repository.link('elsewhere', 'kubernetes');
  const { diagnostics, written } = await synth(appOf({ dev: 'kubernetes/flux' }));
  expect(diagnostics.map(({ message }) => message)).toEqual([
    '"kubernetes" is a symbolic link, and nothing is written through one',
  ]);
  expect(written).toBe(false);
});
