export { isJson } from '../json/is-json.js';
export { type BootstrapSecret, isBootstrap, secret } from './bootstrap-secret.js';
export { type ContractChange, compareContracts, orderOf } from './compare-contracts.js';
export * from './contract.js';
export { type Channel, type DescribedInput, describeInput } from './describe.js';
export { exampleOf } from './example.js';
export type { Fits, Misfit } from './fits.js';
export { type FromState, fromState } from './from-state.js';
export {
  closedObject,
  isNumeric,
  type JsonSchema,
  narrowBounds,
  patternsOf,
  typeInWords,
  withPatterns,
} from './json-schema.js';
export { expectedWords, type Mismatch, type MismatchKind, matches, mismatches } from './matches.js';
export { findPatternProblem } from './pattern-problem.js';
export * from './ready-made.js';
export {
  asBoolean,
  asNumber,
  isRef,
  isUnknownNumber,
  makeRef,
  type OrRef,
  type Ref,
  type TextOrRef,
  type TextVar,
  textsOf,
} from './ref.js';
export {
  type Cloud,
  clouds,
  type ExtractRef,
  type RemoteRef,
  type RemoteSecret,
  remoteSecret,
  type SecretHandle,
  secretHandle,
} from './remote-secret.js';
export { type SchemaLeaf, schemaLeaves } from './schema-leaves.js';
export { contractOfState, isEmpty, statesOf } from './states.js';
export { typedVar } from './typed-var.js';
export type * from './types.js';
