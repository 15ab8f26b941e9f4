import type { Ring } from './ring.js';

/**
 * The version that versions.yaml has under the name of a release, or of an addon that reads a source; undefined where it
 * has none. `chartVersions` of `imports/versions.ts` is one.
 *
 * @throws FluxspanError where the name has rings, and none for this one
 */
export type ChartVersions = (name: string, ring?: Ring | undefined) => string | undefined;
