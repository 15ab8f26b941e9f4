import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import { Repository } from '../repository.js';
import { type SampleCluster, sampleApp } from '../sample-app.js';
import { synth } from '../synth.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const web: SampleCluster['addons'] = {
  web: { objects: [{ kind: 'PersistentVolumeClaim', name: 'data', namespace: 'web' }] },
};
const dev = () => sampleApp({ dev: { addons: web } });
const kustomization = (name: string, path: string, more = '') => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: ${name}, namespace: flux-system }
spec:
  interval: 10m
  path: ${path}
  prune: true
  sourceRef: { kind: GitRepository, name: flux-system }
${more}`;
const patch = (operation: string, name: string) =>
  `  patches:\n  - target: { kind: Kustomization, name: ${name} }\n    patch: |\n${operation.replace(/^/gm, '      ')}\n`;
const move = '- op: replace\n  path: /spec/path\n  value: ./k8s/addons/dev/other';

/** The root reads `flux/`, where a Kustomization reads the cluster's folder. */
const PARENT = 'flux/cluster.yaml';
const start = async () => {
  repository.write('flux/flux-system/gotk-sync.yaml', kustomization('flux-system', './flux'));
  repository.write(PARENT, kustomization('cluster', './k8s/clusters/dev'));
  expect((await synth(repository, dev())).codes).toEqual([]);
  repository.publish('a cluster');
};
const said = async () => {
  const found = await synth(repository, dev());
  return { ...found, text: found.diagnostics.map(printDiagnostic).join('') };
};

describe("a Kustomization outside of the cluster's folder that reads it", () => {
  it('is followed with its patches', async () => {
    await start();
    repository.write(PARENT, kustomization('cluster', './k8s/clusters/dev', patch(move, 'web')));
    const found = await said();
    expect(found.codes).toContain('FX540');
    expect(found.text).toContain('read "./k8s/addons/dev/other" instead of "./k8s/addons/dev/web"');
    expect(found.text).toContain(`${PARENT}:`);
    repository.write(
      PARENT,
      kustomization('cluster', './k8s/clusters', patch('- op: add\n  path: /spec/timeout\n  value: 9m', 'web')),
    );
    expect((await said()).codes).toEqual([]);
  });

  it('is followed with the changes of its own root', async () => {
    await start();
    const inner = patch(move, 'web').replace(/^ {2}/gm, '');
    const outer = `- op: add\n  path: /spec/patches\n  value:\n${inner
      .replace(/^patches:\n/, '')
      .replace(/^/gm, '  ')
      .trimEnd()}`;
    repository.write(
      'flux/flux-system/gotk-sync.yaml',
      kustomization('flux-system', './flux', patch(outer, 'cluster')),
    );
    expect((await said()).codes).toContain('FX540');
  });

  it.each([
    ['is gone', () => repository.delete(PARENT)],
    ['reads another folder', () => repository.write(PARENT, kustomization('cluster', './flux/other'))],
  ])('is reported where it %s', async (_, change) => {
    await start();
    change();
    const found = await said();
    expect(found.codes).toContain('FX541');
    expect(found.written).toBe(false);
    expect(found.text).toContain('by which Flux reads "k8s/clusters/dev"');
  });

  it('may be removed if it deletes nothing', async () => {
    await start();
    repository.write(PARENT, kustomization('cluster', './k8s/clusters/dev').replace('prune: true', 'prune: false'));
    repository.publish('no prune');
    repository.delete(PARENT);
    expect((await said()).codes).not.toContain('FX541');
  });

  it("doesn't count if it reads another source or the whole repository", async () => {
    await start();
    const other = kustomization('other', './k8s/clusters/dev', patch(move, 'web')).replace(
      'name: flux-system }\n  patches',
      'name: apps }\n  patches',
    );
    repository.write('apps/other.yaml', other);
    repository.write('apps/whole.yaml', kustomization('whole', './', patch(move, 'web')));
    expect((await said()).codes).not.toContain('FX540');
  });
});
