import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { printChanges } from '../../../src/changes/print/print-changes.js';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import { Repository } from '../repository.js';
import { type SampleAddon, sampleApp } from '../sample-app.js';
import { type Synthesized, synth } from '../synth.js';

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const keep = { kind: 'ConfigMap', name: 'keep', namespace: 'web' };
const data = { kind: 'PersistentVolumeClaim', name: 'data', namespace: 'web' };
const dev = (components: readonly string[] | undefined, more: SampleAddon['kustomization'] = {}) =>
  sampleApp({
    dev: {
      addons: {
        web: { objects: [keep, data], kustomization: { ...more, ...(components === undefined ? {} : { components }) } },
      },
    },
  });
const COMPONENTS = ['../../../../component'];
const component = (text: string) =>
  repository.write(
    'component/kustomization.yaml',
    `apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n${text}`,
  );
const DELETE = `patches:
- target: { kind: PersistentVolumeClaim }
  patch: |
    apiVersion: v1
    kind: PersistentVolumeClaim
    metadata: { name: _ }
    $patch: delete
`;
const LABELS = 'labels:\n- pairs: { team: core }\n';
const textOf = ({ diagnostics }: Synthesized) => diagnostics.map(printDiagnostic).join('');
const linesOf = ({ clusters }: Synthesized) => clusters.flatMap(({ changes }) => printChanges(changes));

const running = async (app = dev(undefined)) => {
  expect((await synth(repository, app)).written).toBe(true);
  repository.publish('a cluster');
};

describe.runIf(hasKubectl || process.env['CI'] === 'true')("a component of an addon's own Kustomization", () => {
  it.each([
    ['deletes', DELETE],
    ['renames', 'namePrefix: x-\n'],
  ])('is built, and refused where it %s data', async (_, text) => {
    await running();
    component(text);
    const found = await synth(repository, dev(COMPONENTS));
    expect(found.codes).toEqual(['FX502']);
    expect(found.written).toBe(false);
    expect(textOf(found)).toContain('PersistentVolumeClaim/data in web is removed');
    expect(linesOf(found)).toContain('- PersistentVolumeClaim/data in web (web)');
  });

  it('is followed if only its file changes, and if the addon drops it', async () => {
    component(LABELS);
    await running(dev(COMPONENTS));
    component(DELETE);
    expect((await synth(repository, dev(COMPONENTS))).codes).toEqual(['FX502']);
    component('namePrefix: x-\n');
    repository.publish('renamed');
    const found = await synth(repository, dev(undefined));
    expect(found.codes).toEqual(['FX502']);
    expect(textOf(found)).toContain('PersistentVolumeClaim/x-data in web is removed');
  });

  it("isn't reported if nothing is lost", async () => {
    await running(dev(undefined, { namePrefix: 'y-' }));
    component(LABELS);
    const app = () => dev(COMPONENTS, { namePrefix: 'y-' });
    const found = await synth(repository, app());
    expect(found.codes).toEqual([]);
    expect(linesOf(found).every((line) => line.startsWith('~'))).toBe(true);
    repository.publish('labels');
    expect(await synth(repository, app(), { check: true })).toMatchObject({ codes: [], clean: true });
  });

  it("is an error if it's missing", async () => {
    await running();
    expect((await synth(repository, dev(COMPONENTS))).codes).toEqual(['FX530']);
  });
});
