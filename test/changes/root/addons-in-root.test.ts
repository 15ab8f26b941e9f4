import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { printChanges } from '../../../src/changes/print/print-changes.js';
import { FluxApp } from '../../../src/cluster/flux-app.js';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import { Repository } from '../repository.js';
import { type SampleCluster, sampleApp } from '../sample-app.js';
import { adopt, type Synthesized, synth } from '../synth.js';

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
  repository.write('flux-system/gotk-sync.yaml', kustomization('flux-system', './'));
  repository.write('flux-system/kustomization.yaml', 'resources: [gotk-sync.yaml]\n');
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
    kind: GitRepository
    name: flux-system
`;
const configMap = (name: string, namespace = 'web') =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: ${namespace}\ndata:\n  text: ''\n`;
const web: SampleCluster['addons'] = { web: { objects: [{ kind: 'ConfigMap', name: 'web', namespace: 'web' }] } };
const dev = (root = 'k8s') => sampleApp({ dev: { addons: web, path: 'clusters/dev' } }, new FluxApp({ root }));
const textOf = ({ diagnostics }: Pick<Synthesized, 'diagnostics'>) => diagnostics.map(printDiagnostic).join('');

describe.runIf(hasKubectl || process.env['CI'] === 'true').each(['k8s', '.'])(
  'a root that reads the whole repository, and a tree in %s',
  (root) => {
    it("would apply the addons' folders unless a kustomization file lists what it reads", async () => {
      repository.write('team/config.yaml', configMap('team'));
      repository.publish('by hand');
      const refused = await synth(repository, dev(root));
      expect(refused).toMatchObject({ written: false, codes: ['FX550'] });
      expect(textOf(refused)).toContain(
        '  fix  write "kustomization.yaml" with what the root is to read:\nresources:\n  - clusters/dev/web.yaml\n  - flux-system\n  - team/config.yaml\n',
      );
      repository.write('kustomization.yaml', 'resources:\n  - flux-system\n  - team/config.yaml\n');
      const unlisted = await synth(repository, dev(root));
      expect(unlisted).toMatchObject({ written: false, codes: ['FX531'] });
      expect(textOf(unlisted)).toContain('add to its resources:\n  - clusters/dev/web.yaml\n');
      repository.write('kustomization.yaml', `${repository.read('kustomization.yaml')}  - clusters/dev/web.yaml\n`);
      expect(await synth(repository, dev(root))).toMatchObject({ written: true, codes: [] });
    });
  },
);

describe.runIf(hasKubectl || process.env['CI'] === 'true')('an adoption from a root of the whole repository', () => {
  it.each(['.', 'clusters/dev'])('takes over from %s in two commits, and lists the new files', async (from) => {
    repository.write('kustomization.yaml', 'resources:\n  - flux-system\n  - old-web.yaml\n');
    repository.write('old-web.yaml', kustomization('old-web', './web'));
    repository.write('web/config.yaml', configMap('web'));
    repository.publish('by hand');
    const take = () => adopt(repository, dev(), from, { cluster: 'dev' });
    expect(textOf(take())).toBe('');
    repository.publish('step 1');
    const second = take();
    expect(textOf(second)).toBe('');
    expect(second.step).toBe('second');
    expect(second.clusters.flatMap(({ changes }) => printChanges(changes))).toEqual([
      '+ Kustomization/web in flux-system',
      '→ ConfigMap/web in web (old-web → web)',
      '- Kustomization/old-web in flux-system (flux-system)',
    ]);
    expect(repository.read('kustomization.yaml')).toBe('resources:\n  - flux-system\n  - clusters/dev/web.yaml\n');
    expect(await synth(repository, dev(), { check: true })).toMatchObject({ clean: true, codes: [] });
  });

  it("is refused if the root would read the addons' folders", () => {
    repository.write('old-web.yaml', kustomization('old-web', './web'));
    repository.write('web/kustomization.yaml', 'resources: [config.yaml]\n');
    repository.write('web/config.yaml', configMap('web'));
    repository.publish('by hand');
    expect(textOf(adopt(repository, dev(), '.', { cluster: 'dev' }))).toContain('error FX550 root-applies-addons');
  });
});
