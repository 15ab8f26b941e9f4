import { expect, it } from 'vitest';
import { synthCluster } from '../../src/testing/index.js';
import { clusterOf } from '../support/synthesize.js';
import { compositionFunction, crossplane } from './binaries.js';
import { buildBefore } from './build-before.js';
import { missingTool } from './build-binaries.js';
import type { Crossplane } from './crossplane.js';
import { database, definitions, FUNCTION, queue, readers } from './crossplane-addons.js';
import { describeLive } from './describe-live.js';
import { kustomization } from './flux-kinds.js';

const missing = missingTool([crossplane, compositionFunction]);
buildBefore(crossplane, { long: true, missing });
buildBefore(compositionFunction, { long: true, missing });

/** The real function isn't to be had as a Go module: it is built in a checkout, `CGO_ENABLED=0 go build .` */
const functionProgram = process.env['FLUXSPAN_CROSSPLANE_FUNCTION'];

const synth = (options: { ports?: boolean } = {}) =>
  synthCluster(
    clusterOf(
      { apis: [definitions(options)()], cloud: [database(), queue()], apps: readers },
      { options: { external: ['apiextensions.crossplane.io'] } },
    ),
  );

describeLive(
  'values that Crossplane composes',
  (live) => {
    let controller: Crossplane;
    const { files, contract, diagnostics } = synth();
    const names = readers.map(({ definition }) => definition.name);
    const commit = (tree: Readonly<Record<string, string>>) =>
      live().applyTree(Object.fromEntries(Object.entries(tree).map(([path, text]) => [`k8s/${path}`, text])), {
        cluster: 'dev',
      });
    const readyOf = async (name: string) => {
      const { status } = (await live().get(kustomization(name))) ?? {};
      return status?.conditions?.find(({ type }) => type === 'Ready');
    };
    const shownBy = async (name: string) =>
      (await live().get({ apiVersion: 'v1', kind: 'ConfigMap', name, namespace: 'default' }))?.data?.['value'];
    const hasValue = (name: string, value: string) =>
      live().until(
        `${name} has ${value}`,
        async () => (await shownBy(name)) === value && (await readyOf(name))?.status === 'True',
        { every: 50 },
      );
    const measured = async (what: string, act: () => Promise<unknown>, seen: () => Promise<unknown>) => {
      const start = Date.now();
      await act();
      await seen();
      console.log(`${what}: ${((Date.now() - start) / 1000).toFixed(2)} s`);
    };
    const failsWith = (name: string, variable: string) =>
      live().until(`${name} misses ${variable}`, async () => {
        const ready = await readyOf(name);
        return ready?.status === 'False' && ready.message?.includes(`variable not set (strict mode): "${variable}"`);
      });
    /** What a provider would write into the status, as the cloud tells it. */
    const observe = (host: string) =>
      live().request(
        'PATCH',
        '/apis/example.org/v1/namespaces/flux-system/databases/app/status',
        JSON.stringify({ status: { host } }),
        'application/merge-patch+json',
      );
    const app = { apiVersion: 'example.org/v1', kind: 'Database', name: 'app', namespace: 'flux-system' };

    it('are waited for: no reader gets along without them', async () => {
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      controller = await live().startCrossplane(functionProgram);
      await commit(files);
      // Without its function, Crossplane can't compose anything.
      await live().until('Crossplane tries', async () =>
        JSON.stringify((await live().get(app))?.status ?? {}).includes(FUNCTION),
      );
      for (const name of names)
        await live().until(`${name} waits`, async () => {
          const { reason = '', message = '' } = (await readyOf(name)) ?? {};
          // A resource without any status counts as ready: then the reader starts, and misses the object.
          return reason === 'DependencyNotReady' || /"(database|queue)-outputs" not found/.test(message);
        });
    }, 240_000);

    it('are missing one by one: only those readers fail whose value is not there yet', async () => {
      await controller.startFunction(FUNCTION);
      await hasValue('port-reader', '5432');
      await hasValue('queue-reader', 'orders');
      for (const name of ['host-reader', 'address-reader']) await failsWith(name, 'host');
    }, 240_000);

    it('arrive late, without a commit, and the platform becomes ready', async () => {
      await measured(
        'a key is added',
        () => observe('db-1.example.org'),
        () => hasValue('host-reader', 'db-1.example.org'),
      );
      await live().untilReady({ timeout: 60_000 });
      expect(await shownBy('address-reader')).toBe('db-1.example.org:5432');
    }, 120_000);

    it('arrive again when they change', async () => {
      await measured(
        'a value changes',
        () => observe('db-2.example.org'),
        () => hasValue('host-reader', 'db-2.example.org'),
      );
      await hasValue('address-reader', 'db-2.example.org:5432');
    }, 120_000);

    it('come back when the composed object is deleted', async () => {
      const outputs = { apiVersion: 'v1', kind: 'ConfigMap', name: 'database-outputs', namespace: 'flux-system' };
      const before = (await live().get(outputs))?.metadata.uid;
      await measured(
        'a deleted ConfigMap is composed again',
        () => live().delete(outputs),
        () =>
          live().until(
            'it is there again',
            async () => {
              const uid = (await live().get(outputs))?.metadata.uid;
              return uid !== undefined && uid !== before;
            },
            { every: 50 },
          ),
      );
      await hasValue('host-reader', 'db-2.example.org');
    }, 120_000);

    it('take exactly those readers along that the contract lists', async () => {
      const output = contract.outputs?.find(({ addon }) => addon === 'database');
      const predicted = (output?.keys['port']?.readBy ?? []).map(({ addon }) => addon).sort();
      expect(predicted).toEqual(['address-reader', 'port-reader']);
      await commit(synth({ ports: false }).files);
      for (const name of predicted) await failsWith(name, 'port');
      for (const name of names) await live().reconcile(kustomization(name));
      const failed = await live().until('all have run again', async () => {
        const states = await Promise.all(names.map(async (name) => [name, (await readyOf(name))?.status] as const));
        if (states.some(([, status]) => status === 'Unknown')) return undefined;
        return states.flatMap(([name, status]) => (status === 'True' ? [] : [name]));
      });
      expect(failed.sort()).toEqual(predicted);
      // What was applied stays as it was.
      expect(await shownBy('port-reader')).toBe('5432');
    }, 240_000);
  },
  { long: true, missing },
);
