import { ApiObject } from 'cdk8s';
import { ConfigMap, type Diagnostic, HelmRelease, helmChart, Namespace } from 'fluxspan';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { undecidable } from '../../scripts/undecidable.js';
import { catalogue } from '../../src/cli/catalogue.js';
import type { DiagnosticCode } from '../../src/diagnostics/index.js';
import { addon, diagnosticsOf, type LooseContext, type LooseDefinition } from '../support/synthesize.js';
import { ruleFixtures } from './fixtures.js';

type Scope = ConstructorParameters<typeof ConfigMap>[0];
type Build = NonNullable<LooseDefinition['build']>;

const one = (definition: LooseDefinition, options: object = {}, settings?: object) =>
  diagnosticsOf({ first: [addon('web', definition, settings)] }, { options });
const text = (pattern: RegExp, example: string) =>
  z
    .string()
    .regex(pattern)
    .meta({ examples: [example] });
const name = text(/^a[a-z]*$/, 'ab');
const chart = helmChart({ url: 'oci://example.org/web', version: '1.0.0' });
const both =
  (...builds: readonly Build[]): Build =>
  (scope, context) => {
    for (const build of builds) build(scope, context);
  };
const data =
  (values: Readonly<Record<string, string>>, more: object = {}): Build =>
  (scope: Scope) => {
    new ConfigMap(scope, 'data', { name: 'data', data: values, ...more });
  };
const object =
  (apiVersion: string, kind: string, fields: object, metadata: object = {}): Build =>
  (scope: Scope) => {
    new ApiObject(scope, kind, { apiVersion, kind, metadata: { name: 'web', ...metadata }, ...fields });
  };
const release =
  (values: object, more: object = {}): Build =>
  (scope: Scope, { charts }: LooseContext) => {
    new HelmRelease(scope, 'web', { chart: charts['web'] as typeof chart, values: values as never, ...more });
  };
/** A ConfigMap that reads a var, so that the var is used, and says something else beside it. */
const saying = (said: string, vars: Readonly<Record<string, unknown>> = { TF_NAME: name }) =>
  one({
    infra: { vars },
    build: (scope, context) => {
      for (const [key, value] of Object.entries(context.vars)) {
        new ConfigMap(scope, key, { name: key.toLowerCase().replaceAll('_', '-'), data: { a: value } });
      }
      new ConfigMap(scope, 'data', { data: { said } });
    },
  });
/** A var of a type, at a place of its own. */
const placed = (type: z.ZodType, place: (value: string) => string = (value) => value) =>
  one({
    infra: { vars: { TF_NAME: type } },
    build: (scope, { vars }) => {
      new ConfigMap(scope, 'data', { data: { a: place(vars['TF_NAME']!) } });
    },
  });
const deployment = (replicas: unknown): Build =>
  object('apps/v1', 'Deployment', {
    spec: {
      replicas,
      selector: { matchLabels: { a: 'b' } },
      template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'a', image: 'b' }] } },
    },
  });

/** What becomes of a fault: a rule sees it, synth makes it right, or nobody here can know. */
type Fate =
  | { readonly code: DiagnosticCode; readonly program: () => readonly Diagnostic[] }
  /** `fluxspan contract check`, `handover` or the types tell it, with tests of their own. */
  | { readonly elsewhere: readonly DiagnosticCode[] }
  /** Nothing is said, because what is written is right; `test/compile/quote-vars.test.ts` shows that it arrives. */
  | { readonly right: () => readonly Diagnostic[] }
  /** The beginning of its line in docs/diagnostics.md. */
  | { readonly unseen: string };

const faults: Readonly<Record<string, Fate>> = {
  'a var that nobody gives': { code: 'FX304', program: () => saying('in ${TF_OTHER}') },
  'a var that is almost a declared one': { code: 'FX304', program: () => saying('in ${TF_NMAE} and ${tf_name}') },
  'a var in an addon without vars': { code: 'FX304', program: () => one({ build: data({ a: '${TF_NAME}' }) }) },
  'defaults alone, so that Flux puts nothing in': {
    right: () =>
      one(
        {
          infra: { vars: { TF_NAME: z.enum(['a', 'b']).default('a') } },
          build: (scope, { vars }) => {
            new ConfigMap(scope, 'data', { data: { a: vars['TF_NAME']! } });
          },
        },
        { flux: '2.8' },
      ),
  },
  'a ConfigMap of vars that nobody writes': {
    code: 'FX610',
    program: () =>
      one({
        build: object('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', {
          spec: {
            interval: '1h',
            retryInterval: '1m',
            path: './a',
            prune: true,
            sourceRef: { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' },
            postBuild: { substituteFrom: [{ kind: 'ConfigMap', name: 'gone' }] },
          },
        }),
      }),
  },
  'an input that cannot be a var': {
    code: 'FX104',
    program: () => one({ infra: { vars: { 'TF-NAME': name } }, build: data({}) }),
  },
  'an expression that Flux cannot parse': { code: 'FX305', program: () => saying('${TF_NAME-x}') },
  "a shell's, a workflow's or a dashboard's own ${…}": {
    right: () => saying('echo ${HOME} ${list[@]} ${{ github.sha }} ${my-var} ${a.b}'),
  },
  'a $$ that becomes one': { right: () => saying('kill $$') },
  'an operator that a shell reads otherwise': { code: 'FX602', program: () => saying('${TF_NAME:+yes}') },
  'a length below zero': { code: 'FX602', program: () => saying('${TF_NAME:1:-2}') },
  'a default with braces': { code: 'FX602', program: () => saying('${TF_NAME:={}}') },
  'a default with $$': { code: 'FX602', program: () => saying('${TF_NAME:=a$$b}') },
  'a pattern on a line that is folded': {
    code: 'FX602',
    program: () => saying(`${'word '.repeat(17)} \${TF_NAME/foo bar/x}`, { TF_NAME: name }),
  },
  'text that becomes a number, boolean or null': { right: () => placed(text(/^\w+$/, '0123')) },
  'text that would be a number where only one may be': {
    code: 'FX315',
    program: () =>
      one({
        infra: { vars: { TF_NAME: text(/^\d$/, '3') } },
        build: (scope, { vars }) => deployment(vars['TF_NAME'])(scope, {} as LooseContext),
      }),
  },
  'a leading zero': { right: () => placed(text(/^\d{12}$/, '012345678901')) },
  'a value that is cut at a #, or trimmed': { right: () => placed(text(/^[a-z #]*$/, 'a #b')) },
  'a value that is cut in quotes of the writer': {
    code: 'FX603',
    program: () => placed(text(/^[a-z']*$/, 'a'), (value) => `*.${value}`),
  },
  'a list as the value of a var': {
    code: 'FX102',
    program: () => placed(z.array(z.string())),
  },
  'a pretty-printed list as the text of a var': { unseen: 'a pretty-printed YAML list' },
  'lines that are joined to one': { code: 'FX603', program: () => placed(text(/^[a-z\n]*$/, 'a')) },
  'an empty value that becomes null': { right: () => placed(text(/^[a-z]*$/, 'a')) },
  'a name that becomes a number': {
    code: 'FX315',
    program: () =>
      one({
        infra: { vars: { TF_NAME: z.number() } },
        build: (scope, { vars }) => {
          new ConfigMap(scope, 'data', { name: String(vars['TF_NAME']), data: {} });
        },
      }),
  },
  'a name that the value of a var makes too long': { unseen: 'a name that the value of a var makes too long' },
  'an integer above 2^53': { unseen: 'an integer above 2^53' },
  "the author's quotes, which are lost": { right: () => placed(text(/^[01]+$/, '01')) },
  'an escape for two levels': { unseen: 'escapes through two levels' },
  'a value that Terraform and the code both set': {
    code: 'FX306',
    program: () =>
      one({
        charts: { web: chart },
        infra: { values: { web: z.object({ host: z.string() }) } },
        build: release({ host: 'a' }),
      }),
  },
  'a value that the chart does not read': {
    code: 'FX313',
    program: () => {
      const valuesSchema = () => ({
        type: 'object',
        additionalProperties: false,
        properties: { replicas: { type: 'integer' } },
      });
      const own = helmChart({ url: 'oci://example.org/web', version: '1.0.0', valuesSchema });
      return one({ charts: { web: own }, build: release({ replica: 2 }) });
    },
  },
  'a big number from Terraform': {
    code: 'FX618',
    program: () =>
      one({
        charts: { web: chart },
        infra: { values: { web: z.object({ accounts: z.array(z.number().meta({ examples: [123456789012] })) }) } },
        build: release({}),
      }),
  },
  'a suffix hash': { unseen: 'a suffix hash that kustomize' },
  'a generator of ConfigMaps': {
    code: 'FX605',
    program: () =>
      one({
        build: object('kustomize.config.k8s.io/v1beta1', 'Kustomization', { configMapGenerator: [{ name: 'a' }] }),
      }),
  },
  'the same of Terraform': { elsewhere: ['FX406'] },
  'an immutable ConfigMap of Terraform': { elsewhere: ['FX408'] },
  'an immutable ConfigMap of the tree that changes': { elsewhere: ['FX520'] },
  'a ConfigMap that comes after Flux': { unseen: "the order of Flux's bootstrap" },
  'a namespace that nobody creates': {
    code: 'FX207',
    program: () => one({ build: data({}, { namespace: 'nowhere' }) }),
  },
  'a namespace that two create': {
    code: 'FX207',
    program: () =>
      one({
        namespace: 'web',
        charts: { web: chart },
        infra: { values: { web: z.object({ a: z.string() }) } },
        build: both(release({}), (scope) => {
          new Namespace(scope, 'namespace', { name: 'web' });
        }),
      }),
  },
  'a custom resource beside the release of its CRD': {
    code: 'FX605',
    program: () =>
      one({
        provides: ['example.org'],
        charts: { web: chart },
        build: both(release({}), object('example.org/v1', 'Widget', {})),
      }),
  },
  'two Kustomizations that own one object': {
    code: 'FX302',
    program: () => diagnosticsOf({ first: [addon('one', { build: data({}) }), addon('two', { build: data({}) })] }),
  },
  'the same with one that fluxspan did not write': { elsewhere: ['FX506'] },
  'one object twice in a build': {
    code: 'FX302',
    program: () =>
      one({ build: both(data({}), object('v1', 'ConfigMap', {}, { name: 'data', namespace: 'default' })) }),
  },
  'a folder with YAML of something else': { unseen: 'a folder that holds YAML of something else' },
  'a path that is not there, or that the source ignores': { elsewhere: ['FX533', 'FX544'] },
  'a cycle of dependsOn': {
    code: 'FX640',
    program: () =>
      one({
        charts: { first: chart, second: { ...chart, url: 'oci://example.org/second', sourceName: 'second' } },
        build: (scope, { charts }) => {
          new HelmRelease(scope, 'first', { chart: charts['first'] as typeof chart, dependsOn: [{ name: 'second' }] });
          new HelmRelease(scope, 'second', { chart: charts['second'] as typeof chart, dependsOn: [{ name: 'first' }] });
        },
      }),
  },
  'a dependency that is not there': {
    code: 'FX202',
    program: () => diagnosticsOf({ first: { addons: [addon('web')], dependsOn: ['gone'] } }),
  },
  'a Kustomization that is renamed': { elsewhere: ['FX501', 'FX502'] },
  'a file that Terraform writes too': { unseen: 'files in the repository that Terraform writes too' },
  'the same in a handover': { elsewhere: ['FX512'] },
  'a plan that hides keys': { unseen: 'a plan that hides the keys' },
  'the same in letters of more than one byte': {
    code: 'FX611',
    program: () => one({ build: data({ a: 'é'.repeat(600_000) }) }),
  },
};

/** Faults that the program of a rule's fixture shows. */
const shownByFixtures = ruleFixtures.flatMap((fixture) => {
  const { fault = [] } = fixture;
  if (typeof fault === 'object' && 'none' in fault) return [];
  return [fault].flat().map((name) => [name, fixture] as const);
});

describe('each known fault of a Flux tree', () => {
  it.each(Object.entries(faults))('%s', (_, fate) => {
    if ('code' in fate) expect(fate.program().map(({ code }) => code)).toContain(fate.code);
    else if ('elsewhere' in fate)
      expect(catalogue.map(({ code }) => code)).toEqual(expect.arrayContaining([...fate.elsewhere]));
    else if ('right' in fate) expect(fate.right()).toEqual([]);
    else expect(undecidable.map(([what]) => what).filter((what) => what.startsWith(fate.unseen))).toHaveLength(1);
  });

  it.each(shownByFixtures)('%s', (_, { code, bad }) => {
    expect(
      bad?.().map((one) => one.code),
      `\`bad\` in the fixture must make the rule report ${code}`,
    ).toContain(code);
  });

  it('is decided by a rule, and each rule decides one', () => {
    const decided = new Set<string>([
      ...shownByFixtures.map(([, { code }]) => code),
      ...Object.values(faults).flatMap((fate) => ('code' in fate ? [fate.code] : [])),
    ]);
    const undecided = ruleFixtures.filter(({ bad, code }) => bad !== undefined && !decided.has(code));
    const reasons = ruleFixtures.flatMap(({ code, fault = [] }) =>
      typeof fault === 'object' && 'none' in fault ? [{ code, reason: fault.none }] : [],
    );
    for (const { reason } of reasons) expect(reason).toMatch(/./);
    expect(
      undecided.map(({ code }) => code),
      'name in `fault` of the fixture the known fault of Flux trees that its `bad` program shows, or say why there is none',
    ).toEqual(reasons.map(({ code }) => code));
    expect(undecided.map(({ code }) => code)).toEqual(expect.arrayContaining(['FX624', 'FX625', 'FX626']));
  });
});

it('what a cluster is made of, and what a change does, has a page for each code', () => {
  const wanted = catalogue.filter(({ code }) => /^FX[25]/.test(code));
  expect(wanted.length).toBeGreaterThan(20);
  expect(wanted.filter(({ page }) => page === undefined)).toEqual([]);
});
