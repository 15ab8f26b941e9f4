import { defineDiagnostic } from '../../diagnostics/define-diagnostic.js';

export const typeError = defineDiagnostic({
  code: 'FX016',
  name: 'type-error',
  severity: 'error',
  summary: "The app has a type error, so synth can't rely on it: a misspelled setting would be left out of the tree.",
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
    "TypeScript is installed, but the app couldn't be type-checked: tsconfig.json is missing, invalid or doesn't include it, or tsc failed.",
  page: {
    example: 'a tsconfig.json with "include": ["test"], and the app in src/',
    right: '"include": ["src", "test"]; or npx fluxspan synth --no-typecheck',
  },
});
