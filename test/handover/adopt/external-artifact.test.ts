import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { printChanges } from '../../../src/changes/print/print-changes.js';
import { FluxApp } from '../../../src/cluster/flux-app.js';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import { Repository } from '../../changes/repository.js';
import { type SampleCluster, sampleApp } from '../../changes/sample-app.js';
import { adopt, synth } from '../../changes/synth.js';

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const kustomization = (name: string, path: string) => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: ${name}
  namespace: flux-system
spec:
  interval: 10m
  path: ${path}
  prune: true
  sourceRef:
    kind: ExternalArtifact
    name: fleet
`;
const configMap = (name: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: web\ndata:\n  text: ''\n`;
const generator = (...copies: readonly string[]) => `apiVersion: source.extensions.fluxcd.io/v1beta1
kind: ArtifactGenerator
metadata:
  name: fleet
  namespace: flux-system
spec:
  sources:
    - { alias: repo, kind: GitRepository, name: flux-system }
  artifacts:
    - name: fleet
      copy:
${copies.map((folder) => `        - { from: "@repo/${folder}**", to: "@artifact/${folder}" }\n`).join('')}`;

const from = 'k8s/clusters/dev';
const tree = (...copies: readonly string[]) => {
  repository.write(`${from}/flux-system/gotk-sync.yaml`, kustomization('flux-system', './k8s/clusters/dev'));
  repository.write(`${from}/fleet.yaml`, generator(...copies));
  repository.write(`${from}/apps.yaml`, kustomization('apps', './apps'));
  repository.write('apps/web.yaml', configMap('web'));
  repository.write('apps/shop.yaml', configMap('shop'));
  repository.publish('by hand');
};
const addons: SampleCluster['addons'] = {
  web: { objects: [{ kind: 'ConfigMap', name: 'web', namespace: 'web' }] },
};

describe.runIf(hasKubectl || process.env['CI'] === 'true')('a root that reads an ExternalArtifact', () => {
  it.each([
    ['the repository', new FluxApp()],
    ['the artifact', new FluxApp({ source: { kind: 'ExternalArtifact', name: 'fleet' } })],
  ])('is followed, and addons that read %s adopt its objects', async (_, app) => {
    const dev = () => sampleApp({ dev: { addons } }, new FluxApp({ source: app.source }));
    tree('');
    expect((await synth(repository, dev())).codes).toEqual(['FX506']);
    for (const step of ['first', 'second']) {
      const outcome = adopt(repository, dev(), from);
      expect(outcome.diagnostics.map(printDiagnostic).join('')).toBe('');
      expect(outcome.step).toBe(step);
      expect(outcome.clusters.flatMap(({ changes }) => printChanges(changes))).toEqual([
        '+ Kustomization/web in flux-system',
        '→ ConfigMap/web in web (apps → web)',
      ]);
      expect(await synth(repository, dev(), { check: true })).toMatchObject({ clean: true });
      repository.publish(step);
    }
    expect(repository.has('apps/web.yaml')).toBe(false);
    expect(repository.has('apps/shop.yaml')).toBe(true);
  });

  it('blocks the adoption if its source ignores the files that synth writes, before any owner gives up objects', () => {
    tree('');
    repository.write('.sourceignore', 'k8s/addons/\n');
    repository.publish('less');
    const refused = adopt(repository, sampleApp({ dev: { addons } }), from);
    expect(refused.diagnostics.map(({ code }) => code)).toEqual(['FX544']);
    const fix = 'handover reads origin/main, so merge this into it first, in a change of its own: let them in, with a';
    expect(refused.diagnostics[0]?.fix).toContain(fix);
    expect(repository.git('status', '--porcelain')).toBe('');
    repository.write('.sourceignore', 'k8s/addons/\n!/k8s/**\n');
    expect(adopt(repository, sampleApp({ dev: { addons } }), from).diagnostics[0]?.fix).toContain(fix);
    repository.publish('first');
    expect(adopt(repository, sampleApp({ dev: { addons } }), from).diagnostics.map(({ code }) => code)).toEqual([]);
  });

  it('blocks the adoption if the generator leaves out the files that synth writes, or copies them elsewhere', async () => {
    const fresh: SampleCluster['addons'] = {
      fresh: { objects: [{ kind: 'ConfigMap', name: 'fresh', namespace: 'web' }] },
    };
    const reads = (kind: 'GitRepository' | 'ExternalArtifact', name: string) =>
      sampleApp({ dev: { addons: fresh } }, new FluxApp({ source: { kind, name } }));
    const adopting = () =>
      sampleApp({ dev: { addons } }, new FluxApp({ source: { kind: 'ExternalArtifact', name: 'fleet' } }));
    tree('k8s/clusters/', 'apps/');
    const refused = await synth(repository, reads('ExternalArtifact', 'fleet'));
    expect(refused).toMatchObject({ written: false, codes: ['FX544'] });
    expect(refused.diagnostics.map(printDiagnostic).join('')).toContain(
      "ArtifactGenerator/fleet in flux-system doesn't copy 2 generated files to the path that Flux reads",
    );
    expect(adopt(repository, adopting(), from).diagnostics.map(({ code }) => code)).toEqual(['FX544']);
    expect(repository.git('status', '--porcelain')).toBe('');
    // Its addons read the whole repository.
    expect(await synth(repository, reads('GitRepository', 'flux-system'))).toMatchObject({ written: true, codes: [] });
  });
});
