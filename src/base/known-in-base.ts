import type { DeclaredApp } from '../compile/declared-app.js';
import type { JsonObject } from '../json/json-value.js';
import type { AppPlan } from '../tree/plan-app.js';
import { BaseTree } from './base-tree.js';
import { findBase } from './find-base.js';
import { Git, type GitAnswers, GitError } from './git.js';
import { parseObjects } from './parse-objects.js';
import { readBaseCluster } from './read-base.js';

/** What tells whether an object is in what others wrote: by kind and name, since a kustomization file may set the rest. */
export type KnownInBase = (cluster: string, kind: string, name: string) => boolean;

export interface KnownOptions {
  /** The project's folder. */
  readonly folder: string;
  /** `--base`. */
  readonly base: string | undefined;
  readonly answers?: GitAnswers | undefined;
}

/**
 * Reads what others have in the base beside our tree: files in the cluster's folder, and the folders that their
 * Kustomizations read. Where one of those lies outside of the tree, anything may be in it.
 */
export const knownInBase = (app: DeclaredApp, plan: AppPlan, { folder, base, answers }: KnownOptions): KnownInBase => {
  const found = new Map<string, ReadonlySet<string> | 'anything'>();
  try {
    const git = new Git(folder, answers);
    for (const { cluster, built } of plan.compiled) {
      const revision = findBase(git, cluster.base, base);
      if ('cause' in revision) continue;
      const tree = new BaseTree(git, revision, plan.layout);
      const own = plan.clusters.find((one) => one.cluster === cluster.name);
      const before = readBaseCluster(tree, app, plan.layout, cluster.name, own, built.scopeOf);
      found.set(
        cluster.name,
        objectsOf(tree, before?.foreign.flatMap(({ objects }) => objects) ?? [], plan.layout.of(cluster.name).folder),
      );
    }
  } catch (error) {
    // Without git there is nothing to know; the comparison says why.
    if (!(error instanceof GitError)) throw error;
  }
  return (cluster, kind, name) => {
    const objects = found.get(cluster);
    return objects === 'anything' || objects?.has(`${kind}/${name}`) === true;
  };
};

const objectsOf = (tree: BaseTree, written: readonly JsonObject[], own: string): ReadonlySet<string> | 'anything' => {
  const names = new Set(written.map(titleOf));
  for (const json of written) {
    const { path, sourceRef } = (json['spec'] ?? {}) as { path?: unknown; sourceRef?: unknown };
    if (json['kind'] !== 'Kustomization' || sourceRef === undefined) continue;
    const folder = typeof path === 'string' ? tree.folderOf(path) : undefined;
    if (folder === undefined) return 'anything';
    // The root's own.
    if (folder === own) continue;
    const files = [...tree.blobs.keys()].filter((one) => one.startsWith(`${folder}/`) && /\.ya?ml$/.test(one));
    for (const text of tree.read(files).values()) for (const one of tryParse(text)) names.add(titleOf(one));
  }
  return names;
};

const titleOf = (json: JsonObject): string => {
  const { name } = (json['metadata'] ?? {}) as { name?: unknown };
  return `${String(json['kind'])}/${String(name)}`;
};

/** A file that cannot be read is told by the comparison. */
const tryParse = (text: string): readonly JsonObject[] => {
  try {
    return parseObjects(text);
  } catch {
    return [];
  }
};
