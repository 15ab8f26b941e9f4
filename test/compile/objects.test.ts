import { ApiObject, Chart, JsonPatch } from 'cdk8s';
import type { Construct } from 'constructs';
import { ConfigMap, FluxApp, FluxCluster, gitSource, HelmRelease, helmChart, Namespace } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { planApp } from '../../src/tree/plan-app.js';
import { addon, clusterOf, diagnosticsOf, diagnosticsOfAddon, type LooseDefinition } from '../support/synthesize.js';

const configMap = (scope: Construct, id: string, props: object = {}) =>
  new ConfigMap(scope, id, { data: { a: 'b' }, ...props });
const errorsOf = (diagnostics: ReturnType<typeof diagnosticsOf>) =>
  diagnostics.filter(({ severity }) => severity === 'error').map(({ code, message }) => `${code} ${message}`);

describe('a build that is not done when it returns', () => {
  it('is refused when it is async, whatever becomes of its promise', async () => {
    const late = async (scope: Construct) => {
      configMap(scope, 'early');
      await Promise.resolve();
      throw new Error('nobody hears of it');
    };
    const errors = errorsOf(diagnosticsOfAddon({ build: late as never }));
    expect(errors).toEqual(['FX301 `build` of addon "web" gives a promise, so what it makes later would be lost']);
    await new Promise((done) => setImmediate(done));
  });

  it('is refused when it is a generator', () => {
    const build = function* (scope: Construct) {
      yield configMap(scope, 'data');
    };
    expect(errorsOf(diagnosticsOfAddon({ build: build as never }))).toEqual([
      'FX301 `build` of addon "web" gives an iterator, so what it makes later would be lost',
    ]);
  });

  it('may give what it made', () => {
    expect(errorsOf(diagnosticsOfAddon({ build: (scope) => configMap(scope, 'data') as never }))).toEqual([]);
    expect(errorsOf(diagnosticsOfAddon({ build: (scope) => [configMap(scope, 'data')] as never }))).toEqual([]);
  });
});

describe('an object outside the scope of its addon', () => {
  it('is refused in the scope of an addon that is finished', () => {
    let other: Construct | undefined;
    const first = addon('a', {
      build: (scope) => {
        other = scope;
        configMap(scope, 'x');
      },
    });
    const second = addon('b', {
      build: (scope) => {
        configMap(other!, 'y', { name: 'lost' });
        configMap(scope, 'x');
      },
    });
    expect(errorsOf(diagnosticsOf({ first: [first, second] }))).toEqual([
      'FX319 ConfigMap/lost at "dev/a/y" is in no addon: that place is addon "a"\'s, whose `build` had ended, and no file would hold it',
    ]);
  });

  it('is refused in the scope of another cluster, which is finished', () => {
    const app = new FluxApp();
    let other: Construct | undefined;
    const first = addon('a', {
      build: (scope) => {
        other ??= scope;
        configMap(other, `x-${scope.node.path}`, { name: 'same' });
      },
    });
    clusterOf({ first: [first] }, { app, name: 'dev' });
    clusterOf({ first: [first] }, { app, name: 'two' });
    const found = planApp(app).diagnostics.filter(({ code }) => code === 'FX301');
    expect(found.map(({ at, message, fix }) => [at.cluster, message, fix])).toEqual([
      [
        'two',
        '`build` of addon "a" failed: Cannot add children to "dev/a" during synthesis',
        'make it in the scope that this `build` is given: the other one is finished',
      ],
    ]);
  });

  it('may be beside a construct that has the name of an addon, or of what is derived', () => {
    const cluster = clusterOf({ first: [addon('a', { build: (scope) => void configMap(scope, 'x') })] });
    const { files } = synthCluster(
      clusterOf({ first: [addon('a', { build: (scope) => void configMap(scope, 'x') })] }),
    );
    configMap(new Chart(cluster, 'a'), 'x', { name: 'lost' });
    new Chart(cluster, 'flux-system');
    const found = synthCluster(cluster);
    expect(errorsOf(found.diagnostics)).toEqual([
      'FX319 ConfigMap/lost at "dev/a/x" is in no addon, and no file would hold it',
    ]);
    expect(found.files).toEqual(files);
  });

  it('is refused in a chart of the app and of the cluster', () => {
    const app = new FluxApp();
    configMap(new Chart(app, 'loose'), 'x', { name: 'lost' });
    const build = (scope: Construct) => {
      configMap(new Chart(scope.node.root as Construct, 'made-by-build'), 'x', { name: 'lost-too' });
      configMap(scope, 'x');
    };
    const cluster = clusterOf({ first: [addon('a', { build })] }, { app });
    configMap(new Chart(cluster, 'loose'), 'x', { name: 'lost-here' });
    const { diagnostics } = synthCluster(cluster);
    expect(errorsOf(diagnostics)).toEqual([
      'FX319 ConfigMap/lost at "loose/x" is in no addon and no cluster, and no file would hold it',
      'FX319 ConfigMap/lost-too at "made-by-build/x" is in no addon and no cluster, and no file would hold it',
      'FX319 ConfigMap/lost-here at "dev/loose/x" is in no addon, and no file would hold it',
    ]);
  });
});

describe('what an object is called', () => {
  it('is read after `extra` and patches', () => {
    const build = (scope: Construct) => {
      configMap(scope, 'one', { name: 'same' });
      configMap(scope, 'two', { name: 'other', extra: { metadata: { name: 'same' } } });
      configMap(scope, 'three', { name: 'third' }).addJsonPatch(JsonPatch.replace('/metadata/name', 'same'));
    };
    const errors = errorsOf(diagnosticsOfAddon({ build: (scope) => build(scope) }));
    expect(errors).toEqual(['FX302 addon "web" makes ConfigMap/same in namespace "default" twice']);
  });

  it('may be another kind by `extra`, which then names its file', () => {
    const build = (scope: Construct) => {
      configMap(scope, 'one', { extra: { kind: 'Widget', apiVersion: 'example.org/v1' } });
    };
    const { files } = synthCluster(clusterOf({ first: [addon('web', { build })] }));
    expect(files['addons/dev/web/widget.yaml']).toContain('apiVersion: example.org/v1\nkind: Widget\n');
  });

  it.each([
    ['/metadata', 'no metadata.name'],
    ['/metadata/name', 'no metadata.name'],
    ['/kind', 'no kind'],
    ['/apiVersion', 'no apiVersion'],
  ])('is missing once a patch takes %s away', (path, what) => {
    const build = (scope: Construct) => {
      configMap(scope, 'one').addJsonPatch(JsonPatch.remove(path));
    };
    expect(errorsOf(diagnosticsOfAddon({ build }))).toEqual([`FX303 ConfigMap/web has ${what}`]);
  });

  it.each([5, null, {}, ['a']])('is text, and its namespace is, and not %j', (value) => {
    const build = (scope: Construct) => {
      configMap(scope, 'one').addJsonPatch(JsonPatch.replace('/metadata/namespace', value));
      new ApiObject(scope, 'two', {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'two', namespace: (value ?? {}) as string },
      });
    };
    const found = diagnosticsOfAddon({ build }).filter(({ severity }) => severity === 'error');
    // cdk8s leaves an empty namespace out, and the object then has none.
    expect(found.map(({ code }) => code).filter((code) => code !== 'FX612')).toContain('FX303');
    expect(found.find(({ code }) => code === 'FX303')?.at.path).toBe('metadata.namespace');
  });

  it('puts it into the namespace that a patch says, which somebody must create', () => {
    const build = (scope: Construct) => {
      configMap(scope, 'one').addJsonPatch(JsonPatch.replace('/metadata/namespace', 'elsewhere'));
    };
    expect(errorsOf(diagnosticsOfAddon({ build }))).toEqual(['FX207 nothing creates the namespace "elsewhere"']);
  });
});

describe('constructs that fluxspan adds', () => {
  const chart = helmChart({ url: 'oci://example.org/web', version: '1.0.0' });

  it('have ids that no addon of ours has', () => {
    const build = (scope: Construct, { charts }: { charts: Readonly<Record<string, unknown>> }) => {
      for (const id of ['Namespace-web', 'OCIRepository-web', 'Kustomization'])
        configMap(scope, id, { name: id.toLowerCase() });
      new HelmRelease(scope, 'web', { chart: charts['web'] as typeof chart });
    };
    const definition = { namespace: 'web', createNamespace: true, charts: { web: chart }, build };
    expect(errorsOf(diagnosticsOfAddon(definition as never))).toEqual([]);
  });
});

it('says of a release that cannot be compiled that, and not that it is missing', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  const chart = helmChart({ url: 'oci://example.org/web', version: '1.0.0' });
  const errors = errorsOf(
    diagnosticsOfAddon({
      charts: { web: chart },
      infra: { values: { web: z.object({ host: z.string() }) } },
      build: (scope, { charts }) => {
        new HelmRelease(scope, 'web', { chart: charts['web'] as typeof chart, values: { cyclic } });
        new Namespace(scope, 'other', { name: 'other' });
      },
    }),
  );
  expect(errors.filter((one) => one.startsWith('FX309'))).toEqual([]);
  expect(errors.filter((one) => one.startsWith('FX301'))).toEqual([
    'FX301 HelmRelease/web cannot be made into JSON: a value holds itself, or is too deep',
  ]);
});

it("is none of Flux's own, and none that Terraform writes", () => {
  const chart = helmChart({ url: 'oci://example.org/web', version: '1.0.0' });
  const found = diagnosticsOf({
    first: [
      addon('one', { source: gitSource('https://example.org/x', 'v1', { name: 'flux-system' }), path: './x' }),
      addon('web', {
        namespace: 'default',
        charts: { web: chart },
        infra: { vars: { TF_A: z.string() }, values: { web: z.object({ a: z.string() }) } },
        build: (scope, { charts, vars }) => {
          new HelmRelease(scope, 'web', { chart: charts['web'] as typeof chart });
          configMap(scope, 'vars', {
            name: 'cluster-vars-terraform',
            namespace: 'flux-system',
            data: { a: vars['TF_A'] },
          });
          configMap(scope, 'values', { name: 'web-values-terraform' });
          configMap(scope, 'other', { name: 'cluster-vars-terraform' });
        },
      }),
    ],
  });
  expect(errorsOf(found).filter((one) => one.startsWith('FX302'))).toEqual([
    'FX302 addon "one" makes GitRepository/flux-system in namespace "flux-system", which is Flux\'s own',
    'FX302 addon "web" makes ConfigMap/cluster-vars-terraform in namespace "flux-system", which is written by Terraform',
    'FX302 addon "web" makes ConfigMap/web-values-terraform in namespace "default", which is written by Terraform',
  ]);
});

it('tells what is wrong with each of two that are called alike', () => {
  const build = (scope: Construct) => {
    for (const namespace of ['default', 'kube-system'])
      configMap(scope, namespace, { name: 'c', namespace, data: { a: 5 } });
  };
  const found = diagnosticsOfAddon({ build });
  expect(errorsOf(found).map((one) => one.slice(0, 75))).toEqual([
    'FX315 the API server refuses ConfigMap/c in namespace "default": "data.a" t',
    'FX315 the API server refuses ConfigMap/c in namespace "kube-system": "data.',
  ]);
});

it('takes no stage once a cluster is synthesized', () => {
  const build = (scope: Construct) => void configMap(scope, 'x');
  const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [addon('a', { build })] as never);
  const { files } = synthCluster(cluster);
  expect(() => cluster.stage('late', [addon('b', { build })] as never)).toThrow(
    'FX209 cluster-options: stage "late" comes after cluster "dev" was synthesized, and would be in no tree',
  );
  expect(synthCluster(cluster).files).toEqual(files);
});

it.each([
  ['1.2.3', { tag: '1.2.3' }],
  ['1.2.3-rc.1+build.5', { tag: '1.2.3-rc.1_build.5' }],
  ['1.x', { semver: '1.x' }],
  ['^1.2', { semver: '^1.2' }],
  ['>=1.2 <2', { semver: '>=1.2 <2' }],
  ['1.2,2.0', { semver: '1.2,2.0' }],
])('a chart in an OCI registry at %s is a tag or a range', (version, ref) => {
  const web = helmChart({ url: 'oci://example.org/web', version });
  const build: LooseDefinition['build'] = (scope, { charts }) =>
    void new HelmRelease(scope, 'web', { chart: charts['web'] as typeof web });
  const { objects } = synthCluster(clusterOf({ first: [addon('web', { charts: { web }, build })] }));
  expect(objects.find(({ kind }) => kind === 'OCIRepository')).toMatchObject({ spec: { ref } });
});

it('lists the charts of an addon by release, in whatever order they were written', () => {
  const charts = {
    one: helmChart({ url: 'oci://example.org/first', version: '1.0.0' }),
    two: helmChart({ url: 'oci://example.org/second', version: '2.0.0' }),
  };
  const readme = (order: object) =>
    synthCluster(clusterOf({ first: [addon('web', { charts: order })] })).files['clusters/dev/README.md'];
  expect(readme({ two: charts.two, one: charts.one })).toBe(readme(charts));
  expect(readme(charts)).toContain('chart first; chart second');
});

it.each([
  ['a number in bigint', { interval: 5n }],
  [
    'a value that holds itself',
    {
      decryption: (() => {
        const it: Record<string, unknown> = {};
        it['self'] = it;
        return it;
      })(),
    },
  ],
])('refuses kustomization settings with %s', (_, kustomization) => {
  const found = diagnosticsOfAddon({}, { kustomization }).filter(({ severity }) => severity === 'error');
  expect(found.length).toBeGreaterThan(0);
  for (const { at, message } of found) expect(at.addon, message).toBe('web');
});

describe('a value that is not data', () => {
  it.each([
    ['NaN', Number.NaN],
    ['a bigint', 1n],
    ['a symbol', Symbol('s')],
    ['a function', () => 1],
  ])('is told once in a field of a known type: %s', (_, value) => {
    const found = diagnosticsOfAddon({
      build: (scope) => {
        new ConfigMap(scope, 'data', { data: { title: value as unknown as string } });
      },
    });
    expect(found.map(({ code, at }) => `${code} ${at.path}`)).toEqual(['FX311 data.title']);
  });

  it('is told once among the values of a chart with a schema', () => {
    const valuesSchema = () => ({ type: 'object', properties: { replicas: { type: 'integer' } } });
    const found = diagnosticsOfAddon({
      charts: { web: helmChart({ url: 'oci://example.org/web', version: '1.0.0', valuesSchema }) },
      build: (scope, { charts }) => {
        new HelmRelease(scope, 'web', { chart: charts['web'] as never, values: { replicas: Number.NaN } });
      },
    });
    expect(found.map(({ code, at }) => `${code} ${at.path}`)).toEqual(['FX311 spec.values.replicas']);
  });

  // Go writes them in six characters each, and reads no key of more than 1,024.
  it.each(['&'.repeat(200), '<>'.repeat(90), `k${'"'.repeat(600)}`, 'x'.repeat(1001)])(
    'refuses a key that grows too long for kustomize',
    (key) => {
      const found = diagnosticsOfAddon({
        charts: { web: helmChart({ url: 'oci://example.org/web', version: '1.0.0' }) },
        build: (scope, { charts }) => {
          new HelmRelease(scope, 'web', { chart: charts['web'] as never, values: { [key]: 1 } as never });
        },
      });
      expect(found.map(({ code }) => code)).toEqual(['FX311']);
    },
  );
});
