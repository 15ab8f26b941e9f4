import { ApiObject } from 'cdk8s';
import { defineAddon, FluxApp, FluxCluster } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { takesDefault } from '../../src/substitution/takes-default.js';

const claim = (spec: object) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'web' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
});
const deployment = (replicas: unknown, env: readonly object[] = []) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: {
    replicas,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'main', image: 'example.org/web:1', env }] },
    },
  },
});
const config = (data: object) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web' }, data });

/** An addon with one var, as YAML under a Kustomization with postBuild has it; or without any. */
const synth = (object: object, vars: object | null = { TF_NAME: z.string().default('web') }) => {
  const addon = defineAddon({
    name: 'web',
    namespace: 'default',
    ...(vars === null ? {} : { infra: { vars } as never }),
    build: (scope) => void new ApiObject(scope, 'object', object as never),
  });
  const { diagnostics, files } = synthCluster(new FluxCluster(new FluxApp(), 'dev').stage('apps', [addon()]));
  const text = Object.entries(files).find(([path]) => /addons\/dev\/web\/(?!kustomization)/.test(path))?.[1] ?? '';
  return { text, problems: diagnostics.filter(({ code }) => ['FX304', 'FX315', 'FX316'].includes(code)) };
};
const codes = (...args: Parameters<typeof synth>) =>
  synth(...args).problems.map(({ code, severity }) => `${code} ${severity}`);

describe('a value that is nothing but a default, of a var that nothing sets', () => {
  it.each([
    ['an enum', claim({ accessModes: ['${MODE:=ReadWriteOnce}'] }), '- ${MODE:=ReadWriteOnce}'],
    ['a quantity', claim({ resources: { requests: { storage: '${SIZE:-5Gi}' } } }), 'storage: ${SIZE:-5Gi}'],
    ['a name', claim({ storageClassName: '${CLASS:=fast}' }), 'storageClassName: ${CLASS:=fast}'],
    ['a number', deployment('${COUNT:=2}'), 'replicas: ${COUNT:=2}'],
    ['another operator', deployment('${COUNT=2}'), 'replicas: ${COUNT=2}'],
  ])('is left to Flux, which takes it: %s', (_, object, line) => {
    const { text, problems } = synth(object);
    expect(text).toContain(line);
    expect(problems).toMatchObject([
      { code: 'FX304', severity: 'notice', message: expect.stringMatching(/takes the default$/) },
    ]);
  });

  it('is judged by the default', () => {
    expect(codes(claim({ accessModes: ['${MODE:=ReadWriteOften}'] }))).toEqual(['FX304 notice', 'FX315 error']);
    expect(codes(deployment('${COUNT:=two}'))).toEqual(['FX304 notice', 'FX315 error']);
    expect(codes(deployment('${COUNT:="2"}'))).toEqual(['FX304 notice', 'FX315 error']);
  });

  it('is left to Flux next to text that is escaped', () => {
    const { text } = synth(deployment('${COUNT:=2}', [{ name: 'HOME', value: '${HOME}/web' }]));
    expect(text).toContain('replicas: ${COUNT:=2}');
    expect(text).toContain('value: $${HOME}/web');
    expect(text).not.toContain('substitute: disabled');
  });

  it.each([
    ['in a ConfigMap', config({ port: '${PORT:-8080}' })],
    ['in the environment of a program', deployment(1, [{ name: 'PORT', value: '${PORT:-8080}' }])],
    ['with more text', claim({ volumeName: 'fast-${PORT:-8080}' })],
    ['in an annotation', { ...claim({}), metadata: { name: 'web', annotations: { a: '${PORT:-8080}' } } }],
  ])('stays text for others %s', (_, object) => {
    const { text, problems } = synth(object);
    // Of an object in which nothing is for Flux, a label says so.
    expect(text).toMatch(/\$\$\{PORT:-8080\}|substitute: disabled/);
    expect(problems).toEqual([]);
  });
});

describe('text that the API server refuses', () => {
  it('names the var that the addon lacks, and both ways to get the default', () => {
    const [problem, ...others] = synth(deployment('${COUNT:=2}'), null).problems;
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      code: 'FX315',
      severity: 'error',
      fix: "write the default, '2'; or declare the var with it, infra: { vars: { COUNT: z.string().default('2') } }, so that Flux puts it in",
    });
    expect(problem?.notes).toContain(
      'the addon has no vars, so its Kustomization has no postBuild, and Flux leaves ${COUNT:=2} as it is',
    );
  });

  it('names the var where it has no default', () => {
    const [problem] = synth(claim({ accessModes: ['${MODE}'] })).problems;
    expect(problem?.fix).toBe(
      'declare it, infra: { vars: { MODE: … } }, or set it in postBuild.substitute; or write the value',
    );
  });

  it('keeps its own fix where no var is in it', () => {
    expect(synth(claim({ accessModes: ['ReadWriteOften'] }), null).problems[0]?.fix).not.toContain('infra');
  });
});

it.each([
  ['${A:=b}', ['spec', 'replicas'], true],
  ['${A:-b}', ['metadata', 'name'], true],
  ['${A:=}', ['spec', 'x'], true],
  ['${A:=${B:=c}}', ['spec', 'x'], true],
  ['${A:=b}', ['spec', 'data', 0, 'remoteRef', 'key'], true],
  ['${A:=b}', ['spec', 'target', 'template', 'data', 'x'], false],
  ['${A:=b}', ['spec', 'values', 'x'], false],
  ['${A:=b}', ['data', 'x'], false],
  ['${A:?b}', ['spec', 'x'], false],
  ['${A}', ['spec', 'x'], false],
  ['${A:=b}${C:=d}', ['spec', 'x'], false],
  ['$${A:=b}', ['spec', 'x'], false],
  ['${A-b}', ['spec', 'x'], false],
])('%s at %j', (text, path, expected) => {
  expect(takesDefault(text, path)).toBe(expected);
});

it('is one notice for all names of an addon, and one of its own for a name that is close to a var', () => {
  const { problems } = synth(
    claim({
      accessModes: ['${MODE:=ReadWriteOnce}'],
      storageClassName: '${CLASS:=fast}',
      volumeName: '${TF_NAMES:=a}',
    }),
    { F_NAMES: z.string().default('a') },
  );
  expect(problems.map(({ severity, message }) => `${severity} ${message}`)).toEqual([
    'notice addon "web" reads ${MODE}, ${CLASS} with a default, and nothing sets them: Flux takes the defaults',
    expect.stringMatching(/TF_NAMES/),
  ]);
});
