export {
  type ComposedValues,
  type ComposeFailure,
  composeValues,
  type ValuesSource,
  valueAt,
} from './compose-values.js';
