import { ApiObject } from 'cdk8s';
import { FluxApp, FluxCluster } from 'fluxspan';
import { expect, it } from 'vitest';
import { sortDiagnostics } from '../../src/diagnostics/index.js';
import { planApp } from '../../src/tree/plan-app.js';
import { addon } from '../support/synthesize.js';

it('a key with a quote, a backslash or a dollar is printed as code would have it, whoever tells of it', () => {
  const app = new FluxApp();
  const data = Object.fromEntries(['a"b', 'a\\b', 'a b', '$a', 'a.b', 'a-b'].map((key) => [key, '${TF_NOWHERE}']));
  const web = addon('web', {
    namespace: 'default',
    build: (scope) => {
      new ApiObject(scope, 'config', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data } as never);
      const spec = { 'a"b': Number.NaN };
      new ApiObject(scope, 'other', {
        apiVersion: 'example.org/v1',
        kind: 'Other',
        metadata: { name: 'b' },
        spec,
      } as never);
    },
  });
  new FluxCluster(app, 'dev').stage('all', [web] as never);
  const diagnostics = sortDiagnostics(planApp(app).diagnostics);
  const pathsOf = (code: string) => diagnostics.filter((one) => one.code === code).map(({ at }) => at.path);
  expect(pathsOf('FX304').sort()).toEqual(
    ['data.$a', 'data.a-b', 'data["a b"]', 'data["a.b"]', 'data["a\\"b"]', 'data["a\\\\b"]'].sort(),
  );
  expect(diagnostics.some(({ message, at }) => `${at.path} ${message}`.includes('spec["a\\"b"]'))).toBe(true);
});
