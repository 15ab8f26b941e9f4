import { describe, expect, it } from 'vitest';
import { auditOf, bootstrapped, config, type Files, found, kustomization } from './repository.js';

const prod: Files = {
  ...bootstrapped('prod'),
  'clusters/prod/apps.yaml': kustomization('apps'),
  'apps/a.yaml': config('a', '{ a: b }'),
};
const errors = async (files: Files) => (await found(files)).filter((one) => one.startsWith('error'));

describe('a file that is written wrongly', () => {
  it('may be a kustomization file with a key twice, of which kustomize takes the last one', async () => {
    const twice = 'resources: [a.yaml]\nresources: [a.yaml]\n';
    expect(await errors({ ...prod, 'apps/kustomization.yaml': twice })).toEqual([]);
    const below = { ...prod, 'apps/kustomization.yaml': 'resources: [../base]\n', 'base/a.yaml': prod['apps/a.yaml']! };
    expect(await errors({ ...below, 'base/kustomization.yaml': twice })).toEqual([]);
    const generator = 'resources: [a.yaml]\nconfigMapGenerator:\n  - name: b\n    name: c\n    literals: [a=b]\n';
    expect(await errors({ ...prod, 'apps/kustomization.yaml': generator })).toEqual([]);
  });

  it('is refused as kustomize refuses it: keys that are no texts, other bytes than UTF-8, directives', async () => {
    const built = async (text: string) => await errors({ ...prod, 'apps/a.yaml': text });
    expect(await built(config('a', '{ 8080: web }'))).toEqual(['error FX841 clusters/prod/apps.yaml:4']);
    expect(await built(config('a', '\n  8080: web'))).toEqual(['error FX841 clusters/prod/apps.yaml:4']);
    expect(await built(`%YAML 1.1\n---\n${config('a', '{ a: b }')}`)).toEqual([
      'error FX841 clusters/prod/apps.yaml:4',
    ]);
    expect(await built(config('a', '\n  a: |\n    8080: web'))).toEqual([]);
  });

  it('is named where kustomize does not name it', async () => {
    const { findings } = await auditOf({ ...prod, 'apps/a.yaml': config('a', '{ a: b }\ndata: { c: d }') });
    expect(findings.filter(({ code }) => code === 'FX841')).toMatchObject([{ file: 'apps/a.yaml', line: 5 }]);
  });

  it('is an error where it says what Flux reads', async () => {
    const sync = 'clusters/prod/flux-system/gotk-sync.yaml';
    const broken = { ...prod, [sync]: prod[sync]!.replace('prune: true', 'prune: true, prune: true') };
    expect(await errors({ ...broken, ...bootstrapped('dev') })).toContain(`error FX841 ${sync}:9`);
    expect(await errors(broken)).toContain(`error FX841 ${sync}:9`);
  });
});
