import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Repository } from '../changes/repository.js';
import { type SampleAddon, sampleApp } from '../changes/sample-app.js';
import { finish, handover, synth } from '../changes/synth.js';
import { describeLive } from './describe-live.js';
import { kustomization } from './flux-kinds.js';

const db: SampleAddon = { objects: [{ kind: 'ConfigMap', name: 'db', data: 'one' }] };
const config = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name: 'db' };
const both = (name: string) => sampleApp({ dev: { addons: { [name]: db } }, prod: { addons: { [name]: db } } });
/** As the harness names it in its kubeconfig. */
const context = 'live';

describeLive(
  'handover --finish --context',
  (live) => {
    const repository = new Repository();
    const before = process.env['KUBECONFIG'];
    beforeAll(() => {
      process.env['KUBECONFIG'] = live().kubeconfig;
    });
    afterAll(() => {
      if (before === undefined) delete process.env['KUBECONFIG'];
      else process.env['KUBECONFIG'] = before;
      repository.remove();
    });

    /** What the command does for the cluster `dev`, by the kubectl of this machine. */
    const finishDev = (contexts: readonly string[] = [context]) =>
      finish(repository, both('database'), { named: ['dev'], contexts });
    const expectRefused = (said: string | RegExp): void => {
      const { step, diagnostics } = finishDev();
      expect(step).not.toBe('second');
      expect(diagnostics).toMatchObject([{ code: 'FX509', message: expect.stringMatching(said) }]);
      expect(repository.git('status', '--porcelain')).toBe('');
    };
    const reconcile = async (): Promise<void> => void (await live().reconcile(kustomization('db')));
    /** Between two tries, Flux says only that one is under way. */
    const untilRefused = (said: RegExp) =>
      live().until(
        `the command refuses with ${said}`,
        async () => {
          const { step, diagnostics } = finishDev();
          expect(step).not.toBe('second');
          return diagnostics.some(({ code, message }) => code === 'FX509' && said.test(message));
        },
        { timeout: 60_000 },
      );

    it('refuses before Flux has the first step', async () => {
      expect((await synth(repository, both('db'))).written).toBe(true);
      repository.publish('the tree');
      await live().push(repository.folder);
      await live().follow();
      await live().untilReady();
      expect(handover(repository, both('database'))).toMatchObject({ step: 'first' });
      repository.publish('step 1');
      expectRefused(/"db" in context "live" has not reconciled the first step: it has no prune: false with/);
    }, 180_000);

    it('refuses while the old owner is not Ready', async () => {
      // Somebody's own object stands in the way of what Flux applies.
      const uid = (await live().get(config))?.metadata.uid;
      await live().delete(config);
      const { apiVersion, kind, ...metadata } = config;
      await live().apply({ apiVersion, kind, metadata, data: { text: 'another' }, immutable: true });
      await live().push(repository.folder);
      await untilRefused(/"db" in context "live" has not reconciled the first step: it is not Ready: .*immutable/s);
      expect(repository.git('status', '--porcelain')).toBe('');
      await live().delete(config);
      await reconcile();
      await live().untilReady();
      expect((await live().get(config))?.metadata.uid).not.toBe(uid);
    }, 180_000);

    it('refuses while the old owner is suspended', async () => {
      await live().patch(kustomization('db'), { spec: { suspend: true } });
      expectRefused('it is suspended');
      await live().patch(kustomization('db'), { spec: { suspend: null } });
      await live().untilReady();
    }, 120_000);

    it('refuses a context that is not there, and wants one for each cluster', () => {
      expect(finishDev(['elsewhere']).diagnostics).toMatchObject([
        { code: 'FX509', message: expect.stringMatching(/of context "elsewhere": .*context was not found.*elsewhere/) },
      ]);
      const { diagnostics } = finish(repository, both('database'), { contexts: [context] });
      expect(diagnostics).toMatchObject([
        { code: 'FX509', message: expect.stringContaining('no --context is of cluster "prod"') },
      ]);
      expect(repository.git('status', '--porcelain')).toBe('');
    }, 60_000);

    it('refuses the context of another cluster', async () => {
      await live().follow({ cluster: 'prod' });
      await live().untilReady();
      expectRefused('context "live" is another cluster: no Kustomization there reads the folder of "dev"');
      await live().follow();
      await live().untilReady();
    }, 180_000);

    it('writes the second step once Flux has the first, and a merge after it', async () => {
      const uid = (await live().get(config))?.metadata.uid;
      repository.write('README.md', 'later\n');
      repository.publish('another merge');
      const commit = await live().push(repository.folder);
      await live().untilReady();
      const outcome = finishDev();
      expect(outcome).toMatchObject({ step: 'second', diagnostics: [] });
      expect(outcome.next.join('\n')).toContain(
        `dev: Kustomization "db" is Ready at main@sha1:${commit}, which has the first step`,
      );
      repository.publish('step 2');
      await live().push(repository.folder);
      await live().untilReady();
      const object = await live().get(config);
      expect(object?.metadata.uid).toBe(uid);
      expect(object?.metadata.labels?.['kustomize.toolkit.fluxcd.io/name']).toBe('database');
      expect(await live().get(kustomization('db'))).toBeUndefined();
    }, 180_000);
  },
  { long: true, mayMiss: spawnSync('kubectl', ['version', '--client']).status === 0 ? '' : 'kubectl is not installed' },
);
