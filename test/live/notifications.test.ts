import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Alert, Provider, Receiver } from '../../imports/notification.toolkit.fluxcd.io.js';
import { defineAddon } from '../../src/addon/define-addon.js';
import { alerts } from '../../src/alerts/alerts.js';
import {
  commitStatus,
  discord,
  githubDispatch,
  googleChat,
  msTeams,
  pagerDuty,
  slack,
  webhook,
} from '../../src/alerts/destination.js';
import { receiver } from '../../src/alerts/receiver.js';
import { FluxApp } from '../../src/cluster/flux-app.js';
import { FluxCluster } from '../../src/cluster/flux-cluster.js';
import { ConfigMap } from '../../src/constructs/config-map.js';
import { synthApp } from '../../src/synth/synth-app.js';
import { Repository } from '../changes/repository.js';
import { synth } from '../changes/synth.js';
import { notificationController } from './binaries.js';
import { buildBefore } from './build-before.js';
import { missingTool } from './build-binaries.js';
import { describeLive } from './describe-live.js';
import type { Notifications } from './notifications.js';
import { type Posts, recordPosts } from './posts.js';

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

/** `web` once more, and an addon that waits for it. */
const shop = defineAddon({
  name: 'shop',
  namespace: 'default',
  requires: ['web'],
  build: (scope) => void new ConfigMap(scope, 'shop', { data: { text: 'open' } }),
})();

/** An Alert about a Kustomization that isn't there. */
const silent = (address: string) =>
  defineAddon({
    name: 'silent',
    namespace: 'flux-system',
    build(scope) {
      const providerRef = new Provider(scope, 'provider', { spec: { type: 'generic', address: `${address}/silent` } });
      const eventSources = [{ kind: 'Kustomization', name: 'gone' }] as const;
      new Alert(scope, 'alert', { spec: { providerRef, eventSeverity: 'info', eventSources } });
    },
  })();

const sign = (text: string, key: string) => `sha256=${createHmac('sha256', key).update(text).digest('hex')}`;

describeLive(
  'alerts() and receiver()',
  (live) => {
    const repository = new Repository();
    let posts: Posts;
    let notifications: Notifications;

    beforeAll(async () => {
      posts = await recordPosts();
      // An error is posted again after this time, five minutes by default.
      notifications = await live().startNotifications((controller) =>
        controller === 'notification-controller' ? ['--rate-limit-interval=3s'] : [],
      );
    });
    afterAll(() => {
      posts?.stop();
      repository.remove();
    });

    const write = async (text: string) => {
      const { address } = posts;
      const flux = new FluxApp();
      const cluster = new FluxCluster(flux, 'dev', {
        flux: '2.9',
        alerts: alerts({
          recoveries: true,
          to: [
            slack({ channel: 'platform', secret: { bootstrap: 'slack' } }),
            msTeams({ secret: { bootstrap: 'teams' } }),
            googleChat({ secret: { bootstrap: 'chat' } }),
            discord({ secret: { bootstrap: 'discord' } }),
            pagerDuty({ address, secret: { bootstrap: 'pagerduty' } }),
            webhook({ secret: { bootstrap: 'generic' } }),
            webhook({ hmac: true, address: `${address}/signed`, secret: { bootstrap: 'signed' } }),
            commitStatus({ type: 'github', address: `${address}/acme/platform`, secret: { bootstrap: 'git' } }),
            commitStatus({ type: 'gitlab', address: `${address}/1234`, secret: { bootstrap: 'git' } }),
            githubDispatch({ address: `${address}/acme/platform`, secret: { bootstrap: 'git' } }),
          ],
        }),
        receiver: receiver({ type: 'github', secret: { bootstrap: 'push' } }),
      });
      cluster
        .stage('first', [web(text), silent(address)])
        .stage('apps', [shop], { alerts: alerts({ to: webhook({ secret: { bootstrap: 'stage' } }) }) });
      const { written, diagnostics } = await synthApp(flux, { project: repository.folder });
      expect(written).toBe(true);
      expect(diagnostics.map(({ code, at }) => `${code} ${at.addon}`)).toEqual(['FX872 silent']);
      repository.publish(text);
      return repository.files('k8s');
    };

    it('have the Secrets that the contract lists, and get ready', async () => {
      const tree = await write('one');
      const { bootstrap } = JSON.parse(tree['k8s/contract/dev/contract.json']!) as {
        readonly bootstrap: readonly {
          readonly name: string;
          readonly namespace: string;
          readonly keys: readonly string[];
        }[];
      };
      for (const { name, namespace, keys } of bootstrap) {
        const values: Readonly<Record<string, string>> = {
          address: `${posts.address}/${name}`,
          token: `not-a-secret-${name}`,
          // Digits alone, which YAML would take for a number.
          routing_key: '01234567890123456789012345678901',
        };
        const stringData = Object.fromEntries(keys.map((key) => [key, values[key]]));
        await live().apply({ apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace }, stringData });
      }
      await live().applyTree(tree);
      await live().untilReady();
    });

    let broken = '';
    it('post an error in the form that each service documents', async () => {
      const tree = await write('two');
      const file = 'k8s/addons/dev/web/config-map.yaml';
      broken = await live().applyTree({ ...tree, [file]: tree[file]!.replace(/data:\n {2}/, 'data:\n  - ') });
      const statuses = `/api/v3/repos/acme/platform/statuses/${broken}`;
      const paths = ['/slack', '/teams', '/chat', '/discord/slack', '/v2/enqueue', '/generic', '/signed', statuses];
      // A status may say first that the change is pending.
      const about = (path: string) =>
        posts.to(path).filter((one) => JSON.stringify(one).includes(path === statuses ? '"failure"' : 'web'));
      await live().until('each has it', async () =>
        [...paths, '/api/v3/repos/acme/platform/dispatches'].every((path) => about(path).length > 0),
      );
      const name = 'kustomization/web.flux-system';
      expect(about('/slack')[0]).toMatchObject({
        channel: 'platform',
        attachments: [
          {
            author_name: name,
            color: 'danger',
            fields: expect.arrayContaining([{ title: 'cluster', value: 'dev', short: false }]),
          },
        ],
      });
      expect(about('/discord/slack')[0]).toMatchObject({ attachments: [{ author_name: name, color: 'danger' }] });
      expect(about('/teams')[0]).toMatchObject({
        type: 'message',
        attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: { type: 'AdaptiveCard' } }],
      });
      expect(about('/chat')[0]).toMatchObject({ cards: [{ header: { title: name } }] });
      expect(about('/v2/enqueue')[0]).toMatchObject({
        routing_key: '01234567890123456789012345678901',
        event_action: 'trigger',
        payload: { component: 'web', severity: 'error' },
      });
      expect(about('/generic')[0]).toMatchObject({
        severity: 'error',
        involvedObject: { name: 'web' },
        metadata: { cluster: 'dev' },
      });
      const signed = posts.all.find(({ path }) => path === '/signed')!;
      expect(signed.headers['x-signature']).toBe(sign(signed.text, 'not-a-secret-signed'));
      expect(posts.to(statuses)).toContainEqual(
        expect.objectContaining({ state: 'failure', context: expect.stringContaining('kustomization/web/') }),
      );
      expect(posts.all.find(({ path }) => path === statuses)!.headers.authorization).toBe('Bearer not-a-secret-git');
      expect(about('/api/v3/repos/acme/platform/dispatches')[0]).toMatchObject({
        event_type: 'Kustomization/web.flux-system',
      });
      // Other Kustomizations of the commit succeed.
      const onGitLab = await live().until('GitLab has it', async () =>
        posts.all.find(
          ({ method, path, text }) =>
            method === 'POST' &&
            path.startsWith(`/api/v4/projects/1234/statuses/${broken}`) &&
            text.includes('"state":"failed"'),
        ),
      );
      expect(JSON.parse(onGitLab.text)).toMatchObject({ name: expect.stringContaining('kustomization/web/') });
    });

    it('post it again while it lasts, and say nothing of what only waits or of a Kustomization that is not there', async () => {
      await live().until('it is posted again', async () => posts.to('/slack').length > 1);
      const { status } = (await live().get({
        apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
        kind: 'Kustomization',
        name: 'shop',
        namespace: 'flux-system',
      }))!;
      expect(JSON.stringify(status)).toContain('DependencyNotReady');
      expect(posts.all.filter(({ text }) => /dependenc/i.test(text))).toEqual([]);
      expect(posts.to('/stage')).toEqual([]);
      expect(posts.to('/silent')).toEqual([]);
    });

    it('tell of what works again', async () => {
      const recovered = (path: string) =>
        posts.to(path).filter((one) => /web.*Health check passed|Health check passed.*web/.test(JSON.stringify(one)))
          .length;
      const before = new Map(['/slack', '/teams', '/generic'].map((path) => [path, recovered(path)]));
      const commit = await live().applyTree(await write('three'));
      await live().untilReady();
      await live().until('the recovery arrives', async () =>
        [...before].every(([path, count]) => recovered(path) > count),
      );
      const statuses = `/api/v3/repos/acme/platform/statuses/${commit}`;
      await live().until('the commit is good', async () => posts.to(statuses).some(({ state }) => state === 'success'));
    });

    it('close incidents of sources in PagerDuty, and none of a Kustomization, of whose recovery Flux sends it no event', async () => {
      const keyOf = (one: Readonly<Record<string, unknown>>) => one['dedup_key'];
      const resolved = () => posts.to('/v2/enqueue').filter((one) => one['event_action'] === 'resolve');
      const uidOf = async (ref: { apiVersion: string; kind: string; name: string }) =>
        (await live().get({ ...ref, namespace: 'flux-system' }))!.metadata['uid'];
      const source = await uidOf({
        apiVersion: 'source.toolkit.fluxcd.io/v1',
        kind: 'GitRepository',
        name: 'flux-system',
      });
      await live().until('that of the source is closed', async () => resolved().some((one) => keyOf(one) === source));
      const broken = await uidOf({ apiVersion: 'kustomize.toolkit.fluxcd.io/v1', kind: 'Kustomization', name: 'web' });
      expect(
        posts
          .to('/v2/enqueue')
          .filter((one) => keyOf(one) === broken)
          .map((one) => one['event_action']),
      ).toContain('trigger');
      expect(resolved().some((one) => keyOf(one) === broken)).toBe(false);
    });

    it('have Flux fetch its source on a push that is signed, and on no other', async () => {
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
      const push = async (key: string) => {
        const body = '{"ref":"refs/heads/main"}';
        const headers = {
          'content-type': 'application/json',
          'x-github-event': 'push',
          'x-hub-signature-256': sign(body, key),
        };
        return (await fetch(`${notifications.receivers}${path}`, { method: 'POST', body, headers })).status;
      };
      expect(await push('another')).toBe(400);
      expect(await asked()).toBe(before);
      expect(await push('not-a-secret-push')).toBe(200);
      await live().until('the source is asked to reconcile', async () => (await asked()) !== before);
    });
  },
  { long: true, missing },
);
