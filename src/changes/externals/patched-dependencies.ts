import { isFluxKustomization, ownerKey } from '../../applied/cluster-state.js';
import { tryReadId } from '../../applied/object-id.js';
import { type ClusterViews, isKnown } from '../../applied/view/cluster-views.js';
import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import { isObject } from '../../json/is-object.js';
import type { OtherKustomization } from '../../rules/index.js';
import { placeOfChange } from '../root/patch-place.js';
import { dependenciesOf, isSuspended } from './other-kustomizations.js';

/** The Kustomizations of addons to which Flux's root adds a `dependsOn`, with the added entries. */
export const patchedDependencies = (
  { addons }: Pick<CompiledCluster, 'addons'>,
  view: ClusterViews,
): readonly OtherKustomization[] => {
  if (!isKnown(view.root)) return [];
  const applied = new Map(
    view.root.objects
      .filter(({ id, path }) => isFluxKustomization(id) && view.isOwn(path))
      .map((one) => [ownerKey(one.id), one] as const),
  );
  return addons.flatMap(({ entry }) =>
    entry.flatMap((written): readonly OtherKustomization[] => {
      const id = tryReadId(written.json);
      const found = id === undefined ? undefined : applied.get(ownerKey(id));
      if (id === undefined || !isFluxKustomization(id) || found === undefined || !isObject(found.json)) return [];
      const key = ownerKey(id);
      const had = new Set(dependenciesOf({ key, json: written.json }));
      const added = dependenciesOf({ key, json: found.json }).filter((one) => !had.has(one));
      // A suspended Kustomization does nothing.
      if (added.length === 0 || isSuspended(found)) return [];
      const { at } = placeOfChange(view, { id, words: [/\bdependsOn\b/], fields: ['transformers', 'replacements'] });
      const place = at.file === undefined ? {} : { file: at.file };
      return [{ key, place, dependsOn: added, waitsFor: [], parents: [] }];
    }),
  );
};
