import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ApiObject, App, Chart, Testing } from 'cdk8s';
import { defineAddon, FluxApp, HelmRelease, helmChart, type ImagePolicyMarker, imagePolicy } from 'fluxspan';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { synthApp } from '../../src/synth/synth-app.js';
import { planApp } from '../../src/tree/plan-app.js';
import { Repository } from '../changes/repository.js';
import { addon, clusterOf, diagnosticsOf } from '../support/synthesize.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

/** A file of the tree. */
const tryRead = (path: string): string | undefined =>
  existsSync(join(repository.folder, 'k8s', path)) ? repository.read(`k8s/${path}`) : undefined;

const SHA = `sha256:${'a'.repeat(64)}`;

interface Settings {
  readonly web?: string;
  readonly api?: string;
  readonly tag?: string;
  readonly replicas?: number;
  readonly text?: string;
}

/** Two marked Deployments, of which one file has both, and a release with a marked tag. */
const appOf = ({ web = 'ghcr.io/acme/web:1.2.3', api = 'ghcr.io/acme/api:1.0.0', ...more }: Settings = {}) => {
  const app = new FluxApp();
  const { tag = '6.5.0', replicas = 1, text = 'text' } = more;
  const build = (scope: never, { charts }: { readonly charts: Readonly<Record<string, unknown>> }) => {
    for (const [name, image] of Object.entries({ web, api })) {
      const labels = { app: name };
      const containers = [{ name, image: imagePolicy(`apps:${name}`, image), args: [text] }];
      const template = { metadata: { labels }, spec: { containers } };
      new ApiObject(scope, name, {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name },
        spec: { replicas, selector: { matchLabels: labels }, template },
      });
    }
    const values = { image: { repository: 'ghcr.io/acme/podinfo', tag: imagePolicy('apps:podinfo:tag', tag) } };
    new HelmRelease(scope, 'podinfo', { chart: charts['podinfo'] as never, values });
  };
  const charts = { podinfo: helmChart({ url: 'https://charts.example.org', chart: 'podinfo', version: '1.0.0' }) };
  clusterOf({ first: [addon('web', { charts, build: build as never })] }, { app });
  return app;
};

const deployments = 'k8s/addons/dev/web/deployment.yaml';
const releases = 'k8s/addons/dev/web/helm-release.yaml';
const synth = (settings?: Settings, options: { readonly check?: boolean; readonly force?: boolean } = {}) =>
  synthApp(appOf(settings), {
    project: repository.folder,
    onDisk: (path) => tryRead(path),
    ...options,
  });
const edit = (file: string, from: string, to: string) => {
  const text = repository.read(file);
  expect(text).toContain(from);
  repository.write(file, text.replaceAll(from, to));
};
const clean = { added: [], changed: [], removed: [], kept: [], headers: [] };
const acceptedIn = ({ plan }: Awaited<ReturnType<typeof synth>>) =>
  plan.clusters.flatMap(({ accepted }) =>
    [...accepted.values()].flat().map(({ name, policy, source, value }) => [name, policy, source, value].join(' ')),
  );

it.each(['1.20', 'true', '1e3', '2024-01-02'])(
  'keeps no %s without quotes, which Flux would not read as text',
  async (tag) => {
    await synth({ tag: '1.10' });
    edit(releases, `"1.10" # {`, `${tag} # {`);
    const refused = await synth({ tag: '1.10' }, { check: true });
    expect(acceptedIn(refused)).toEqual([]);
    expect(refused.changes.kept).toEqual(['addons/dev/web/helm-release.yaml']);
    edit(releases, `${tag} # {`, `"${tag}" # {`);
    expect(acceptedIn(await synth({ tag: '1.10' }))).toEqual([`podinfo apps:podinfo:tag 1.10 ${tag}`]);
  },
);

describe('a marked field', () => {
  it('has the marker as its comment, and above it what the source says', async () => {
    await synth();
    expect(repository.read(deployments).split('\n').slice(3)).toMatchInlineSnapshot(`
      [
        "kind: Deployment",
        "metadata:",
        "  name: api",
        "  namespace: default",
        "spec:",
        "  replicas: 1",
        "  selector:",
        "    matchLabels:",
        "      app: api",
        "  template:",
        "    metadata:",
        "      labels:",
        "        app: api",
        "    spec:",
        "      containers:",
        "        - name: api",
        "          args:",
        "            - text",
        "          # In the source: ghcr.io/acme/api:1.0.0",
        "          image: ghcr.io/acme/api:1.0.0 # {"$imagepolicy": "apps:api"}",
        "---",
        "apiVersion: apps/v1",
        "kind: Deployment",
        "metadata:",
        "  name: web",
        "  namespace: default",
        "spec:",
        "  replicas: 1",
        "  selector:",
        "    matchLabels:",
        "      app: web",
        "  template:",
        "    metadata:",
        "      labels:",
        "        app: web",
        "    spec:",
        "      containers:",
        "        - name: web",
        "          args:",
        "            - text",
        "          # In the source: ghcr.io/acme/web:1.2.3",
        "          image: ghcr.io/acme/web:1.2.3 # {"$imagepolicy": "apps:web"}",
        "",
      ]
    `);
    expect(repository.read(releases)).toContain(
      '      # In the source: 6.5.0\n      tag: 6.5.0 # {"$imagepolicy": "apps:podinfo:tag"}\n',
    );
    expect((await synth()).changes).toMatchObject(clean);
  });

  it('keeps the tag that the automation writes, in this run and the next ones', async () => {
    await synth();
    edit(deployments, 'image: ghcr.io/acme/web:1.2.3', `image: ghcr.io/acme/web:1.3.0@${SHA}`);
    edit(releases, 'tag: 6.5.0', 'tag: "6.10"');
    for (const options of [{ check: true }, {}, { check: true }, { force: true }]) {
      const result = await synth({}, options);
      expect(result.changes).toMatchObject(clean);
      expect(result.diagnostics.filter(({ code }) => code === 'FX004')).toEqual([]);
      expect(acceptedIn(result)).toEqual([
        `web apps:web ghcr.io/acme/web:1.2.3 ghcr.io/acme/web:1.3.0@${SHA}`,
        'podinfo apps:podinfo:tag 6.5.0 6.10',
      ]);
    }
  });

  it('gives the value to all that looks at the plan, as Flux applies it', async () => {
    await synth();
    edit(releases, 'tag: 6.5.0', 'tag: "6.10"');
    const { plan } = await synth();
    const [planned] = plan.clusters[0]!.objects.filter(({ object }) => object.kind === 'HelmRelease');
    expect(planned!.json).toHaveProperty('spec.values.image.tag', '6.10');
    const [compiled] = plan.compiled[0]!.addons[0]!.objects.filter(({ kind }) => kind === 'HelmRelease');
    expect(compiled!.json).toHaveProperty('spec.values.image.tag', '6.10');
  });

  it('keeps the tag while the rest of the file changes', async () => {
    await synth();
    edit(deployments, 'image: ghcr.io/acme/web:1.2.3', 'image: ghcr.io/acme/web:1.3.0');
    const { changes } = await synth({ replicas: 2 });
    expect(changes).toMatchObject({ ...clean, changed: ['addons/dev/web/deployment.yaml'] });
    const text = repository.read(deployments);
    expect(text).toContain('replicas: 2');
    expect(text).toContain('# In the source: ghcr.io/acme/web:1.2.3\n          image: ghcr.io/acme/web:1.3.0 #');
    expect((await synth({ replicas: 2 }, { check: true })).changes).toMatchObject(clean);
    // And back again.
    await synth();
    expect(repository.read(deployments)).toContain('image: ghcr.io/acme/web:1.3.0 #');
  });

  it('takes what the source says, once that changes, and leaves the other images alone', async () => {
    await synth();
    edit(deployments, 'image: ghcr.io/acme/web:1.2.3', 'image: ghcr.io/acme/web:1.3.0');
    edit(deployments, 'image: ghcr.io/acme/api:1.0.0', 'image: ghcr.io/acme/api:1.1.0');
    const result = await synth({ web: 'ghcr.io/acme/web:2.0.0' });
    expect(acceptedIn(result)).toEqual(['api apps:api ghcr.io/acme/api:1.0.0 ghcr.io/acme/api:1.1.0']);
    const text = repository.read(deployments);
    expect(text).toContain('image: ghcr.io/acme/web:2.0.0 #');
    expect(text).toContain('image: ghcr.io/acme/api:1.1.0 #');
    expect((await synth({ web: 'ghcr.io/acme/web:2.0.0' }, { check: true })).changes).toMatchObject(clean);
  });

  it.each([
    ['another repository', 'image: ghcr.io/acme/web:1.2.3', 'image: ghcr.io/evil/web:1.2.4'],
    ['no tag', 'image: ghcr.io/acme/web:1.2.3', 'image: ghcr.io/acme/web'],
    ['no image', 'image: ghcr.io/acme/web:1.2.3', 'image: "1.2.3"'],
    ['another policy', '"apps:web"', '"apps:api"'],
    ['another source', '# In the source: ghcr.io/acme/web:1.2.3', '# In the source: ghcr.io/acme/web:1.2.2'],
    ['more than the image', 'image: ghcr.io/acme/web:1.2.3', 'tty: true\n          image: ghcr.io/acme/web:1.2.4'],
    ['a comment beside it', 'replicas: 1', 'replicas: 1 # more on Monday'],
    ['a field that has no marker', 'replicas: 1', 'replicas: 2'],
  ])('keeps an edit with %s as one of a person, and says so', async (_, from, to) => {
    await synth();
    edit(deployments, from, to);
    const edited = repository.read(deployments);
    for (const settings of [{}, { replicas: 3 }]) {
      const result = await synth(settings);
      expect(result.changes.kept).toEqual(['addons/dev/web/deployment.yaml']);
      expect(result.diagnostics.map(({ code }) => code)).toContain('FX004');
      expect(repository.read(deployments)).toBe(edited);
    }
    await synth({}, { force: true });
    expect((await synth({}, { check: true })).changes).toMatchObject(clean);
  });

  it('takes a file that the automation printed in its own way', async () => {
    const text = 'a\u00a0b';
    await synth({ text });
    // As kyaml prints it.
    edit(deployments, '"a\\u00a0b"', '"a\u00a0b"');
    edit(deployments, 'image: ghcr.io/acme/web:1.2.3', 'image: ghcr.io/acme/web:1.3.0');
    const printed = repository.read(deployments);
    expect((await synth({ text }, { check: true })).changes).toMatchObject(clean);
    expect((await synth({ text })).changes).toMatchObject(clean);
    expect(repository.read(deployments)).toBe(printed);
    await synth({ text, replicas: 2 });
    expect(repository.read(deployments)).toContain('image: ghcr.io/acme/web:1.3.0 #');
    expect(repository.read(deployments)).toContain('replicas: 2');
  });

  it('is not a change in the plan, neither when the automation writes nor when synth follows', async () => {
    await synth();
    repository.publish('start');
    edit(deployments, 'image: ghcr.io/acme/web:1.2.3', 'image: ghcr.io/acme/web:1.3.0');
    repository.publish('the automation');
    const result = await synthApp(appOf(), {
      project: repository.folder,
      onDisk: (path) => tryRead(path),
      base: {},
    });
    expect(result.compared).toEqual([]);
    expect(result.changes).toMatchObject(clean);
  });
});

describe('imagePolicy', () => {
  it.each([
    ['web', 'a:1', 'isn\'t "namespace:name"'],
    ['apps:web:tags', '1', 'isn\'t "namespace:name"'],
    ['Apps:web', 'a:1', 'isn\'t "namespace:name"'],
    ['apps:web', 'ghcr.io/acme/web', "isn't an image with a tag or a digest"],
    ['apps:web', '1.2.3', "isn't an image with a tag or a digest"],
    ['apps:web:tag', 'ghcr.io/acme/web:1.2.3', "isn't the tag of an image"],
    ['apps:web:name', 'ghcr.io/acme/web:1.2.3', "isn't the name of an image"],
    ['apps:web:digest', '1.2.3', "isn't the digest of an image"],
    ['apps:web', '${TF_IMAGE}', "isn't an image with a tag or a digest"],
    ['apps:web', imagePolicy('apps:web', 'a:1'), 'two image policies'],
  ] as const)('refuses %s for %s', (policy, value, what) => {
    const build = () => void imagePolicy(policy as ImagePolicyMarker, value);
    expect(diagnosticsOf({ first: [addon('web', { build })] })).toMatchObject([
      { code: 'FX716', message: expect.stringContaining(what), at: { source: expect.stringContaining('.test.ts:') } },
    ]);
  });

  it('refuses a value that is only a part of a field', () => {
    const args = [`--image=${imagePolicy('apps:web', 'a:1')}`];
    const build = (scope: never) => {
      new ApiObject(scope, 'data', {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'web' },
        data: { args: args[0] },
      } as never);
    };
    expect(diagnosticsOf({ first: [addon('web', { build: build as never })] })).toMatchObject([
      { code: 'FX716', message: 'an image policy marks a part of the text "--image=a:1"', at: { path: 'data.args' } },
    ]);
  });

  it('finds marks where Flux substitutes nothing', () => {
    const app = new FluxApp();
    const annotations = { 'kustomize.toolkit.fluxcd.io/substitute': 'disabled' };
    const build = (scope: never) => {
      const data = { image: imagePolicy('apps:web', 'a:1') };
      new ApiObject(scope, 'data', {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'web', annotations },
        data,
      } as never);
    };
    clusterOf({ first: [addon('web', { build: build as never })] }, { app });
    expect(planApp(app).files.get('addons/dev/web/config-map.yaml')).toContain(
      '  # In the source: a:1\n  image: a:1 # {"$imagepolicy": "apps:web"}\n',
    );
  });

  it('is nothing to a plain cdk8s chart, and to app.synth()', () => {
    const web = defineAddon({
      name: 'web',
      namespace: 'web',
      build(scope) {
        new ApiObject(scope, 'data', {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          data: { image: imagePolicy('apps:web', 'a:1') },
        } as never);
      },
    });
    const chart = new Chart(new App(), 'web');
    web.addTo(chart);
    expect(Testing.synth(chart)).toMatchObject([{ data: { image: 'a:1' } }]);
    const app = appOf();
    expect(app.synthYaml()).toContain('image: ghcr.io/acme/web:1.2.3\n');
  });
});
