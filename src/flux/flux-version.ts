/** Flux versions that fluxspan writes for: https://fluxcd.io/flux/releases/ */
export const fluxVersions = ['2.7', '2.8', '2.9'] as const;
/** A minor version of Flux. */
export type FluxVersion = (typeof fluxVersions)[number];
