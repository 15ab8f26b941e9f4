export { upgradeNotSeen } from './diagnostics.js';
export { type ChartVersion, type ExplainedUpgrade, explainUpgrade } from './explain-upgrade.js';
export { type ChartRelease, findReleases, IN_FOLDER, isSameSource } from './find-releases.js';
export { printUpgrade, upgradeAsJson } from './print-upgrade.js';
