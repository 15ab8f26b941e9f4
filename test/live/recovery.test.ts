import { expect, it } from 'vitest';
import { describeLive } from './describe-live.js';
import { helmReleases, kustomization, kustomizations } from './flux-kinds.js';
import type { KubeObject } from './kube-object.js';
import { stateOf } from './kustomization-state.js';
import { readPlatform, servePlatform } from './platform.js';
import { setIn } from './set-in.js';
import { takeSnapshot } from './snapshot.js';
import type { Tree } from './tree.js';
import { valuesSeen } from './values-seen.js';

const platform = readPlatform('dev');

describeLive(
  'the platform after a crash',
  (live) => {
    let tree: Tree;
    let rollout = 0;

    /** A commit that changes each release, so that all of them roll out again. */
    const change = () => {
      tree = setIn(tree, { kind: 'HelmRelease' }, ['spec', 'values', 'rollout'], ++rollout);
      return live().applyTree(tree);
    };
    const hasApplied = (commit: string) => (object: KubeObject) =>
      object.status?.lastAppliedRevision?.endsWith(commit) === true;
    /** Every release has what was committed last, and nothing was taken away on the way there. */
    const expectConverged = async () => {
      await live().untilReady({ timeout: 240_000 });
      const releases = await live().list(helmReleases);
      const seen = releases.map(({ metadata }) => valuesSeen(live(), metadata.name, metadata.namespace ?? ''));
      expect((await Promise.all(seen)).map((values) => values['rollout'])).toEqual(releases.map(() => rollout));
      const lost = live()
        .deletions()
        .filter(({ who, resource }) => who.endsWith('-controller') && resource !== 'pods' && resource !== 'secrets');
      expect(lost.filter(({ who }) => who !== 'kube-controller-manager')).toEqual([]);
    };

    it('came up', async () => {
      await live().apply(...platform.terraform);
      tree = await servePlatform(live(), platform);
      await change();
      await expectConverged();
    });

    it('finishes an upgrade in which helm-controller was killed', async () => {
      // Without it no new pod becomes ready: the upgrade is under way until it is back.
      await live().kill('kwok');
      await change();
      const name = await live().until('a release is being upgraded', async () => {
        const upgrading = (await live().list(helmReleases)).find(({ status }) =>
          status?.conditions?.some(
            ({ type, message }) => type === 'Reconciling' && message?.startsWith("Running 'upgrade'"),
          ),
        );
        return upgrading?.metadata.name;
      });
      await live().until('its new pods wait', async () => {
        const pods = await live().list({ apiVersion: 'v1', kind: 'Pod' });
        return pods.some(
          ({ metadata, status }) => metadata.name.startsWith(`${name}-`) && status?.['phase'] === 'Pending',
        );
      });
      await live().kill('helm-controller');
      await live().restart('kwok');
      await live().restart('helm-controller');
      await expectConverged();
    });

    it('finishes a rollout in which kustomize-controller was killed', async () => {
      const commit = await change();
      await live().until('some have applied it, and others have not', async () => {
        const objects = await live().list(kustomizations);
        return objects.filter(hasApplied(commit)).length > 2 && !objects.every(hasApplied(commit));
      });
      await live().kill('kustomize-controller');
      await live().restart('kustomize-controller');
      await expectConverged();
    });

    it('fetches what was committed while source-controller was away', async () => {
      await live().kill('source-controller');
      await change();
      await live().restart('source-controller');
      await expectConverged();
    });

    it('finishes a rollout in which the API server was killed', async () => {
      const commit = await change();
      await live().until('the root has applied it', async () => {
        const root = await live().get(kustomization('flux-system'));
        return root && hasApplied(commit)(root);
      });
      await live().kill('kube-apiserver');
      await live().restart('kube-apiserver');
      expect((await live().list(kustomizations)).map(stateOf)).not.toEqual(platform.plan.map(() => 'ready'));
      await expectConverged();
    });

    it('is rebuilt by an empty cluster on the same commit, object by object', async () => {
      const before = await takeSnapshot(live());
      await live().startAnew();
      expect(await live().list(kustomizations)).toEqual([]);
      await live().apply(...platform.terraform);
      await live().follow();
      await expectConverged();
      const after = await takeSnapshot(live());
      expect(Object.keys(after)).toEqual(Object.keys(before));
      // More than the API server brings along: the platform's CRDs, releases and what is in them.
      expect(Object.keys(before).length).toBeGreaterThan(200);
      for (const [id, object] of Object.entries(before)) expect(after[id], id).toEqual(object);
    });
  },
  { long: true },
);
