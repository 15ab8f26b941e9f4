export { type PlacePlan, planPlace, type Risk } from './plan-place.js';
export { possibleValue } from './possible-value.js';
