/** The file of versions, in the project's folder. */
export const VERSIONS_FILE = 'versions.yaml';

/** The generated module of its names, relative to the project. */
export const VERSIONS_MODULE = 'imports/versions.ts';

/** A place in it: `versions.yaml:12`. */
export const fileAt = (line: number | undefined): string =>
  line === undefined ? VERSIONS_FILE : `${VERSIONS_FILE}:${line}`;
