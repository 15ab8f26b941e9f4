import { ConfigMap, FluxApp } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { expect, it } from 'vitest';
import {
  accountCases,
  accountCluster,
  all,
  type Build,
  binding,
  chart,
  made,
  RBAC,
  roleRef,
  rule,
} from '../rules/account-programs.js';
import { policy, service } from '../rules/policy-programs.js';
import { addon, clusterOf } from '../support/synthesize.js';
import { describeLive } from './describe-live.js';
import { helmReleases, kustomization } from './flux-kinds.js';
import type { Tree } from './tree.js';

/** A Kustomization that waits for a release that fails tries again when it has given up. */
const settings = { timeout: '20s', retryInterval: '3s' };
const clusterWith = (bad: boolean) => accountCluster(bad, undefined, { app: new FluxApp() }, settings);

const treeOf = (cluster: ReturnType<typeof clusterWith>): Tree =>
  Object.fromEntries(Object.entries(synthCluster(cluster).files).map(([path, text]) => [`k8s/${path}`, text] as const));

describeLive(
  'what an account may apply (FX800 to FX804), and policies and quotas let through (FX807, FX808, FX897)',
  (live) => {
    const serve = async (bad: boolean): Promise<void> => {
      const tree = await live().serveSources(treeOf(clusterWith(bad)));
      live().pushCharts([{ name: 'as-account', url: chart.url, version: '1.0.0' }]);
      await live().applyTree(tree);
    };

    it('is foretold by synth', () => {
      const found = synthCluster(clusterWith(true)).diagnostics.map(({ code, severity, at }) => [
        at.addon,
        code,
        severity,
      ]);
      expect(found.sort()).toEqual(
        Object.entries(accountCases)
          .map(([name, { code, severity }]) => [`as-${name}`, code, severity])
          .sort(),
      );
      expect(synthCluster(clusterWith(false)).diagnostics).toEqual([]);
    });

    it('is what the API server refuses', async () => {
      await live().restart('kustomize-controller', ['--concurrent=20']);
      await serve(true);
      for (const [name, { says, release }] of Object.entries(accountCases)) {
        const of =
          release === true
            ? { ...helmReleases, namespace: 'default', name: `as-${name}` }
            : kustomization(`as-${name}`);
        let last: unknown;
        await live().until(
          `${name}: ${says}`,
          async () => {
            const { status } = (await live().get(of)) ?? {};
            last = status?.conditions?.map(({ message }) => message);
            return status?.conditions?.some(({ message }) => message?.includes(says));
          },
          { timeout: 60_000, explain: () => JSON.stringify(last) },
        );
      }
    }, 240_000);

    it('is applied with the rights of the fixes', async () => {
      // The role of a binding can't be changed.
      for (const name of Object.keys(accountCases)) {
        await live().delete({ apiVersion: `${RBAC}/v1`, kind: 'RoleBinding', namespace: 'default', name });
      }
      await serve(false);
      await live().untilReady({ timeout: 120_000 });
    }, 180_000);

    it('FX800: what an account may not delete stays, and Flux fails', async () => {
      const cluster = (...names: readonly string[]) => {
        const data: Build = (scope) => {
          for (const name of names) new ConfigMap(scope, name, { name, data: { a: 'b' } });
        };
        const rights = all(
          made('v1', 'ServiceAccount', 'keeper', 'flux-system'),
          made(`${RBAC}/v1`, 'Role', 'keeper', 'default', {
            rules: [rule('', ['configmaps'], 'get', 'create', 'patch')],
          }),
          binding('keeper', roleRef('Role', 'keeper'), 'flux-system'),
        );
        const kept = addon(
          'kept',
          { build: data, requires: ['access'] },
          { kustomization: { ...settings, serviceAccountName: 'keeper' } },
        );
        return clusterOf({ access: [addon('access', { build: rights })], all: [kept] }, { app: new FluxApp() });
      };
      const { diagnostics } = synthCluster(cluster('stays', 'goes'));
      expect(diagnostics.map(({ code, severity, message }) => [code, severity, message])).toEqual([
        [
          'FX800',
          'warning',
          'ConfigMap/goes in default would be applied as ServiceAccount flux-system/keeper, which may not delete configmaps',
        ],
      ]);
      await live().startAnew();
      await live().applyTree(treeOf(cluster('stays', 'goes')));
      await live().untilReady({ timeout: 60_000 });
      await live().applyTree(treeOf(cluster('stays')));
      let last: string | undefined;
      await live().until(
        'Flux may not delete it',
        async () => {
          const { status } = (await live().get(kustomization('kept'))) ?? {};
          last = status?.conditions?.map(({ message }) => message).join(' ');
          return last?.includes('cannot delete resource "configmaps"');
        },
        { timeout: 60_000, explain: () => last ?? '' },
      );
      expect(
        await live().get({ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name: 'goes' }),
      ).toBeDefined();
    }, 180_000);

    it('FX807 and FX808: a policy and a quota of the tree refuse what synth says that they refuse', async () => {
      const bounds = all(
        policy('no-lb', {
          // Whatever else this cluster has stays as it is.
          matchConditions: [{ name: 'here', expression: "request.namespace in ['bounded', 'counted']" }],
          variables: [{ name: 'isLb', expression: "object.spec.type == 'LoadBalancer'" }],
          validations: [
            {
              expression: "!variables.isLb || 'shared' in object.metadata.labels",
              messageExpression: "'no load balancer ' + object.metadata.name + ' in ' + request.namespace",
            },
          ],
        }),
        made('v1', 'Namespace', 'counted', undefined),
        made('v1', 'ResourceQuota', 'bounds', 'counted', {
          spec: { hard: { services: '1', 'services.nodeports': 0 } },
        }),
      );
      const cluster = (bad: boolean) => {
        const web = (name: string, build: Build) =>
          addon(name, { build, requires: ['bounds'] }, { kustomization: settings });
        const type = bad ? 'LoadBalancer' : 'ClusterIP';
        return clusterOf(
          {
            bounds: [addon('bounds', { namespace: 'bounded', createNamespace: true, build: bounds })],
            all: [
              web('denied', service('denied', { type }, { namespace: 'bounded' })),
              web(
                'shared',
                service('shared', { type: 'LoadBalancer' }, { namespace: 'bounded', labels: { shared: 'yes' } }),
              ),
              web('counted', service('counted', bad ? { type: 'NodePort' } : {}, { namespace: 'counted' })),
            ],
          },
          { app: new FluxApp() },
        );
      };
      const { diagnostics } = synthCluster(cluster(true));
      expect(diagnostics.map(({ code, severity, message }) => [code, severity, message]).sort()).toEqual([
        [
          'FX807',
          'error',
          'ValidatingAdmissionPolicy "no-lb" denies Service/denied in bounded: no load balancer denied in bounded',
        ],
        [
          'FX808',
          'error',
          'Service/counted in counted exceeds ResourceQuota/bounds, which allows "0" of services.nodeports',
        ],
      ]);
      expect(synthCluster(cluster(false)).diagnostics).toEqual([]);
      await live().startAnew();
      const names = ['denied', 'shared', 'counted'];
      const first = Object.entries(treeOf(cluster(true))).filter(
        ([path]) => !names.some((name) => path.includes(`/${name}`)),
      );
      await live().applyTree(Object.fromEntries(first));
      // The API server takes a while until it asks a new policy.
      await live().until('the policy is asked', async () => {
        try {
          await live().apply({
            apiVersion: 'v1',
            kind: 'Service',
            metadata: { name: 'asks', namespace: 'bounded', labels: { app: 'asks' } },
            spec: { type: 'LoadBalancer', ports: [{ port: 80 }] },
          });
          return undefined;
        } catch (error) {
          return String(error).includes('no load balancer asks') || undefined;
        }
      });
      await live().applyTree(treeOf(cluster(true)));
      for (const [name, says] of [
        [
          'denied',
          "services \"denied\" is forbidden: ValidatingAdmissionPolicy 'no-lb' with binding 'no-lb' denied request: no load balancer denied in bounded",
        ],
        ['counted', 'services "counted" is forbidden: exceeded quota: bounds, requested: services.nodeports=1'],
      ] as const) {
        let last: string | undefined;
        await live().until(
          `${name}: ${says}`,
          async () => {
            const { status } = (await live().get(kustomization(name))) ?? {};
            last = status?.conditions?.map(({ message }) => message).join(' ');
            return last?.includes(says);
          },
          { timeout: 60_000, explain: () => last ?? '' },
        );
      }
      // Flux may apply it after those that are refused.
      await live().until(
        'the Service that the policy allows is there',
        async () => await live().get({ apiVersion: 'v1', kind: 'Service', namespace: 'bounded', name: 'shared' }),
        { timeout: 60_000 },
      );
      await live().applyTree(treeOf(cluster(false)));
      await live().untilReady({ timeout: 60_000 });
    }, 240_000);

    it('FX897: a quota refuses the last pods of several workloads, which only their events say', async () => {
      const web = (name: string, replicas: number): Build =>
        made('apps/v1', 'Deployment', name, 'crowded', {
          spec: {
            replicas,
            selector: { matchLabels: { app: name } },
            template: {
              metadata: { labels: { app: name } },
              spec: { containers: [{ name: 'main', image: 'web:1', resources: { requests: { cpu: '400m' } } }] },
            },
          },
        });
      const cluster = (replicas: number) =>
        clusterOf(
          {
            bounds: [
              addon('bounds', {
                namespace: 'crowded',
                createNamespace: true,
                build: made('v1', 'ResourceQuota', 'bounds', 'crowded', { spec: { hard: { 'requests.cpu': '1' } } }),
              }),
            ],
            all: [
              addon(
                'webs',
                { build: all(web('a', 1), web('b', replicas)), requires: ['bounds'] },
                { kustomization: { ...settings, wait: false } },
              ),
            ],
          },
          { app: new FluxApp() },
        );
      const { diagnostics } = synthCluster(cluster(2));
      expect(diagnostics.map(({ code, severity, message }) => [code, severity, message])).toEqual([
        [
          'FX897',
          'warning',
          'Deployment/b (2 replicas) brings more pods than ResourceQuota/bounds in crowded lets in, which allows "1" of requests.cpu',
        ],
      ]);
      expect(synthCluster(cluster(1)).diagnostics).toEqual([]);
      await live().startAnew();
      await live().applyTree(treeOf(cluster(2)));
      // Flux is satisfied.
      await live().untilReady({ timeout: 60_000 });
      const refusals = async (): Promise<readonly string[]> => {
        const found = await Promise.all(
          ['a', 'b'].map((name) =>
            live().get({ apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'crowded', name }),
          ),
        );
        return found.flatMap((one) =>
          (one?.status?.conditions ?? []).flatMap(({ type, message = '' }) =>
            type === 'ReplicaFailure' ? [message] : [],
          ),
        );
      };
      await live().until('a pod is refused', async () => ((await refusals()).length > 0 ? true : undefined), {
        timeout: 60_000,
      });
      expect(await refusals()).toEqual([
        expect.stringContaining(
          'is forbidden: exceeded quota: bounds, requested: requests.cpu=400m, used: requests.cpu=800m, limited: requests.cpu=1',
        ),
      ]);
    }, 180_000);
  },
);
