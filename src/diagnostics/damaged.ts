/** The code of an error that names a file of the package which isn't as the build wrote it. */
export const DAMAGED = 'ERR_FLUXSPAN_DAMAGED';

/** As after an installation that was cut short. */
export const damagedFile = (path: string, cause: unknown): Error =>
  Object.assign(new Error(`"${path}" isn't as the build wrote it`, { cause }), { code: DAMAGED, path });
