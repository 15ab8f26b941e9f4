import { expect, it } from 'vitest';
import type { FluxView } from '../../../src/applied/view/flux-view.js';
import { otherClusterFolders } from '../../../src/handover/adopt/other-clusters.js';
import { memoryTree } from '../../applied/view/memory-tree.js';

const source = { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' };
const kustomization = (name: string, path: string) =>
  JSON.stringify({
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name, namespace: 'flux-system' },
    spec: { path, sourceRef: source },
  });

/** The cluster in `clusters/dev` reads its own files, and those that a list in `apps` names. */
const foldersOf = (files: Readonly<Record<string, string>>): readonly string[] => {
  const read = {
    'clusters/dev/apps.yaml': kustomization('apps', './apps'),
    'apps/kustomization.yaml': 'resources: []',
  };
  const view = { owners: new Map([['a', { files: Object.keys(read) }]]) } as unknown as FluxView;
  return otherClusterFolders(memoryTree({ ...read, ...files }), 'clusters/dev', view, source);
};

it('finds the folder of another cluster', () => {
  expect(foldersOf({ 'clusters/prod/apps.yaml': kustomization('apps', './apps') })).toEqual(['clusters/prod']);
});

it('does not mistake a folder of this cluster for another cluster if no kustomization file names its Kustomization', () => {
  expect(foldersOf({ 'apps/off/ks.yaml': kustomization('off', './apps/off/app') })).toEqual([]);
});
