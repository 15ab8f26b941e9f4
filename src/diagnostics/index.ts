export { type Code, codes } from './codes.js';
export {
  type Diagnostic,
  diagnose,
  FluxspanError,
  hasErrors,
  isFluxspanError,
  type Place,
  sortDiagnostics,
  within,
} from './diagnostic.js';
export { nearest, suggest } from './near.js';
export type { Severity } from './severity.js';
export { shown } from './shown.js';
export { placeInStack, rememberPlace } from './source-place.js';
export { thrownStack, thrownText } from './thrown.js';
