import type { JsonObject } from '../json/json-value.js';
import { specOf } from '../json/manifest-fields.js';
import { isClusterScoped } from '../knowledge/index.js';
import type { OwnKinds } from './own-kinds.js';

/** Where objects of a kind live; undefined where no one says it. */
export type ScopeOf = (group: string, kind: string) => 'Cluster' | 'Namespaced' | undefined;

/** What is known without any CRD at hand. */
export const knownScope: ScopeOf = (group, kind) => (isClusterScoped(group, kind) ? 'Cluster' : undefined);

/**
 * The scopes of kinds: the known ones, then those of the cluster's own CRD objects, then those of the app's files.
 *
 * @param crds CustomResourceDefinitions, as JSON
 */
export const kindScopes = (crds: readonly JsonObject[], own: OwnKinds): ScopeOf => {
  const inTree = new Map<string, 'Cluster' | 'Namespaced'>();
  for (const crd of crds) {
    const { group, names, scope } = specOf(crd) as { group?: unknown; names?: unknown; scope?: unknown };
    const { kind } = (names ?? {}) as { kind?: unknown };
    inTree.set(`${String(group)}/${String(kind)}`, scope === 'Cluster' ? 'Cluster' : 'Namespaced');
  }
  const find: ScopeOf = (group, kind) =>
    knownScope(group, kind) ?? inTree.get(`${group}/${kind}`) ?? own.find(group, kind)?.scope;
  // Many rules ask for each object, and a file's text is searched for a kind.
  const known = new Map<string, Map<string, ReturnType<ScopeOf>>>();
  return (group, kind) => {
    let kinds = known.get(group);
    if (kinds === undefined) {
      kinds = new Map();
      known.set(group, kinds);
    }
    if (!kinds.has(kind)) kinds.set(kind, find(group, kind));
    return kinds.get(kind);
  };
};
