import { ApiObject } from 'cdk8s';
import { ConfigMap, HelmRelease, helmChart } from 'fluxspan';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isFluxApp } from '../../src/cluster/flux-app.js';
import { compileCluster } from '../../src/compile/compile-cluster.js';
import { openCompileContext } from '../../src/compile/compile-context.js';
import type { CompiledCluster } from '../../src/compile/compiled-cluster.js';
import platform, { dev } from '../../src/platform/app.js';
import {
  appliedProblems,
  appliedRefusals,
  applyCluster,
  exampleConfigMaps,
  explainMiss,
  explainValue,
  parseGivenInfra,
  parseQuestion,
  printApplied,
  printAppliedJson,
  printExplained,
} from '../../src/preview/index.js';
import { outcomeOf } from '../support/outcome-of.js';
import { addon, clusterOf } from '../support/synthesize.js';

const compiled = compileCluster(platform, dev, openCompileContext(platform));
const examples = exampleConfigMaps(compiled.contract);
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));

const ask = (of: CompiledCluster, text: string, infra = exampleConfigMaps(of.contract)): string =>
  explainValue(of, applyCluster(of, infra), parseQuestion(text)!, infra).map(printExplained).join('\n');

const renderedOf = (...given: Parameters<typeof clusterOf>): CompiledCluster => {
  const cluster = clusterOf(...given);
  const app = cluster.node.root;
  if (!isFluxApp(app)) throw new Error('no app');
  return compileCluster(app, cluster, openCompileContext(app));
};

const chart = helmChart({ url: 'oci://example.org/web', version: '1.0.0' });
const web = addon('web', {
  charts: { web: chart },
  infra: {
    vars: {
      TF_HOST: z
        .string()
        .regex(/^[a-z.]+$/)
        .meta({ examples: ['web.example'] }),
    },
    values: { web: z.object({ db: z.object({ port: z.number(), host: z.string() }) }) },
  },
  build: (scope, { charts, vars }) => {
    new ConfigMap(scope, 'data', { data: { host: vars['TF_HOST']!, url: `https://${vars['TF_HOST']}/` } });
    new HelmRelease(scope, 'web', {
      chart: charts['web'] as typeof chart,
      values: { host: vars['TF_HOST'], db: { name: 'web' }, replicas: 2 } as never,
    });
  },
});

describe('the platform', () => {
  const applied = applyCluster(compiled, examples);

  it('comes to objects without an expression, and nothing is refused', () => {
    expect(appliedProblems('dev', applied)).toEqual([]);
    const text = printApplied(applied);
    expect(text).not.toContain('${');
    expect(text).toContain('role: platform-dev-karpenter-nodes');
    expect(applied.map(({ name }) => name)[0]).toBe('flux-system');
  });

  it('composes the values of every release', () => {
    const releases = applied.flatMap(({ objects }) => objects.filter(({ source }) => source.kind === 'HelmRelease'));
    expect(releases.length).toBeGreaterThan(8);
    for (const { release } of releases) expect(release?.composed).not.toHaveProperty('error');
    const karpenter = releases.find(({ source }) => source.name === 'karpenter')?.release?.composed;
    if (karpenter === undefined || 'error' in karpenter) throw new Error('karpenter has no values');
    expect(karpenter.values['settings']).toMatchObject({ clusterName: 'platform-dev' });
  });

  it('fails as Flux does where Terraform gives nothing', () => {
    const problems = appliedProblems('dev', applyCluster(compiled, { ...examples, configMaps: [] }));
    expect(problems.map(({ message }) => message)).toContain(
      'Flux reports: substitute from \'ConfigMap/cluster-vars-terraform\' error: configmaps "cluster-vars-terraform" not found',
    );
    expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(['FX690']));
    const empty = examples.configMaps.map((one) => ({ ...one, data: {} }));
    const said = appliedProblems('dev', applyCluster(compiled, { ...examples, configMaps: empty })).map(
      (p) => p.message,
    );
    expect(said.some((text) => text.includes('variable not set (strict mode): "TF_AWS_REGION"'))).toBe(true);
    expect(said.some((text) => text.includes("with key 'values.yaml': key not found"))).toBe(true);
  });
});

describe('infra from a file', () => {
  const cluster = renderedOf({ first: [web] });
  const infra = { vars: { TF_HOST: 'a.b' }, values: { web: { db: { port: 5432, host: 'db' } } } };
  const dataOf = (given: ReturnType<typeof parseGivenInfra>) => {
    if (!given.ok) throw new Error(given.problem.message);
    return Object.fromEntries(
      given.value.configMaps.map(({ namespace, name, data }) => [`${namespace}/${name}`, data]),
    );
  };
  const proof = { fluxspan: { contract: 1, cluster: 'dev' }, ...infra, secrets: {} };
  const expected = {
    'default/web-values-terraform': { 'values.yaml': expect.stringContaining('5432') },
    'flux-system/cluster-vars-terraform': { TF_HOST: 'a.b' },
  };

  it('is read as InfraOf has it, as outputs, and as ConfigMaps', () => {
    expect(dataOf(parseGivenInfra(bytes(infra), 'infra.json', cluster.contract))).toEqual(expected);
    const output = { contract: { sensitive: false, value: proof } };
    expect(dataOf(parseGivenInfra(bytes(output), 'output.json', cluster.contract))).toEqual(expected);
    const configMap = (namespace: string, name: string, data: object) => ({
      kind: 'ConfigMap',
      metadata: { namespace, name },
      data,
    });
    const items = [
      configMap('flux-system', 'cluster-vars-terraform', { TF_HOST: 'a.b' }),
      configMap('default', 'web-values-terraform', { 'values.yaml': 'db:\n  port: 5432\n' }),
    ];
    expect(dataOf(parseGivenInfra(bytes({ kind: 'List', items }), 'maps.json', cluster.contract))).toEqual(expected);
  });

  it('says what only an apply will tell, and puts the example there', () => {
    const plan = {
      format_version: '1.2',
      resource_changes: [
        {
          mode: 'managed',
          type: 'terraform_data',
          name: 'contract',
          address: 'module.flux.terraform_data.contract',
          change: { after: { input: proof }, after_unknown: { input: { vars: { TF_HOST: true } } } },
        },
      ],
    };
    const given = parseGivenInfra(bytes(plan), 'plan.json', cluster.contract);
    expect(outcomeOf(given)).toMatchObject({ unknown: ['vars.TF_HOST'] });
    expect(dataOf(given)['flux-system/cluster-vars-terraform']).toEqual({ TF_HOST: 'web.example' });
  });

  it('of another cluster, or of no form, is refused', () => {
    const other = { contract: { sensitive: false, value: { ...proof, fluxspan: { contract: 1, cluster: 'prod' } } } };
    expect(outcomeOf(parseGivenInfra(bytes(other), 'o.json', cluster.contract))).toMatchObject({ code: 'FX414' });
    expect(outcomeOf(parseGivenInfra(bytes([1]), 'o.json', cluster.contract))).toMatchObject({ code: 'FX412' });
    expect(outcomeOf(parseGivenInfra(Buffer.from('{"vars":'), 'o.json', cluster.contract))).toMatchObject({
      code: 'FX412',
    });
  });
});

describe('explain', () => {
  const cluster = renderedOf({ first: [web] });

  it('tells the layers of a release', () => {
    expect(ask(cluster, 'db').replace(/(called from \S+:)\d+/, '$1N')).toBe(
      `web/HelmRelease/web  spec.values.db
  = {"host":"example","port":1,"name":"web"}
    ConfigMap default/web-values-terraform, key values.yaml (example of the contract)  {"host":"example","port":1}
  * values in the build of addon web, test/preview/render.test.ts:54                   {"name":"web"}
  the addon is used at test/support/synthesize.ts:32, called from test/preview/render.test.ts:N
`,
    );
    expect(ask(cluster, 'db.port')).toContain('* ConfigMap default/web-values-terraform, key values.yaml');
  });

  it('tells the line that made the object, and the one that uses its addon with its options', () => {
    const sized = addon(
      'sized',
      {
        options: z.object({ size: z.number().default(1), label: z.string().default('a') }),
        build: (scope, { options }) => {
          const { size, label } = options as { size: number; label: string };
          new ConfigMap(scope, 'data', { data: { size: String(size), label, 'label.txt': `${label}b` } });
        },
      },
      { size: 3 },
    );
    const told = (path: string) =>
      ask(renderedOf({ first: [sized] }), path)
        .split('\n')
        .slice(3, -1);
    const places =
      /^ {2}made at test\/preview\/render\.test\.ts:\d+; the addon is used at test\/support\/\S+:\d+, called from test\/preview\/render\.test\.ts:\d+, with the options size$/;
    expect(told('ConfigMap/sized data.size')).toEqual([
      expect.stringMatching(places),
      '  options of addon sized that have their defaults: label ("a")',
    ]);
    expect(told('ConfigMap/sized data.label')[1]).toBe('  it equals the default of option label of addon sized');
    // No build made it.
    expect(told('Kustomization/sized spec.interval').join()).not.toContain('default of option');
  });

  it('tells the vars of a text', () => {
    const told = ask(cluster, 'ConfigMap/web data.url').split('\n');
    expect(told.slice(0, 2)).toEqual(['web/ConfigMap/web  data.url', '  = "https://web.example/"']);
    expect(told[2]).toMatch(/^ {4}written in the tree +"https:\/\/\$\{TF_HOST\}\/"$/);
    expect(told[3]).toMatch(
      /^ {2}\* \$\{TF_HOST\} from ConfigMap flux-system\/cluster-vars-terraform \(example of the contract\) +"web.example"$/,
    );
  });

  it('stars one line: the var that is a value, else the layer that says it', () => {
    const starred = (text: string) =>
      ask(two, text)
        .split('\n')
        .filter((line) => line.startsWith('  * '));
    const spec = {
      hostnames: ['static.example', `\${TF_A}.example`, '${TF_B}'],
      one: '${TF_A}',
      both: '${TF_A}-${TF_B}',
    };
    const texts = addon('web', {
      charts: { web: chart },
      infra: { vars: { TF_A: z.string().regex(/^[a-z]+$/), TF_B: z.string().regex(/^[a-z]+$/) } },
      build: (scope, { charts }) => {
        new ApiObject(scope, 'route', {
          apiVersion: 'example.org/v1',
          kind: 'Route',
          metadata: { name: 'r' },
          spec,
        } as never);
        new HelmRelease(scope, 'web', {
          chart: charts['web'] as typeof chart,
          values: { host: '${TF_A}', urls: { a: 'https://${TF_A}', b: ['${TF_B}'] } } as never,
        });
      },
    });
    const two = renderedOf({ first: [texts] });
    for (const text of ['spec.hostnames', 'spec.one', 'spec.both', 'spec', 'host', 'urls']) {
      for (const told of ask(two, text).split('\n\n')) {
        expect([text, told.match(/^ {2}\* /gm)?.length]).toEqual([text, 1]);
      }
    }
    expect(starred('spec.one')[0]).toContain('${TF_A} from ConfigMap flux-system/cluster-vars-terraform');
    expect(starred('spec.both')[0]).toContain('written in the tree');
    expect(starred('host')[0]).toContain('${TF_A} from');
    const hostnames = ask(two, 'Route/r spec.hostnames');
    expect(hostnames).toMatch(/\* written in the tree/);
    expect(hostnames).toMatch(
      /^ {4}\[1\]: \$\{TF_A\} from ConfigMap flux-system\/cluster-vars-terraform .* "example"$/m,
    );
    expect(hostnames).toMatch(/^ {4}\[2\]: \$\{TF_B\} from /m);
    expect(hostnames).not.toContain('[0]:');
    expect(ask(two, 'urls')).toMatch(/^ {4}b\[0\]: \$\{TF_B\} from /m);
  });

  it('tells a default of the chart', () => {
    const schema = () => ({ type: 'object', default: { replicas: 1, image: { tag: 'v1' } } });
    const own = helmChart({ url: 'oci://example.org/web', version: '1.0.0', valuesSchema: schema });
    const given = addon('web', {
      charts: { web: own },
      build: (scope, { charts }) => {
        new HelmRelease(scope, 'web', { chart: charts['web'] as typeof own, values: { replicas: 2 } as never });
      },
    });
    const told = renderedOf({ first: [given] });
    expect(ask(told, 'image.tag')).toContain(`* the chart's default  "v1"`);
    expect(ask(told, 'replicas')).toMatch(
      / {2}the chart's default +1\n {2}\* values in the build of addon web, test\/preview\/render\.test\.ts:\d+ {2}2/,
    );
    expect(ask(told, 'spec.values')).toEqual(
      expect.stringMatching(
        /^web\/HelmRelease\/web {2}spec\.values\n {2}= \{"replicas":2\}\n {2}\* values in the build of addon web, \S+ {2}\{"replicas":2\}\n/,
      ),
    );
  });

  it('puts a map over that of the chart, and takes away what is null', () => {
    const schema = () => ({ type: 'object', default: { image: { tag: 'v1', pull: 'Always' }, extra: { a: 1 } } });
    const own = helmChart({ url: 'oci://example.org/web', version: '1.0.0', valuesSchema: schema });
    const given = addon('web', {
      charts: { web: own },
      build: (scope, { charts }) => {
        const values = { image: { tag: 'v2', pull: null }, extra: null };
        new HelmRelease(scope, 'web', { chart: charts['web'] as typeof own, values: values as never });
      },
    });
    const told = renderedOf({ first: [given] });
    expect(ask(told, 'image')).toMatch(
      /= \{"tag":"v2"\}\n {4}the chart's default +\{.*\}\n {2}\* values in the build of addon web, \S+ {2}\{"pull":null,"tag":"v2"\}/,
    );
    expect(ask(told, 'extra')).toMatch(
      /= nothing\n {4}the chart's default +\{"a":1\}\n {2}\* values in the build of addon web, \S+ {2}null/,
    );
  });

  it('carries a number that JavaScript cannot', () => {
    const own = helmChart({ url: 'oci://example.org/web', version: '1.0.0' });
    const given = addon('web', {
      charts: { web: own },
      build: (scope, { charts }) => {
        const labels = { 'reconcile.fluxcd.io/watch': 'Enabled' };
        const data = { 'values.yaml': 'big: 12345678901234567890123', long: '9223372036854775807' };
        new ConfigMap(scope, 'big', { name: 'big', labels, data });
        const kind = 'ConfigMap';
        const valuesFrom = [
          { kind, name: 'big' } as const,
          { kind, name: 'big', valuesKey: 'long', targetPath: 'long' } as const,
        ];
        new HelmRelease(scope, 'web', { chart: charts['web'] as typeof own, valuesFrom });
      },
    });
    const told = renderedOf({ first: [given] });
    expect(ask(told, 'big')).toContain('= 1.2345678901234568e+22');
    // By targetPath Helm keeps an int64.
    expect(ask(told, 'long')).toContain('= 9223372036854775807\n');
    const applied = applyCluster(told, exampleConfigMaps(told.contract));
    expect(printApplied(applied)).toContain('#   long: 9223372036854775807');
    expect(printAppliedJson(applied)).toContain('"long": 9223372036854775807');
  });

  it('takes a path of values as diff prints it', () => {
    expect(ask(cluster, 'values.replicas')).toBe(ask(cluster, 'replicas'));
    expect(ask(cluster, 'HelmRelease/web values.db.name')).toBe(ask(cluster, 'spec.values.db.name'));
  });

  it.each([
    ['HelmRelease/wep spec.interval', 'there is no object "HelmRelease/wep"; did you mean "HelmRelease/web"?'],
    ['Deployment/other spec.replicas', 'there is no object "Deployment/other"'],
    ['HelmRelease/web spec.intreval', 'nothing has a value at "spec.intreval"; did you mean "spec.interval"?'],
    ['replicsa', 'nothing has a value at "replicsa"; did you mean "replicas"?'],
    [
      'spec.nothing',
      'nothing has a value at "spec.nothing"; a path begins at the object (spec.…, data.…) or, of a release, at its values',
    ],
  ])('says of %s what was probably meant', (text, said) => {
    expect(explainMiss(applyCluster(cluster, exampleConfigMaps(cluster.contract)), parseQuestion(text)!)).toBe(said);
  });

  it('has nothing to say of what is not there, and reads only paths', () => {
    expect(ask(cluster, 'spec.nothing')).toBe('');
    expect(ask(cluster, '__proto__')).toBe('');
    expect(parseQuestion('a..b')?.path).toEqual(['a', 'b']);
    expect(parseQuestion('a["b.c"][0]')?.path).toEqual(['a', 'b.c', 0]);
    expect(parseQuestion('[')).toBeUndefined();
    expect(parseQuestion('')).toBeUndefined();
  });
});

it('leaves out an object whose name becomes a number, and says so', () => {
  const bad = addon('web', {
    infra: { vars: { TF_ID: z.string() } },
    build: (scope, { vars }) => {
      new ConfigMap(scope, 'data', { name: vars['TF_ID']!, data: { a: 'b' } });
    },
  });
  const app = renderedOf({ first: [bad] });
  const given = parseGivenInfra(bytes({ vars: { TF_ID: '0123' } }), 'i.json', app.contract);
  if (!given.ok) throw new Error(given.problem.message);
  const [, kustomization] = applyCluster(app, given.value);
  expect(['object', 'dropped']).toContain(kustomization?.objects[0]?.outcome.kind);
});

describe('patches of a Kustomization', () => {
  const operations = (...all: readonly object[]) => ({ target: { kind: 'ConfigMap' }, patch: JSON.stringify(all) });
  const rendered = (kustomization: object, infra = {}) => {
    const web = addon(
      'web',
      {
        infra: { vars: { TF_HOST: z.string().meta({ examples: ['web.example'] }) } },
        build: (scope, { vars }) => {
          new ConfigMap(scope, 'data', { name: 'data', data: { host: vars['TF_HOST']! } });
          new ConfigMap(scope, 'more', { name: 'more', data: { a: 'b' } });
        },
        ...infra,
      },
      { kustomization },
    );
    const app = renderedOf({ first: [web] });
    const given = exampleConfigMaps(app.contract);
    return { app, given, applied: applyCluster(app, given).slice(1) };
  };

  it('are in what is printed, with their vars, and what they delete is not', () => {
    const { app, applied } = rendered({
      patches: [
        operations({ op: 'add', path: '/data/url', value: 'https://${TF_HOST}/' }),
        { patch: 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: more, namespace: default }\n$patch: delete\n' },
      ],
    });
    expect(appliedProblems('dev', applied)).toEqual([]);
    const text = printApplied(applied);
    expect(text).toContain('url: https://web.example/');
    expect(text).not.toContain('name: more');
    expect(ask(app, 'ConfigMap/data data.url')).toContain('patches of Kustomization/web');
  });

  it('that fail leave nothing, and the problem says which and why', () => {
    const { applied } = rendered({ patches: [operations({ op: 'remove', path: '/data/host' })] });
    expect(applied[0]?.objects).toEqual([]);
    expect(appliedProblems('dev', applied)).toMatchObject([
      {
        code: 'FX690',
        at: { addon: 'web' },
        message:
          'kustomize fails: patch 0 of ConfigMap/more: operation 1 (remove "/data/host") fails: there is no "host"',
      },
    ]);
  });

  it('tells nothing of what a Secret has, which the words of an error may quote', () => {
    const source = addon('web', {
      charts: { web: chart },
      build: (scope, { charts }) => {
        new ApiObject(scope, 'login', {
          apiVersion: 'v1',
          kind: 'Secret',
          metadata: { name: 'login' },
          stringData: { a: 'b,hunter2' },
        } as never);
        new HelmRelease(scope, 'web', {
          chart: charts['web'] as typeof chart,
          valuesFrom: [{ kind: 'Secret', name: 'login', valuesKey: 'a', targetPath: 'x' }],
        });
      },
    });
    const app = renderedOf({ first: [source] });
    const problems = appliedProblems('dev', applyCluster(app, exampleConfigMaps(app.contract)));
    expect(problems.map(({ message }) => message)).toEqual([
      "helm-controller can't compose its values, and a Secret is among them",
    ]);
  });

  it('are in what is printed where they select by labels, and only in the objects that they select', () => {
    const remove = (labelSelector: string) => ({
      target: { kind: 'ConfigMap', name: 'more', labelSelector },
      patch: '[{ "op": "remove", "path": "/data" }]',
    });
    const dataOf = (labelSelector: string) => {
      const { applied } = rendered({ patches: [remove(labelSelector)], components: [] });
      expect(appliedProblems('dev', applied)).toEqual([]);
      const outcomes = applied.flatMap(({ objects }) => objects.map(({ outcome }) => outcome));
      return JSON.stringify(outcomes).includes('"a":"b"');
    };
    expect([dataOf('!absent'), dataOf('absent')]).toEqual([false, true]);
  });

  it('that set images are not in it: a notice says so once', () => {
    const { applied } = rendered({
      images: [{ name: 'nginx', newTag: '9' }],
      components: [],
    });
    expect(appliedProblems('dev', applied)).toMatchObject([
      {
        code: 'FX691',
        severity: 'notice',
        at: { addon: 'web' },
        message: 'Kustomization "web" changes its objects by images, and they are shown here without that',
      },
    ]);
  });
});

describe('values that break something', () => {
  const schema = () => ({
    type: 'object',
    properties: { replicas: { type: 'integer' }, db: { type: 'object', properties: { port: { type: 'integer' } } } },
  });
  const own = helmChart({ url: 'oci://example.org/web', version: '1.0.0', valuesSchema: schema as never });
  const shop = addon('shop', {
    charts: { web: own },
    infra: {
      vars: { TF_KEY: z.string(), TF_HOST: z.string().meta({ examples: ['a.example'] }) },
      values: { web: z.object({ db: z.object({ port: z.number() }) }) },
    },
    build: (scope, { charts, vars }) => {
      new ConfigMap(scope, 'data', { name: 'data', data: { fixed: 'a' } });
      new ApiObject(scope, 'route', {
        apiVersion: 'gateway.networking.k8s.io/v1',
        kind: 'HTTPRoute',
        metadata: { name: 'web' },
        spec: { hostnames: [vars['TF_HOST']] },
      } as never);
      new HelmRelease(scope, 'web', { chart: charts['web'] as typeof own, values: { replicas: 1 } as never });
    },
  });
  const cluster = renderedOf({ first: [shop] });
  const good = { vars: { TF_KEY: 'a', TF_HOST: 'b.example' }, values: { web: { db: { port: 5432 } } } };
  const check = (infra: unknown) => {
    const parsed = parseGivenInfra(bytes(infra), 'infra.json', cluster.contract);
    if (!parsed.ok) throw new Error(parsed.problem.message);
    const given = parsed.value;
    const { diagnostics, refused } = appliedRefusals(cluster, applyCluster(cluster, given), given);
    return {
      contract: given.problems.map(({ code, at }) => `${code} ${at.path}`),
      said: diagnostics.map(({ code, at }) => `${code} ${at.object} ${at.path}`),
      refused: [...refused].map(({ source }) => source.title),
    };
  };

  it('are not found where all is well', () => {
    expect(check(good)).toEqual({ contract: [], said: [], refused: [] });
  });

  it('are told by the contract, with the codes of contract check', () => {
    expect(check({ ...good, vars: { TF_HOST: 3, TF_OTHER: 'x' } }).contract).toEqual([
      'FX401 vars.TF_KEY',
      'FX403 vars.TF_HOST',
      'FX402 vars.TF_OTHER',
    ]);
    const proof = { fluxspan: { contract: 1, cluster: 'dev' }, vars: {}, values: good.values, secrets: {} };
    const { contract } = check({ contract: { sensitive: false, value: proof } });
    expect(contract).toEqual(['FX401 vars.TF_HOST', 'FX401 vars.TF_KEY']);
  });

  it('are told by the schema of the object that they break, which is refused', () => {
    expect(check({ ...good, vars: { ...good.vars, TF_HOST: 'https://b.example/' } })).toEqual({
      contract: [],
      said: ['FX315 HTTPRoute/web spec.hostnames[0]'],
      refused: ['HTTPRoute/web'],
    });
    expect(check({ ...good, vars: { ...good.vars, TF_HOST: '' } }).refused).toEqual(['HTTPRoute/web']);
  });

  it('are told by the chart of the release', () => {
    expect(check({ ...good, values: { web: { db: { port: 1.5 } } } }).said).toEqual([
      'FX313 HelmRelease/web infra.values.web.db.port',
    ]);
  });
});
