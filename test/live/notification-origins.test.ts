import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineAddon } from '../../src/addon/define-addon.js';
import { alerts } from '../../src/alerts/alerts.js';
import { webhook } from '../../src/alerts/destination.js';
import { receiver } from '../../src/alerts/receiver.js';
import { FluxApp } from '../../src/cluster/flux-app.js';
import { FluxCluster } from '../../src/cluster/flux-cluster.js';
import { openCompileContext } from '../../src/compile/compile-context.js';
import { ConfigMap } from '../../src/constructs/config-map.js';
import { sops } from '../../src/encryption/sops.js';
import { synthApp } from '../../src/synth/synth-app.js';
import { Repository } from '../changes/repository.js';
import { ageKeygen, binaryPath, notificationController, sopsProgram } from './binaries.js';
import { buildBefore } from './build-before.js';
import { missingTool } from './build-binaries.js';
import { crdsOf } from './crds.js';
import { describeLive } from './describe-live.js';
import type { Notifications } from './notifications.js';
import { type PlayedGateway, playGateway } from './play-gateway.js';
import { type Posts, recordPosts } from './posts.js';

const missing = missingTool([notificationController, sopsProgram, ageKeygen]);
for (const binary of [notificationController, sopsProgram, ageKeygen]) buildBefore(binary, { long: true, missing });

const web = (text: string) =>
  defineAddon({
    name: 'web',
    namespace: 'default',
    build: (scope) => void new ConfigMap(scope, 'web', { data: { text } }),
  })();
const FILE = 'k8s/addons/dev/web/config-map.yaml';
const TOKEN = 'not-a-secret';
const HOST = 'flux.example.org';

describeLive(
  "an alert's address from SOPS and from a store, and a push",
  (live) => {
    const repository = new Repository();
    const keys = mkdtempSync(join(tmpdir(), 'fluxspan-keys-'));
    let age = '';
    let posts: Posts;
    let notifications: Notifications;
    let gateway: PlayedGateway | undefined;

    const run = (name: string, ...args: readonly string[]) =>
      execFileSync(binaryPath(name), args, { cwd: repository.folder, encoding: 'utf8', stdio: 'pipe' }).trim();
    const secret = (name: string, stringData: Readonly<Record<string, string>>) => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name, namespace: 'flux-system' },
      stringData,
    });
    const write = async (text: string) => {
      const flux = new FluxApp();
      new FluxCluster(flux, 'dev', {
        flux: '2.9',
        secrets: sops({ age }),
        external: ['external-secrets.io', 'gateway.networking.k8s.io', { kind: 'ClusterSecretStore', name: 'vault' }],
        alerts: alerts({
          to: [
            webhook({ name: 'from-sops', secret: { sops: 'secrets/hook.enc.yaml' } }),
            webhook({ name: 'from-store', secret: { store: 'vault', key: 'flux/hook' } }),
          ],
        }),
        receiver: receiver({
          type: 'github',
          secret: { bootstrap: 'push' },
          route: { host: HOST, gateway: { name: 'public', namespace: 'gateways', external: true } },
        }),
      }).stage('apps', [web(text)]);
      const context = openCompileContext(flux, repository.folder);
      const { written, diagnostics } = await synthApp(flux, { project: repository.folder, context });
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(written).toBe(true);
      repository.publish(text);
      return repository.files('k8s');
    };

    beforeAll(async () => {
      posts = await recordPosts();
      notifications = await live().startNotifications();
      run('age-keygen', '-o', join(keys, 'age.agekey'));
      age = run('age-keygen', '-y', join(keys, 'age.agekey'));
      repository.write('secrets/hook.enc.yaml', JSON.stringify(secret('hook', { address: `${posts.address}/sops` })));
      const encrypt = ['encrypt', '--in-place', '--age', age, '--encrypted-regex', '^(data|stringData)$'];
      run('sops', ...encrypt, 'secrets/hook.enc.yaml');
      await live().apply(...crdsOf(['external-secrets.io', 'gateway.networking.k8s.io']));
      await live().apply(
        secret('push', { token: TOKEN }),
        secret('sops-age', { 'age.agekey': readFileSync(join(keys, 'age.agekey'), 'utf8') }),
      );
    });
    afterAll(() => {
      posts?.stop();
      gateway?.stop();
      repository.remove();
      rmSync(keys, { recursive: true });
    });

    it('get ready once the operator has made the Secret that its ExternalSecret asks for', async () => {
      await live().applyTree(await write('one'));
      await live().untilReady();
      const [asked, ...more] = await live().list({ apiVersion: 'external-secrets.io/v1', kind: 'ExternalSecret' });
      expect(more).toEqual([]);
      expect(asked?.metadata.namespace).toBe('flux-system');
      const { target, data } = (asked?.spec ?? {}) as {
        readonly target: { readonly name: string };
        readonly data: readonly { readonly secretKey: string; readonly remoteRef: { readonly key: string } }[];
      };
      // As the operator does, which doesn't run here.
      const remote: Readonly<Record<string, string>> = { 'flux/hook': `${posts.address}/store` };
      const values = Object.fromEntries(data.map(({ secretKey, remoteRef }) => [secretKey, remote[remoteRef.key]!]));
      await live().apply(secret(target.name, values));
    });

    it('have the error posted to both addresses', async () => {
      const tree = await write('two');
      await live().applyTree({ ...tree, [FILE]: tree[FILE]!.replace(/data:\n {2}/, 'data:\n  - ') });
      await live().until('both have it', async () =>
        ['/sops', '/store'].every((path) => JSON.stringify(posts.to(path)).includes('"name":"web"')),
      );
    });

    it('is applied within seconds by the route of receiver(), where Flux looks each minute', async () => {
      await live().applyTree(await write('three'));
      await live().untilReady();
      const ref = {
        apiVersion: 'notification.toolkit.fluxcd.io/v1',
        kind: 'Receiver',
        name: 'push',
        namespace: 'flux-system',
      };
      const path = await live().until('it has a path', async () => (await live().get(ref))?.status?.['webhookPath']);
      const route = { ...ref, apiVersion: 'gateway.networking.k8s.io/v1', kind: 'HTTPRoute' };
      gateway = await playGateway(() => live().get(route), { 'webhook-receiver:80': notifications.receivers });
      const push = (host: string, at: string) => {
        const body = '{"ref":"refs/heads/main"}';
        const signature = `sha256=${createHmac('sha256', TOKEN).update(body).digest('hex')}`;
        return gateway!.post(host, at, body, {
          'content-type': 'application/json',
          'x-github-event': 'push',
          'x-hub-signature-256': signature,
        });
      };
      expect(await push('other.example.org', String(path))).toBe(404);
      expect(await push(HOST, '/hooks')).toBe(404);
      const source = { apiVersion: 'source.toolkit.fluxcd.io/v1', kind: 'GitRepository', name: 'flux-system' };
      const [followed] = await live().list(source);
      expect(followed?.spec?.['interval']).toBe('1m0s');
      const seconds: number[] = [];
      for (const text of ['four', 'five', 'six']) {
        // No word to Flux but the push.
        await live().commit(await write(text));
        const start = Date.now();
        expect(await push(HOST, String(path))).toBe(200);
        await live().until(`the push of "${text}" is applied`, async () => {
          const map = await live().get({ apiVersion: 'v1', kind: 'ConfigMap', name: 'web', namespace: 'default' });
          return (map?.['data'] as { readonly text?: string } | undefined)?.text === text;
        });
        seconds.push((Date.now() - start) / 1000);
      }
      console.log(`a push was applied after ${seconds.map((one) => one.toFixed(1)).join(', ')} s`);
      expect(Math.max(...seconds)).toBeLessThan(20);
    });
  },
  { long: true, missing },
);
