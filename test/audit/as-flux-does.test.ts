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

  it('is to apply the patches beside its sync, where the folder of the cluster leaves them out', async () => {
    const encrypted = `apiVersion: v1
kind: Secret
metadata: { name: vars, namespace: flux-system }
stringData: { a: 'ENC[AES256_GCM,data:aa==,iv:aa==,tag:aa==,type:str]' }
sops: { age: [{ recipient: age1, enc: a }], mac: 'ENC[AES256_GCM,data:aa==,iv:aa==,tag:aa==,type:str]', encrypted_regex: '^stringData$', version: 3.9.0 }
`;
    const files = (patch: string): Files => ({
      ...prod,
      'clusters/prod/kustomization.yaml': 'resources: [vars.yaml]\n',
      'clusters/prod/vars.yaml': encrypted,
      'clusters/prod/flux-system/kustomization.yaml': `resources: [gotk-sync.yaml]\n${patch}`,
    });
    const decryption = `patches:
  - target: { kind: Kustomization }
    patch: |
      - { op: add, path: /spec/decryption, value: { provider: sops, secretRef: { name: age } } }
`;
    expect(await found(files(''), /FX646/)).toEqual(['error FX646 clusters/prod/vars.yaml:5']);
    expect(await found(files(decryption), /FX646/)).toEqual([]);
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
