import { FluxApp } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { expect, it } from 'vitest';
import { type Build, made } from '../rules/account-programs.js';
import { addon, clusterOf } from '../support/synthesize.js';
import { crdsOf } from './crds.js';
import { describeLive } from './describe-live.js';
import { kustomization } from './flux-kinds.js';
import type { Tree } from './tree.js';

const settings = { timeout: '20s', retryInterval: '3s' };
const treeOf = (cluster: ReturnType<typeof clusterOf>): Tree =>
  Object.fromEntries(Object.entries(synthCluster(cluster).files).map(([path, text]) => [`k8s/${path}`, text] as const));

describeLive('quotas that count objects by their resource and group (FX721, FX808)', (live) => {
  it('refuse what synth says that they refuse', async () => {
    const web = (name: string): Build =>
      made('apps/v1', 'Deployment', name, 'numbered', {
        spec: {
          selector: { matchLabels: { app: name } },
          template: {
            metadata: { labels: { app: name } },
            spec: { containers: [{ name: 'main', image: 'web:1' }] },
          },
        },
      });
    const certificate = made('cert-manager.io/v1', 'Certificate', 'tls', 'numbered', {
      spec: { secretName: 'tls', dnsNames: ['web.example.org'], issuerRef: { kind: 'ClusterIssuer', name: 'ca' } },
    });
    const cluster = (bad: boolean) => {
      const most = bad ? 0 : 2;
      const hard = {
        'count/deployments.apps': bad ? 1 : 2,
        'count/replicasets.apps': most,
        'count/certificates.cert-manager.io': most,
      };
      const own = (name: string, build: Build) =>
        addon(name, { build, requires: ['bounds'] }, { kustomization: { ...settings, wait: false } });
      return clusterOf(
        {
          bounds: [
            addon('bounds', {
              namespace: 'numbered',
              createNamespace: true,
              build: made('v1', 'ResourceQuota', 'bounds', 'numbered', { spec: { hard } }),
            }),
          ],
          all: [own('a', web('a')), own('b', web('b')), own('certificate', certificate)],
        },
        {
          app: new FluxApp(),
          options: { external: ['cert-manager.io', { kind: 'ClusterIssuer', name: 'ca' }] },
        },
      );
    };
    const { diagnostics } = synthCluster(cluster(true));
    const none = 'the quota has room for no ReplicaSet, which comes before the pods, by count/replicasets.apps: "0"';
    expect(diagnostics.map(({ code, severity, message }) => `${severity} ${code} ${message}`).sort()).toEqual([
      `error FX721 Deployment/a: ResourceQuota/bounds refuses its pods: ${none}`,
      `error FX721 Deployment/b: ResourceQuota/bounds refuses its pods: ${none}`,
      'error FX808 Certificate/tls in numbered exceeds ResourceQuota/bounds, which allows "0" of count/certificates.cert-manager.io',
      'error FX808 Deployment/b in numbered exceeds ResourceQuota/bounds, which allows "1" of count/deployments.apps',
    ]);
    expect(synthCluster(cluster(false)).diagnostics).toEqual([]);
    await live().apply(...crdsOf(['cert-manager.io']));
    // What counts for quotas looks for new kinds twice a minute, and counts them at a quota that is there every five minutes.
    await live().until('certificates are served', async () => {
      await live().list({ apiVersion: 'cert-manager.io/v1', kind: 'Certificate' });
      return true;
    });
    await live().restart('kube-controller-manager');
    // The quota counts first, and then refuses what is one too many: which of the two comes last isn't known.
    const tree = treeOf(cluster(true));
    const without = (...names: readonly string[]): Tree =>
      Object.fromEntries(Object.entries(tree).filter(([path]) => !names.some((name) => path.includes(`/dev/${name}`))));
    await live().applyTree(without('a', 'b.yaml', 'b/', 'certificate'));
    const bounds = { apiVersion: 'v1', kind: 'ResourceQuota', namespace: 'numbered', name: 'bounds' };
    let used: object = {};
    await live().until(
      'the quota counts',
      async () => {
        ({ used = {} } = ((await live().get(bounds))?.status ?? {}) as { readonly used?: object });
        return Object.keys(used).length === 3 || undefined;
      },
      { timeout: 60_000, explain: () => JSON.stringify(used) },
    );
    await live().applyTree(without('b.yaml', 'b/'));
    const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'numbered', name: 'a' };
    let last: string | undefined;
    const messages = async (of: Parameters<ReturnType<typeof live>['get']>[0]) => {
      const { status } = (await live().get(of)) ?? {};
      last = status?.conditions?.map(({ message }) => message).join(' ') ?? '';
      return last;
    };
    const refused = (what: string, of: Parameters<typeof messages>[0], says: string) =>
      live().until(what, async () => (await messages(of)).includes(says) || undefined, {
        timeout: 60_000,
        explain: () => last ?? '',
      });
    await refused(
      'its ReplicaSet is refused',
      deployment,
      'is forbidden: exceeded quota: bounds, requested: count/replicasets.apps=1, used: count/replicasets.apps=0, limited: count/replicasets.apps=0',
    );
    await refused(
      'the Certificate is refused',
      kustomization('certificate'),
      'certificates.cert-manager.io "tls" is forbidden: exceeded quota: bounds, requested: count/certificates.cert-manager.io=1, used: count/certificates.cert-manager.io=0, limited: count/certificates.cert-manager.io=0',
    );
    await live().applyTree(tree);
    await refused(
      'the second Deployment is refused',
      kustomization('b'),
      'deployments.apps "b" is forbidden: exceeded quota: bounds, requested: count/deployments.apps=1, used: count/deployments.apps=1, limited: count/deployments.apps=1',
    );
    await live().applyTree(treeOf(cluster(false)));
    await live().untilReady({ timeout: 90_000 });
  }, 240_000);
});
