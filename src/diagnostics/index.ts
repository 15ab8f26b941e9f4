export { type Code, codes } from './codes.js';
export {
  type Diagnostic,
  diagnose,
  FluxspanError,
  hasErrors,
  type Place,
  type Severity,
  sortDiagnostics,
  within,
} from './diagnostic.js';
export { nearest, suggest } from './near.js';
export { rememberPlace } from './source-place.js';
