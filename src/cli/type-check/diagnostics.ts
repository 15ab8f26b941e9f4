import { defineDiagnostic } from '../../diagnostics/define-diagnostic.js';

export const typeError = defineDiagnostic({
  code: 'FX016',
  name: 'type-error',
  severity: 'error',
  summary:
    'The app has a type error, so what it says may not be what is meant: a misspelled setting would be left out of the tree.',
  page: {
    example: 'metricsServer({ replcas: 2 })   // Object literal may only specify known properties',
    right: 'metricsServer({ replicas: 2 })',
  },
});

export const notTypeChecked = defineDiagnostic({
  code: 'FX017',
  name: 'not-type-checked',
  severity: 'warning',
  summary:
    'TypeScript is installed, and the app could not be type-checked: the tsconfig.json does not include it, is missing or invalid, or tsc failed.',
  page: {
    example: 'a tsconfig.json with "include": ["test"], and the app in src/',
    right: '"include": ["src", "test"]; or npx fluxspan synth --no-typecheck',
  },
});
