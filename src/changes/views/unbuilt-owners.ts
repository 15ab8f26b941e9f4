import { type ClusterViews, isUnbuilt } from '../../applied/view/cluster-views.js';
import type { FluxOwner } from '../../applied/view/flux-view.js';
import type { OtherFile } from '../model/other-file.js';
import { type TwinFile, toldFiles } from './twin-files.js';

/** Finds Kustomizations that stop building with the change. */
export const unbuiltOwners = (view: ClusterViews): readonly FluxOwner[] => {
  const wasBuilt = ({ key }: FluxOwner) => {
    const owner = view.before.owners.get(key);
    return owner === undefined || !isUnbuilt(owner);
  };
  const nested = [...view.after.owners.values()].filter(({ key }) => key !== view.root.key);
  return [view.root, ...nested].filter((owner) => isUnbuilt(owner) && wasBuilt(owner));
};

/**
 * Whether another diagnostic already reports why a Kustomization doesn't build: for the root, files that it builds
 * twice.
 */
export const isToldWithCause = (
  { root }: Pick<ClusterViews, 'root'>,
  twins: readonly TwinFile[],
  others: readonly OtherFile[],
): ((key: string) => boolean) => {
  const isTold = twins.length > 0 || toldFiles(others).size > 0;
  return (key) => key === root.key && isTold;
};
