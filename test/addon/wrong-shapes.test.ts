import { ApiObject, App, Chart, Testing } from 'cdk8s';
import {
  ConfigMap,
  defineAddon,
  FluxApp,
  FluxCluster,
  FluxspanError,
  gitSource,
  HelmRelease,
  helmChart,
} from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { patternFault } from '../../src/contract/pattern.js';
import { sortDiagnostics } from '../../src/diagnostics/index.js';
import { planApp } from '../../src/tree/plan-app.js';
import { addon, clusterOf, diagnosticsOf, diagnosticsOfAddon, type LooseDefinition } from '../support/synthesize.js';

const cyclic: Record<string, unknown> = {};
cyclic['self'] = cyclic;
const chart = helmChart({ url: 'oci://example.org/web', version: '1.0.0' });
const codesOf = (diagnostics: ReturnType<typeof diagnosticsOf>) => [
  ...new Set(diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)),
];

it.each([[5], ['x'], [null], [undefined]])('refuses %j as a definition at once', (definition) => {
  expect(() => defineAddon(definition as never)).toThrow(/^defineAddon takes an object, not /);
});

it.each([
  ['mirrors', 'abc'],
  ['mirrors', [1]],
  ['mirrors', { 'oci://e.org': null }],
  ['mirrors', { 'oci://e.org': 5 }],
  ['mirrors', { 'oci://e.org': {} }],
  ['mirrors', { 'oci://e.org': { url: 5 } }],
  ['external', {}],
  ['external', 'cert-manager.io'],
  ['requireMirrors', 'no'],
  ['lockdown', 1n],
  ['base', 5],
  ['flux', null],
])('refuses the cluster option %s %o', (option, value) => {
  const found = diagnosticsOf({ first: [addon('web')] }, { options: { [option]: value } });
  expect(found.map(({ code, at }) => [code, at.path])).toEqual([['FX209', option]]);
});

it.each([
  ['Secret/pull', 'external[0]'],
  [5, 'external[0]'],
  [{ kind: 'Secret' }, 'external[0]'],
  [{ kind: 'Secret', name: 'pull', namespace: 5 }, 'external[0].namespace'],
  [{ kind: 'Secret', name: 'pull', labels: {} }, 'external[0].labels'],
  [{ kind: 'Kustomization', name: 'a b' }, 'external[0].name'],
])('refuses %j in the cluster option external', (entry, path) => {
  const found = diagnosticsOf({ first: [addon('web')] }, { options: { external: [entry] } });
  expect(found.map(({ code, at }) => [code, at.path])).toEqual([['FX209', path]]);
});

it.each([
  ['source', 5],
  ['source', { kind: 'Git', name: 'a' }],
  ['schemas', 'a.yaml'],
  ['root', 5],
  ['pathPrefix', null],
])('refuses the option %s %o of the app', (option, value) => {
  const { problems } = new FluxApp({ [option]: value } as object);
  expect(problems.map(({ code, at }) => [code, at.path])).toEqual([['FX209', option]]);
});

it.each([
  ['options', null],
  ['charts', { web: null }],
  ['charts', new Map([['web', chart]])],
  ['createNamespace', 'false'],
  ['createNamespace', null],
  ['namespaceLabels', { team: 1 }],
  ['namespaceLabels', 'team=a'],
  ['description', 5],
  ['kustomization', new Map([['interval', '1m']])],
])('refuses the field %s %o of a definition', (field, value) => {
  const found = diagnosticsOfAddon({ [field]: value });
  expect(found.map(({ code, at }) => [code, at.path?.split('.')[0]])).toEqual([['FX108', field]]);
});

it('refuses a Map for the settings of an addon', () => {
  const found = diagnosticsOfAddon({}, new Map([['values', {}]]));
  expect(found.map(({ code }) => code)).toEqual(['FX107']);
});

it('takes the namespace of a module for an object, as an import of all its names gives it', async () => {
  const settings = await import('../support/module-settings.js');
  expect(codesOf(diagnosticsOfAddon({ charts: { web: chart } }, settings))).not.toContain('FX107');
});

it('gives each build its own options', () => {
  const seen: unknown[] = [];
  const web = defineAddon({
    name: 'web',
    namespace: 'default',
    options: z.object({ list: z.array(z.string()), any: z.any(), deep: z.object({ n: z.number() }).default({ n: 0 }) }),
    build(scope, { options }) {
      seen.push(structuredClone({ ...options }));
      options.list.push('more');
      options.any.n++;
      options.deep.n++;
      new ConfigMap(scope, 'data', { data: {} });
    },
  });
  const any: Record<string, unknown> = { n: 0 };
  any['self'] = any;
  const use = web({ list: ['one'], any });
  const app = new FluxApp();
  for (const name of ['dev', 'prod']) new FluxCluster(app, name).stage('apps', [use]);
  planApp(app);
  expect(seen).toHaveLength(2);
  expect(seen[1]).toEqual(seen[0]);
  expect(any['n']).toBe(0);
});

it.each([
  ['an option that it does not have', [[addon('web')], { dependson: ['web'] }], 'FX209'],
  ['a name for a list', [[addon('web')], { dependsOn: 's1' }], 'FX209'],
  ['no addons', [], 'FX209'],
  ['an addon for a list', [addon('web')], 'FX209'],
])('refuses a stage with %s', (_, args, code) => {
  const cluster = new FluxCluster(new FluxApp(), 'dev') as unknown as { stage(...all: unknown[]): FluxCluster };
  expect(codesOf(synthCluster(cluster.stage('first', ...args)).diagnostics)).toEqual([code]);
});

describe('a getter that throws', () => {
  const broken = (field: string): object =>
    Object.defineProperty({}, field, {
      enumerable: true,
      get: () => {
        throw new Error('not yet');
      },
    });

  it.each([
    ['what is given', broken('kustomization'), undefined],
    ['the Kustomization', { kustomization: broken('interval') }, 'kustomization'],
    ['unlisted values', { unlistedValues: broken('a.b') }, 'unlistedValues'],
  ])('in %s is told with its place', (_, settings, path) => {
    const found = diagnosticsOfAddon({ charts: { web: chart }, build: () => {} }, settings);
    expect(found.map(({ code, at }) => [code, at.addon, at.path])).toEqual([['FX107', 'web', path]]);
    expect(found[0]?.at.source).toMatch(/^test\/(?:addon|support)\/\w+/);
  });

  it('in the definition is reported too', () => {
    const found = diagnosticsOfAddon({ kustomization: broken('interval') });
    expect(found.map(({ message }) => message)).toEqual([
      '`kustomization` that addon "web" was given cannot be read: not yet',
    ]);
  });
});

it('reports a second cluster of one name with its place, and writes nothing of either', () => {
  const app = new FluxApp();
  for (const _ of [1, 2]) clusterOf({ first: [addon('web')] }, { app, name: 'dev' });
  const diagnostics = sortDiagnostics(planApp(app).diagnostics);
  expect(diagnostics.map(({ code, message, at }) => [code, message, at.cluster])).toEqual([
    ['FX201', 'the app has two clusters "dev"', 'dev'],
  ]);
  expect(diagnostics[0]?.at.source).toMatch(/^test\/support\/synthesize\.ts:\d+$/);
});

it.each(['removed', 'replaced'] as const)('refuses %s(…) of what is neither addon nor object', (method) => {
  const cluster = clusterOf({ first: [addon('web')] }) as unknown as FluxCluster;
  cluster[method](1n as never, { reason: '' });
  expect(codesOf(synthCluster(cluster as never).diagnostics).sort()).toEqual(['FX209', 'FX513']);
});

describe('a name that every object of JavaScript has', () => {
  it('is reserved for addons, stages, releases and clusters', () => {
    expect(codesOf(diagnosticsOf({ first: [addon('constructor')] }))).toEqual(['FX101']);
    expect(codesOf(diagnosticsOf({ constructor: [addon('web')] }))).toEqual(['FX101']);
    const build: LooseDefinition['build'] = (scope, { charts }) => {
      new HelmRelease(scope, 'web', { chart: charts['constructor'] as typeof chart });
    };
    expect(codesOf(diagnosticsOfAddon({ charts: { constructor: chart }, build }))).toEqual(['FX101']);
    const app = new FluxApp();
    clusterOf({ first: [addon('web')] }, { app, name: 'constructor' });
    expect(codesOf(sortDiagnostics(planApp(app).diagnostics))).toEqual(['FX101']);
  });

  it('is not a declared one in `build`', () => {
    const build: LooseDefinition['build'] = (scope, { charts, options, vars }) => {
      new ConfigMap(scope, 'data', { data: { a: String(vars['constructor']), b: String(options['toString']) } });
      void charts['constructor'];
    };
    expect(codesOf(diagnosticsOfAddon({ infra: { vars: { TF_A: z.string() } }, build })).sort()).toEqual([
      'FX108',
      'FX304',
    ]);
  });
});

/** Each lies beside an addon with a fault of its own, which must be heard of too. */
it.each<[string, LooseDefinition, object | undefined, string]>([
  ['a namespace that is not text', { namespace: 5 }, undefined, 'FX108'],
  ['options that are a bigint', {}, 1n as never, 'FX107'],
  ['an option that is a bigint', { options: z.object({ r: z.string() }) }, { r: 1n }, 'FX107'],
  ['an option that holds itself', { options: z.object({ r: z.string() }) }, { r: cyclic }, 'FX107'],
  ['an async refine', { options: z.object({ r: z.string().refine(async () => true) }) }, { r: 'a' }, 'FX107'],
  [
    'a transform that throws',
    {
      options: z.object({
        r: z.string().transform(() => {
          throw new Error('no');
        }),
      }),
    },
    { r: 'a' },
    'FX107',
  ],
  ['options that are no schema', { options: 5 }, { r: 'a' }, 'FX107'],
  ['a default in bigint', { infra: { vars: { TF_A: z.string().default(1n as never) } } }, undefined, 'FX103'],
  [
    'examples that are no list',
    { infra: { vars: { TF_A: z.string().meta({ examples: 5 as never }) } } },
    undefined,
    'FX103',
  ],
  ['infra that is null', { infra: null }, undefined, 'FX108'],
  ['a secret that is missing', { infra: { secrets: { x: undefined } } }, undefined, 'FX108'],
  [
    'a secret without properties',
    { infra: { vars: { M: z.string() }, secrets: { x: { key: 'M' } } } },
    undefined,
    'FX108',
  ],
  [
    'a chart whose url is a number',
    { charts: { web: helmChart({ url: 5, version: '1' } as never) } },
    undefined,
    'FX108',
  ],
  [
    'a schema of values that is not a function',
    { charts: { web: helmChart({ url: 'oci://e.org/a', version: '1', valuesSchema: {} } as never) } },
    undefined,
    'FX108',
  ],
  ['a name in bigint', { name: 1n }, undefined, 'FX101'],
  ['requirements that are no list', { requires: 'abc' }, undefined, 'FX108'],
  ['what it starts without as text', { requires: ['abc'], startsWithout: 'abc' }, undefined, 'FX108'],
])('reports %s beside all else', (_, definition, settings, code) => {
  const broken = addon('broken', {
    build: () => {
      throw new Error('heard of');
    },
  });
  const found = diagnosticsOf({ first: [addon('web', definition, settings), broken] });
  expect(codesOf(found)).toEqual(expect.arrayContaining([code, 'FX301']));
});

it('refuses an infra value of a type that holds itself', () => {
  const tree = z.object({
    get child() {
      return tree;
    },
  });
  const found = diagnosticsOfAddon({ charts: { web: chart }, infra: { values: { web: tree } } });
  expect(found.map(({ message }) => message)).toContain(
    'infra input "values.web.child" is of a type that holds itself, which the contract cannot carry',
  );
});

it.each([
  [
    'throws',
    () => {
      throw new Error('no');
    },
  ],
  ['gives null', () => null],
])("says so when the schema of a chart's values %s", (_, valuesSchema) => {
  const web = helmChart({ url: 'oci://example.org/web', version: '1.0.0', valuesSchema } as never);
  const build: LooseDefinition['build'] = (scope, { charts }) => {
    new HelmRelease(scope, 'web', { chart: charts['web'] as typeof web });
  };
  expect(codesOf(diagnosticsOfAddon({ charts: { web }, build }))).toEqual(['FX313']);
});

it('reads an enum of TypeScript as its numbers', () => {
  enum Size {
    Small = 1,
    Large = 2,
  }
  const web = addon('web', { infra: { vars: { TF_SIZE: z.enum(Size) } } });
  expect(synthCluster(clusterOf({ first: [web] })).contract.vars['TF_SIZE']?.schema.enum).toEqual([1, 2]);
});

describe('the examples of a var that several addons declare', () => {
  const declared = (...schemas: readonly z.ZodType[]) =>
    synthCluster(
      clusterOf({ first: schemas.map((schema, i) => addon(`addon-${i}`, { infra: { vars: { TF_A: schema } } })) }),
    );
  it('fit what all declare', () => {
    const enums = declared(z.enum(['x', 'y']).meta({ examples: ['x'] }), z.enum(['y', 'z']).meta({ examples: ['z'] }));
    expect(enums.contract.vars['TF_A']?.schema).toEqual({ type: 'string', enum: ['y'] });
    const patterns = declared(
      z
        .string()
        .regex(/^a/)
        .meta({ examples: ['ax'] }),
      z
        .string()
        .regex(/b$/)
        .meta({ examples: ['xb'] }),
      z.string().meta({ examples: ['ab'] }),
    );
    expect(patterns.contract.vars['TF_A']?.schema.examples).toEqual(['ab']);
  });

  it('are asked for where none does', () => {
    const { diagnostics } = declared(
      z
        .string()
        .regex(/^a/)
        .meta({ examples: ['ax'] }),
      z
        .string()
        .regex(/b$/)
        .meta({ examples: ['xb'] }),
    );
    expect(codesOf(diagnostics)).toEqual(['FX205']);
  });
});

it.each([
  [/^(a{500}){3}$/, true],
  [/^((a{10}){10,11}){10}$/, true],
  [/^(a{2,}(b{300})){4}$/, true],
  [/^(a{500}){2}$/, false],
  [/^a{500}b{500}c{500}$/, false],
  [/^[{(]{500}\({3}$/, false],
])('knows how much repetition RE2 takes: %s', (pattern, isRefused) => {
  expect(patternFault(pattern) !== undefined).toBe(isRefused);
});

describe('in a plain cdk8s chart', () => {
  it('objects of the ecosystem get the namespace of their addon', () => {
    const made = defineAddon({
      name: 'web',
      namespace: 'shop',
      build(scope) {
        new ApiObject(scope, 'object', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } });
        new ApiObject(scope, 'role', {
          apiVersion: 'rbac.authorization.k8s.io/v1',
          kind: 'ClusterRole',
          metadata: { name: 'a' },
        });
      },
    });
    const chart = new Chart(new App(), 'chart');
    made.addTo(chart);
    expect((Testing.synth(chart) as ApiObject[]).map(({ kind, metadata }) => [kind, metadata.namespace])).toEqual([
      ['ConfigMap', 'shop'],
      ['ClusterRole', undefined],
    ]);
  });

  it('an addon of another repository gets its source and the Kustomization that reads it', () => {
    const made = defineAddon({ name: 'crds', source: gitSource('https://git.example.org/crds', 'v1'), path: './crds' });
    const chart = new Chart(new App(), 'chart');
    made.addTo(chart, { options: { version: 'v2' } });
    expect(Testing.synth(chart)).toMatchObject([
      { kind: 'GitRepository', metadata: { name: 'crds' }, spec: { ref: { tag: 'v2' } } },
      {
        kind: 'Kustomization',
        metadata: { name: 'crds', namespace: 'flux-system' },
        spec: { path: './crds', prune: false, sourceRef: { kind: 'GitRepository', name: 'crds' } },
      },
    ]);
  });
});

it('writes nothing by cdk8s either while something is wrong', () => {
  const app = new FluxApp();
  clusterOf({ first: [addon('web', { requires: ['nobody'] })] }, { app });
  expect(() => app.synthYaml()).toThrow(FluxspanError);
  expect(() => app.synth()).toThrow(/FX203/);
});
