export {
  type ComposedValues,
  type ComposeFailure,
  composeValues,
  type ValuesSource,
} from './compose-values.js';
