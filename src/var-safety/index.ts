export { type PlacePlan, planPlace, type Risk } from './plan-place.js';
export { openVarSafety, type Proofs, type VarSafety } from './var-safety.js';
