import { afterAll, expect, it } from 'vitest';
import { Repository } from '../changes/repository.js';
import { clusters, declaredToGo, scriptedWeek } from '../synth/scripted-week.js';
import { describeLive } from './describe-live.js';
import { kustomizations } from './flux-kinds.js';
import type { KindRef, KubeObject } from './kube-object.js';
import { listAll } from './snapshot.js';

/** `FLUXSPAN_SEED=…` merges in the same order again. */
const seed = Number(process.env['FLUXSPAN_SEED'] ?? Date.now() % 1_000_000_000);

const configMaps: KindRef = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default' };
const claims: KindRef = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: 'default' };
/** What Kubernetes makes by itself in each namespace. */
const ownOfKubernetes = 'kube-root-ca.crt';

/** For the claim of the week, without which its Kustomization waits. */
const volume = {
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: 'data' },
  spec: {
    capacity: { storage: '1Gi' },
    accessModes: ['ReadWriteOnce'],
    claimRef: { name: 'data', namespace: 'default' },
    hostPath: { path: '/nowhere' },
  },
};

// Each team has a cluster of its own, and Flux follows the branch to which all of its pull requests go.
for (const [index, merging] of (['squash', 'merge'] as const).entries()) {
  const cluster = clusters[index]!;
  describeLive(
    `a week of ten pull requests side by side, ${merging} (FLUXSPAN_SEED=${seed})`,
    (live) => {
      const repository = new Repository();
      afterAll(() => repository.remove());
      const namesOf = (objects: readonly KubeObject[]) => objects.map(({ metadata }) => metadata.name).sort();

      it('ends in the cluster with what the code says, and nothing is deleted that no one declared', async () => {
        let merges = 0;
        /** Before the names of its owner went, in the order of the merges. */
        const uids: (string | undefined)[] = [];
        const uidOf = async (name: string) => (await live().get({ ...configMaps, name }))?.metadata.uid;
        const follow = async (merged: string): Promise<void> => {
          await live().push(repository.folder);
          if (merged === 'start') {
            await live().apply(volume);
            await live().follow({ cluster });
          }
          // Flux may see two merges as one, but for the first step of a handover, which comes before the second one.
          merges++;
          if (!['start', 'rename'].includes(merged) && (seed + merges) % 2 === 0) return;
          await live().untilReady();
          uids.push(await uidOf('moves'));
        };
        const { red, merged, wanted } = await scriptedWeek(repository, { seed: seed + index, merging, follow });
        await live().untilReady();
        console.log(`${merging}: ${merged.join(', ')}`);
        expect(red).toEqual([]);
        expect(merged).toHaveLength(11);

        const inTree = wanted.get(cluster)!.map((key) => {
          const [kind = '', , , name = ''] = key.split('\0');
          return `${kind}/${name}`;
        });
        const of = (kind: string) =>
          inTree.filter((one) => one.startsWith(`${kind}/`)).map((one) => one.slice(kind.length + 1));
        const maps = (await live().list(configMaps)).filter(({ metadata }) => metadata.name !== ownOfKubernetes);
        expect(namesOf(maps)).toEqual(of('ConfigMap').sort());
        expect(namesOf(await live().list(kustomizations))).toEqual([...of('Kustomization'), 'flux-system'].sort());
        expect(await live().list(claims)).toEqual([]);
        for (const addon of ['a', 'b', 'c', 'd']) {
          const text = (name: string) =>
            (maps.find(({ metadata }) => metadata.name === name) as { data?: { text?: string } } | undefined)?.data
              ?.text;
          expect([addon, text(`${addon}-version`)]).toEqual([addon, addon === 'd' ? '1.0.0' : '2.0.0']);
          expect([addon, text(`${addon}-value`)]).toEqual([addon, ['a', 'd'].includes(addon) ? 'two' : 'one']);
        }
        // The objects that were handed over are the very ones that they were.
        expect(uids.length).toBeGreaterThan(3);
        expect(new Set([...uids, await uidOf('moves')]).size).toBe(1);
        const moved = (await listAll(live())).filter(({ metadata }) => metadata.name.startsWith('moves'));
        expect(moved.map(({ metadata }) => metadata.labels?.['kustomize.toolkit.fluxcd.io/name'])).toEqual([
          'renamed',
          'renamed',
        ]);

        const kinds: Readonly<Record<string, string>> = {
          configmaps: 'ConfigMap',
          persistentvolumeclaims: 'PersistentVolumeClaim',
          kustomizations: 'Kustomization',
        };
        const deleted = live()
          .deletions()
          .filter(({ who }) => who === 'kustomize-controller')
          .map(({ resource, namespace, name }) => [kinds[resource] ?? resource, '', namespace, name].join('\0'));
        expect(deleted.filter((key) => !declaredToGo(key))).toEqual([]);
        // The two removals with their Kustomizations, and the owner that was renamed.
        expect(new Set(deleted).size).toBe(7);
      }, 360_000);
    },
    { long: true },
  );
}
