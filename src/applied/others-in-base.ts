import type { DeclaredApp } from '../declared/declared-app.js';
import type { OtherApplier, OthersInBase } from '../declared/others-in-base.js';
import { parseOwnerKey } from '../declared/owner-key.js';
import { mayMakeKind } from '../flux/resource-sets/may-make.js';
import { isObject } from '../json/is-object.js';
import type { AppPlan } from '../tree/plan-app.js';
import { BaseTree } from './base-tree.js';
import type { BuildCache } from './build/folder-builder.js';
import { findBase } from './find-base.js';
import { Git, type GitAnswers, GitError } from './git.js';
import { titleOf } from './object-id.js';
import { readBaseCluster } from './read-base.js';
import { openClusterViews } from './view/cluster-views.js';
import type { FluxObject, FluxOwner, FluxView } from './view/flux-view.js';

export interface OthersOptions {
  /** The project's folder. */
  readonly folder: string;
  /** `--base`. */
  readonly base: string | undefined;
  readonly answers?: GitAnswers | undefined;
  readonly builds?: BuildCache | undefined;
}

/** Reads which namespaces and CRDs others apply in the base. Reads each cluster on demand. */
export const othersInBase = (
  app: DeclaredApp,
  plan: AppPlan,
  { folder, base, answers, builds }: OthersOptions,
): ((cluster: string) => OthersInBase | undefined) => {
  const known = new Map<string, OthersInBase | undefined>();
  const read = (name: string): OthersInBase | undefined => {
    const one = plan.clusters.find(({ cluster }) => cluster === name);
    const compiled = plan.compiled.find(({ cluster }) => cluster.name === name);
    if (one === undefined || compiled === undefined) return undefined;
    const { scopeOf } = compiled.built;
    const follows = compiled.cluster.base;
    try {
      const git = Git.open(folder, answers);
      const revision = findBase(git, follows, base);
      if ('cause' in revision) return undefined;
      const tree = new BaseTree(git, revision, plan.layout);
      const before = readBaseCluster(tree, app, plan.layout, name, one, scopeOf);
      const own = before?.own ?? [...one.files.keys()];
      const views = openClusterViews(git, app, plan.layout, builds)(tree, { plan: one, scopeOf, follows, own });
      return indexOthers(views.before, views.wasOwn);
    } catch (error) {
      // The comparison reports why.
      if (!(error instanceof GitError)) throw error;
      return undefined;
    }
  };
  return (name) => {
    if (!known.has(name)) known.set(name, read(name));
    return known.get(name);
  };
};

const indexOthers = ({ owners, root }: FluxView, isOwn: (path: string) => boolean): OthersInBase => {
  const namespaces = new Map<string, OtherApplier>();
  const groups = new Map<string, OtherApplier>();
  const learn = ({ id, json }: FluxObject, applier: OtherApplier): void => {
    if (id.kind === 'Namespace' && id.group === '' && !namespaces.has(id.name)) namespaces.set(id.name, applier);
    const group = id.kind === 'CustomResourceDefinition' ? groupOf(json) : undefined;
    if (group !== undefined && !groups.has(group)) groups.set(group, applier);
  };
  const open: { readonly applier: OtherApplier; readonly templates: readonly string[] }[] = [];
  for (const owner of owners.values()) {
    const applier = applierOf(owner, root);
    for (const object of owner.objects) if (!isOwn(object.path)) learn(object, applier);
    for (const object of owner.sets.objects) {
      if (!isOwn(object.path)) learn(object, { ...applier, set: titleOf(object.set) });
    }
    for (const [{ id, path }, templates] of owner.sets.open) {
      if (!isOwn(path)) open.push({ applier: { ...applier, set: titleOf(id), isUnsure: true }, templates });
    }
  }
  const mayMake = (kind: string): OtherApplier | undefined =>
    open.find(({ templates }) => mayMakeKind(templates, kind))?.applier;
  return {
    creatorOf: (namespace) => namespaces.get(namespace) ?? mayMake('Namespace'),
    crdsOf: (group) => groups.get(group) ?? mayMake('CustomResourceDefinition'),
  };
};

const applierOf = ({ key }: FluxOwner, root: string): OtherApplier => ({
  ...parseOwnerKey(key),
  isRoot: key === root,
});

const groupOf = ({ spec }: FluxObject['json']): string | undefined =>
  isObject(spec) && typeof spec['group'] === 'string' ? spec['group'] : undefined;
