import { describe, expect, it } from 'vitest';
import { auditOf, bootstrapped, config, type Files, found, kustomization } from './repository.js';

const prod: Files = { ...bootstrapped('prod'), 'clusters/prod/apps.yaml': kustomization('apps') };

const secret = `apiVersion: v1
kind: Secret
metadata: { name: token, namespace: default, type: Opaque }
`;

describe('what Flux does before the API server', () => {
  it('is to leave out fields that a kind of Kubernetes does not have', async () => {
    const { findings } = await auditOf({ ...prod, 'apps/secret.yaml': secret });
    expect(findings.filter(({ code }) => code === 'FX315')).toMatchObject([
      {
        severity: 'warning',
        message: 'Secret/token: "metadata.type" is a field that nothing reads, and Flux leaves it out',
      },
    ]);
  });

  it('is no reading of expressions in a Kustomization without vars', async () => {
    expect(await found({ ...prod, 'apps/config.yaml': config('otel', "{ a: '${env:HOST}' }") }, /FX602/)).toEqual([]);
  });

  it('is no sync of a template whose path is a var alone', async () => {
    const sync = bootstrapped('prod')['clusters/prod/flux-system/gotk-sync.yaml'] ?? '';
    expect(sync).toContain('path:');
    const template = sync.replace(/path: .*/, 'path: ${SYNC_PATH}');
    const { clusters } = await auditOf({
      ...prod,
      'apps/config.yaml': config('a', '{ a: b }'),
      'templates/gotk-sync.yaml': template,
    });
    expect(clusters.map(({ folder }) => folder)).toEqual(['clusters/prod']);
  });
});
