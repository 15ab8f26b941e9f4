import { ApiObject } from 'cdk8s';
import { ConfigMap, cidr, type Diagnostic, HelmRelease, helmChart, hostname } from 'fluxspan';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compileCluster } from '../../../src/compile/compile-cluster.js';
import { openCompileContext } from '../../../src/compile/compile-context.js';
import { fillExamples } from '../../../src/rules/schemas/fill-examples.js';
import { addon, clusterOf, diagnosticsOf, diagnosticsOfAddon, type LooseDefinition } from '../../support/synthesize.js';

const vars = {
  TF_HOST: hostname(),
  TF_B: hostname(),
  TF_CIDR: cidr(),
  TF_PORT: z.number().meta({ examples: [8080] }),
  TF_FREE: z.string().regex(/^[a-z]+$/),
};

/** What the schema sees of a ConfigMap's data, with whatever in it no API takes. */
const filled = (data: object, definition: LooseDefinition = {}) => {
  const web = addon('web', {
    infra: { vars },
    build: (scope) => void new ConfigMap(scope, 'data', { data: data as Record<string, string> }),
    ...definition,
  });
  const cluster = clusterOf({ first: [web] });
  const [one] = compileCluster(
    cluster.node.root as never,
    cluster,
    openCompileContext(cluster.node.root as never),
  ).addons;
  const { value, open } = fillExamples(one!.objects[0]!, one!.built);
  return { data: (value as { data: unknown }).data, open };
};

describe('the text that a schema sees', () => {
  it.each([
    ['${TF_HOST}', 'app.example.org'],
    ['${TF_HOST,,}', 'app.example.org'],
    ['${TF_HOST^^}', 'APP.EXAMPLE.ORG'],
    ['${TF_HOST/app/web}', 'web.example.org'],
    ['${TF_HOST:=${TF_B}}', 'app.example.org'],
    ['${TF_HOST:0:3}', 'app'],
    ['${#TF_HOST}', '15'],
    ['https://${TF_HOST}:${TF_PORT}/', 'https://app.example.org:8080/'],
    ['$${TF_HOST} ${HOME} $$ ${TF_HOST}', '$app.example.org ${HOME} $$ app.example.org'],
  ])('of %s is %s', (text, expected) => {
    expect(filled({ a: text }).data).toEqual({ a: expected });
  });

  it('is as its author wrote it where Flux fails, or a var is not declared', () => {
    const data = { a: '${TF_HOST:1:-2}', b: '${TF_HOST', c: '${TF_HSOT} ${TF_HOST}', d: '${TF_HOST:=${HOME}}' };
    expect(filled(data).data).toEqual(data);
  });

  it('has its keys filled too', () => {
    expect(filled({ 'a-${TF_PORT}': '${TF_HOST}' }).data).toEqual({ 'a-8080': 'app.example.org' });
  });

  it('is open where a var has no example', () => {
    const { open } = filled({ a: '${TF_FREE}', b: '${TF_HOST:=${TF_FREE}}', c: ['${TF_FREE^}'], d: '${TF_HOST}' });
    expect(open).toEqual([
      ['data', 'a'],
      ['data', 'b'],
      ['data', 'c', 0],
    ]);
  });

  it('is what stands there where the object says that it is not substituted', () => {
    const annotations = { 'kustomize.toolkit.fluxcd.io/substitute': 'disabled' };
    const build: LooseDefinition['build'] = (scope) =>
      void new ConfigMap(scope, 'data', { annotations, data: { a: '${TF_HOST}' } });
    expect(filled({}, { build: build! }).data).toEqual({ a: '${TF_HOST}' });
  });
});

describe('a number', () => {
  it('is one where it stands alone, and text where the file quotes it', () => {
    const build: LooseDefinition['build'] = (scope) => {
      new HelmRelease(scope, 'web', {
        chart: helmChart({ url: 'oci://example.org/web', version: '1.0.0' }) as never,
        values: { port: '${TF_PORT}', defaulted: '${TF_PORT:=80}', text: 'p-${TF_PORT}', length: '${#TF_HOST}' },
      } as never);
    };
    const web = addon('web', { infra: { vars }, build: build! });
    const cluster = clusterOf({ first: [web] });
    const [one] = compileCluster(
      cluster.node.root as never,
      cluster,
      openCompileContext(cluster.node.root as never),
    ).addons;
    const release = one!.objects.find(({ kind }) => kind === 'HelmRelease')!;
    const { value } = fillExamples(release, one!.built);
    expect((value as { spec: { values: unknown } }).spec.values).toEqual({
      port: 8080,
      defaulted: 8080,
      text: 'p-8080',
      length: '15',
    });
    expect(filled({ port: '${TF_PORT}' }).data).toEqual({ port: '8080' });
  });
});

const errorsOf = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.filter(({ severity }) => severity === 'error').map(({ code, message }) => `${code} ${message}`);
const refused = (definition: LooseDefinition) =>
  errorsOf(diagnosticsOfAddon({ infra: { vars: { TF_HOST: hostname(), TF_B: hostname() } }, ...definition }));

describe('an expression that Flux makes good text of is not refused', () => {
  const expressions = ['${TF_HOST,,}', '${TF_HOST/app/web}', '${TF_HOST:=${TF_B}}', '${TF_HOST:0:3}'];

  it.each(expressions)('%s in the hostnames of an HTTPRoute', (text) => {
    const build: LooseDefinition['build'] = (scope) => {
      new ApiObject(scope, 'route', {
        apiVersion: 'gateway.networking.k8s.io/v1',
        kind: 'HTTPRoute',
        metadata: { name: 'web' },
        spec: {
          hostnames: [text, '${TF_B}'],
          parentRefs: [{ name: 'gateway', namespace: 'gateway' }],
          rules: [{ backendRefs: [{ name: 'web', port: 80 }] }],
        },
      });
    };
    const options = { external: ['gateway.networking.k8s.io', { kind: 'Namespace', name: 'gateway' }] };
    const web = addon('web', {
      infra: { vars: { TF_HOST: hostname(), TF_B: hostname() } },
      requires: ['gateway.networking.k8s.io'],
      build: build!,
    });
    expect(errorsOf(diagnosticsOf({ first: [web] }, { options }))).toEqual([]);
  });

  it.each(expressions)('%s in the values of a chart', (text) => {
    const valuesSchema = () => ({
      type: 'object',
      additionalProperties: false,
      properties: { host: { type: 'string', pattern: '^[a-z.]+$' } },
    });
    const chart = helmChart({ url: 'oci://example.org/web', version: '1.0.0', valuesSchema } as never);
    expect(
      refused({
        charts: { web: chart },
        build: (scope, { charts }) => {
          new HelmRelease(scope, 'web', { chart: charts['web'], values: { host: text } } as never);
          new ConfigMap(scope, 'b', { data: { b: '${TF_B}' } });
        },
      }),
    ).toEqual([]);
  });

  it('and one that it makes bad text of is', () => {
    const chart = helmChart({
      url: 'oci://example.org/web',
      version: '1.0.0',
      valuesSchema: () => ({ type: 'object', properties: { host: { type: 'string', pattern: '^[a-z.]+$' } } }),
    } as never);
    const problems = refused({
      charts: { web: chart },
      build: (scope, { charts }) => {
        new HelmRelease(scope, 'web', { chart: charts['web'], values: { host: '${TF_HOST^^}' } } as never);
      },
    });
    expect(problems).toEqual([expect.stringContaining('FX313')]);
  });
});
