import { synthCluster } from 'fluxspan/testing';
import { describe, expect, test } from 'vitest';
import { dev, prod } from '../../src/platform/app.js';
import { buildTree, ownedObjects } from './built-tree.js';
import { identityOf, type KubeObject } from './kube-object.js';
import { withoutKubectl } from './kubectl.js';

const missing = withoutKubectl();
const title = 'kustomize builds every folder';

describe.skipIf(missing !== undefined)(missing === undefined ? title : `${title} (skipped: ${missing})`, () => {
  test.each([dev, prod])('of cluster $name', (cluster) => {
    const tree = buildTree(cluster);
    const { objects, contract } = synthCluster(cluster);
    const inSource = cluster.stages
      .flatMap(({ addons }) => addons)
      .filter(({ definition }) => definition.source !== undefined);
    const folders = cluster.stages.flatMap(({ addons }) => addons).filter((addon) => !inSource.includes(addon));
    expect([...tree.keys()].sort()).toEqual(['flux-system', ...folders.map(({ name }) => name)].sort());
    expect([...tree].filter(([, built]) => built.length === 0)).toEqual([]);

    // What kustomize makes of the folders is what fluxspan planned: no object more or less, and nothing changed by the
    // way through YAML.
    const byIdentity = (all: readonly KubeObject[]) => Object.fromEntries(all.map((one) => [identityOf(one), one]));
    const built = ownedObjects(tree).map(({ object }) => object);
    expect(byIdentity(built)).toEqual(byIdentity(objects as unknown as KubeObject[]));
    expect(contract.cluster).toBe(cluster.name);
  });
});
