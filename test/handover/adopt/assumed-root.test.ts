import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import type { HandoverOutcome } from '../../../src/handover/steps/handover-outcome.js';
import { Repository } from '../../changes/repository.js';
import { type SampleCluster, sampleApp } from '../../changes/sample-app.js';
import { adopt } from '../../changes/synth.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
  repository.write(
    'stuff/a.yaml',
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  namespace: web\ndata: {}\n',
  );
});
afterEach(() => repository.remove());

const dev = (more: Partial<SampleCluster> = {}) =>
  sampleApp({
    dev: { path: 'stuff', addons: { web: { objects: [{ kind: 'ConfigMap', name: 'a', namespace: 'web' }] } }, ...more },
  });
const run = (app = dev()) => adopt(repository, app, 'stuff', { cluster: 'dev' });
const textOf = ({ diagnostics }: HandoverOutcome) => diagnostics.map(printDiagnostic).join('');
const codesOf = ({ diagnostics }: HandoverOutcome) => diagnostics.map(({ code }) => code);
const files = ({ files }: HandoverOutcome) => files.map(({ path }) => path);

const flux = (path: string) => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: flux-system, namespace: flux-system }
spec:
  interval: 10m
  path: ${path}
  prune: true
  sourceRef: { kind: GitRepository, name: flux-system }
`;

describe('fluxspan handover --from, of a folder that no root of the repository reads', () => {
  it('writes nothing if nothing shows that Flux reads the folder', () => {
    repository.publish('manifests that somebody applies by hand');
    const refused = run();
    expect(refused.files).toEqual([]);
    expect(repository.git('status', '--porcelain')).toBe('');
    expect(textOf(refused)).toMatchInlineSnapshot(`
      "error FX509 handover-blocked: nothing in origin/main says that Flux reads "stuff": a handover would take files away that something else may apply
        at   dev
        note looked for: a gotk-sync.yaml or FluxInstance in "stuff/flux-system" or in a folder above; a Kustomization of Flux with path: ./stuff; any object of Flux's kinds in "stuff"
        fix  let Flux read the folder first: flux bootstrap … --path=stuff; if nothing of Flux is there yet, delete the files and run npx fluxspan synth instead; if Flux reads it by a Kustomization that isn't in this repository, name that one: new FluxCluster(app, 'dev', { external: [{ kind: 'Kustomization', name: 'flux-system', namespace: 'flux-system' }] })
      "
    `);
  });

  it('ignores roots that read other folders', () => {
    repository.write('clusters/prod/flux-system/gotk-sync.yaml', flux('./clusters/prod'));
    repository.publish('another cluster');
    expect(codesOf(run())).toEqual(['FX509']);
  });

  it.each<readonly [string, () => Partial<SampleCluster>]>([
    ['external has the Kustomization', () => ({ external: [{ kind: 'Kustomization', name: 'flux-system' }] })],
    ['external has the FluxInstance', () => ({ external: [{ kind: 'FluxInstance', name: 'flux' }] })],
    [
      'the folder has an object of Flux',
      () => {
        repository.write('stuff/apps.yaml', flux('./apps').replaceAll('flux-system,', 'apps,'));
        repository.write('apps/b.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: b, namespace: web }\n');
        return {};
      },
    ],
  ])('prints a notice that it assumes a root if %s', (_, prepare) => {
    const more = prepare();
    repository.publish('by hand');
    const first = run(dev(more));
    expect(files(first)).toEqual(['stuff/a.yaml']);
    expect(textOf(first)).toContain(
      'notice FX555 root-assumed: no file declares the Kustomization that reads "stuff", so one with Flux\'s default settings is assumed: flux-system, with prune: true\n',
    );
  });

  it('prints no notice if the folder has a root', () => {
    repository.write('stuff/flux-system/gotk-sync.yaml', flux('./stuff'));
    repository.publish('flux bootstrap');
    const first = run();
    expect(files(first)).toEqual(['stuff/a.yaml']);
    expect(codesOf(first)).toEqual([]);
  });

  it('prints no notice if a root in another folder reads it', () => {
    repository.write('flux/dev.yaml', flux('./stuff'));
    repository.publish('a root elsewhere');
    const first = run();
    expect(files(first)).toEqual(['stuff/a.yaml']);
    expect(codesOf(first)).toEqual([]);
  });
});
