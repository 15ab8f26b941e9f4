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
  summary: "The pattern of an infra input isn't valid RE2, or its example or default doesn't match it.",
});

export const contractPatterns = defineDiagnostic({
  code: 'FX417',
  name: 'contract-patterns',
  severity: 'error',
  summary: "A contract's patterns have more parts than fluxspan compiles, once their repetitions are written out.",
});

export const stateName = defineDiagnostic({
  code: 'FX768',
  name: 'state-name',
  severity: 'error',
  summary:
    'The `from` of an infra input is not the name of a Terraform state: it names a folder of the contract, and the end of a ConfigMap.',
  page: {
    example: "TF_VPC_ID: vpcId().meta({ from: 'Network Team' })",
    right: "TF_VPC_ID: vpcId().meta({ from: 'network' })",
  },
});
