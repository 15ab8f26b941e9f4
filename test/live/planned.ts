import { dirname, join, normalize } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { KubeObject } from './kube-object.js';
import { objectsOf, type Tree } from './tree.js';

/** One Kustomization of a cluster, as its tree plans it. */
export interface PlannedKustomization {
  readonly name: string;
  /** Of the same cluster, by name. */
  readonly dependsOn: readonly string[];
  /** What it owns; `undefined` where it reads another repository, and the tree does not say. */
  readonly objects: readonly KubeObject[] | undefined;
  /** The ConfigMap of vars is substituted in its objects. */
  readonly substitutes: boolean;
}

interface KustomizationSpec {
  readonly path: string;
  readonly dependsOn?: readonly { readonly name: string }[];
  readonly sourceRef: { readonly name: string };
  readonly postBuild?: object;
}

/** The root, `flux-system`, first, then those of the cluster's folder, each after all that it depends on. */
export const planKustomizations = (tree: Tree, cluster: string): PlannedKustomization[] => {
  const owned = objectsIn(tree, `k8s/clusters/${cluster}`);
  const unordered = new Map(
    owned
      .filter(({ kind, apiVersion }) => kind === 'Kustomization' && apiVersion.startsWith('kustomize.toolkit.'))
      .map((object) => [object.metadata.name, planOne(tree, object)]),
  );
  const ordered = new Map<string, PlannedKustomization>();
  const visit = (name: string) => {
    const planned = unordered.get(name);
    if (planned === undefined) throw new Error(`the tree of "${cluster}" has no Kustomization "${name}"`);
    if (ordered.has(name)) return;
    for (const dependency of planned.dependsOn) visit(dependency);
    ordered.set(name, planned);
  };
  for (const name of unordered.keys()) visit(name);
  return [{ name: 'flux-system', dependsOn: [], objects: owned, substitutes: false }, ...ordered.values()];
};

const planOne = (tree: Tree, { metadata, spec }: KubeObject): PlannedKustomization => {
  const { path, dependsOn = [], sourceRef, postBuild } = spec as unknown as KustomizationSpec;
  return {
    name: metadata.name,
    dependsOn: dependsOn.map(({ name }) => name),
    objects: sourceRef.name === 'flux-system' ? objectsIn(tree, normalize(path)) : undefined,
    substitutes: postBuild !== undefined,
  };
};

/** What the kustomization file there lists, or, without one, what all files there hold. */
const objectsIn = (tree: Tree, folder: string): KubeObject[] => {
  const listing = parseAllDocuments(tree[`${folder}/kustomization.yaml`] ?? '')[0]?.toJS() as
    | { readonly resources: readonly string[] }
    | undefined;
  const listed = listing?.resources;
  const paths = listed
    ? listed.map((file) => join(folder, file))
    : Object.keys(tree).filter((path) => dirname(path) === folder);
  return objectsOf(Object.fromEntries(paths.map((path) => [path, tree[path] ?? ''])));
};

/** Those that depend on one of these, directly or through others, in the order of the plan. */
export const dependentsOf = (plan: readonly PlannedKustomization[], names: Iterable<string>): Set<string> => {
  const held = new Set(names);
  const dependents = new Set<string>();
  for (const { name, dependsOn } of plan) {
    if (!dependsOn.some((dependency) => held.has(dependency))) continue;
    held.add(name);
    dependents.add(name);
  }
  return dependents;
};
