import { objectsIn } from '../../applied/kustomize-files.js';
import { keyOf, type ObjectId, tryReadId } from '../../applied/object-id.js';
import type { ClusterViews } from '../../applied/view/cluster-views.js';
import type { ScopeOf } from '../../compile/kind-scopes.js';
import type { ClusterPlan } from '../../tree/plan-cluster.js';
import type { OtherFile } from '../model/other-file.js';

/** A hand-written file with an object that an addon generates too, where Flux's root builds both. */
export interface TwinFile {
  readonly path: string;
  readonly id: ObjectId;
  readonly addon: string;
}

export const findTwinFiles = (
  plan: ClusterPlan,
  scopeOf: ScopeOf,
  view: Pick<ClusterViews, 'root' | 'isOwn' | 'tree'>,
  others: readonly OtherFile[],
): readonly TwinFile[] => {
  const ours = new Map<string, { readonly id: ObjectId; readonly addon: string }>();
  for (const { object, json, path } of plan.objects) {
    const id = plan.layout.isInFolder(path) ? tryReadId(json, scopeOf) : undefined;
    if (id !== undefined) ours.set(keyOf(id), { id, addon: object.addon });
  }
  const told = toldFiles(others);
  return view.root.files.flatMap((path) => {
    if (view.isOwn(path) || told.has(path) || !/\.ya?ml$/.test(path)) return [];
    return tryObjects(view, path).flatMap((json) => {
      const id = tryReadId(json, scopeOf);
      const twin = id === undefined ? undefined : ours.get(keyOf(id));
      return twin === undefined ? [] : [{ path, ...twin }];
    });
  });
};

/** Gives the files that another diagnostic already reports for an object of the plan. */
export const toldFiles = (others: readonly OtherFile[]): ReadonlySet<string> =>
  new Set(others.filter(({ isTold }) => isTold).map(({ path }) => path));

const tryObjects = ({ tree }: Pick<ClusterViews, 'tree'>, path: string): ReturnType<typeof objectsIn> => {
  try {
    return objectsIn(tree, path);
  } catch {
    return [];
  }
};
