import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigMap, FluxApp, FluxCluster, gitSource, type TenantOptions, tenant } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { flagsOf } from '../../src/flux/controller-args.js';
import { Repository } from '../changes/repository.js';
import { synth } from '../changes/synth.js';
import { addon } from '../support/synthesize.js';
import { notificationController } from './binaries.js';
import { buildBefore } from './build-before.js';
import { missingTool } from './build-binaries.js';
import { describeLive } from './describe-live.js';
import { kustomization } from './flux-kinds.js';
import { readyOf } from './kustomization-state.js';
import { redirect } from './redirect.js';
import { fluxEdit, platformAccount } from './tenant-rights.js';
import type { Tree } from './tree.js';
import type { UntilOptions } from './until.js';

const MINUTE = 60_000;

const flux = {
  version: '2.9',
  noCrossNamespaceRefs: true,
  defaultServiceAccount: 'default',
  noRemoteBases: true,
} as const;

const urlOf = (name: string) => `https://git.example.org/${name}`;
const team = (name: string, more: Partial<TenantOptions> = {}): TenantOptions => ({
  name,
  source: gitSource({ url: urlOf(name), ref: { branch: 'main' } }),
  kustomization: { retryInterval: '2s' },
  ...more,
});

/** A platform with these tenants, and an addon of its own that says which version of the platform it is. */
const platform = (tenants: readonly TenantOptions[], version = 'one', options: object = { flux }) => {
  const app = new FluxApp();
  const web = addon('web', { build: (scope) => void new ConfigMap(scope, 'version', { data: { version } }) });
  const cluster = new FluxCluster(app, 'dev', options).stage('platform', [web]).stage('tenants', tenants.map(tenant));
  return { app, cluster };
};
const treeOf = (...given: Parameters<typeof platform>): Tree => {
  const { files } = synthCluster(platform(...given).cluster);
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`k8s/${path}`, text]));
};

const json = (...objects: readonly object[]) => objects.map((one) => `---\n${JSON.stringify(one)}\n`).join('');
const deployment = (name: string, more: object = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name },
  spec: {
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'web', image: 'web:1', ...more }] } },
  },
});
const claim = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
};
const workload = { 'web.yaml': json(deployment('web'), claim) };
const nested = (name: string, spec: object) => ({
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  metadata: { name },
  spec: { interval: '1h', prune: true, retryInterval: '2s', ...spec },
});
const clusterRole = (name: string) => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { name },
  rules: [],
});

const inTenant = (name: string) => ({ ...kustomization(name), namespace: name });
const sourceOf = (name: string) => ({
  apiVersion: 'source.toolkit.fluxcd.io/v1',
  kind: 'GitRepository',
  name,
  namespace: name,
});
const core = (kind: string, name: string, namespace?: string) => ({
  apiVersion: 'v1',
  kind,
  name,
  ...(namespace === undefined ? {} : { namespace }),
});
const deploymentIn = (namespace: string) => ({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', namespace });

const missing = missingTool([notificationController]);
buildBefore(notificationController, { long: true, missing });

describeLive(
  'tenants',
  (live) => {
    const posted: { readonly path: string; readonly reason: string; readonly message: string }[] = [];
    let server: Server;
    let repository: Repository;
    const alerts = (name: string) => ({
      alerts: {
        type: 'generic',
        address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`,
      } as const,
    });

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
      await live().apply(fluxEdit, ...platformAccount);
    });
    afterAll(() => server?.close());
    beforeEach(() => {
      repository = new Repository();
    });
    afterEach(() => repository.remove());

    /** The team's commit, which Flux is asked to look at if it knows the team. */
    const push = async (name: string, tree: Tree) => {
      await live().pushRepository(urlOf(name), tree);
      if ((await live().get(sourceOf(name))) !== undefined) await live().reconcile(sourceOf(name));
    };
    /** The platform's commit. */
    const apply = async (tree: Tree, options?: UntilOptions) => {
      const commit = await live().applyTree(redirect(tree, live().redirects()));
      // As the settings of Flux have it: what names no account is applied as a tenant's.
      await live().patch(kustomization('flux-system'), { spec: { serviceAccountName: 'kustomize-controller' } });
      await live().until(
        'the platform has applied the commit',
        async () => {
          const all = await live().list(kustomization('flux-system'));
          const own = all.filter(({ metadata }) => metadata.namespace === 'flux-system');
          return own.every(
            (one) => readyOf(one)?.status === 'True' && one.status?.lastAppliedRevision?.endsWith(commit) === true,
          );
        },
        options,
      );
    };
    const untilGone = (ref: Parameters<ReturnType<typeof live>['get']>[0]) =>
      live().until(`${ref.kind} "${ref.name}" is gone`, async () => (await live().get(ref)) === undefined);
    const untilThere = (ref: Parameters<ReturnType<typeof live>['get']>[0]) =>
      live().until(`${ref.kind} "${ref.name}" is there`, () => live().get(ref));
    /** Waits until an object's Ready condition says this. */
    const untilSays = (ref: Parameters<ReturnType<typeof live>['get']>[0], says: RegExp) =>
      live().until(`${ref.kind} "${ref.name}" says ${says}`, async () => {
        const object = await live().get(ref);
        const ready = object === undefined ? undefined : readyOf(object);
        return ready !== undefined && says.test(ready.message ?? '') ? ready : undefined;
      });

    it('FX812: without lockdown, a team makes itself cluster-admin', async () => {
      const open = { flux: '2.9' };
      const { diagnostics } = synthCluster(platform([team('open')], 'one', open).cluster);
      expect(diagnostics.map(({ code }) => code)).toContain('FX812');
      await push('open', {
        'deploy/own.yaml': json(nested('own', { path: './all', sourceRef: { kind: 'GitRepository', name: 'open' } })),
        'all/role.yaml': json(clusterRole('made-by-a-team')),
      });
      await apply(treeOf([team('open', { path: './deploy' })], 'one', open));
      await untilThere({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', name: 'made-by-a-team' });
      await apply(treeOf([team('open', { offboard: { reason: 'it has shown what it should' } })], 'one', open));
      await untilGone({ ...inTenant('open'), name: 'own' });
      await apply(treeOf([], 'one', open));
    });

    it('of two teams, with lockdown, each get what they commit', async () => {
      await live().startNotifications((controller) =>
        [...flagsOf(flux, controller)].map(([flag, value]) => `--${flag}=${value}`),
      );
      for (const name of ['blue', 'green']) await push(name, workload);
      await apply(treeOf(['blue', 'green'].map((name) => team(name, alerts(name)))));
      for (const name of ['blue', 'green']) {
        await untilThere(deploymentIn(name));
        await untilThere(core('PersistentVolumeClaim', 'data', name));
      }
    });

    it.each<[what: string, files: Tree, of: string | undefined, says: RegExp]>([
      [
        'a Service of type LoadBalancer, by the quota that each tenant has',
        {
          'lb.yaml': json({
            ...core('Service', 'lb'),
            metadata: { name: 'lb' },
            spec: { type: 'LoadBalancer', ports: [{ port: 80 }] },
          }),
        },
        undefined,
        /^Service\/blue\/lb dry-run failed \(Forbidden\): services "lb" is forbidden: exceeded quota: tenant, requested: services\.loadbalancers=1/,
      ],
      [
        'a ClusterRole',
        { 'role.yaml': json(clusterRole('evil')) },
        undefined,
        /^ClusterRole\/evil dry-run failed \(Forbidden\): .* User "system:serviceaccount:blue:reconciler" cannot patch resource "clusterroles"/,
      ],
      [
        'a binding to cluster-admin',
        {
          'binding.yaml': json({
            apiVersion: 'rbac.authorization.k8s.io/v1',
            kind: 'RoleBinding',
            metadata: { name: 'evil' },
            roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
            subjects: [{ kind: 'ServiceAccount', name: 'reconciler' }],
          }),
        },
        undefined,
        /^RoleBinding\/blue\/evil dry-run failed \(Forbidden\): .* cannot patch resource "rolebindings"/,
      ],
      [
        "a Kustomization on the platform's repository",
        {
          'cross.yaml': json(
            nested('cross', {
              path: './',
              sourceRef: { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' },
            }),
          ),
        },
        'cross',
        /^can't access 'GitRepository\/flux-system\/flux-system', cross-namespace references have been blocked$/,
      ],
      [
        'a Kustomization that names no account',
        {
          'kustomization.yaml': json({ resources: ['own.yaml'] }),
          'own.yaml': json(nested('own', { path: './more', sourceRef: { kind: 'GitRepository', name: 'blue' } })),
          'more/map.yaml': json({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'more', namespace: 'blue' } }),
        },
        'own',
        /User "system:serviceaccount:blue:default" cannot patch resource "configmaps"/,
      ],
      [
        'a remote base',
        { 'kustomization.yaml': json({ resources: ['https://git.example.org/green//deploy'] }) },
        undefined,
        /https:\/\/git\.example\.org\/green/,
      ],
    ])('are refused %s, and their own channel says why', async (_, files, of, says) => {
      const before = posted.length;
      await push('blue', files);
      const said = await untilSays({ ...inTenant('blue'), name: of ?? 'blue' }, says);
      expect(said.status).toBe('False');
      await live().until('the alert of the team arrives', async () =>
        posted.slice(before).some(({ path, message }) => path === '/blue' && message === said.message),
      );
      expect(posted.slice(before).filter(({ path }) => path === '/green')).toEqual([]);
      await push('blue', workload);
      await untilSays(inTenant('blue'), /^Applied revision/);
    });

    it('that hang, six of them, leave the platform ready, and its next commit applies', async () => {
      const six = Array.from({ length: 6 }, (_, index) => `hang${index}`);
      for (const name of six) {
        const never = { ...deployment('never') };
        const spec = { ...never.spec, progressDeadlineSeconds: 3600 };
        const { template } = spec;
        const unschedulable = { ...template, spec: { ...template.spec, nodeSelector: { no: 'such-node' } } };
        await push(name, { 'never.yaml': json({ ...never, spec: { ...spec, template: unschedulable } }) });
      }
      const names = ['blue', 'green', ...six];
      await apply(treeOf(names.map((name) => team(name))));
      for (const name of six) await untilThere({ ...deploymentIn(name), name: 'never' });
      await apply(
        treeOf(
          names.map((name) => team(name)),
          'two',
        ),
        { timeout: MINUTE },
      );
      await apply(
        treeOf(
          ['blue', 'green'].map((name) => team(name)),
          'two',
        ),
      );
    });

    it('get another role: Flux creates their bindings again, which the API server would not change', async () => {
      const binding = {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'RoleBinding',
        namespace: 'blue',
        name: 'reconciler',
      };
      const roleOf = async () =>
        ((await live().get(binding)) as unknown as { readonly roleRef: { readonly name: string } }).roleRef.name;
      const before = await roleOf();
      const role = before === 'admin' ? 'edit' : 'admin';
      await apply(treeOf([team('blue', { role }), team('green')]));
      expect(await roleOf()).toBe(role);
      await apply(treeOf([team('blue'), team('green')]));
      expect(await roleOf()).toBe(before);
    });

    it('are offboarded in two steps: workloads go, the namespace and its claims stay', async () => {
      await apply(treeOf([team('blue'), team('green', { offboard: { reason: 'the team is gone' } })]));
      await untilGone(inTenant('green'));
      await untilGone(deploymentIn('green'));
      expect(await live().get(core('ServiceAccount', 'reconciler', 'green'))).toBeDefined();
      expect(await live().get(core('PersistentVolumeClaim', 'data', 'green'))).toBeDefined();
      await apply(treeOf([team('blue')]));
      await untilGone(core('ServiceAccount', 'reconciler', 'green'));
      expect(await live().get(core('Namespace', 'green'))).toMatchObject({ status: { phase: 'Active' } });
      const kept = await live().get(core('PersistentVolumeClaim', 'data', 'green'));
      expect(kept?.metadata['deletionTimestamp']).toBeUndefined();
    });

    /** What synth says of a change from one platform to another. */
    const saysOf = async (before: readonly TenantOptions[], after: readonly TenantOptions[]) => {
      await synth(repository, platform(before).app);
      repository.publish('before');
      return (await synth(repository, platform(after).app)).codes;
    };

    it('FX814: removed in one commit, leave everything running without an owner', async () => {
      await push('red', workload);
      await apply(treeOf([team('blue'), team('red')]));
      await untilThere(deploymentIn('red'));
      expect(await saysOf([team('blue'), team('red')], [team('blue')])).toContain('FX814');
      await apply(treeOf([team('blue')]));
      await untilGone(core('ServiceAccount', 'reconciler', 'red'));
      await untilGone(inTenant('red'));
      expect(live().log('kustomize-controller', 400)).toContain('failed to find account to impersonate');
      const left = await live().get(deploymentIn('red'));
      expect(left?.metadata['deletionTimestamp']).toBeUndefined();
      expect(left?.metadata.labels).toMatchObject({ 'kustomize.toolkit.fluxcd.io/name': 'red' });
    });

    it('FX811: in one namespace, may delete what the other one has', async () => {
      const tenants = [team('one'), team('two', { namespaces: ['two', 'one'] })];
      const { diagnostics } = synthCluster(platform(tenants).cluster);
      expect(diagnostics.map(({ code }) => code)).toContain('FX811');
      for (const name of ['one', 'two']) await push(name, workload);
      await live().applyTree(redirect(treeOf(tenants), live().redirects()));
      const review = {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SubjectAccessReview',
        spec: {
          user: 'system:serviceaccount:two:reconciler',
          resourceAttributes: { namespace: 'one', verb: 'delete', group: 'apps', resource: 'deployments', name: 'web' },
        },
      };
      await live().until('the account of one team may delete what the other one has', async () => {
        const path = '/apis/authorization.k8s.io/v1/subjectaccessreviews';
        const answer = (await live().request('POST', path, JSON.stringify(review))) as { status: { allowed: boolean } };
        return answer.status.allowed;
      });
    });

    it('FX813: with a role that does not exist, may do nothing', async () => {
      const options = team('pink', { role: 'editor' });
      const { diagnostics } = synthCluster(platform([options]).cluster);
      expect(diagnostics.map(({ code }) => code)).toContain('FX813');
      await push('pink', workload);
      await live().applyTree(redirect(treeOf([options]), live().redirects()));
      await untilSays(inTenant('pink'), /User "system:serviceaccount:pink:reconciler" cannot patch resource/);
    });
  },
  { long: true, missing },
);
