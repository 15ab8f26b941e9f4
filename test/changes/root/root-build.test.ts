import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { printChanges } from '../../../src/changes/print/print-changes.js';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import { Repository } from '../repository.js';
import { type SampleCluster, sampleApp } from '../sample-app.js';
import { type Synthesized, synth } from '../synth.js';

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const keep = { kind: 'ConfigMap', name: 'keep', namespace: 'web' };
const data = { kind: 'PersistentVolumeClaim', name: 'data', namespace: 'web' };
const web: SampleCluster['addons'] = { web: { objects: [keep, data] } };
const dev = (addons: SampleCluster['addons'] = web, removed: SampleCluster['removed'] = []) =>
  sampleApp({ dev: { addons, removed } });
const textOf = ({ diagnostics }: Synthesized) => diagnostics.map(printDiagnostic).join('');
const linesOf = ({ clusters }: Synthesized) => clusters.flatMap(({ changes }) => printChanges(changes));

const FOLDER = 'k8s/clusters/dev';
const SYNC = `${FOLDER}/flux-system/gotk-sync.yaml`;
const LIST = `${FOLDER}/kustomization.yaml`;
const sync = ({
  path = './k8s/clusters/dev',
  url = 'https://example.org/fleet',
  more = '',
  name = 'flux-system',
} = {}) =>
  `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: flux-system, namespace: flux-system }
spec: { interval: 1m, url: ${url}, ref: { branch: main } }
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: ${name}, namespace: flux-system }
spec:
  interval: 10m
  path: ${path}
  prune: true
  sourceRef: { kind: GitRepository, name: flux-system }
${more}`;
const list = (more = '') => `resources: [flux-system, web.yaml]\n${more}`;
const patch = (text: string, target = 'kind: Kustomization, name: web') =>
  `patches:\n- target: { ${target} }\n  patch: |\n${text.replace(/^/gm, '    ')}\n`;
const specPatch = (text: string, target = 'kind: Kustomization, name: web') =>
  patch(text, target).replace(/^/gm, '  ').trimEnd();
const DELETE = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: web, namespace: flux-system }
$patch: delete`;
const set = (path: string, value: string) => `- op: add\n  path: ${path}\n  value: ${value}`;

/** A cluster that runs, whose root reads a list of files. */
const running = async (files: Readonly<Record<string, string>> = {}, app = dev()) => {
  repository.write(SYNC, sync());
  repository.write(`${FOLDER}/flux-system/kustomization.yaml`, 'resources: [gotk-sync.yaml]\n');
  for (const [path, text] of Object.entries(files)) repository.write(path, text);
  expect((await synth(repository, app)).written).toBe(true);
  repository.publish('a cluster');
};

describe.runIf(hasKubectl || process.env['CI'] === 'true')("the root's build of the generated files", () => {
  it.each([
    ['a patch of its kustomization file', { [LIST]: list(patch(DELETE)) }, `at   ${LIST}:8  patches[0]`],
    ['a patch of its own', { [SYNC]: sync({ more: specPatch(DELETE) }) }, `at   ${SYNC}:20  spec.patches[0]`],
    [
      'a patch of a component',
      {
        [LIST]: list('components: [../../../flux/c]\n'),
        'flux/c/kustomization.yaml': `apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n${patch(DELETE)}`,
      },
      'at   flux/c/kustomization.yaml:9  patches[0]',
    ],
  ])('is refused if a file is left out: %s', async (_, files, place) => {
    await running({ [LIST]: list() });
    for (const [path, text] of Object.entries(files)) repository.write(path, text);
    const found = await synth(repository, dev());
    expect(found.codes).toEqual(['FX540', 'FX502']);
    expect(found.written).toBe(false);
    expect(textOf(found)).toContain('leaves out Kustomization/web in flux-system');
    expect(textOf(found)).toContain(place);
    expect(textOf(found)).toContain('Kustomization "web" is removed, and Flux deletes its 2 objects');
    expect(linesOf(found)).toContain('- PersistentVolumeClaim/data in web (web)');
  });

  it("is refused if an addon's Kustomization reads another folder", async () => {
    await running({
      [LIST]: list(),
      'flux/empty/other.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: other, namespace: web }\n',
    });
    repository.write(LIST, list(patch(set('/spec/path', './flux/empty'))));
    const found = await synth(repository, dev());
    expect(found.codes).toEqual(['FX540', 'FX502']);
    expect(textOf(found)).toContain('read "./flux/empty" instead of "./k8s/addons/dev/web"');
    expect(linesOf(found)).toEqual(
      expect.arrayContaining(['+ ConfigMap/other in web (web)', '- PersistentVolumeClaim/data in web (web)']),
    );
  });

  it('shows another namespace and patches for objects in the plan', async () => {
    await running({ [LIST]: list() });
    repository.write(LIST, list(patch(set('/spec/targetNamespace', 'other'))));
    expect(linesOf(await synth(repository, dev()))).toContain('- PersistentVolumeClaim/data in web (web)');
    const inner = `apiVersion: v1\n        kind: PersistentVolumeClaim\n        metadata: { name: data }\n        $patch: delete`;
    repository.write(
      LIST,
      list(
        patch(set('/spec/patches', `\n  - target: { kind: PersistentVolumeClaim }\n    patch: |\n        ${inner}`)),
      ),
    );
    const found = await synth(repository, dev());
    expect(found.codes).toEqual(['FX502']);
  });

  it('also counts before the change: objects that the root keeps from pruning are left behind', async () => {
    await running({ [LIST]: list(patch(set('/spec/prune', 'false'))) });
    const found = await synth(repository, dev({ web: { objects: [keep] } }));
    expect(found.codes).toEqual([]);
    expect(linesOf(found)).toContain(
      '○ PersistentVolumeClaim/data in web is left behind (web): kubectl delete -n web persistentvolumeclaim/data',
    );
  });

  it('decides whether Flux prunes, in both directions, and the plan shows at least what Flux deletes', async () => {
    const set = (prune: boolean): void =>
      repository.write(
        LIST,
        `resources: [flux-system, web.yaml]
patches:
- target: { kind: Kustomization, name: web }
  patch: '[{ "op": "replace", "path": "/spec/prune", "value": ${prune} }]'
`,
      );
    const others = { web: { objects: [keep], kustomization: {} } };
    repository.write(SYNC, sync());
    repository.write(`${FOLDER}/flux-system/kustomization.yaml`, 'resources: [gotk-sync.yaml]\n');
    set(false);
    await synth(repository, dev());
    repository.publish('a cluster without pruning');
    const look = () => synth(repository, dev(others), { check: true });
    expect(linesOf(await look()).join()).toMatch(/○ PersistentVolumeClaim\/data in web is left behind/);
    // The change itself switches it: whichever comes first, the claim may go.
    set(true);
    expect((await look()).codes).toEqual(['FX502']);
    repository.publish('pruning');
    expect((await look()).codes).toEqual(['FX502']);
    set(false);
    expect((await look()).codes).toEqual(['FX502']);
  });

  it('is accepted if it sets common defaults', async () => {
    await running({ [LIST]: list() });
    const defaults = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: _ }
spec:
  timeout: 20m
  retryInterval: 2m
  decryption: { provider: sops, secretRef: { name: sops-age } }
  postBuild: { substituteFrom: [{ kind: Secret, name: cluster-secrets, optional: true }] }
  patches:
  - target: { kind: HelmRelease }
    patch: |-
      apiVersion: helm.toolkit.fluxcd.io/v2
      kind: HelmRelease
      metadata: { name: _ }
      spec: { upgrade: { remediation: { retries: 3 } } }`;
    repository.write(LIST, list(`${patch(defaults, 'kind: Kustomization')}labels:\n- pairs: { team: core }\n`));
    const found = await synth(repository, dev());
    // Whether the key for SOPS is in the cluster, the repository doesn't tell.
    expect(found.codes).toEqual(['FX545']);
    expect(linesOf(found)).toContain('~ Kustomization/web in flux-system (flux-system)');
    repository.publish('defaults');
    expect(await synth(repository, dev(), { check: true })).toMatchObject({ codes: [], clean: true });
  });

  it('is reported once if it renames the root itself', async () => {
    await running({ [LIST]: list() });
    repository.write(LIST, list('namePrefix: x-\n'));
    expect((await synth(repository, dev())).codes).toEqual(['FX541', 'FX502', 'FX502']);
  });

  it('is checked through a root in a folder above', async () => {
    repository.write('k8s/flux-system/gotk-sync.yaml', sync({ path: './k8s/clusters' }));
    repository.write('k8s/clusters/kustomization.yaml', `resources: [dev]\n${patch(DELETE)}`);
    repository.write(LIST, 'resources: [web.yaml]\n');
    const found = await synth(repository, dev());
    expect(textOf(found)).toContain('leaves out Kustomization/web in flux-system');
    expect(textOf(found)).toContain('k8s/clusters/kustomization.yaml:');
  });
});

describe('a change of the root itself', () => {
  it.each([
    [
      'another path',
      {
        [SYNC]: sync({ path: './flux/other' }),
        'flux/other/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: web }\n',
      },
      'would read "flux/other" instead of "k8s/clusters/dev"',
    ],
    ['another name', { [SYNC]: sync({ name: 'fleet' }) }, 'would delete itself'],
    ['no file', { [`${FOLDER}/flux-system/kustomization.yaml`]: 'resources: []\n' }, 'would delete itself'],
  ])('is refused if Flux would delete everything: %s', async (_, files, message) => {
    await running();
    for (const [path, text] of Object.entries(files)) repository.write(path, text);
    const found = await synth(repository, dev());
    expect(found.codes[0]).toBe('FX541');
    expect(found.written).toBe(false);
    expect(textOf(found)).toContain(message);
    expect(linesOf(found)).toEqual(
      expect.arrayContaining([
        '- PersistentVolumeClaim/data in web (web)',
        '- GitRepository/flux-system in flux-system (flux-system)',
      ]),
    );
  });

  it('is accepted if it deletes nothing', async () => {
    await running();
    repository.write(SYNC, sync({ more: '  timeout: 3m\n' }));
    expect((await synth(repository, dev())).codes).toEqual([]);
    repository.write(SYNC, sync().replace('prune: true', 'prune: false'));
    expect((await synth(repository, dev())).codes).toEqual([]);
  });

  it('is uncertain if the root reads another repository or branch', async () => {
    await running();
    repository.write(SYNC, sync({ url: 'ssh://git@example.org/fleet.git' }));
    expect((await synth(repository, dev())).codes).toEqual([]);
    repository.write(SYNC, sync({ url: 'https://example.com/other' }).replace('branch: main', 'branch: next'));
    const found = await synth(repository, dev());
    expect(found).toMatchObject({ codes: ['FX542'], written: true });
    expect(textOf(found)).toContain(
      'url "https://example.org/fleet" → "https://example.com/other", branch "main" → "next"',
    );
  });

  describe('by patches of a FluxInstance', () => {
    const at = `${FOLDER}/flux-system/instance.yaml`;
    const instance = (patches = '') => `apiVersion: fluxcd.controlplane.io/v1
kind: FluxInstance
metadata: { name: flux, namespace: flux-system }
spec:
  distribution: { version: 2.x, registry: ghcr.io/fluxcd }
  sync: { kind: GitRepository, url: 'https://example.org/fleet', ref: refs/heads/main, path: k8s/clusters/dev }
  kustomize:
${specPatch(patches, 'kind: Kustomization, name: flux-system').replace(/^/gm, '  ')}
`;
    const timeout = set('/spec/timeout', '3m');

    it.each([
      ['moves it', set('/spec/path', './flux/other'), 'would read "flux/other" instead of "k8s/clusters/dev"'],
      ['renames it', set('/metadata/name', 'fleet'), 'would delete itself'],
      ['deletes it', DELETE, 'would delete itself'],
    ])('is refused if Flux would delete everything: %s', async (_, patches, message) => {
      repository.write(at, instance(timeout));
      expect((await synth(repository, dev())).written).toBe(true);
      repository.publish('a cluster');
      repository.write(at, instance(patches));
      repository.write('flux/other/a.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: web }\n');
      const found = await synth(repository, dev());
      expect(found.codes).toEqual(expect.arrayContaining(['FX541', 'FX502']));
      expect(found.written).toBe(false);
      expect(textOf(found)).toContain(message);
      expect(linesOf(found)).toContain('- PersistentVolumeClaim/data in web (web)');
    });

    it("keeps the root if its instance leaves the folder and Flux can't prune that", async () => {
      const kept = instance(timeout).replace(
        'namespace: flux-system }',
        'namespace: flux-system, annotations: { kustomize.toolkit.fluxcd.io/prune: disabled } }',
      );
      repository.write(at, kept);
      repository.write(
        `${FOLDER}/flux-system/other.yaml`,
        'apiVersion: v1\nkind: Namespace\nmetadata: { name: web }\n',
      );
      expect((await synth(repository, dev())).written).toBe(true);
      repository.publish('a cluster');
      repository.delete(at);
      expect((await synth(repository, dev())).codes).not.toContain('FX541');
      repository.write(at, instance(timeout));
      repository.publish('without the mark');
      repository.delete(at);
      expect((await synth(repository, dev())).codes).toContain('FX541');
    });

    it('is accepted if it deletes nothing', async () => {
      repository.write(at, instance(timeout));
      expect((await synth(repository, dev())).codes).toEqual([]);
      repository.publish('a cluster');
      repository.write(at, instance(set('/spec/timeout', '5m')));
      expect((await synth(repository, dev())).codes).toEqual([]);
    });
  });

  it('is uncertain if its source includes another repository over folders that Flux reads', async () => {
    const include = (to: string) =>
      sync().replace(
        'ref: { branch: main } }',
        `ref: { branch: main }, include: [{ repository: { name: other }, fromPath: x, toPath: ${to} }] }`,
      );
    repository.write(
      `${FOLDER}/other.yaml`,
      `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: other, namespace: flux-system }
spec: { interval: 1h, url: https://example.org/other }
`,
    );
    await running();
    for (const to of ['vendor/x', 'k8s/addons/prod']) {
      repository.write(SYNC, include(to));
      expect((await synth(repository, dev())).codes).toEqual([]);
    }
    for (const to of ['k8s/addons/dev', 'k8s', './k8s/clusters/dev/more']) {
      repository.write(SYNC, include(to));
      const found = await synth(repository, dev());
      expect(found).toMatchObject({ codes: ['FX542'], written: true });
      expect(textOf(found)).toContain(`include none → "other/x" in "${to}"`);
    }
    repository.publish('includes');
    expect((await synth(repository, dev())).codes).toEqual([]);
  });

  it('is refused if a FluxInstance makes the root and moves it', async () => {
    const instance = (path: string) => `apiVersion: fluxcd.controlplane.io/v1
kind: FluxInstance
metadata: { name: flux, namespace: flux-system }
spec:
  distribution: { version: 2.x, registry: ghcr.io/fluxcd }
  sync: { kind: GitRepository, url: 'https://example.org/fleet', ref: refs/heads/main, path: ${path} }
`;
    repository.write(`${FOLDER}/flux-system/instance.yaml`, instance('k8s/clusters/dev'));
    expect((await synth(repository, dev())).written).toBe(true);
    repository.publish('a cluster');
    repository.write(`${FOLDER}/flux-system/instance.yaml`, instance('flux/other'));
    repository.write('flux/other/instance.yaml', instance('flux/other'));
    const found = await synth(repository, dev());
    expect(found.codes[0]).toBe('FX541');
    expect(linesOf(found)).toContain('- PersistentVolumeClaim/data in web (web)');
  });
});
