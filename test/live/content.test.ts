import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiObject } from 'cdk8s';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { defineAddon } from '../../src/addon/define-addon.js';
import { printChanges } from '../../src/changes/print/print-changes.js';
import { FluxApp } from '../../src/cluster/flux-app.js';
import { FluxCluster } from '../../src/cluster/flux-cluster.js';
import { ConfigMap } from '../../src/constructs/config-map.js';
import { encryptedFile } from '../../src/constructs/encrypted-file.js';
import { Repository } from '../changes/repository.js';
import { synth } from '../changes/synth.js';
import { root } from '../support/root.js';
import { describeLive } from './describe-live.js';

const namespace = 'shop';
const kustomization = { decryption: { provider: 'sops', secretRef: { name: 'sops-age' } } } as const;

/** A Deployment that reads a ConfigMap named after its content, beside two files that SOPS encrypted. */
const app = (level: string): { readonly flux: FluxApp; readonly config: () => string } => {
  let config = '';
  const shop = defineAddon({
    name: 'shop',
    namespace,
    infra: { vars: { TF_X: z.enum(['eu', 'us']) } },
    build(scope, { vars }) {
      const data = { level };
      config = new ConfigMap(scope, 'config', { data, nameSuffixHash: true, immutable: true }).name;
      new ConfigMap(scope, 'region', { name: 'region', data: { region: vars.TF_X } });
      encryptedFile(scope, 'secrets/db.enc.yaml');
      encryptedFile(scope, 'secrets/two.enc.yaml');
      const labels = { app: 'shop' };
      const envFrom = [{ configMapRef: { name: config } }];
      new ApiObject(scope, 'shop', {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'shop' },
        spec: {
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec: { containers: [{ name: 'shop', image: 'shop:1.0.0', envFrom }] } },
        },
      } as never);
    },
  });
  const flux = new FluxApp();
  new FluxCluster(flux, 'dev', {
    external: [
      { kind: 'Namespace', name: namespace },
      { kind: 'Namespace', name: 'web' },
    ],
  }).stage('all', [shop({ kustomization })]);
  return { flux, config: () => config };
};

describeLive(
  'content that Flux follows',
  (live) => {
    const repository = new Repository();
    repository.copy(join(root, 'test/fixtures/sops'), 'secrets');
    afterAll(() => repository.remove());

    const write = async (level: string) => {
      const { flux, config } = app(level);
      const result = await synth(repository, flux);
      expect(result).toMatchObject({ written: true });
      repository.publish(level);
      await live().applyTree(repository.files('k8s'));
      await live().untilReady();
      return { name: config(), lines: result.clusters.flatMap(({ changes }) => printChanges(changes)) };
    };
    const get = (kind: string, name: string, apiVersion = 'v1', where = namespace) =>
      live().get({ apiVersion, kind, name, namespace: where });
    const read = async (kind: string, name: string, where?: string) =>
      Object.fromEntries(
        Object.entries((await get(kind, name, 'v1', where))?.data ?? {}).map(([key, value]) => [
          key,
          kind === 'Secret' ? Buffer.from(String(value), 'base64').toString() : value,
        ]),
      );
    let first = '';

    it('decrypts a file that is in the tree byte for byte, and substitutes nothing in it', async () => {
      for (const name of [namespace, 'web'])
        await live().apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
      const vars = { name: 'cluster-vars-terraform', namespace: 'flux-system' };
      await live().apply(
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: vars, data: { TF_X: 'eu' } },
        {
          apiVersion: 'v1',
          kind: 'Secret',
          metadata: { name: 'sops-age', namespace: 'flux-system' },
          stringData: {
            'age.agekey': Buffer.from(
              readFileSync(join(root, 'test/fixtures/sops/age.agekey.base64'), 'utf8'),
              'base64',
            ).toString(),
          },
        },
      );
      first = (await write('info')).name;
      expect(await read('ConfigMap', 'region')).toEqual({ region: 'eu' });
      // Substituted, it would be "plain-eu-$-text".
      expect(await read('Secret', 'db')).toEqual({ user: 'admin', password: 'plain-${TF_X}-$$-text' });
      expect(await read('Secret', 'web.tls', 'web')).toEqual({ 'tls.crt': 'plain-text' });
      expect(await read('ConfigMap', 'settings', 'default')).toEqual({ a: 'plain-text' });
      expect(live().deletions()).toEqual([]);
    });

    it('rolls out when the content of a ConfigMap changes, and prunes the old one', async () => {
      const before = await get('Deployment', 'shop', 'apps/v1');
      const { name, lines } = await write('debug');
      expect(name).not.toBe(first);
      expect(lines).toEqual([
        '~ Deployment/shop in shop (shop): its pods restart',
        `~ ConfigMap/${first} in shop becomes ${name} (shop)`,
      ]);
      const after = await get('Deployment', 'shop', 'apps/v1');
      expect(after?.metadata.uid).toBe(before?.metadata.uid);
      expect(after?.metadata['generation']).toBe(Number(before?.metadata['generation']) + 1);
      expect(await read('ConfigMap', name)).toEqual({ level: 'debug' });
      expect(await get('ConfigMap', first)).toBeUndefined();
      const byFlux = live()
        .deletions()
        .filter(({ who }) => who === 'kustomize-controller');
      expect(byFlux.map(({ resource, name }) => `${resource}/${name}`)).toEqual([`configmaps/${first}`]);
    });
  },
  { long: true },
);
