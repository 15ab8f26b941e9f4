import { expect, it } from 'vitest';
import { auditOf, bootstrapped, config, type Files, kustomization } from './repository.js';

const of = async (files: Files) =>
  (await auditOf({ ...bootstrapped('prod'), 'clusters/prod/web.yaml': kustomization('web'), ...files })).findings
    .filter(({ code }) => code === 'FX852')
    .map(({ severity, code, message }) => `${severity} ${code} ${message}`);

it('reports a manifest that its kustomization file forgets', async () => {
  const files = {
    'web/kustomization.yaml': 'resources: [a.yaml]\n',
    'web/a.yaml': config('a', '{ a: a }'),
    'web/b.yaml': config('b', '{ a: a }'),
    'web/values.yaml': 'replicas: 2\n',
  };
  expect(await of(files)).toEqual([
    "notice FX852 no Kustomization applies web/b.yaml: web/kustomization.yaml doesn't list it",
  ]);
  // Switched off on purpose, or read by something else.
  expect(await of({ ...files, 'web/kustomization.yaml': 'resources:\n  - a.yaml\n  # - b.yaml\n' })).toEqual([]);
  expect(await of({ ...files, 'other/kustomization.yaml': 'resources: [../web/b.yaml]\n' })).toEqual([]);
  expect(await of({ ...files, 'web/kustomization.yaml': 'resources: []\n' })).toEqual([]);
  expect(await of({ ...files, 'web/b.yaml': `${config('b', '{ a: a }')}sops: { mac: a }\n` })).toEqual([]);
});

it('leaves a file alone that is no YAML, and that nothing reads', async () => {
  const twice = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: b, name: c }\n';
  const files = {
    'web/kustomization.yaml': 'resources: [a.yaml]\n',
    'web/a.yaml': config('a', '{ a: a }'),
    'web/b.yaml': twice,
  };
  expect(await of(files)).toEqual([]);
});
