import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hostname } from '../../src/contract/ready-made.js';
import { diffJson } from '../../src/diff/print/diff-json.js';
import { printDiffMarkdown } from '../../src/diff/print/print-markdown.js';
import { printDiffText } from '../../src/diff/print/print-text.js';
import type { DiffResult } from '../../src/diff/run-diff.js';
import { Repository } from '../changes/repository.js';
import { adopt, handover, synth } from '../changes/synth.js';
import { configMap, deployment, diffOf, inputsFile, plainApp, publish } from './diff-of.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

/** Without the hashes of commits. */
const textOf = (result: DiffResult) => printDiffText(result).replaceAll(/\([0-9a-f]{10}\)/g, '(…)');

const dev = (...objects: readonly object[]) => plainApp({ dev: { web: { objects } } });

describe('the work tree against what Flux has', () => {
  it('shows what is created, changed field by field, and deleted, and what restarts', async () => {
    publish(repository, dev(deployment('web:1', { replicas: 2 }), configMap({ a: '1' }), configMap({}, 'old')));
    const result = await diffOf(
      repository,
      dev(deployment('web:2', { replicas: 3 }), configMap({ a: 'one\ntwo\n' }), configMap({}, 'new')),
    );
    expect(textOf(result)).toMatchInlineSnapshot(`
      "dev: 1 to create, 2 to change, 1 to delete (origin/main (…) → the working tree)
        + ConfigMap/new in default (web)
        ~ ConfigMap/settings in default (web)
            data.a
              -1
              +one
              +two
        ~ Deployment/web in default (web)
            ! its pods restart
            spec.replicas  2 → 3
            spec.template.spec.containers[web].image  "web:1" → "web:2"
        - ConfigMap/old in default (web)
      "
    `);
  });

  it('names the chart and version of a new release', async () => {
    const release = (name: string, spec: object) => ({
      apiVersion: 'helm.toolkit.fluxcd.io/v2',
      kind: 'HelmRelease',
      metadata: { name, namespace: 'default' },
      spec: { interval: '10m', ...spec },
    });
    const source = (kind: string, name: string, spec: object) => ({
      apiVersion: 'source.toolkit.fluxcd.io/v1',
      kind,
      metadata: { name, namespace: 'default' },
      spec: { interval: '1h', ...spec },
    });
    const from = (kind: string, name: string, chart: object) => ({
      chart: { spec: { ...chart, sourceRef: { kind, name } } },
    });
    const sources = [
      source('HelmRepository', 'charts', { url: 'https://charts.example.org' }),
      source('OCIRepository', 'pinned', { url: 'oci://ghcr.io/example/charts/podinfo', ref: { tag: '6.9.1' } }),
      source('GitRepository', 'code', { url: 'https://example.org/code.git' }),
    ];
    publish(repository, dev(...sources));
    const result = await diffOf(
      repository,
      dev(
        ...sources,
        release('indexed', from('HelmRepository', 'charts', { chart: 'shop', version: '>=1.2' })),
        release('newest', from('HelmRepository', 'charts', { chart: 'shop' })),
        release('artifact', { chartRef: { kind: 'OCIRepository', name: 'pinned' } }),
        release('folder', from('GitRepository', 'code', { chart: './chart' })),
      ),
    );
    expect(result.clusters.flatMap(({ objects }) => objects.map(({ title }) => title)).sort()).toEqual([
      'HelmRelease/artifact in default (web): chart podinfo 6.9.1',
      'HelmRelease/folder in default (web)',
      'HelmRelease/indexed in default (web): chart shop >=1.2',
      'HelmRelease/newest in default (web): chart shop (the newest)',
    ]);
  });

  it('shows what both steps of a handover do, while the first one is in the files', async () => {
    const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'data', namespace: 'default' } };
    publish(repository, dev(configMap({ a: '1' }), claim));
    const renamed = plainApp({ dev: { site: { objects: [configMap({ a: '2' })] } } });
    const before = textOf(await diffOf(repository, renamed));
    expect(before).toContain('→ ConfigMap/settings in default (web → site): not handed over');
    expect(before).toContain('- PersistentVolumeClaim/data in default (web)');
    expect(handover(repository, renamed).diagnostics).toEqual([]);
    for (const committed of [false, true]) {
      if (committed) repository.commit('step 1');
      expect(
        textOf(await diffOf(repository, renamed, { kind: 'revisions', from: 'origin/main', to: undefined })),
      ).toMatchInlineSnapshot(`
        "dev: 1 to create, 1 with a new owner, 1 to delete, 1 left behind (origin/main (…) → the working tree, once both steps of the handover are reconciled)
          + Kustomization/site in flux-system
          → ConfigMap/settings in default (web → site)
              data.a  "1" → "2"
          - Kustomization/web in flux-system (flux-system)
          ○ PersistentVolumeClaim/data in default is left behind (web): kubectl delete -n default persistentvolumeclaim/data
        "
      `);
    }
  });

  it('shows a change alone while a handover is under way', async () => {
    const other = (text: string) => ({ ...configMap({ a: text }), metadata: { name: 'other', namespace: 'default' } });
    const app = (name: string, text: string) =>
      plainApp({ dev: { [name]: { objects: [configMap({ a: '1' })] }, other: { objects: [other(text)] } } });
    publish(repository, app('web', '1'));
    expect(handover(repository, app('site', '1')).diagnostics).toEqual([]);
    repository.publish('step 1');
    expect(textOf(await diffOf(repository, app('site', '1')))).toBe('nothing differs\n');
    expect((await synth(repository, app('site', '2'))).written).toBe(true);
    expect(textOf(await diffOf(repository, app('site', '2')))).toMatchInlineSnapshot(`
      "dev: 1 to change (origin/main (…) → the working tree, with the handover under way)
        ~ ConfigMap/other in default (other)
            data.a  "1" → "2"
      "
    `);
  });

  it('shows what ResourceSets make, and no input that goes into a Secret', async () => {
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'web', namespace: 'default' } };
    const release = (version: string) => ({
      apiVersion: 'helm.toolkit.fluxcd.io/v2',
      kind: 'HelmRelease',
      metadata: { name: 'shop', namespace: 'default' },
      spec: {
        interval: '10m',
        chart: { spec: { chart: 'shop', version, sourceRef: { kind: 'HelmRepository', name: 'charts' } } },
        valuesFrom: [{ kind: 'ConfigMap', name: 'values' }],
      },
    });
    const set = (image: string, pass: string, version: string, replicas: number) => ({
      apiVersion: 'fluxcd.controlplane.io/v1',
      kind: 'ResourceSet',
      metadata: { name: 'apps', namespace: 'default' },
      spec: {
        inputs: [{ pass, image }],
        resources: [
          { ...secret, stringData: { a: '<< inputs.pass >>' } },
          deployment('<< inputs.image >>'),
          configMap({ line: 'user:<< inputs.pass >>@host' }),
          configMap({ 'values.yaml': `replicas: ${replicas}\n` }, 'values'),
          release(version),
        ],
      },
    });
    publish(repository, dev(set('web:1', 'hunter-1', '1.0.0', 1)));
    const text = textOf(await diffOf(repository, dev(set('web:2', 'hunter-2', '1.1.0', 2))));
    expect(text).not.toContain('hunter');
    expect(text).toMatchInlineSnapshot(`
      "dev: 6 to change (origin/main (…) → the working tree)
        ~ ConfigMap/settings in default (ResourceSet/apps in default)
            data.line  changes (secret)
        ~ ConfigMap/values in default (ResourceSet/apps in default)
            data["values.yaml"]
              -replicas: 1
              +replicas: 2
        ~ Deployment/web in default (ResourceSet/apps in default)
            ! its pods restart
            spec.template.spec.containers[web].image  "web:1" → "web:2"
        ~ HelmRelease/shop in default (ResourceSet/apps in default)
            ! Helm upgrades the release
            spec.chart.spec.version  "1.0.0" → "1.1.0"
            values.replicas  1 → 2
        ~ ResourceSet/apps in default (web)
            spec.inputs[0].image  "web:1" → "web:2"
            spec.inputs[0].pass  changes (secret)
            spec.resources[3].data["values.yaml"]
              -replicas: 1
              +replicas: 2
            spec.resources[4].spec.chart.spec.version  "1.0.0" → "1.1.0"
        ~ Secret/web in default (ResourceSet/apps in default)
            stringData.a  changes (secret)
      "
    `);
  });

  it('says that nothing differs', async () => {
    publish(repository, dev(deployment('web:1')));
    const result = await diffOf(repository, dev(deployment('web:1')));
    expect(result).toMatchObject({ clusters: [], compared: 1, diagnostics: [] });
  });

  it('folds what only carries a version or a checksum, and not a restart that comes of it', async () => {
    const labels = (version: string) => ({ 'helm.sh/chart': `web-${version}`, 'app.kubernetes.io/version': version });
    const template = (checksum: string) => ({
      template: {
        metadata: { labels: { app: 'web' }, annotations: { 'checksum/config': checksum } },
        spec: { containers: [{ name: 'web', image: 'web:1' }] },
      },
    });
    const marked = (version: string) => ({
      ...configMap({}),
      metadata: { ...configMap({}).metadata, labels: labels(version) },
    });
    publish(repository, dev(deployment('', template('a')), marked('1.0.0')));
    const result = await diffOf(repository, dev(deployment('', template('b')), marked('1.1.0')));
    expect(textOf(result)).toMatchInlineSnapshot(`
      "dev: 1 to change (origin/main (…) → the working tree)
        ~ Deployment/web in default (web)
            ! its pods restart
            only checksums and version labels differ

      1 object differs only in checksums and version labels: ConfigMap/settings in default
      "
    `);
  });

  it('knows an immutable field, a move and a version of a CRD', async () => {
    const crd = (...versions: readonly string[]) => ({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'widgets.example.org' },
      spec: {
        group: 'example.org',
        names: { kind: 'Widget', plural: 'widgets' },
        scope: 'Namespaced',
        versions: versions.map((name, index) => ({
          name,
          served: true,
          storage: index === versions.length - 1,
          schema: { openAPIV3Schema: { type: 'object' } },
        })),
      },
    });
    const apps = (selector: string, ...rest: readonly object[]) => ({
      web: { objects: [deployment('web:1', { selector: { matchLabels: { app: selector } } }), ...rest] },
    });
    publish(
      repository,
      plainApp({ dev: { ...apps('web', configMap({})), crds: { objects: [crd('v1alpha1', 'v1')] } } }),
    );
    const result = await diffOf(
      repository,
      plainApp({ dev: { ...apps('other'), crds: { objects: [crd('v1', 'v2'), configMap({})] } } }),
    );
    expect(textOf(result)).toMatchInlineSnapshot(`
      "dev: 2 to change, 1 with a new owner (origin/main (…) → the working tree)
        ~ CustomResourceDefinition/widgets.example.org (crds)
            ! version v1alpha1 is removed, which the API server refuses while status.storedVersions names it
            ! version v2 is new
            ! objects are stored as v2 from now on, and as v1 until they are written again
            spec.versions[v1alpha1]  - {"name":"v1alpha1","schema":{"openAPIV3Schema":{"type":"object"}},"served":true,"storage":false}
            spec.versions[v1].storage  true → false
            spec.versions[v2]  + {"name":"v2","schema":{"openAPIV3Schema":{"type":"object"}},"served":true,"storage":true}
        ~ Deployment/web in default (web)
            ! the API server refuses the update of spec.selector.matchLabels.app
            spec.selector.matchLabels.app  "web" → "other"
        → ConfigMap/settings in default (web → crds): not handed over
      "
    `);
  });
});

describe('secret values', () => {
  const secret = (password: string) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'login', namespace: 'default' },
    stringData: { password, user: 'admin' },
  });
  const release = {
    apiVersion: 'helm.toolkit.fluxcd.io/v2',
    kind: 'HelmRelease',
    metadata: { name: 'web', namespace: 'default' },
    spec: {
      interval: '5m',
      chart: { spec: { chart: 'web', version: '1.0.0', sourceRef: { kind: 'HelmRepository', name: 'web' } } },
      valuesFrom: [{ kind: 'Secret', name: 'login', valuesKey: 'password', targetPath: 'auth.password' }],
      values: { replicas: 1 },
    },
  };

  it('are nowhere in any form, and a change of one is seen', async () => {
    const database = (password: string) => configMap({ url: `postgres://web:${password}@db` });
    publish(repository, dev(secret('hunter-one'), release, database('hunter-one')));
    const result = await diffOf(repository, dev(secret('hunter-two'), release, database('hunter-two')));
    expect(textOf(result)).toMatchInlineSnapshot(`
      "dev: 3 to change (origin/main (…) → the working tree)
        ~ ConfigMap/settings in default (web)
            data.url  changes (secret)
        ~ HelmRelease/web in default (web)
            ! Helm upgrades the release
            values.auth.password  changes (secret)
        ~ Secret/login in default (web)
            stringData.password  changes (secret)
      "
    `);
    const all =
      textOf(result) +
      printDiffMarkdown(result) +
      JSON.stringify(diffJson(result)) +
      JSON.stringify(result.diagnostics);
    expect(all).not.toMatch(/hunter|aHVudGVy|\(secret [0-9a-f]/);
  });
});

describe('secret values that cannot be read', () => {
  it.each([
    ['values that are no map', 'a hunter'],
    ['values that are not YAML', 'a: {hunter: [hunter'],
  ])('are not quoted: %s', async (_, text) => {
    const secret = (data: string) => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'login', namespace: 'default' },
      stringData: { 'values.yaml': data },
    });
    const release = {
      apiVersion: 'helm.toolkit.fluxcd.io/v2',
      kind: 'HelmRelease',
      metadata: { name: 'web', namespace: 'default' },
      spec: {
        chart: { spec: { chart: 'web', sourceRef: { kind: 'HelmRepository', name: 'web' } } },
        valuesFrom: [{ kind: 'Secret', name: 'login' }],
      },
    };
    publish(repository, dev(secret('a: 1'), release));
    const result = await diffOf(repository, dev(secret(text), release));
    const all = textOf(result) + JSON.stringify(diffJson(result)) + JSON.stringify(result.diagnostics);
    expect(all).toContain('its values cannot be composed, and a Secret is among them');
    expect(all).not.toContain('hunter');
  });
});

describe('two revisions', () => {
  it('are read from their committed trees, and no code of theirs runs', async () => {
    publish(repository, dev(configMap({ a: '1' })));
    repository.git('tag', 'v1');
    publish(repository, dev(configMap({ a: '2' })));
    repository.git('tag', 'v2');
    const now = dev(configMap({ a: '3' }));
    expect(textOf(await diffOf(repository, now, { kind: 'revisions', from: 'v1', to: 'v2' }))).toMatchInlineSnapshot(`
      "dev: 1 to change (v1 (…) → v2 (…))
        ~ ConfigMap/settings in default (web)
            data.a  "1" → "2"
      "
    `);
    expect(textOf(await diffOf(repository, now, { kind: 'revisions', from: 'v2', to: undefined }))).toContain(
      'data.a  "2" → "3"',
    );
  });

  it('are named where git has none of that name, with the cluster that was meant', async () => {
    publish(repository, dev(configMap({ a: '1' })));
    const { diagnostics, compared } = await diffOf(repository, dev(), { kind: 'revisions', from: 'dex', to: 'main' });
    expect(compared).toBe(0);
    expect(diagnostics.map(({ code, message, fix }) => [code, message, fix])).toEqual([
      ['FX701', '"dex" is neither a cluster of the app nor a commit of this repository', 'did you mean "dev"?'],
    ]);
  });

  it('are not clusters: the message says what can be compared', async () => {
    publish(repository, dev(configMap({ a: '1' })));
    const { diagnostics } = await diffOf(repository, dev(), { kind: 'revisions', from: 'main', to: 'dev' });
    expect(diagnostics.map(({ message, fix }) => [message, fix])).toEqual([
      [
        '"dev" is a cluster, and no branch, tag or commit has that name: a cluster can\'t be compared with a revision',
        'compare one cluster at two revisions: fluxspan diff main --cluster dev; or two clusters: fluxspan diff dev prod',
      ],
    ]);
    repository.git('branch', 'dev');
    expect((await diffOf(repository, dev(), { kind: 'revisions', from: 'main', to: 'dev' })).diagnostics).toEqual([]);
  });

  it('are named in a clone that has no more than one commit', async () => {
    publish(repository, dev(configMap({ a: '1' })));
    publish(repository, dev(configMap({ a: '2' })));
    repository.git('clone', '--quiet', '--depth', '1', `file://${repository.folder}/../origin`, '../shallow');
    const shallow = new Repository(`${repository.folder}/..`, 'shallow');
    shallow.git('checkout', '--quiet', '--orphan', 'other');
    shallow.commit('another beginning');
    const { diagnostics, compared } = await diffOf(shallow, dev(configMap({ a: '3' })));
    expect(compared).toBe(0);
    expect(diagnostics.map(({ code, fix }) => [code, fix])).toEqual([
      ['FX701', expect.stringContaining('git fetch --unshallow (in CI, fetch-depth: 0)')],
    ]);
  });

  it('show a cluster that comes and one that goes', async () => {
    publish(repository, plainApp({ dev: { web: { objects: [configMap({})] } } }));
    const result = await diffOf(repository, plainApp({ prod: { web: { objects: [configMap({})] } } }));
    expect(textOf(result)).toMatchInlineSnapshot(`
      "dev: 2 to delete (origin/main (…) → the working tree)
      prod: 2 to create, a new cluster (origin/main (…) → the working tree)

      dev
        - ConfigMap/settings in default (web)
        - Kustomization/web in flux-system (flux-system)
      "
    `);
  });
});

describe('two clusters', () => {
  it('are compared beside each other', async () => {
    const app = plainApp({
      dev: { web: { objects: [deployment('web:1'), configMap({})] } },
      prod: { web: { objects: [deployment('web:1', { replicas: 3 }), configMap({}, 'more')] } },
    });
    expect(textOf(await diffOf(repository, app, { kind: 'clusters', from: 'dev', to: 'prod' }))).toMatchInlineSnapshot(`
      "dev and prod: 1 only in prod, 1 different, 1 only in dev
        + ConfigMap/more in default (web)
        ~ Deployment/web in default (web)
            spec.replicas  1 → 3
        - ConfigMap/settings in default (web)
      "
    `);
  });
});

describe('several clusters', () => {
  const clusters = (image: string, ...objects: readonly object[]) =>
    Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e'].map((name) => [name, { web: { objects: [deployment(image), ...objects] } }]),
    );

  it('that change alike are told once, and what is deleted one by one', async () => {
    publish(repository, plainApp(clusters('web:1', configMap({}))));
    expect(textOf(await diffOf(repository, plainApp(clusters('web:2'))))).toMatchInlineSnapshot(`
      "5 clusters (a, b, c, d and 1 more): 1 to change, 1 to delete (origin/main (…) → the working tree)

      5 clusters (a, b, c, d and 1 more)
        ~ Deployment/web in default (web)
            ! its pods restart
            spec.template.spec.containers[web].image  "web:1" → "web:2"

      a
        - ConfigMap/settings in default (web)

      b
        - ConfigMap/settings in default (web)

      c
        - ConfigMap/settings in default (web)

      d
        - ConfigMap/settings in default (web)

      e
        - ConfigMap/settings in default (web)
      "
    `);
  });
});

describe('vars', () => {
  const app = () =>
    plainApp({
      dev: { web: { objects: [configMap({ host: '${TF_HOST}' })], infra: { vars: { TF_HOST: hostname() } } } },
    });

  it('have the values of two sets of inputs', async () => {
    const [from, to] = ['a', 'b'].map((one) => inputsFile(`${one}.json`, { TF_HOST: `${one}.example.org` }));
    publish(repository, app());
    const result = await diffOf(repository, app(), { kind: 'inputs', cluster: 'dev', from: from!, to: to! });
    expect(textOf(result)).toMatchInlineSnapshot(`
      "dev: 1 to change (a.json → b.json)
        ~ ConfigMap/settings in default (web)
            data.host  "a.example.org" → "b.example.org"
      "
    `);
  });
});

describe('an addon that could not be made', () => {
  const addon = (value: unknown, name: string) => ({ objects: [configMap({ a: value }, name)] });

  it('is named, and the others are compared', async () => {
    publish(repository, plainApp({ dev: { shop: addon('1', 'shop'), web: addon('1', 'web') } }));
    const entries = () => {
      throw new Error('no');
    };
    const failing = plainApp({ dev: { shop: { objects: { entries } as never }, web: addon('2', 'web') } });
    const result = await diffOf(repository, failing);
    expect(textOf(result)).toMatchInlineSnapshot(`
      "dev: 1 to change (origin/main (…) → the working tree)
        ~ ConfigMap/web in default (web)
            data.a  "1" → "2"

      not compared: addon shop in dev (FX301)
      "
    `);
    expect(diffJson(result)).toMatchObject({ notCompared: [{ cluster: 'dev', addon: 'shop', codes: ['FX301'] }] });
  });
});

describe('inputs that cannot be read', () => {
  const app = () =>
    plainApp({
      dev: { web: { objects: [configMap({ host: '${TF_HOST}' })], infra: { vars: { TF_HOST: hostname() } } } },
    });

  it('keep the clusters that need them out of the comparison', async () => {
    publish(repository, app());
    const good = inputsFile('good.json', { TF_HOST: 'a.example.org' });
    const bad = { name: 'bad.json', bytes: Buffer.from('nothing') };
    for (const [from, to] of [
      [good, bad],
      [bad, bad],
    ] as const) {
      const result = await diffOf(repository, app(), { kind: 'inputs', cluster: 'dev', from, to });
      expect(new Set(result.diagnostics.map(({ code }) => code))).toEqual(new Set(['FX412']));
      expect(textOf(result)).toBe('not compared: cluster dev (FX412)\n');
    }
    const changed = plainApp({ dev: { web: { objects: [configMap({ a: '1' })] } } });
    publish(repository, changed);
    const result = await diffOf(repository, changed, undefined, { inputs: bad });
    expect(textOf(result)).toBe('nothing differs\n');
  });
});

describe('what is not known', () => {
  it('is named, and the rest is compared', async () => {
    const source = (tag: string) => ({
      apiVersion: 'source.toolkit.fluxcd.io/v1',
      kind: 'GitRepository',
      metadata: { name: 'other', namespace: 'flux-system' },
      spec: { interval: '1h', url: 'https://git.example.org/other', ref: { tag } },
    });
    const kustomization = {
      apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
      kind: 'Kustomization',
      metadata: { name: 'other', namespace: 'flux-system' },
      spec: { interval: '1h', path: './', prune: true, sourceRef: { kind: 'GitRepository', name: 'other' } },
    };
    publish(repository, dev(source('v1'), kustomization, configMap({ a: '1' })));
    const same = await diffOf(repository, dev(source('v1'), kustomization, configMap({ a: '2' })));
    expect(same.diagnostics).toEqual([]);
    const result = await diffOf(repository, dev(source('v2'), kustomization, configMap({ a: '2' })));
    expect(result.diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'FX702 GitRepository "other" is in https://git.example.org/other, so what Flux applies from it isn\'t compared',
    ]);
    expect(textOf(result)).toContain('data.a  "1" → "2"');
  });

  it('is a contract that cannot be read', async () => {
    publish(repository, dev(configMap({ a: '1' })));
    repository.write('k8s/contract/dev/contract.json', '{ "contract": 9 }');
    repository.publish('a contract of the future');
    const result = await diffOf(repository, dev(configMap({ a: '2' })), {
      kind: 'revisions',
      from: 'main',
      to: undefined,
    });
    expect(result.diagnostics.map(({ code }) => code)).toContain('FX703');
    expect(textOf(result)).toContain('data.a  "1" → "2"');
  });
});

describe('a cluster that others have written', () => {
  const kustomization = (name: string, path: string) =>
    `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: ${name}, namespace: flux-system }
spec: { interval: 1h, prune: true, path: ${path}, sourceRef: { kind: GitRepository, name: flux-system } }
`;

  it('calls the root by its own name', async () => {
    const root = kustomization('platform', './k8s/clusters/dev')
      .replace('namespace: flux-system', 'namespace: apps')
      .replace('name: flux-system', 'name: flux-system, namespace: flux-system');
    repository.write('k8s/clusters/dev/root.yaml', root);
    repository.write('k8s/clusters/dev/settings.yaml', JSON.stringify(configMap({ a: '1' })));
    repository.publish('by hand');
    repository.write('k8s/clusters/dev/settings.yaml', JSON.stringify(configMap({ a: '2' })));
    expect(textOf(await diffOf(repository, plainApp({ dev: {} })))).toContain(
      'ConfigMap/settings in default (apps/platform)',
    );
  });

  it('is not a new one: what they apply is compared, though the base has nothing of ours', async () => {
    repository.write('k8s/clusters/dev/flux-system/gotk-sync.yaml', kustomization('flux-system', './k8s/clusters/dev'));
    repository.write('k8s/clusters/dev/apps.yaml', kustomization('apps', './apps'));
    repository.write('apps/settings.yaml', JSON.stringify(configMap({ a: '1' })));
    repository.write('apps/old.yaml', JSON.stringify(configMap({}, 'old')));
    repository.publish('by hand');
    // Before the old owner has let go, its objects of the plan count as taken.
    expect(textOf(await diffOf(repository, dev(configMap({ a: '2' }))))).toMatchInlineSnapshot(`
      "dev: 1 to create, 1 with a new owner (origin/main (…) → the working tree)
        + Kustomization/web in flux-system
        → ConfigMap/settings in default (apps → web): not handed over
            data.a  "1" → "2"
      "
    `);
    repository.delete('apps');
    repository.delete('k8s/clusters/dev/apps.yaml');
    const result = await diffOf(repository, dev(configMap({ a: '2' })));
    expect(textOf(result)).toMatchInlineSnapshot(`
      "dev: 1 to create, 1 with a new owner, 2 to delete (origin/main (…) → the working tree)
        + Kustomization/web in flux-system
        → ConfigMap/settings in default (apps → web): not handed over
            data.a  "1" → "2"
        - ConfigMap/old in default (apps)
        - Kustomization/apps in flux-system (flux-system)
      "
    `);
    publish(repository, dev(configMap({ a: '2' })));
    const revisions = { kind: 'revisions', from: 'HEAD~1', to: 'HEAD' } as const;
    const found = await diffOf(repository, dev(), revisions);
    expect(found.clusters).toMatchObject([{ isNew: false, objects: result.clusters[0]!.objects }]);
  });

  it('has let go of what an adoption takes once the files of its first step are there', async () => {
    repository.write('k8s/clusters/dev/flux-system/gotk-sync.yaml', kustomization('flux-system', './k8s/clusters/dev'));
    repository.write('k8s/clusters/dev/apps.yaml', kustomization('apps', './apps'));
    repository.write('apps/settings.yaml', JSON.stringify(configMap({ a: '1' })));
    repository.write('apps/other.yaml', JSON.stringify(configMap({}, 'other')));
    repository.publish('by hand');
    const app = dev(configMap({ a: '2' }));
    expect(adopt(repository, app, 'k8s/clusters/dev')).toMatchObject({ step: 'first' });
    expect(textOf(await diffOf(repository, app))).toMatchInlineSnapshot(`
      "dev: 1 to create, 1 with a new owner (origin/main (…) → the working tree)
        + Kustomization/web in flux-system
        → ConfigMap/settings in default (apps → web)
            data.a  "1" → "2"
      "
    `);
    repository.publish('step 1');
    expect(textOf(await diffOf(repository, app))).toMatchInlineSnapshot(`
      "dev: 1 to create, 1 with a new owner (origin/main (…) → the working tree)
        + Kustomization/web in flux-system
        → ConfigMap/settings in default (apps → web)
            data.a  "1" → "2"
            metadata.annotations["kustomize.toolkit.fluxcd.io/prune"]  - "disabled"
      "
    `);
  });

  it('has let go just so where a kustomization.yaml lists what the root reads, which the second step will edit', async () => {
    repository.write('k8s/clusters/dev/flux-system/gotk-sync.yaml', kustomization('flux-system', './k8s/clusters/dev'));
    repository.write('k8s/clusters/dev/apps.yaml', kustomization('apps', './apps'));
    repository.write('k8s/clusters/dev/kustomization.yaml', 'resources:\n- flux-system/gotk-sync.yaml\n- apps.yaml\n');
    repository.write('apps/settings.yaml', JSON.stringify(configMap({ a: '1' })));
    repository.write('apps/other.yaml', JSON.stringify(configMap({}, 'other')));
    repository.publish('by hand');
    const app = dev(configMap({ a: '2' }));
    const text = `dev: 1 to create, 1 with a new owner (origin/main (…) → the working tree)
  + Kustomization/web in flux-system
  → ConfigMap/settings in default (apps → web)
      data.a  "1" → "2"
`;
    expect(textOf(await diffOf(repository, app))).toBe(text.replace('(apps → web)', '$&: not handed over'));
    expect(adopt(repository, app, 'k8s/clusters/dev')).toMatchObject({ step: 'first' });
    expect(textOf(await diffOf(repository, app))).toBe(text);
    repository.publish('step 1');
    expect(textOf(await diffOf(repository, app))).toContain('→ ConfigMap/settings in default (apps → web)\n');
    expect(adopt(repository, app, 'k8s/clusters/dev')).toMatchObject({ step: 'second' });
    expect(repository.read('k8s/clusters/dev/kustomization.yaml')).toContain('- web.yaml\n');
    expect(textOf(await diffOf(repository, app))).toContain('→ ConfigMap/settings in default (apps → web)\n');
  });

  it('shows what Flux does where the list lacks a file that takes nothing over', async () => {
    repository.write('k8s/clusters/dev/flux-system/gotk-sync.yaml', kustomization('flux-system', './k8s/clusters/dev'));
    repository.write('k8s/clusters/dev/kustomization.yaml', 'resources:\n- flux-system/gotk-sync.yaml\n');
    repository.publish('by hand');
    expect(textOf(await diffOf(repository, dev(configMap({ a: '2' }))))).toBe('nothing differs\n');
  });

  it('is a new one where it has Flux alone', async () => {
    repository.write('k8s/clusters/dev/flux-system/gotk-sync.yaml', kustomization('flux-system', './k8s/clusters/dev'));
    repository.publish('flux bootstrap');
    expect(textOf(await diffOf(repository, dev(configMap({}))))).toBe(
      'dev: 2 to create, a new cluster (origin/main (…) → the working tree)\n',
    );
  });
});
