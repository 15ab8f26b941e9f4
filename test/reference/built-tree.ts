import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AnyFluxCluster } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { identityOf, type KubeObject, type OwnedObject } from './kube-object.js';
import { kustomize } from './kubectl.js';

interface FluxKustomization extends KubeObject {
  readonly spec: { readonly path: string; readonly sourceRef: { readonly name: string } };
}

/** A folder without a kustomization file, as Flux's controllers read it: they make one that lists every manifest. */
const addKustomizationFile = (folder: string): void => {
  const resources = readdirSync(folder).filter((name) => /\.ya?ml$/.test(name));
  writeFileSync(
    join(folder, 'kustomization.yaml'),
    JSON.stringify({ kind: 'Kustomization', resources: resources.sort() }),
  );
};

/** Builds everything that Flux would, by the name of the Kustomization that reads it. */
export const buildTree = (cluster: AnyFluxCluster): ReadonlyMap<string, readonly KubeObject[]> => {
  const root = mkdtempSync(join(tmpdir(), 'fluxspan-tree-'));
  try {
    const { files } = synthCluster(cluster);
    for (const [path, text] of Object.entries(files)) {
      const file = join(root, 'k8s', path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    const entries = join(root, 'k8s', 'clusters', cluster.name);
    addKustomizationFile(entries);
    const own = kustomize(entries);
    const built = new Map([['flux-system', own]]);
    for (const object of own) {
      if (object.kind !== 'Kustomization') continue;
      const { metadata, spec } = object as FluxKustomization;
      // The others read repositories of their own.
      if (spec.sourceRef.name === 'flux-system') built.set(metadata.name, kustomize(join(root, spec.path)));
    }
    return built;
  } finally {
    rmSync(root, { recursive: true });
  }
};

/** Every object of a built tree once, with all its owners. */
export const ownedObjects = (tree: ReadonlyMap<string, readonly KubeObject[]>): readonly OwnedObject[] => {
  const all = new Map<string, { owners: string[]; object: KubeObject }>();
  for (const [owner, objects] of tree) {
    for (const object of objects) {
      const there = all.get(identityOf(object));
      if (there === undefined) all.set(identityOf(object), { owners: [owner], object });
      else there.owners.push(owner);
    }
  }
  return [...all.values()];
};
