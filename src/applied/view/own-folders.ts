import type { ClusterLayout } from '../../compile/layout.js';
import type { AppSettings } from '../../declared/declared-app.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { specOf } from '../../json/manifest-fields.js';
import type { BaseTree } from '../base-tree.js';
import { isFluxKustomization, ownerKey, ROOT, type StateEntry } from '../cluster-state.js';
import { tryReadId } from '../object-id.js';
import { readsTree } from '../state-of-plan.js';

/**
 * Keys of the addons' own Kustomizations that read a folder of this repository that fluxspan doesn't write. Only a
 * build shows what they apply.
 */
export const readOtherFolders = (
  entries: Iterable<Pick<StateEntry, 'json' | 'owner'>>,
  app: Pick<AppSettings, 'source'>,
  tree: Pick<BaseTree, 'folderOf'>,
  layout: ClusterLayout,
): ReadonlySet<string> => {
  const isOurSource = readsTree(app);
  const keys = new Set<string>();
  for (const { json, owner } of entries) {
    if (owner !== ROOT || json['kind'] !== 'Kustomization') continue;
    const id = tryReadId(json);
    if (id === undefined || !isFluxKustomization(id) || !(isOurSource(json) || readsArtifact(json))) continue;
    const { path } = specOf(json);
    const folder = typeof path === 'string' ? tree.folderOf(path) : undefined;
    if (folder === undefined || !layout.holds(`${folder}/kustomization.yaml`)) keys.add(ownerKey(id));
  }
  return keys;
};

/** Whether it reads an ExternalArtifact, which an ArtifactGenerator may copy from this repository. */
const readsArtifact = (json: JsonObject): boolean => {
  const { sourceRef } = specOf(json);
  return isObject(sourceRef) && sourceRef['kind'] === 'ExternalArtifact';
};
