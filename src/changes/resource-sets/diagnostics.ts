import { defineDiagnostic } from '../../diagnostics/index.js';

export const leavesSet = defineDiagnostic({
  code: 'FX526',
  name: 'leaves-resource-set',
  severity: 'error',
  summary:
    'An object leaves a ResourceSet in one change. The Flux Operator deletes it, even if an addon applies it by then; or still makes it, if the set stays in the cluster. If another set takes it, that may be too late: an error if data or other objects are deleted with it, otherwise a notice.',
  page: {
    example: 'the PersistentVolumeClaim "db" of spec.resources becomes an object of addon "db"',
    flux: "nothing: the claim is deleted with its data, and the addon's Kustomization creates an empty one",
    right:
      'set the annotation fluxcd.controlplane.io/prune: disabled on it in spec.resources; move it when the operator has applied that',
  },
});

export const setNotSeen = defineDiagnostic({
  code: 'FX527',
  name: 'resource-set-not-seen',
  severity: 'notice',
  summary:
    "The template or the inputs of a ResourceSet change, and synth can't evaluate them. The Flux Operator deletes what the set no longer makes, and the tree doesn't show what that is.",
  page: {
    example: 'a template with << inputs.branch | slugify >> changes, or a ResourceSetInputProvider that asks GitHub',
    flux: 'nothing: the operator deletes what the new templates and inputs no longer give',
    right:
      'compare the objects of both versions before you merge the change: flux-operator build rset -f set.yaml --inputs-from inputs.yaml',
  },
});
