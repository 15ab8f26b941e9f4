import { defineDiagnostic } from '../diagnostics/define-diagnostic.js';

export const notApplied = defineDiagnostic({
  code: 'FX690',
  name: 'not-applied',
  severity: 'error',
  summary: "Flux wouldn't apply what `render` was given: it fails on it, or leaves an object out.",
  page: {
    example: 'fluxspan render dev --infra output.json   // and the output lacks TF_HOST',
    flux: 'variable not set (strict mode): "TF_HOST"',
    right: 'pass values that `contract check` accepts',
  },
});

export const patchesNotRendered = defineDiagnostic({
  code: 'FX691',
  name: 'patches-not-rendered',
  severity: 'notice',
  summary:
    "A Kustomization changes its objects by images, components or commonMetadata, or by patches that select by labels. `render` doesn't show those changes.",
});
