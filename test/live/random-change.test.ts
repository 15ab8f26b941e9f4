import { spawnSync } from 'node:child_process';
import { afterAll, expect, it } from 'vitest';
import type { OwnedObject } from '../../src/applied/cluster-state.js';
import { deleteCommand, type ObjectId } from '../../src/applied/object-id.js';
import type { Deletion, OwnerChanges } from '../../src/changes/model/owner-changes.js';
import type { RemovedObject } from '../../src/declared/removal.js';
import { hasErrors } from '../../src/diagnostics/index.js';
import { planApp } from '../../src/tree/plan-app.js';
import { Repository } from '../changes/repository.js';
import { finish, handover, synth } from '../changes/synth.js';
import { describeLive } from './describe-live.js';
import { helmReleases, kustomization } from './flux-kinds.js';
import { holdOthers, holdRoot } from './hold-back.js';
import type { KubeObject } from './kube-object.js';
import { appOf, drawChanges, namespaces, type RandomChange, smallChart } from './random-change.js';
import { filesOfOthers, type RandomOthers } from './random-others.js';
import { redirect } from './redirect.js';
import { listAll } from './snapshot.js';

/** `FLUXSPAN_SEED=…` draws the same changes again. */
const seed = Number(process.env['FLUXSPAN_SEED'] ?? Date.now() % 1_000_000_000);
const { start, others: startOthers, changes } = drawChanges(seed, 12);

/** What Flux has applied, by `Kind.group/namespace/name`: what Helm and Kubernetes make of it is none of it. */
type Applied = ReadonlyMap<string, KubeObject>;

const idOf = ({ group, kind, namespace, name }: ObjectId) => `${kind}.${group}/${namespace}/${name}`;
const idsOf = (objects: readonly OwnedObject[]) => objects.map(({ id }) => idOf(id)).sort();
/** Of a change that the tree does not show. */
const nothing: OwnerChanges = {
  created: [],
  changed: [],
  renamed: [],
  moved: [],
  deleted: [],
  leftBehind: [],
  replaced: [],
};
const ownerLabel = 'kustomize.toolkit.fluxcd.io/name';

describeLive(
  `random changes of owner (FLUXSPAN_SEED=${seed})`,
  (live) => {
    const repository = new Repository();
    afterAll(() => repository.remove());

    const useOthers = (others: RandomOthers): void => {
      repository.delete('k8s/others');
      for (const [path, text] of Object.entries(filesOfOthers(others))) repository.write(path, text);
    };
    const apply = async (message: string) => {
      repository.publish(message);
      return live().applyTree(redirect(repository.files('k8s'), live().redirects()));
    };
    const readApplied = async (): Promise<Applied> => {
      const objects = (await listAll(live())).filter(({ metadata }) => metadata.labels?.[ownerLabel] !== undefined);
      return new Map(
        objects.map((object) => {
          const { apiVersion, kind, metadata } = object;
          const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
          return [idOf({ group, kind, namespace: metadata.namespace ?? '', name: metadata.name }), object];
        }),
      );
    };
    /** Ready, and what was deleted is gone: a release takes a while to be uninstalled. */
    const settled = async (): Promise<Applied> => {
      await live().untilReady();
      return live().until('nothing is on its way out', async () => {
        const applied = await readApplied();
        return [...applied.values()].every(({ metadata }) => metadata['deletionTimestamp'] === undefined) && applied;
      });
    };
    const keysOf = (applied: Applied) => [...applied.keys()].sort();

    /** The release of a HelmRelease, as the stub's Deployment is named. */
    const releaseIn = ({ namespace }: ObjectId, json: OwnedObject['holdings'][0]['json']) =>
      `${namespace}/${(json['spec'] as { releaseName: string }).releaseName}`;
    const uninstalledSince = (count: number) =>
      live()
        .deletions()
        .slice(count)
        .filter(({ who, resource }) => who === 'helm-controller' && resource === 'deployments')
        .map(({ namespace, name }) => `${namespace}/${name}`)
        .sort();

    const hold = async ({ first }: RandomChange, predicted: OwnerChanges, before: Applied) => {
      if (first === 'anyone') return undefined;
      const names = [...before.values()]
        .filter(({ kind }) => kind === 'Kustomization')
        .map(({ metadata }) => metadata.name);
      if (first === 'others') return holdRoot(live(), names);
      const going = predicted.deleted
        .filter(({ object }) => object.id.kind === 'Kustomization')
        .map(({ object }) => object.id.name);
      return holdOthers(live(), { going, staying: names.filter((name) => !going.includes(name)) });
    };

    it('starts with some addons', async () => {
      await live().apply(...namespaces.map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })));
      live().pushCharts([smallChart]);
      useOthers(startOthers);
      expect((await synth(repository, appOf(start))).written).toBe(true);
      await apply('start');
      await settled();
    });

    for (const [index, change] of changes.entries()) {
      it(`${index + 1}: ${change.says} (${change.first} first)`, async () => {
        let before = await readApplied();
        useOthers(change.others);
        const looked = await synth(repository, appOf(change.after), { check: true });
        const { deleted: going, replaced } = looked.clusters[0]?.changes ?? nothing;
        const targetsOf = (list: readonly Deletion[]): readonly RemovedObject[] =>
          list.map(({ object: { id } }) => ({
            kind: id.kind,
            name: id.name,
            group: id.group,
            ...(id.namespace === '' ? {} : { namespace: id.namespace }),
          }));
        const app = () => appOf(change.after, { removed: targetsOf(going), replaced: targetsOf(replaced) });
        expect(planApp(app()).diagnostics.filter((one) => hasErrors([one]))).toEqual([]);

        const isProtected = looked.codes.includes('FX502');
        if (isProtected) expect((await synth(repository, appOf(change.after))).written).toBe(false);
        let result = await synth(repository, app());
        if (result.codes.includes('FX501')) {
          expect(result.written).toBe(false);
          // What others change comes with the second step.
          useOthers(changes[index - 1]?.others ?? startOthers);
          const first = handover(repository, app());
          expect(first.diagnostics.filter((one) => hasErrors([one]))).toEqual([]);
          expect(first.step).toBe('first');
          expect(await synth(repository, app(), { check: true })).toMatchObject({ clean: true });
          const count = live().deletions().length;
          await apply('step 1');
          // What the handover has nothing to do with comes with it, and is as predicted.
          const all = first.clusters[0]!.changes;
          const between = await settled();
          const gone = keysOf(before).filter((id) => !between.has(id));
          expect(idsOf([...all.deleted, ...all.renamed].map(({ object }) => object))).toEqual(
            expect.arrayContaining(gone),
          );
          for (const { before: object } of all.moved) {
            for (const id of idsOf([object])) expect(between.get(id)?.metadata.uid).toBe(before.get(id)?.metadata.uid);
          }
          if (gone.length === 0) {
            expect(
              live()
                .deletions()
                .slice(count)
                .filter(({ who }) => who === 'kustomize-controller'),
            ).toEqual([]);
          }
          before = between;
          useOthers(change.others);
          expect(finish(repository, app())).toMatchObject({ step: 'second' });
          result = await synth(repository, app());
        }
        expect(result).toMatchObject({ written: true });
        const predicted = result.clusters[0]?.changes ?? nothing;
        expect(predicted.moved.flatMap(({ holding }) => holding)).toEqual([]);

        const count = live().deletions().length;
        const held = await hold(change, predicted, before);
        const commit = await apply(change.says);
        await held?.untilSeen(commit);
        await held?.release();
        const after = await settled();

        // A name that follows its content is one change in the plan, and two in the cluster.
        const deleted = idsOf([...predicted.deleted, ...predicted.renamed].map(({ object }) => object));
        const created = idsOf([...predicted.created, ...predicted.renamed.map(({ after: next }) => next)]);
        expect(keysOf(before).filter((id) => !after.has(id))).toEqual(deleted);
        expect(keysOf(after).filter((id) => !before.has(id))).toEqual(created);
        // What is there before and after is one and the same.
        const again = [...after].filter(
          ([id, { metadata }]) => (before.get(id) ?? { metadata }).metadata.uid !== metadata.uid,
        );
        expect(again.map(([id]) => id)).toEqual([]);
        for (const { before: object, to } of predicted.moved) {
          const owner = after.get(idOf(object.id))?.metadata.labels?.[ownerLabel];
          expect(to, idOf(object.id)).toContain(`flux-system/${owner}`);
        }
        const uninstalled = [...predicted.deleted, ...predicted.replaced]
          .filter(({ object }) => object.id.kind === 'HelmRelease')
          .map(({ object }) => releaseIn(object.id, object.holdings[0].json))
          .sort();
        expect(uninstalledSince(count)).toEqual(uninstalled);

        for (const { object } of predicted.leftBehind) {
          const [command = '', ...args] = deleteCommand(object.id).split(' ');
          const env = { ...process.env, KUBECONFIG: live().kubeconfig };
          const { status, stderr } = spawnSync(command, args, { env, encoding: 'utf8', timeout: 60_000 });
          expect(status, stderr).toBe(0);
        }
        expect((await live().list(helmReleases)).length).toBe(
          [...after.values()].filter(({ kind }) => kind === 'HelmRelease').length -
            predicted.leftBehind.filter(({ object }) => object.id.kind === 'HelmRelease').length,
        );
        expect(await live().get(kustomization('flux-system'))).toBeDefined();
      });
    }
  },
  { long: true },
);
