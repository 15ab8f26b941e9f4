import { ownerNames } from '../../applied/owner-name.js';
import { shortOwnerName } from '../../declared/owner-key.js';
import type { ObjectDiff } from '../compare-states.js';

/** What is deleted with one Kustomization. */
export interface RemovalGroup {
  readonly owner: string;
  /** What loses the most first. */
  readonly objects: readonly ObjectDiff[];
}

/** Puts the objects that are deleted below the Kustomization that goes with them; those of one that stays are left out. */
export const groupRemovals = (objects: readonly ObjectDiff[]): readonly RemovalGroup[] => {
  const deleted = objects.filter(({ mark }) => mark === '-');
  const going = deleted.filter(({ id }) => id.kind === 'Kustomization' && id.group === 'kustomize.toolkit.fluxcd.io');
  return going.flatMap((kustomization) => {
    const owner = shortOwnerName(kustomization.id);
    const owned = deleted.filter((one) => one !== kustomization && ownerNames(one.owners) === owner);
    if (owned.length === 0) return [];
    const [lost, rest] = [owned.filter(isLoss), owned.filter((one) => !isLoss(one))];
    return [{ owner, objects: [...lost, ...rest, kustomization] }];
  });
};

const isLoss = ({ effects, isLoss: is }: ObjectDiff): boolean => is || effects.some(({ kind }) => kind === 'lost');
