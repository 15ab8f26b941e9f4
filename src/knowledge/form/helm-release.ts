export const HELM_RELEASE = 'helm.toolkit.fluxcd.io/HelmRelease';

/** What a row about a value of a chart begins with. */
export const releaseOf = (chart: string) => ({ on: HELM_RELEASE, chart });
