import { parseOwnerKey } from '../../declared/owner-key.js';
import type { DeclaredRemoval } from '../../declared/removal.js';
import type { ObjectDiff } from '../compare-states.js';

/** The reasons that the code gives for what is deleted or replaced, each once. */
export const reasonsFor = (objects: readonly ObjectDiff[], declared: readonly DeclaredRemoval[]): readonly string[] => {
  const going = objects.filter(({ mark }) => mark === '-' || mark === '±');
  const concerns = ({ what }: DeclaredRemoval): boolean =>
    going.some(({ id, owners }) =>
      typeof what === 'string'
        ? owners.some((owner) => parseOwnerKey(owner).name === what)
        : id.kind === what.kind && id.name === what.name,
    );
  return [...new Set(declared.filter(concerns).map(({ reason }) => reason))];
};
