import { afterAll, expect, it } from 'vitest';
import { defineAddon } from '../../src/addon/define-addon.js';
import { printChanges } from '../../src/changes/print/print-changes.js';
import { FluxApp } from '../../src/cluster/flux-app.js';
import { FluxCluster } from '../../src/cluster/flux-cluster.js';
import { ConfigMap } from '../../src/constructs/config-map.js';
import { Kustomization } from '../../src/constructs/kustomization.js';
import { Repository } from '../changes/repository.js';
import { synth } from '../changes/synth.js';
import { describeLive } from './describe-live.js';
import { redirect } from './redirect.js';

interface Inner {
  readonly path?: string;
  readonly NAME?: string;
}

const CLAIMS = ['cache', 'db', 'keep', 'one', 'two'];

/** An addon whose own Kustomization reads a folder of the same repository. */
const app = (inner: Inner | undefined, isDeclared: boolean): FluxApp => {
  const outer = defineAddon({
    name: 'outer',
    namespace: 'one',
    build(scope) {
      new ConfigMap(scope, 'kept', { name: 'kept', data: { a: 'b' } });
      if (inner === undefined) return;
      const { path = './apps', NAME = 'one' } = inner;
      const sourceRef = { kind: 'GitRepository', name: 'flux-system', external: true } as const;
      const postBuild = { substitute: { NAME } };
      new Kustomization(scope, 'inner', { name: 'inner', path, sourceRef, wait: false, postBuild });
    },
  });
  const flux = new FluxApp();
  const cluster = new FluxCluster(flux, 'dev', { external: [{ kind: 'Namespace', name: 'one' }] }).stage('all', [
    outer({}),
  ] as never);
  if (!isDeclared) return flux;
  const reason = 'the test says so';
  for (const name of CLAIMS) {
    (cluster as FluxCluster).removed({ kind: 'PersistentVolumeClaim', name, namespace: 'one' }, { reason });
  }
  return flux;
};

const claim = (name: string): string => `apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: ${name}
  namespace: one
spec:
  accessModes: [ReadWriteOnce]
  resources:
    requests:
      storage: 1Gi
`;

describeLive(
  'a Kustomization that an addon makes',
  (live) => {
    const repository = new Repository();
    afterAll(() => repository.remove());

    const files = () =>
      redirect({ ...repository.files('k8s'), ...repository.files('apps'), ...repository.files('other') }, {});

    /** What a change does: refused until it is declared, the plan's lines, and what kustomize-controller deleted. */
    const change = async (inner: Inner | undefined) => {
      const refused = await synth(repository, app(inner, false));
      const { clusters, written } = await synth(repository, app(inner, true));
      expect(written).toBe(true);
      const count = live().deletions().length;
      repository.publish('change');
      await live().applyTree(files());
      await live().untilReady();
      return {
        codes: [...new Set(refused.codes)],
        plan: clusters.flatMap(({ changes }) => printChanges(changes)).filter((line) => line.startsWith('- Pers')),
        deleted: live()
          .deletions()
          .slice(count)
          .filter(({ who, resource }) => who === 'kustomize-controller' && resource === 'persistentvolumeclaims')
          .map(({ name }) => name)
          .sort(),
      };
    };
    const goes = (...names: readonly string[]) => ({
      codes: ['FX502'],
      plan: names.map((name) => `- PersistentVolumeClaim/${name} in one (inner)`),
      deleted: names,
    });

    it('starts', async () => {
      await live().apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'one' } });
      for (const name of ['cache', 'db', 'keep']) repository.write(`apps/${name}.yaml`, claim(name));
      repository.write('apps/var.yaml', claim(`\${NAME}`));
      for (const name of ['cache', 'keep']) repository.write(`other/${name}.yaml`, claim(name));
      expect((await change({})).deleted).toEqual([]);
    });

    it('deletes what leaves its folder, and the plan says so', async () => {
      repository.delete('apps/db.yaml');
      expect(await change({})).toEqual(goes('db'));
    });

    it('deletes what gets another name by a var', async () => {
      expect(await change({ NAME: 'two' })).toEqual(goes('one'));
    });

    it('deletes what another folder lacks', async () => {
      expect(await change({ NAME: 'two', path: './other' })).toEqual(goes('two'));
    });

    it('deletes all that it has when it goes itself', async () => {
      expect(await change(undefined)).toEqual(goes('cache', 'keep'));
    });
  },
  { long: true },
);
