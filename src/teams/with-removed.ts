import type { AddonInstance } from '../addon/addon.js';
import type { RemovedTeam } from './parse-teams.js';

const REMOVED: unique symbol = Symbol.for('fluxspan.removedTeams') as never;

type Removing = { readonly [REMOVED]?: readonly RemovedTeam[] };

/** The members of a stage, and the teams that are gone. Each member knows of them, in a list that code makes of several. */
export const withRemoved = (
  members: readonly AddonInstance[],
  removed: readonly RemovedTeam[],
): readonly AddonInstance[] => {
  if (removed.length === 0) return members;
  const mark = <V extends object>(value: V): V => Object.assign(value, { [REMOVED]: removed });
  return mark(members.map(mark));
};

/** What a stage's list of teams says is gone. */
export const removedTeams = (members: unknown) => {
  const all = Array.isArray(members) ? [members, ...(members as readonly unknown[])] : [];
  const lists = new Set(
    all.flatMap((one) => (typeof one === 'object' && one !== null ? ((one as Removing)[REMOVED] ?? []) : [])),
  );
  return [...lists].map(({ name, place, reason }) => ({ what: name, reason, place: () => place, tenant: name }));
};
