import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Alert, Provider, Receiver } from '../../imports/notification.toolkit.fluxcd.io.js';
import { defineAddon } from '../../src/addon/define-addon.js';
import { FluxApp } from '../../src/cluster/flux-app.js';
import { FluxCluster } from '../../src/cluster/flux-cluster.js';
import { ConfigMap } from '../../src/constructs/config-map.js';
import { Repository } from '../changes/repository.js';
import { synth } from '../changes/synth.js';
import { notificationController } from './binaries.js';
import { buildBefore } from './build-before.js';
import { missingTool } from './build-binaries.js';
import { describeLive } from './describe-live.js';
import type { Notifications } from './notifications.js';

/** What is read here of the event that notification-controller posts to a provider of type `generic`. */
interface Posted {
  readonly path: string;
  readonly severity: string;
  readonly reason: string;
  readonly message: string;
  readonly involvedObject: { readonly kind: string; readonly name: string; readonly namespace: string };
  readonly metadata?: Readonly<Record<string, string>>;
}

/** An addon whose Alerts tell of every Kustomization: errors at `/errors`, recoveries at `/recoveries`. */
const alertsTo = (address: string) =>
  defineAddon({
    name: 'alerts',
    namespace: 'flux-system',
    build(scope) {
      const eventSources = [{ kind: 'Kustomization', name: '*' }] as const;
      const providerOf = (name: string) =>
        new Provider(scope, name, { name, spec: { type: 'generic', address: `${address}/${name}` } });
      new Alert(scope, 'alert-errors', {
        name: 'errors',
        spec: {
          providerRef: providerOf('errors'),
          eventSeverity: 'error',
          eventSources,
          eventMetadata: { cluster: 'dev' },
        },
      });
      new Alert(scope, 'alert-recoveries', {
        name: 'recoveries',
        spec: {
          providerRef: providerOf('recoveries'),
          eventSeverity: 'info',
          eventSources,
          inclusionList: ['^Reconciliation finished'],
        },
      });
      new Receiver(scope, 'receiver', {
        name: 'push',
        spec: {
          type: 'generic',
          secretRef: { name: 'push-token' },
          resources: [{ apiVersion: 'source.toolkit.fluxcd.io/v1', kind: 'GitRepository', name: 'flux-system' }],
        },
      });
    },
  })();

const web = (text: string) =>
  defineAddon({
    name: 'web',
    namespace: 'default',
    build: (scope) => void new ConfigMap(scope, 'web', { data: { text } }),
  })();

const missing = missingTool([notificationController]);
buildBefore(notificationController, { long: true, missing });

describeLive(
  'alerts declared with our classes',
  (live) => {
    const posted: Posted[] = [];
    const repository = new Repository();
    let server: Server;
    let address = '';
    let notifications: Notifications;

    beforeAll(async () => {
      server = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.once('end', () => {
          posted.push({ path: request.url, ...JSON.parse(Buffer.concat(chunks).toString()) });
          response.end();
        });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      notifications = await live().startNotifications();
      await live().apply({
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'push-token', namespace: 'flux-system' },
        stringData: { token: 'not-a-secret' },
      });
    });
    afterAll(() => {
      server?.close();
      repository.remove();
    });

    const write = async (text: string) => {
      const flux = new FluxApp();
      const cluster = new FluxCluster(flux, 'dev', { flux: '2.9' });
      cluster.stage('notifications', [alertsTo(address)]).stage('apps', [web(text)]);
      expect(await synth(repository, flux)).toMatchObject({ written: true, diagnostics: [] });
      repository.publish(text);
      return repository.files('k8s');
    };
    const about = (path: string, name: string) =>
      posted.filter((one) => one.path === path && one.involvedObject.name === name);

    it('are applied, and Flux gets ready', async () => {
      await live().applyTree(await write('one'));
      await live().untilReady();
    });

    it('reach a receiver on this machine when a Kustomization fails', async () => {
      const tree = await write('two');
      const file = 'k8s/addons/dev/web/config-map.yaml';
      expect(tree[file]).toContain('data:');
      const commit = await live().applyTree({ ...tree, [file]: tree[file]!.replace(/data:\n {2}/, 'data:\n  - ') });
      const [alert] = await live().until('the alert arrives', async () => {
        const found = about('/errors', 'web');
        return found.length > 0 && found;
      });
      expect(alert).toMatchObject({
        severity: 'error',
        reason: expect.stringMatching(/Failed$/),
        involvedObject: { kind: 'Kustomization', name: 'web', namespace: 'flux-system' },
        metadata: { cluster: 'dev', revision: `main@sha1:${commit}` },
      });
      expect(about('/errors', 'alerts')).toEqual([]);
    });

    it('tell of the recovery', async () => {
      const before = about('/recoveries', 'web').length;
      const commit = await live().applyTree(await write('three'));
      await live().untilReady();
      const found = await live().until('the recovery arrives', async () => {
        const all = about('/recoveries', 'web').slice(before);
        return all.length > 0 && all;
      });
      expect(found.at(-1)).toMatchObject({
        severity: 'info',
        reason: 'ReconciliationSucceeded',
        metadata: { revision: `main@sha1:${commit}` },
      });
    });

    it('have a Receiver that Flux answers for', async () => {
      const ref = {
        apiVersion: 'notification.toolkit.fluxcd.io/v1',
        kind: 'Receiver',
        name: 'push',
        namespace: 'flux-system',
      };
      const path = await live().until('it has a path', async () => (await live().get(ref))?.status?.['webhookPath']);
      const source = { ...ref, apiVersion: 'source.toolkit.fluxcd.io/v1', kind: 'GitRepository', name: 'flux-system' };
      const asked = async () =>
        (await live().get(source))?.metadata['annotations']?.['reconcile.fluxcd.io/requestedAt'];
      const before = await asked();
      const { status } = await fetch(`${notifications.receivers}${path}`, { method: 'POST', body: '{}' });
      expect(status).toBe(200);
      await live().until('the source is asked to reconcile', async () => (await asked()) !== before);
    });
  },
  { long: true, missing },
);
