import { expect, it } from 'vitest';
import { compileCluster } from '../../src/compile/compile-cluster.js';
import { openCompileContext } from '../../src/compile/compile-context.js';
import app, { dev, prod } from '../../src/platform/app.js';
import { type AppliedKustomization, appliedProblems, applyCluster, parseGivenInfra } from '../../src/preview/index.js';
import { describeLive } from './describe-live.js';
import { kustomizations } from './flux-kinds.js';
import type { KubeObject } from './kube-object.js';
import { readPlatform, servePlatform } from './platform.js';
import { valuesSeen } from './values-seen.js';

/** Other values than the examples, that a contract lets through: of one, YAML would make a boolean. */
const vars = { TF_CLUSTER_NAME: 'yes', TF_AWS_REGION: 'us-east-2' };

/** `namespace_name_group_kind`, as Flux's inventory has it. */
const inventoryId = ({ apiVersion, kind, metadata }: KubeObject): string =>
  [metadata.namespace ?? '', metadata.name, apiVersion.includes('/') ? apiVersion.split('/')[0] : '', kind].join('_');

/** A source's address is another one here. */
const withoutAddress = (object: KubeObject): KubeObject => {
  if (!object.apiVersion.startsWith('source.toolkit.fluxcd.io/')) return object;
  const { url: _, ...spec } = object.spec as { url?: string };
  return { ...object, spec };
};

for (const cluster of [dev, prod]) {
  describeLive(
    `what render says of ${cluster.name}`,
    (live) => {
      const platform = readPlatform(cluster.name);
      let applied: readonly AppliedKustomization[];
      const objectsOf = ({ objects }: AppliedKustomization) =>
        objects.flatMap(({ outcome }) => (outcome.kind === 'object' ? [outcome.object as unknown as KubeObject] : []));

      it("is read from the cluster's own ConfigMaps", async () => {
        await live().apply(...platform.terraform);
        const configMap = {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          namespace: 'flux-system',
          name: 'cluster-vars-terraform',
        };
        await live().patch(configMap, { data: vars });
        await live().applyTree(await servePlatform(live(), platform), { cluster: cluster.name });
        await live().untilReady({ timeout: 240_000 });

        // What `kubectl get configmaps -A -o json` prints.
        const items = await live().list({ apiVersion: 'v1', kind: 'ConfigMap' });
        const bytes = Buffer.from(JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
        const compiled = compileCluster(app, cluster, openCompileContext(app));
        const given = parseGivenInfra(bytes, 'configmaps.json', compiled.contract);
        if (!given.ok) throw new Error(given.problem.message);
        applied = applyCluster(compiled, given.value);
        expect(appliedProblems(cluster.name, applied)).toEqual([]);
        expect(JSON.stringify(applied.map(objectsOf))).toContain('us-east-2');
      }, 300_000);

      it('is what is there, object by object', async () => {
        let count = 0;
        for (const object of applied.flatMap(objectsOf)) {
          const { apiVersion, kind, metadata } = object;
          const made = await live().get({ apiVersion, kind, ...metadata });
          expect(made, inventoryId(object)).toMatchObject(withoutAddress(object) as object);
          count++;
        }
        expect(count).toBeGreaterThan(50);
      });

      it('is all that Flux says it applied', async () => {
        const states = new Map((await live().list(kustomizations)).map((one) => [one.metadata.name, one]));
        for (const kustomization of applied) {
          const inventory = states.get(kustomization.name)?.status?.['inventory'] as
            | { entries: readonly { id: string }[] }
            | undefined;
          expect(inventory?.entries.map(({ id }) => id).sort(), kustomization.name).toEqual(
            objectsOf(kustomization).map(inventoryId).sort(),
          );
        }
      });

      it('is what Helm gets', async () => {
        const said: Record<string, unknown> = {};
        const seen: Record<string, unknown> = {};
        for (const { source, release } of applied.flatMap(({ objects }) => objects)) {
          if (release === undefined) continue;
          if ('error' in release.composed) throw new Error(release.composed.error);
          said[source.name] = release.composed.values;
          seen[source.name] = await valuesSeen(live(), source.name, source.namespace ?? '');
        }
        expect(Object.keys(said).length).toBeGreaterThan(8);
        expect(seen).toEqual(said);
      });
    },
    { long: true },
  );
}
