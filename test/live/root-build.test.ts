import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { printChanges } from '../../src/changes/print/print-changes.js';
import { Repository } from '../changes/repository.js';
import { type SampleCluster, sampleApp } from '../changes/sample-app.js';
import { type Synthesized, synth } from '../changes/synth.js';
import { describeLive } from './describe-live.js';
import { kustomization } from './flux-kinds.js';
import type { Live } from './live.js';

const configMap = (name: string) => ({ kind: 'ConfigMap', name, namespace: 'web' });
const web = (...names: readonly string[]): SampleCluster['addons'] => ({
  web: { objects: names.map(configMap), kustomization: { wait: false } },
});
const dev = (...names: readonly string[]) => sampleApp({ dev: { addons: web(...names) } });

const FOLDER = 'k8s/clusters/dev';
const LIST = `${FOLDER}/kustomization.yaml`;
const list = (patch = '') =>
  `resources: [web.yaml]\n${patch === '' ? '' : `patches:\n- target: { kind: Kustomization }\n  patch: |\n${patch.replace(/^/gm, '    ')}\n`}`;

/** What the plan says that Flux deletes: `Kustomization/web`. */
const deletedIn = ({ clusters }: Synthesized): readonly string[] =>
  clusters
    .flatMap(({ changes }) => printChanges(changes))
    .flatMap((line) => /^- (\S+)/.exec(line)?.[1] ?? [])
    .sort();

const KINDS: Readonly<Record<string, string>> = {
  configmaps: 'ConfigMap',
  gitrepositories: 'GitRepository',
  kustomizations: 'Kustomization',
};

/** What Flux has deleted since it had deleted so much. */
const deletedBy = (live: Live, since: number): readonly string[] => [
  ...new Set(
    live
      .deletions()
      .slice(since)
      .filter(({ who, resource }) => who === 'kustomize-controller' && resource in KINDS)
      .map(({ resource, name }) => `${KINDS[resource]}/${name}`),
  ),
];

describeLive(
  'the root',
  (live) => {
    let repository: Repository;
    beforeAll(() => {
      repository = new Repository();
    });
    afterAll(() => repository.remove());
    beforeEach(() => {
      repository.write('README.md', `${Math.random()}\n`);
    });

    const has = async (name: string) =>
      (await live().get({ apiVersion: 'v1', kind: 'ConfigMap', name, namespace: 'web' })) !== undefined;
    const reconcileTree = async () => {
      repository.publish('a change');
      await live().applyTree(repository.files('k8s'));
    };

    it('starts', async () => {
      await live().apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'web' } });
      repository.write(LIST, list());
      expect((await synth(repository, dev('a', 'b'))).codes).toEqual([]);
      await reconcileTree();
      await live().untilReady();
      expect(await has('a')).toBe(true);
    });

    it('gives its children what they have in common, and deletes nothing', async () => {
      repository.write(
        LIST,
        list('- op: add\n  path: /spec/timeout\n  value: 3m\n- op: add\n  path: /spec/prune\n  value: false'),
      );
      const found = await synth(repository, dev('a', 'b'));
      expect(found.codes).toEqual([]);
      expect(deletedIn(found)).toEqual([]);
      await reconcileTree();
      await live().untilReady();
      expect((await live().get(kustomization('web')))?.spec).toMatchObject({ timeout: '3m', prune: false });
    });

    it('keeps by its patch what goes from git, as the plan says', async () => {
      const found = await synth(repository, dev('a'));
      expect(found.codes).toEqual([]);
      expect(deletedIn(found)).toEqual([]);
      const since = live().deletions().length;
      await reconcileTree();
      await live().untilReady();
      expect(deletedBy(live(), since)).toEqual([]);
      expect(await has('b')).toBe(true);
    });

    it('deletes what its patch takes out, as the plan says', async () => {
      repository.write(LIST, list());
      expect((await synth(repository, dev('a'))).codes).toEqual([]);
      await reconcileTree();
      await live().untilReady();
      const out =
        'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: { name: web }\n$patch: delete';
      repository.write(LIST, list(out));
      const found = await synth(repository, dev('a'));
      expect(found.codes).toEqual(['FX540', 'FX502']);
      const since = live().deletions().length;
      await reconcileTree();
      await live().until('the addon to be gone', async () => !(await has('a')));
      expect(deletedBy(live(), since)).toEqual(expect.arrayContaining([...deletedIn(found)]));
      expect(deletedIn(found)).toEqual(['ConfigMap/a', 'Kustomization/web']);
    });

    it('lets Flux substitute in text of an addon without vars, as synth says, and not where the object forbids it', async () => {
      const script = (annotations: Readonly<Record<string, string>> = {}): SampleCluster['addons'] => ({
        web: {
          objects: [{ ...configMap('a'), data: 'echo $' + '{GREETING:-hello} $$' + '{USER}', annotations }],
          kustomization: { wait: false },
        },
      });
      const app = (annotations?: Readonly<Record<string, string>>) =>
        sampleApp({ dev: { addons: script(annotations) } });
      const textOf = async () =>
        ((await live().get({ apiVersion: 'v1', ...configMap('a') })) as { data?: { text?: string } } | undefined)?.data
          ?.text;
      repository.write(LIST, list());
      expect((await synth(repository, app())).codes).toEqual([]);
      await reconcileTree();
      await live().until('the text as it is', async () => (await textOf()) === 'echo ${GREETING:-hello} $${USER}');
      repository.write(LIST, list('- op: add\n  path: /spec/postBuild\n  value: { substitute: { OTHER: x } }'));
      expect((await synth(repository, app())).codes).toEqual(['FX543']);
      await reconcileTree();
      await live().until('the text that Flux makes', async () => (await textOf()) === 'echo hello ${USER}');
      const mark = { 'kustomize.toolkit.fluxcd.io/substitute': 'disabled' };
      expect((await synth(repository, app(mark))).codes).toEqual([]);
      await reconcileTree();
      await live().until('the text as it is', async () => (await textOf()) === 'echo ${GREETING:-hello} $${USER}');
    });

    it('stops an addon that it lets depend on nothing that is there, as synth says', async () => {
      repository.write(LIST, list('- op: add\n  path: /spec/dependsOn\n  value: [{ name: ghost }]'));
      expect((await synth(repository, dev('a', 'c'))).codes).toEqual(['FX545']);
      // What synth refuses, somebody merges all the same.
      repository.write('k8s/addons/dev/web/more.yaml', '# a change\n');
      await reconcileTree();
      await live().until('the refusal', async () => {
        const { status } = ((await live().get(kustomization('web'))) ?? {}) as {
          status?: { conditions?: readonly { message?: string }[] };
        };
        return status?.conditions?.some(({ message }) => message?.includes("dependency 'flux-system/ghost' not found"));
      });
      repository.delete('k8s/addons/dev/web/more.yaml');
      repository.write(LIST, list());
      expect((await synth(repository, dev('a'))).codes).toEqual([]);
      await reconcileTree();
      await live().untilReady();
    });

    it('deletes all, itself included, when its path leads away, as the plan says', async () => {
      const source = {
        apiVersion: 'source.toolkit.fluxcd.io/v1',
        kind: 'GitRepository',
        name: 'flux-system',
        namespace: 'flux-system',
      };
      const { url } = ((await live().get(source))?.spec ?? {}) as { url?: string };
      const sync = (path: string) => `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: flux-system, namespace: flux-system }
spec: { interval: 1m0s, url: ${JSON.stringify(url)}, ref: { branch: main } }
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: flux-system, namespace: flux-system }
spec: { interval: 10m0s, path: ${path}, prune: true, sourceRef: { kind: GitRepository, name: flux-system } }
`;
      repository.delete(LIST);
      repository.write(`${FOLDER}/flux-system/gotk-sync.yaml`, sync(`./${FOLDER}`));
      expect((await synth(repository, dev('a'))).codes).toEqual([]);
      await reconcileTree();
      await live().untilReady();
      repository.write(`${FOLDER}/flux-system/gotk-sync.yaml`, sync('./k8s/other'));
      repository.write(
        'k8s/other/note.yaml',
        'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: note, namespace: web }\n',
      );
      const found = await synth(repository, dev('a'));
      expect(found.codes[0]).toBe('FX541');
      const since = live().deletions().length;
      await reconcileTree();
      await live().until(
        'the root to be gone',
        async () => (await live().get(kustomization('flux-system'))) === undefined,
      );
      expect(deletedBy(live(), since)).toEqual(expect.arrayContaining([...deletedIn(found)]));
      expect(deletedIn(found)).toEqual([
        'ConfigMap/a',
        'GitRepository/flux-system',
        'Kustomization/flux-system',
        'Kustomization/web',
      ]);
      expect(await has('a')).toBe(false);
    });
  },
  { long: true },
);
