import { defineDiagnostic } from '../../diagnostics/index.js';

export const leavesSet = defineDiagnostic({
  code: 'FX526',
  name: 'leaves-resource-set',
  severity: 'error',
  summary:
    'An object leaves a ResourceSet in one change: the Flux Operator deletes it, even if an addon applies it by then; or still makes it, where the set stays in the cluster. Where another set takes it, it may come too late: an error if data or other objects go with it, else a notice.',
  page: {
    example: 'the PersistentVolumeClaim "db" of spec.resources becomes an object of addon "db"',
    flux: "nothing: the claim is deleted with its data, and the addon's Kustomization creates an empty one",
    right:
      'the annotation fluxcd.controlplane.io/prune: disabled on it in spec.resources; the move when the operator has applied that',
  },
});

export const setNotSeen = defineDiagnostic({
  code: 'FX527',
  name: 'resource-set-not-seen',
  severity: 'notice',
  summary:
    "A template of a ResourceSet that synth can't follow changes, or its inputs do: the Flux Operator deletes what it no longer makes, and the tree doesn't show what that is.",
  page: {
    example: 'a template with << inputs.branch | slugify >> changes, or a ResourceSetInputProvider that asks GitHub',
    flux: 'nothing: the operator deletes what the new templates and inputs no longer give',
    right:
      'the objects of both versions compared before the change is merged: flux-operator build rset -f set.yaml --inputs-from inputs.yaml',
  },
});
