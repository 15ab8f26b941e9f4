import { defineDiagnostic } from '../diagnostics/define-diagnostic.js';

export const twoTools = defineDiagnostic({
  code: 'FX781',
  name: 'two-tools',
  severity: 'error',
  summary:
    'Flux and Terraform, or another two tools, manage the same object, Helm release or cloud resource: each undoes what the other does, and each deletes it for the other. A notice if it depends on what only Terraform knows.',
});

export const terraformDestroys = defineDiagnostic({
  code: 'FX782',
  name: 'terraform-destroys',
  severity: 'error',
  summary:
    'A plan destroys an object, release or cloud resource that the tree has, too. Let Terraform forget it, so that it stays.',
});

export const ownerBoundary = defineDiagnostic({
  code: 'FX783',
  name: 'owner-boundary',
  severity: 'error',
  summary:
    'Something is managed by another tool than the one that `owners` of the cluster names. A notice if it depends on what only Terraform knows.',
});

export const applicationInTerraform = defineDiagnostic({
  code: 'FX786',
  name: 'application-in-terraform',
  severity: 'notice',
  summary:
    'Terraform manages workloads of a cluster that Flux reconciles. Nothing corrects them between two runs of Terraform, and each deployment needs access to its state. Say so in `owners` of the cluster if that is intended.',
});
