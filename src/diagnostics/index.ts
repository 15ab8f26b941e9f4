export {
  type DiagnosticCode,
  type DiagnosticDefinition,
  type DiagnosticPage,
  defineDiagnostic,
  type Exceptable,
} from './define-diagnostic.js';
export {
  type Diagnostic,
  diagnose,
  hasErrors,
  type Place,
  within,
} from './diagnostic.js';
export { nearest, suggest } from './did-you-mean.js';
export { FluxspanError, isFluxspanError } from './fluxspan-error.js';
export { formatValue } from './format-value.js';
export { nameSome } from './list-names.js';
export { failure, type Result, success } from './result.js';
export { type RetiredCode, retiredCodes } from './retired-codes.js';
export type { Severity } from './severity.js';
export { identityOf, sortDiagnostics } from './sort-diagnostics.js';
export {
  callersNote,
  functionsInStack,
  packagePlacesInStack,
  placeInStack,
  placesInStack,
  rememberPlace,
  rememberPlaces,
} from './source-place.js';
export { isDeliberate, thrownNotes, thrownStack, thrownText, tryError } from './thrown.js';
export { type Subject, type Ties, ties } from './ties.js';
