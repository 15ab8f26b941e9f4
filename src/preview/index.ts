export { appliedProblems } from './applied-problems.js';
export { type AppliedRefusals, appliedRefusals } from './applied-refusals.js';
export { type AppliedKustomization, type AppliedObject, applyCluster } from './apply-cluster.js';
export { withExampleObjects } from './example-objects.js';
export { explainMiss } from './explain-miss.js';
export { explainValue, parseQuestion, printExplained } from './explain-value.js';
export { exampleConfigMaps, type GivenInfra, parseGivenInfra } from './given-config-maps.js';
export { printApplied, printAppliedJson } from './print-applied.js';
export { withVersionPlaces } from './version-places.js';
