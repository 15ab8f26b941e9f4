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

const kustomization = (name: string, path: string, kind: string) => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: ${name}
  namespace: flux-system
spec:
  interval: 10m
  path: ${path}
  prune: true
  sourceRef:
    kind: ${kind}
    name: flux-system
`;
const configMap = (name: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: web\ndata:\n  text: ''\n`;

describe.runIf(hasKubectl || process.env['CI'] === 'true').each(['OCIRepository', 'Bucket'] as const)(
  'a cluster whose source is an artifact of a folder of the repository: %s',
  (kind) => {
    /** What `flux push artifact --path=./kubernetes` pushes. */
    const tree = () => {
      repository.write(
        'kubernetes/clusters/dev/flux-system/flux-instance.yaml',
        `apiVersion: fluxcd.controlplane.io/v1
kind: FluxInstance
metadata: { name: flux, namespace: flux-system }
spec:
  distribution: { version: 2.x, registry: ghcr.io/fluxcd }
  sync: { kind: ${kind}, url: 'oci://ghcr.io/example/fleet', ref: latest, path: clusters/dev }
`,
      );
      repository.write('kubernetes/clusters/dev/apps.yaml', kustomization('apps', './apps', kind));
      repository.write('kubernetes/apps/web.yaml', configMap('web'));
      repository.write('kubernetes/apps/shop.yaml', configMap('shop'));
      repository.publish('by hand');
    };
    const addons: SampleCluster['addons'] = {
      web: { objects: [{ kind: 'ConfigMap', name: 'web', namespace: 'web' }] },
    };
    const path = 'kubernetes/clusters/dev';
    const dev = () =>
      sampleApp(
        { dev: { addons, path } },
        new FluxApp({ root: 'kubernetes/k8s', pathPrefix: 'k8s', source: { kind, name: 'flux-system' } }),
      );

    it('is adopted once the code declares the source', async () => {
      tree();
      const refused = await synth(repository, dev());
      expect(refused.codes).toEqual(['FX506']);
      expect(refused.diagnostics.map(printDiagnostic).join('')).toContain(`npx fluxspan handover --from ${path}`);
      for (const step of ['first', 'second']) {
        const outcome = adopt(repository, dev(), path);
        expect(outcome.diagnostics.map(printDiagnostic).join('')).toBe('');
        expect(outcome.step).toBe(step);
        expect(outcome.clusters.flatMap(({ changes }) => printChanges(changes))).toEqual([
          '+ Kustomization/web in flux-system',
          '→ ConfigMap/web in web (apps → web)',
        ]);
        expect(await synth(repository, dev(), { check: true })).toMatchObject({ clean: true });
        repository.publish(step);
      }
      expect(repository.has('kubernetes/apps/web.yaml')).toBe(false);
      expect(repository.has('kubernetes/apps/shop.yaml')).toBe(true);
      const entry = repository.read(`${path}/web.yaml`);
      expect(entry).toContain('path: ./k8s/addons/dev/web\n');
      expect(entry).toContain(`kind: ${kind}\n`);
    });
  },
);
