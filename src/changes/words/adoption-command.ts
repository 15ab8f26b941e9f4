import type { ClusterLayout, TreePlace } from '../../compile/layout.js';

/** The command that adopts a cluster's folder, to run in the project's folder. */
export const adoptionCommand = (
  place: Pick<TreePlace, 'inProject'>,
  { folder }: Pick<ClusterLayout, 'folder'>,
): string => {
  const path = place.inProject(folder) || '.';
  return `npx fluxspan handover --from ${/^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`}`;
};
