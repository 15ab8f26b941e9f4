import { defineDiagnostic } from '../diagnostics/define-diagnostic.js';

export const inputType = defineDiagnostic({
  code: 'FX102',
  name: 'input-type',
  severity: 'error',
  summary:
    'An infra input has a type that the contract cannot carry: it must mean the same in TypeScript, JSON Schema and Terraform.',
});

export const inputPattern = defineDiagnostic({
  code: 'FX103',
  name: 'input-pattern',
  severity: 'error',
  summary: 'The pattern of an infra input is not RE2, or its example or default does not match it.',
});

export const contractPatterns = defineDiagnostic({
  code: 'FX417',
  name: 'contract-patterns',
  severity: 'error',
  summary: 'The patterns of a contract have more parts than are compiled, once their repetitions are written out.',
});
