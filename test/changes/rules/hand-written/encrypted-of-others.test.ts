import { afterEach, beforeEach, expect, it } from 'vitest';
import { Repository } from '../../repository.js';
import { gotkSync } from '../../root/flux-files.js';
import { synth } from '../../synth.js';
import { bootstrap, codesOf, FOLDER, kustomization, textOf, webApp } from './support.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
  bootstrap(repository);
});
afterEach(() => repository.remove());

const encrypted = 'ENC[AES256_GCM,data:aaaa,iv:aaaa,tag:aaaa,type:str]';
const secret = (more = '') => `apiVersion: v1
kind: Secret
metadata: { name: db, namespace: apps${more} }
stringData: { password: '${encrypted}' }
sops: { mac: '${encrypted}', version: 3.9.0, age: [{ recipient: age1, enc: a }] }
`;
const decryption = '  decryption: { provider: sops, secretRef: { name: sops-age } }\n';
const look = (objects: readonly Record<string, unknown>[] = []) =>
  synth(repository, webApp([], {}, objects), { check: true });

it('refuses new encrypted files that nothing decrypts', async () => {
  repository.write('apps/first/secret.yaml', secret());
  await synth(repository, webApp());
  repository.publish('all');
  repository.write(`${FOLDER}/first.yaml`, kustomization('first'));
  expect(textOf(await look())).toMatchInlineSnapshot(`
    "error FX646 encrypted-object: Secret/db in apps is encrypted with SOPS, and Kustomization "first", which fluxspan did not write, has no decryption: Flux applies the ENC[…] text
      at   apps/first/secret.yaml
      fix  add decryption: { provider: sops, secretRef: { name: sops-age } } to its spec in "k8s/clusters/dev/first.yaml"
    "
  `);
  repository.write(`${FOLDER}/first.yaml`, kustomization('first', decryption));
  expect(codesOf(await look())).toEqual([]);
  repository.write(`${FOLDER}/first.yaml`, kustomization('first'));
  repository.write(
    'apps/first/secret.yaml',
    secret(', annotations: { kustomize.toolkit.fluxcd.io/decrypt: disabled }'),
  );
  expect(codesOf(await look())).toEqual([]);
  repository.write('apps/first/secret.yaml', secret());
  const patches = `  patches:
    - target: { kind: Kustomization }
      patch: '[{ "op": "add", "path": "/spec/decryption", "value": { "provider": "sops" } }]'
`;
  repository.write(`${FOLDER}/flux-system/gotk-sync.yaml`, gotkSync(`./${FOLDER}`, { more: patches }));
  expect(codesOf(await look())).not.toContain('error FX646');
});

it('notes encrypted files that the base already has', async () => {
  repository.write('apps/first/secret.yaml', secret());
  repository.write(`${FOLDER}/first.yaml`, kustomization('first'));
  repository.publish('by hand');
  expect(codesOf(await look())).toEqual(['notice FX646']);
});

it('refuses encrypted files under a Kustomization that an addon or a ResourceSet makes', async () => {
  repository.write('apps/first/secret.yaml', secret());
  await synth(repository, webApp());
  repository.publish('all');
  const made = (more: object = {}, name = 'first') => ({
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name, namespace: 'flux-system' },
    spec: {
      interval: '10m',
      prune: true,
      path: './apps/first',
      sourceRef: { kind: 'GitRepository', name: 'flux-system' },
      ...more,
    },
  });
  const found = await look([made()]);
  expect(codesOf(found)).toContain('error FX646');
  expect(textOf(found)).toContain('Kustomization "first", which addon "web" makes, has no decryption');
  expect(codesOf(await look([made({ decryption: { provider: 'sops' } })]))).not.toContain('error FX646');
  const set = (more?: object) => ({
    apiVersion: 'fluxcd.controlplane.io/v1',
    kind: 'ResourceSet',
    metadata: { name: 'set', namespace: 'flux-system' },
    spec: { inputs: [{ tenant: 'first' }], resources: [made(more, '<< inputs.tenant >>')] },
  });
  expect(codesOf(await look([set()]))).toContain('error FX646');
  expect(codesOf(await look([set({ decryption: { provider: 'sops' } })]))).not.toContain('error FX646');
});
