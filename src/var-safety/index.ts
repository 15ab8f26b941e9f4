export { type PlacePlan, planPlace, type Risk } from './plan-place.js';
export { keepProofs, possibleValue } from './possible-value.js';
