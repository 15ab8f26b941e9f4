import { groupOf } from '../constructs/reference.js';
import type { DeclaredApp } from '../declared/declared-app.js';
import { expandResourceSet } from '../flux/resource-sets/expand-resource-set.js';
import { mayBringKind } from '../flux/resource-sets/may-make.js';
import type { Providers } from '../flux/resource-sets/read-inputs.js';
import { isProvider, isResourceSet } from '../flux/resource-sets/resource-set.js';
import { fieldsOf, objectsOf as objectsOfList } from '../json/as-shape.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { specOf } from '../json/manifest-fields.js';
import { titlesWrittenFor } from '../rules/context/data-sources.js';
import { holdsExpression } from '../substitution/holds-expression.js';
import type { AppPlan } from '../tree/plan-app.js';
import { BaseTree } from './base-tree.js';
import { findBase } from './find-base.js';
import { Git, type GitAnswers, GitError } from './git.js';
import { readableObjects } from './parse-objects.js';
import { readBaseCluster } from './read-base.js';

/** Checks whether files of others have an object, by kind and name, since a kustomization file may set the rest. */
export type KnownInBase = (cluster: string, kind: string, name: string) => boolean;

export interface KnownOptions {
  /** The project's folder. */
  readonly folder: string;
  /** `--base`. */
  readonly base: string | undefined;
  readonly answers?: GitAnswers | undefined;
}

interface Known {
  /** Objects by `Kind/name`. */
  readonly names: ReadonlySet<string>;
  /** Kinds with an object whose name only the cluster knows. */
  readonly unnamed: ReadonlySet<unknown>;
  /** Templates of ResourceSets whose output only the operator knows. */
  readonly open: readonly string[];
}

/**
 * Reads objects of others in the base, outside of the generated files: files in the cluster's folder, the folders that
 * their Kustomizations read, and what their ResourceSets generate. A folder outside of the tree may have any object.
 */
export const knownInBase = (app: DeclaredApp, plan: AppPlan, { folder, base, answers }: KnownOptions): KnownInBase => {
  const found = new Map<string, Known | 'anything'>();
  try {
    const git = Git.open(folder, answers);
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
    // Without git nothing is known; the comparison reports why.
    if (!(error instanceof GitError)) throw error;
  }
  return (cluster, kind, name) => {
    const known = found.get(cluster);
    if (known === undefined || known === 'anything') return known === 'anything';
    const { names, unnamed, open } = known;
    return names.has(`${kind}/${name}`) || unnamed.has(kind) || mayBringKind(open, kind);
  };
};

/** Sets may make sets, and Kustomizations that read folders with more of them. */
const MOST_ROUNDS = 5;

const objectsOf = (tree: BaseTree, written: readonly JsonObject[], own: string): Known | 'anything' => {
  const objects: JsonObject[] = [];
  const open: string[] = [];
  // The root's own folder.
  const folders = new Set([own]);
  let next = written;
  for (let round = 0; round < MOST_ROUNDS && next.length > 0; round++) {
    const added = withFolders(tree, next, folders);
    if (added === 'anything') return 'anything';
    objects.push(...added);
    next = added.filter(isSet).flatMap((set) => {
      const made = expandResourceSet(set, providersAmong(objects));
      open.push(...made.open);
      return made.made.map(({ json }) => json);
    });
  }
  const unnamed = objects.filter((json) => holdsExpression(String(nameOf(json)))).map(({ kind }) => kind);
  const names = objects.flatMap((json) => [titleOf(json), ...titlesWrittenFor(json), ...titlesGeneratedBy(json)]);
  return { names: new Set(names), unnamed: new Set(unnamed), open };
};

/** Adds the objects of all folders that Kustomizations among the objects read, to any depth. */
const withFolders = (
  tree: BaseTree,
  objects: readonly JsonObject[],
  folders: Set<string>,
): readonly JsonObject[] | 'anything' => {
  const all = [...objects];
  for (const json of all) {
    const { path, sourceRef } = specOf(json) as { path?: unknown; sourceRef?: unknown };
    if (json['kind'] !== 'Kustomization' || sourceRef === undefined) continue;
    const folder = typeof path === 'string' && !holdsExpression(path) ? tree.folderOf(path) : undefined;
    if (folder === undefined) return 'anything';
    if (folders.has(folder)) continue;
    folders.add(folder);
    const files = tree.under(folder).filter((one) => /\.ya?ml$/.test(one));
    for (const text of tree.read(files).values()) all.push(...readableObjects(text));
  }
  return all;
};

const isSet = ({ apiVersion, kind }: JsonObject): boolean =>
  isResourceSet({ group: groupOf(String(apiVersion)), kind: String(kind) });

/** What the generators of a kustomization file make under the name that they give, without a hash. */
const titlesGeneratedBy = (json: JsonObject): readonly string[] => {
  const isForAll = fieldsOf(json['generatorOptions'])['disableNameSuffixHash'] === true;
  return Object.entries(GENERATORS).flatMap(([field, kind]) =>
    objectsOfList(json[field])
      .filter(({ options }) => isForAll || fieldsOf(options)['disableNameSuffixHash'] === true)
      .map(({ name }) => `${kind}/${String(name)}`),
  );
};

const GENERATORS = { configMapGenerator: 'ConfigMap', secretGenerator: 'Secret' };

/** The providers by name, since a kustomization file may set the namespace. */
const providersAmong = (objects: readonly JsonObject[]): Providers => {
  const all = objects.filter(({ apiVersion, kind }) =>
    isProvider({ group: groupOf(String(apiVersion)), kind: String(kind) }),
  );
  return { find: (_, name) => all.find((one) => nameOf(one) === name), all: () => all };
};

const nameOf = ({ metadata }: JsonObject): unknown => (isObject(metadata) ? metadata['name'] : undefined);

const titleOf = (json: JsonObject): string => `${String(json['kind'])}/${String(nameOf(json))}`;

/** The comparison reports a file that can't be read. */
