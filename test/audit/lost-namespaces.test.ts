import { describe, expect, it } from 'vitest';
import { auditOf, bootstrapped, type Files, found, kustomization } from './repository.js';

const namespace = (name: string): string => `apiVersion: v1\nkind: Namespace\nmetadata: { name: ${name} }\n`;
const config = (name: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: ${name} }\ndata: { a: b }\n`;
const all = (...names: readonly string[]): string =>
  names.flatMap((one) => [namespace(one), config(one)]).join('---\n');

const fleet = (apps: Files): Files => ({
  ...bootstrapped('prod'),
  'clusters/prod/apps.yaml': kustomization('apps'),
  ...apps,
});

describe('a namespace that nothing makes (FX899)', () => {
  it('is a notice where the tree makes nearly all others, since people make some by hand', async () => {
    const files = fleet({ 'apps/all.yaml': all('web', 'shop'), 'apps/lost.yaml': config('cache') });
    expect((await auditOf(files)).findings.filter(({ code }) => code === 'FX899')).toMatchObject([
      {
        severity: 'notice',
        file: 'apps/lost.yaml',
        line: 3,
        message: 'ConfigMap/a is in namespace "cache", and nothing makes that namespace in cluster "prod"',
        notes: ['the tree makes the other 2 namespaces'],
      },
    ]);
    expect(await found(fleet({ 'apps/all.yaml': all('web', 'shop', 'cache') }), /FX899/)).toEqual([]);
  });

  it('says nothing where others are made elsewhere, too', async () => {
    const lost = ['cache', 'queue', 'mail'].map(config).join('---\n');
    expect(await found(fleet({ 'apps/all.yaml': all('web', 'shop'), 'apps/lost.yaml': lost }), /FX899/)).toEqual([]);
    expect(await found(fleet({ 'apps/lost.yaml': config('cache') }), /FX899/)).toEqual([]);
  });

  it('knows namespaces of Terraform, scripts, releases and Kubernetes', async () => {
    const files = (more: Files) =>
      fleet({ 'apps/all.yaml': all('web', 'shop'), 'apps/lost.yaml': config('cache'), ...more });
    const tf = 'resource "kubernetes_namespace" "a" {\n  metadata {\n    name = "cache"\n  }\n}\n';
    expect(await found(files({ 'infra/main.tf': tf }), /FX899/)).toEqual([]);
    expect(await found(files({ 'scripts/up.sh': 'kubectl create namespace cache\n' }), /FX899/)).toEqual([]);
    const release = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: cache, namespace: web }
spec:
  targetNamespace: cache
  install: { createNamespace: true }
  chart: { spec: { chart: cache, sourceRef: { kind: HelmRepository, name: cache, namespace: flux-system } } }
`;
    expect(await found(files({ 'apps/release.yaml': release }), /FX899/)).toEqual([]);
    expect(
      await found(fleet({ 'apps/all.yaml': all('web', 'shop'), 'apps/own.yaml': config('kube-system') }), /FX899/),
    ).toEqual([]);
  });

  it('names a file that nothing lists, and one of almost the name', async () => {
    const list = { 'apps/kustomization.yaml': 'resources: [config.yaml]\n', 'apps/config.yaml': config('web') };
    const unlisted = await auditOf(fleet({ ...list, 'apps/namespace.yaml': namespace('web') }));
    expect(unlisted.findings.find(({ code }) => code === 'FX899')?.notes).toEqual([
      'apps/namespace.yaml has it, and no Kustomization applies that file',
    ]);
    const near = await auditOf(
      fleet({ 'apps/all.yaml': [namespace('monitoring'), config('montioring')].join('---\n') }),
    );
    expect(near.findings.find(({ code }) => code === 'FX899')?.fix).toBe('did you mean "monitoring"?');
  });
});
