import { afterEach, beforeEach, expect, it } from 'vitest';
import { printChanges } from '../../src/changes/print/print-changes.js';
import { printDiagnostic } from '../../src/diagnostics/print.js';
import { Repository } from './repository.js';
import { type SampleObject, sampleApp } from './sample-app.js';
import { finish, handover, type Synthesized, synth } from './synth.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const claim = { kind: 'PersistentVolumeClaim', name: 'data-${COLOR}', namespace: 'web' };
const kustomization = (COLOR: string) => ({ wait: false, postBuild: { substitute: { COLOR } } });
const dev = (color: string, objects: readonly SampleObject[] = [claim]) =>
  sampleApp({ dev: { addons: { web: { objects, kustomization: kustomization(color) } } } });
const textOf = ({ diagnostics }: Synthesized) => diagnostics.map(printDiagnostic).join('');
const linesOf = ({ clusters }: Synthesized) => clusters.flatMap(({ changes }) => printChanges(changes));

const running = async (app = dev('blue')) => {
  expect((await synth(repository, app)).written).toBe(true);
  repository.publish('a cluster');
};

it('refuses a changed inline var that renames data', async () => {
  await running();
  const found = await synth(repository, dev('green'));
  expect(found.codes).toEqual(['FX502']);
  expect(found.written).toBe(false);
  expect(textOf(found)).toContain('PersistentVolumeClaim/data-blue in web is removed');
  expect(linesOf(found)).toContain('- PersistentVolumeClaim/data-blue in web (web)');
  expect(linesOf(found)).toContain('+ PersistentVolumeClaim/data-green in web (web)');
});

it('refuses a changed inline var that moves data to another namespace', async () => {
  const there = { ...claim, name: 'data', namespace: '${COLOR}' };
  await running(dev('blue', [there]));
  expect(textOf(await synth(repository, dev('green', [there])))).toContain(
    'PersistentVolumeClaim/data in blue is removed',
  );
});

it('ignores a var that is only part of a name, or another spelling of the same name', async () => {
  await running();
  expect((await synth(repository, dev('blue', [{ ...claim, name: 'data-blue' }]))).codes).toEqual([]);
  expect((await synth(repository, dev('blue', [{ ...claim, name: 'data-${COLOR:=red}' }]))).codes).toEqual([]);
});

it('reports a release whose name changes with a var', async () => {
  const release = { kind: 'HelmRelease', name: 'web', namespace: 'web', spec: { releaseName: 'web-${COLOR}' } };
  await running(dev('blue', [release]));
  const found = await synth(repository, dev('green', [release]));
  expect(found.codes).toEqual(['FX515']);
  expect(textOf(found)).toContain('release name "web-blue" → "web-green"');
});

it("matches a declared removal with the name in the object's file", async () => {
  const split = (first: readonly SampleObject[], second: readonly SampleObject[]) =>
    sampleApp({
      dev: {
        addons: {
          web: { objects: first, kustomization: kustomization('blue') },
          db: { objects: second, kustomization: kustomization('blue') },
        },
      },
    });
  const keep = { kind: 'ConfigMap', name: 'keep', namespace: 'web' };
  await running(split([claim, keep], [{ ...keep, name: 'other' }]));
  const moved = () => split([keep], [claim, { ...keep, name: 'other' }]);
  expect((await synth(repository, moved())).codes).toEqual(['FX501']);
  const [step] = handover(repository, moved()).diagnostics;
  expect(step?.severity).not.toBe('error');
  expect(Object.values(repository.files('k8s')).join('')).toContain('prune: disabled');
  repository.publish('the first step');
  expect(finish(repository, moved())).toMatchObject({ step: 'second' });
  const second = await synth(repository, moved());
  expect(second.codes.filter((code) => code === 'FX501' || code === 'FX502')).toEqual([]);
});
